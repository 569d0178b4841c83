"""Matches whose cards are known beforehand: for tests with browsers, which have to know what will be dealt.

A deal follows from the match's id, its seed and two moments, so a test names these. `settings.FORESEEN_MATCHES` maps the name
shown in the first seat to them; only the settings of the tests fill it, nothing in the surroundings can, and a rematch or a
second match of that name is drawn as any other.
"""

from dataclasses import dataclass, field
from uuid import UUID

from django.conf import settings

from games.models import Match


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What a deal follows from; `moment_ms` is written into OPEN and SEAL, in ms since 1970."""

    match_id: UUID
    seed: bytes = field(repr=False)
    moment_ms: int


def next_match(first_name: str) -> Foreseen | None:
    """Give what is foreseen for a match that is to be opened with this name in its first seat, None where nothing is."""
    known = _of(first_name)
    if known is None or Match.objects.filter(pk=known.match_id).exists():
        return None
    return known


def moment_of(match_id: UUID) -> int | None:
    """Give the moment that is foreseen for the deals of a match, None where none is."""
    for name in settings.FORESEEN_MATCHES:
        known = _of(name)
        if known is not None and known.match_id == match_id:
            return known.moment_ms
    return None


def _of(first_name: str) -> Foreseen | None:
    named = settings.FORESEEN_MATCHES.get(first_name)
    if named is None:
        return None
    match_id, seed, moment_ms = named
    return Foreseen(UUID(match_id), bytes.fromhex(seed), moment_ms)
