"""Open a match: freeze its rules, seat its players, and promise its deals before the first card."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal
from urllib.parse import urlsplit
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction

from games.engine.codec import options_json
from games.engine.errors import IllegalAction, Reason
from games.engine.ruleset import BadOption, RuleSet
from games.engine.rulesets import NEWEST
from games.engine.state import Options
from games.fairness import CHAIN_LENGTH, NO_MATCH, Open, Scope, rules_hash, tip_of
from games.live import deal, foreseen, seeds
from games.live.errors import RejectCode, Rejected
from games.live.postgres import PostgresSession
from games.live.store import MatchRow, Promise, SeatRow, Session
from games.models import FairLog, Match
from games.models.match import LIVE, Status
from games.models.names import BOTS

BOT_NAMES: Final = tuple(BOTS)
"""The names of bots as rows hold them, in the order of their chairs."""


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """One chair: a user with the name shown, or a bot of `bot_level` ("" for people) under `name`."""

    user_id: int | None
    name: str
    guest: bool = False
    bot_level: str = ""


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """What a table agreed on. `options` are house rules by their rule-card keys; `turn_seconds` None means no turn clock."""

    ruleset: str
    options: Mapping[str, object]
    seats: tuple[SeatPlan, ...]
    turn_seconds: int | None = 60
    bot_pace: Literal["normal", "practice"] = "normal"
    public: bool = True
    rated: bool = False
    table_id: UUID | None = None
    rematch_of: UUID | None = None


def open_match(plan: MatchPlan) -> UUID:
    """Write the match and its promise, and have the first deal made once the caller's transaction has committed.

    Raises Rejected(BAD_OPTION or BAD_PLAYER_COUNT) for a plan the rule set does not offer, and NOT_FOUND for a rematch of
    a match that does not exist or still goes on.
    """
    with transaction.atomic():
        sitting = 0
        if plan.rematch_of is not None:
            before = Match.objects.filter(pk=plan.rematch_of).exclude(status__in=LIVE)
            found = before.values_list("sitting", flat=True).first()
            if found is None:
                raise Rejected(RejectCode.NOT_FOUND)
            sitting = found + 1
        match_id = open_in(PostgresSession(), plan, fair_origin(), sitting)
        transaction.on_commit(lambda: deal.walk(match_id), robust=True)
    return match_id


def open_in(tx: Session, plan: MatchPlan, origin: str, sitting: int = 0) -> UUID:
    """Write the match and its promise into `tx`; the deal is the caller's to start."""
    rules, options = _agreed(plan, sitting)
    now = tx.time()
    known = foreseen.next_match(plan.seats[0].name)
    match_id = known.match_id if known else uuid4()
    seed = known.seed if known else seeds.fresh_seed()
    open_ms = known.moment_ms if known else deal.in_ms(now)
    row = MatchRow(
        id=match_id,
        ruleset=rules.key,
        revision=rules.revision,
        options=options_json(options),
        seats=len(plan.seats),
        sitting=sitting,
        status=Status.DEALING,
        version=0,
        meta_version=0,
        to_act=None,
        deadline=None,
        bot_due=None,
        turn_seconds=plan.turn_seconds,
        bot_pace=plan.bot_pace,
        public=plan.public,
        rated=plan.rated,
        table_id=plan.table_id,
        started=None,
        promise=_promise(
            Scope(origin, match_id.bytes), seed, rules, options, open_ms, plan.rematch_of
        ),
        now=now,
    )
    tx.open(row, tuple(_chair(number, seat, now) for number, seat in enumerate(plan.seats)))
    return match_id


def _agreed(plan: MatchPlan, sitting: int) -> tuple[RuleSet, Options]:
    """Check the plan against its rule set."""
    rules = NEWEST.get(plan.ruleset)
    if rules is None:
        raise Rejected(RejectCode.BAD_OPTION, {"key": "ruleset"})
    try:
        options = rules.options(plan.options)
        rules.start(options, len(plan.seats), sitting)
    except BadOption as error:
        raise Rejected(RejectCode.BAD_OPTION, {"key": error.key}) from None
    except IllegalAction as error:
        raise Rejected(error.reason, error.detail) from None
    people = [seat.user_id for seat in plan.seats if not seat.bot_level]
    if None in people or len(set(people)) != len(people):
        raise Rejected(Reason.BAD_PLAYER_COUNT)
    return rules, options


def _chair(number: int, seat: SeatPlan, now: datetime) -> SeatRow:
    person = not seat.bot_level
    return SeatRow(
        seat=number,
        user_id=seat.user_id if person else None,
        name=seat.name,
        guest=seat.guest,
        bot_level=seat.bot_level,
        present=person,
        last_seen=now if person else None,
    )


def _promise(
    scope: Scope,
    seed: bytes,
    rules: RuleSet,
    options: Options,
    open_ms: int,
    rematch_of: UUID | None,
) -> Promise:
    """Fix the tip and the OPEN leaf of a match (fairness spec, sections 3 and 4.1)."""
    opened = Open(
        scope=scope,
        tip=tip_of(scope, seed),
        chain_len=CHAIN_LENGTH,
        created_ms=open_ms,
        rules_hash=rules_hash(rules.key, rules.revision, options_json(options)),
        prev_match_id=rematch_of.bytes if rematch_of else NO_MATCH,
    )
    return Promise(
        origin=scope.origin,
        tip=opened.tip.hex(),
        chain_len=opened.chain_len,
        open_ms=opened.created_ms,
        rules_hash=opened.rules_hash.hex(),
        open_hash=opened.hash().hex(),
        rematch_of=rematch_of,
        sealed_seed=seeds.seal(UUID(bytes=scope.match_id), seed),
    )


def fair_origin() -> str:
    """Give the name of this site's deals: made from SITE_URL at the first match, the same ever after."""
    host = urlsplit(settings.SITE_URL).netloc
    row, _ = FairLog.objects.get_or_create(id=1, defaults={"origin": f"{host}/deals"})
    return row.origin
