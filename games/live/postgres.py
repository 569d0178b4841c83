"""Matches in PostgreSQL, the only truth.

A write first updates the row of the match under its version (the fence), then inserts: every transaction takes its locks in
the order match, seats, log, and where a lock is taken beforehand it is one that leaves foreign keys alone.
"""

import random
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final, TypeVar
from uuid import UUID

import structlog
from django.db import (
    Error,
    IntegrityError,
    InterfaceError,
    OperationalError,
    connection,
    transaction,
)
from django.db.models import F
from django.db.models.functions import Now
from psycopg import errors as pg

from games.engine.codec import Json
from games.live import publish
from games.live.errors import RejectCode, Rejected
from games.live.store import (
    Answer,
    Change,
    CommandReused,
    Contended,
    DealRow,
    LogRow,
    MatchRow,
    Promise,
    SeatRow,
    Session,
)
from games.models import Deal, Match, MatchAction, MatchSeat, RoundResult
from games.models.fair import Stage
from games.models.log import ONE_ACTION_A_COMMAND

T = TypeVar("T")
log = structlog.get_logger(__name__)

TRIES: Final = 5
_PAUSE: Final = 0.02
EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)

_MATCH_FIELDS: Final = (
    *("id", "ruleset", "revision", "options", "seats", "sitting", "status", "version"),
    *("meta_version", "to_act", "deadline", "bot_due", "turn_seconds", "bot_pace", "public"),
    *("rated", "table_id", "started"),
)
_PROMISE_FIELDS: Final = ("origin", "tip", "chain_len", "open_ms", "rules_hash", "open_hash")
_SEAT_FIELDS: Final = (
    *("seat", "user_id", "name", "guest", "bot_level", "present", "covered", "resigned"),
    "last_seen",
)
_LOG_FIELDS: Final = ("seq", "version", "actor", "action", "by", "command_id", "created")
_DEAL_FIELDS: Final = (
    *("deal_no", "round_no", "stage", "dealer_in", "params", "seats", "sealed_ms"),
    *("reveal_by_ms", "seal_hash", "statuses", "key_check", "outcome", "piles", "first_seq"),
    *("last_seq", "seed", "history_hash", "revealed_ms"),
)


