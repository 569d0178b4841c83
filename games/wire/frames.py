"""From what the live rooms say of a match to messages: key by key, so that nothing unnamed gets through."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import msgspec

from games.live import chat
from games.wire import outbound

if TYPE_CHECKING:
    from uuid import UUID

    from games.live.viewing import Can, FrameData


def frame_message(data: FrameData) -> outbound.Frame:
    """Write a frame; raises msgspec.ValidationError for a key or value that the protocol does not name."""
    can, detail = _can(data.can)
    value: dict[str, Any] = {
        "type": "frame",
        "match": data.match,
        "version": data.version,
        "meta_version": data.meta_version,
        "status": data.status,
        "server_ms": data.server_ms,
        "deadline_ms": data.deadline_ms,
        "turn_seconds": data.turn_seconds,
        "you": data.you,
        "seats": [
            {
                "seat": face.seat,
                "name": face.name,
                "kind": face.kind,
                "level": face.level or None,
                "present": face.present,
                "covered": face.covered,
                "resigned": face.resigned,
            }
            for face in data.seats
        ],
        "view": data.view,
        "log": [
            {
                "seq": entry.seq,
                "version": entry.version,
                "actor": entry.actor,
                "events": list(entry.events),
            }
            for entry in data.log
        ],
        "can": can,
        "can_detail": detail,
        "deal": {
            "tip": data.deal.tip,
            "open_hash": data.deal.open_hash,
            "deal_no": data.deal.deal_no,
            "seal_hash": data.deal.seal_hash,
            "key_check": data.deal.key_check,
            "revealed": data.deal.revealed,
        },
    }
    return msgspec.convert(value, outbound.Frame)


def _can(can: Can | None) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    if can is None:
        return None, None
    reasons = {"draw": can.draw, "layout": can.layout, "pass": can.pass_}
    return reasons, {"pass": None if can.pass_detail is None else dict(can.pass_detail)}


def chat_message(match_id: UUID, after_id: int) -> outbound.ChatLines:
    """Give the lines said after `after_id`; raises Rejected(NOT_FOUND)."""
    return outbound.ChatLines(
        [
            outbound.ChatLine(line.id, line.seat, line.name, line.text, line.phrase, line.at_ms)
            for line in chat.lines(match_id, after_id)
        ]
    )


def now_ms() -> int:
    """Give the server's clock in milliseconds since 1970."""
    return time.time_ns() // 1_000_000