class PostgresSession:
    """One transaction on PostgreSQL (or, for reading, none)."""

    def match(self, match_id: UUID, *, lock: bool = False) -> MatchRow | None:
        """Read a match; `lock` holds its row against other writers, not against inserts that point to it."""
        rows = Match.objects.filter(pk=match_id)
        if lock:
            rows = rows.select_for_update(no_key=True)
        found = (
            rows.annotate(now=Now())
            .values(*_MATCH_FIELDS, *_PROMISE_FIELDS, "rematch_of_id", "sealed_seed", "now")
            .first()
        )
        if found is None:
            return None
        promise = Promise(
            **{name: found.pop(name) for name in _PROMISE_FIELDS},
            rematch_of=found.pop("rematch_of_id"),
            sealed_seed=bytes(found.pop("sealed_seed")),
        )
        return MatchRow(**found, promise=promise)

    def seats(self, match_id: UUID) -> tuple[SeatRow, ...]:
        """Read the chairs in order."""
        rows = MatchSeat.objects.filter(match_id=match_id).order_by("seat").values(*_SEAT_FIELDS)
        return tuple(SeatRow(**row) for row in rows)

    def answer(self, match_id: UUID, command_id: UUID) -> Answer | None:
        """Give the answer of a command that is logged already."""
        rows = MatchAction.objects.filter(match_id=match_id, command_id=command_id)
        found = rows.values_list("version", "actor").first()
        return None if found is None else Answer(*found)

    def log(self, match_id: UUID, after: int, upto: int) -> tuple[LogRow, ...]:
        """Read the rows with after < seq <= upto, in order."""
        rows = MatchAction.objects.filter(match_id=match_id, seq__gt=after, seq__lte=upto)
        return tuple(LogRow(**row) for row in rows.order_by("seq").values(*_LOG_FIELDS))

    def snapshot(self, match_id: UUID) -> tuple[int, Mapping[str, Json]] | None:
        """Give the last snapshot and its version."""
        rows = Match.objects.filter(pk=match_id, snapshot__isnull=False)
        for version, snapshot in rows.values_list("snapshot_version", "snapshot"):
            assert snapshot is not None  # the query asked for it
            return version, snapshot
        return None

    def last_deal(self, match_id: UUID) -> DealRow | None:
        """Give the newest deal."""
        rows = Deal.objects.filter(match_id=match_id).order_by("-deal_no")
        found = rows.values(*_DEAL_FIELDS).first()
        return None if found is None else _deal(found)

    def ended_deals(self, match_id: UUID) -> tuple[DealRow, ...]:
        """Give the deals that have ended and are not revealed."""
        rows = Deal.objects.filter(match_id=match_id, stage=Stage.ENDED).order_by("deal_no")
        return tuple(_deal(row) for row in rows.values(*_DEAL_FIELDS))

    def advance(self, match_id: UUID, fence: int, rows: tuple[LogRow, ...], change: Change) -> bool:
        """Write rows and change if the match is still at version `fence`."""
        version = fence + len(rows)
        fields: dict[str, object] = {
            "version": version,
            "status": change.status,
            "to_act": change.to_act,
            "deadline": change.deadline,
            "bot_due": change.bot_due,
            "started": change.started,
        }
        if change.finished is not None:
            fields |= {"finished": change.finished, "standing": change.standing}
        if change.snapshot is not None:
            fields |= {"snapshot": change.snapshot, "snapshot_version": version}
        if not Match.objects.filter(pk=match_id, version=fence).update(**fields):
            return False
        for seat in change.seats:
            MatchSeat.objects.filter(match_id=match_id, seat=seat.seat).update(
                covered=seat.covered, resigned=seat.resigned
            )
        _write_log(match_id, rows)
        RoundResult.objects.bulk_create(
            RoundResult(
                match_id=match_id,
                number=item.number,
                finish=item.finish,
                record=item.record,
                ended=rows[-1].created,
            )
            for item in change.settled
        )
        if change.deal_end is not None:
            Deal.objects.filter(match_id=match_id, stage__in=(Stage.SEALED, Stage.DEALT)).update(
                stage=Stage.ENDED,
                outcome=change.deal_end.outcome,
                last_seq=change.deal_end.last_seq,
            )
        return True

    def add_deal(self, match_id: UUID, deal: DealRow) -> None:
        """Write a sealed deal."""
        Deal.objects.create(
            match_id=match_id, reveal_by=_moment(deal.reveal_by_ms), **_deal_fields(deal)
        )

    def set_deal(self, match_id: UUID, deal: DealRow, stage_before: str) -> bool:
        """Write a later stage of a deal if it still is at `stage_before`."""
        rows = Deal.objects.filter(match_id=match_id, deal_no=deal.deal_no, stage=stage_before)
        return bool(rows.update(**_deal_fields(deal)))

    def open(self, row: MatchRow, seats: tuple[SeatRow, ...]) -> None:
        """Write a new match."""
        Match.objects.create(
            **_fields(row, _MATCH_FIELDS),
            **_fields(row.promise, _PROMISE_FIELDS),
            rematch_of_id=row.promise.rematch_of,
            sealed_seed=row.promise.sealed_seed,
            created=row.now,
        )
        MatchSeat.objects.bulk_create(
            MatchSeat(match_id=row.id, **_fields(seat, _SEAT_FIELDS)) for seat in seats
        )

    def touch(self, match_id: UUID) -> tuple[int, int]:
        """Count one more change that is no game action."""
        Match.objects.filter(pk=match_id).update(meta_version=F("meta_version") + 1)
        return Match.objects.values_list("version", "meta_version").get(pk=match_id)

    def time(self) -> datetime:
        """Give the database's time."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT statement_timestamp()")
            moment: datetime = cursor.fetchone()[0]
        return moment

    def tell(self, note: publish.Note) -> None:
        """Send a note once the transaction has committed; what goes wrong there is logged, the write stands."""
        transaction.on_commit(lambda: publish.send(note), robust=True)


def _deal(found: Mapping[str, Any]) -> DealRow:
    statuses = found["statuses"]
    return DealRow(
        **{
            **found,
            "seats": tuple(found["seats"]),
            "statuses": None if statuses is None else tuple(statuses),
            "piles": tuple(tuple(pile) for pile in found["piles"]),
        }
    )


def _deal_fields(deal: DealRow) -> dict[str, object]:
    fields = _fields(deal, _DEAL_FIELDS)
    for name in ("seats", "statuses", "piles"):
        if fields[name] is not None:
            fields[name] = list(fields[name])
    return fields


def _write_log(match_id: UUID, rows: tuple[LogRow, ...]) -> None:
    try:
        MatchAction.objects.bulk_create(
            MatchAction(match_id=match_id, **_fields(row, _LOG_FIELDS)) for row in rows
        )
    except IntegrityError as error:
        violated = error.__cause__
        if isinstance(violated, pg.UniqueViolation) and (
            violated.diag.constraint_name == ONE_ACTION_A_COMMAND
        ):
            raise CommandReused from error
        raise


def _fields(row: object, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}


def _moment(ms: int) -> datetime:
    return EPOCH + timedelta(milliseconds=ms)


def is_collision(error: Contended | Error) -> bool:
    """Tell whether running the same transaction again may help: a lost race, a deadlock, a serialization failure."""
    if isinstance(error, Contended | IntegrityError):
        return True
    return isinstance(error.__cause__, pg.SerializationFailure | pg.DeadlockDetected)


class PostgresStore:
    """PostgreSQL behind Django's default connection."""

    def transact(self, work: Callable[[Session], T]) -> T:
        """Run `work` in one transaction; collisions are tried again with growing, jittered pauses."""
        for tries in range(1, TRIES + 1):
            try:
                # Durable: inside somebody else's transaction an answer would come before the commit.
                with transaction.atomic(durable=True):
                    return work(PostgresSession())
            except (Contended, Error) as error:
                if not is_collision(error):
                    raise self._away(error) from error
                log.info("transaction again", tries=tries, why=type(error).__name__)
                time.sleep(random.uniform(0, _PAUSE * 2**tries))  # noqa: S311  # jitter, no secret
        raise Rejected(RejectCode.TRY_AGAIN)

    def read(self, work: Callable[[Session], T]) -> T:
        """Run `work` without a transaction around it."""
        try:
            return work(PostgresSession())
        except Error as error:
            raise self._away(error) from error

    @staticmethod
    def _away(error: Contended | Error) -> Exception:
        """Turn an absent database into a refusal that asks to try again; anything else is a fault of ours."""
        if isinstance(error, OperationalError | InterfaceError):
            if not connection.in_atomic_block:
                connection.close_if_unusable_or_obsolete()
            log.warning("database away", why=type(error.__cause__).__name__)
            return Rejected(RejectCode.TRY_AGAIN)
        return error


POSTGRES: Final = PostgresStore()
