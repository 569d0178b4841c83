"""The draft table: whatever is tried on it, no card is lost, undo leads back, and reset is the start of the turn."""

from __future__ import annotations

import random
from typing import Any

import pytest
from playwright.sync_api import Page

from games.engine.actions import Layout
from games.engine.codec import view_json
from games.engine.seats import Seat
from games.engine.views import build_view
from tests.js.fake_table import RULES, position

pytestmark = pytest.mark.processes

TABLE = [
    "4H 5H 6H 7H 8H",
    "9S 9H 9D 9C",
    "8D TD 9D#2",
    "3C 4C 5C 6C 7C 8C",
    "AS 2S 3S 4S",
    "5S 5H#2 5D 5C#2",
]
HAND = "9H#2 6S 6D 8S AH AD JD QC"

LIBRARY = """
const D = await import("/static/js/table/draft.js");
const R = await import("/static/js/table/rebase.js");
const { HAND_RUSSIAN } = await import("/static/js/table/melds.js");
const sorted = (cards) => [...cards].sort().join(" ");
const whole = (draft) => sorted([...draft.groups.flatMap((g) => g.cards), ...D.inHand(draft)]);
const all = (base) => sorted([...base.melds.flatMap((m) => m.cards), ...base.hand]);
const assert = (ok, why) => { if (!ok) throw new Error(why); };
let seed = 1;
const random = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor((seed / 2147483648) * n); };
const pick = (list) => list[random(list.length)];
const someCards = (draft) => {
  const cards = [...draft.groups.flatMap((g) => g.cards), ...D.inHand(draft)];
  return Array.from({ length: 1 + random(3) }, () => pick(cards)).filter((f, i, list) => list.indexOf(f) === i);
};
const randomStep = (draft) => {
  const key = () => pick(draft.groups)?.key ?? "none";
  switch (random(9)) {
    case 0: case 1: return D.move(draft, someCards(draft), { group: key() });
    case 2: return D.move(draft, someCards(draft), { fresh: true });
    case 3: return D.split(draft, key(), random(6));
    case 4: return D.merge(draft, key(), key());
    case 5: return D.giveBack(draft, someCards(draft));
    case 6: return D.giveBackFrom(draft, key());
    case 7: return D.split(draft, key(), 1 + random(4), { faces: someCards(draft), side: pick(["first", "second"]) });
    default: return D.choose(draft, pick(someCards(draft)));
  }
};
"""


def run(page: Page, body: str, argument: object) -> Any:
    return page.evaluate(f"async (given) => {{ {LIBRARY} {body} }}", argument)


def base_of(hands: list[str], table: list[str], *, locked: bool = False) -> dict[str, Any]:
    view = view_json(build_view(position(hands, table), Seat(0)))
    return {"melds": view["melds"], "hand": view["hand"], "locked": locked}


def test_cards_are_conserved_and_undo_leads_back(blank: Page) -> None:
    made = run(
        blank,
        """
        let made = 0;
        for (let game = 0; game < 150; game += 1) {
          seed = game + 1;
          const first = D.start(given, HAND_RUSSIAN);
          let draft = first;
          const trail = [];
          for (let i = 0; i < 40; i += 1) {
            const { draft: next, hindrance } = randomStep(draft);
            assert(whole(next) === all(given), `game ${game}: cards changed`);
            assert(D.inHand(next).every((f) => given.hand.includes(f)), "a table card came into the hand");
            assert(next.groups.every((g) => g.cards.length > 0), "an empty group was left");
            assert(new Set(next.groups.map((g) => g.key)).size === next.groups.length, "two groups share a name");
            const depth = next.past.length - draft.past.length;
            if (hindrance) assert(next === draft, "a step that was not made left a trace");
            else assert(depth === 0 || depth === 1, "one step, one undo");
            if (depth === 1) { trail.push(draft.groups); made += 1; }
            draft = next;
          }
          const last = draft.groups;
          for (const groups of trail.slice().reverse()) {
            draft = D.undo(draft);
            assert(JSON.stringify(draft.groups) === JSON.stringify(groups), "undo went elsewhere");
          }
          assert(!D.dirty(draft) && JSON.stringify(draft.groups) === JSON.stringify(first.groups), "undo of all is the start");
          assert(D.undo(draft) === draft, "nothing to undo");
          for (let i = 0; i < trail.length; i += 1) draft = D.redo(draft);
          assert(JSON.stringify(draft.groups) === JSON.stringify(last), "redo of all is the end");
          assert(D.redo(draft) === draft, "nothing to redo");
          assert(JSON.stringify(D.reset(draft)) === JSON.stringify(first), "reset is the start of the turn");
        }
        return made;
        """,
        base_of([HAND, "2H", "3H"], TABLE),
    )
    assert made > 1500


def test_a_step_after_undo_forgets_what_was_undone(blank: Page) -> None:
    run(
        blank,
        """
        let d = D.start(given, HAND_RUSSIAN);
        d = D.move(d, ["9H#2"], { fresh: true }).draft;
        d = D.undo(d);
        d = D.move(d, ["AH"], { fresh: true }).draft;
        assert(d.future.length === 0 && d.past.length === 1, "the other future is gone");
        """,
        base_of([HAND, "2H"], TABLE),
    )


def test_the_go_around_locks_the_table(blank: Page) -> None:
    run(
        blank,
        """
        const first = D.start(given, HAND_RUSSIAN);
        for (let game = 0; game < 60; game += 1) {
          seed = game + 1000;
          let draft = first;
          for (let i = 0; i < 30; i += 1) draft = randomStep(draft).draft;
          for (const meld of given.melds) {
            assert(draft.groups.some((g) => sorted(g.cards) === sorted(meld.cards)), "a locked meld was touched");
          }
        }
        assert(D.move(first, ["9H#2"], { group: "m1" }).hindrance === "LOCKED", "no building");
        assert(D.choose(first, "4H").hindrance === "LOCKED", "no choosing");
        """,
        base_of([HAND, "2H"], TABLE, locked=True),
    )


def test_table_cards_stay_on_the_table(blank: Page) -> None:
    run(
        blank,
        """
        const first = D.start(given, HAND_RUSSIAN);
        assert(D.giveBack(first, ["9S"]).hindrance === "TABLE_CARD_STAYS", "a table card is nobody's");
        const mixed = D.move(first, ["9H#2", "9S"], { fresh: true }).draft;
        assert(D.giveBack(mixed, ["9H#2", "9S"]).hindrance === "TABLE_CARD_STAYS", "all or nothing");
        assert(!D.inHand(D.giveBackFrom(mixed, mixed.groups.at(-1).key).draft).includes("9S"), "only the own card goes back");
        """,
        base_of([HAND, "2H"], TABLE),
    )


def test_groups_order_themselves(blank: Page) -> None:
    run(
        blank,
        """
        const first = D.start(given, HAND_RUSSIAN);
        const run = D.move(first, ["JD"], { group: "m3", at: 0 }).draft;
        assert(D.groupAt(run, "m3").cards.join(" ") === "8D 9D#2 TD JD", "a run by rank");
        const set = D.move(first, ["6S", "6D"], { fresh: true }).draft;
        const three = D.move(set, ["6C"], { group: set.groups.at(-1).key }).draft;
        assert(three.groups.at(-1).cards.join(" ") === "6S 6D 6C", "a set by suit");
        """,
        base_of([HAND, "2H"], TABLE),
    )


def walk(seed: int) -> list[dict[str, Any]]:
    """The bases one seat sees in a match in which the others play and it sits still."""
    rng = random.Random(seed)
    state = position([HAND, "2H 2D 2C KS KH KD 6H#2", "JS TS 9S#2 4D 4C#2 QH"], TABLE, actor=1)
    bases = []
    for _ in range(6):
        view = view_json(build_view(state, Seat(0)))
        bases.append({"melds": view["melds"], "hand": view["hand"], "locked": False})
        seat = state.live_round().actor
        moves = RULES.actions(state, seat)
        laid = [move for move in moves if isinstance(move, Layout)]
        state = RULES.apply(state, seat, rng.choice(laid) if laid and seat != 0 else moves[0]).state
        if state.standing.over or state.live_round().actor == 0:
            break
    return bases


def test_rebase_conserves_cards_and_keeps_untouched_groups(blank: Page) -> None:
    walks = [walk(seed) for seed in range(40)]
    assert sum(len(bases) > 1 for bases in walks) > 30
    run(
        blank,
        """
        let clashes = 0;
        given.forEach((bases, n) => {
          seed = n + 77;
          for (let game = 0; game < 12; game += 1) {
            let draft = D.start(bases[0], HAND_RUSSIAN);
            for (const base of bases.slice(1)) {
              for (let i = random(5); i > 0; i -= 1) draft = randomStep(draft).draft;
              const idle = !D.dirty(draft);
              const before = draft;
              draft = R.rebase(draft, base);
              assert(whole(draft) === all(base), `walk ${n}: cards changed`);
              assert(new Set(draft.groups.map((g) => g.key)).size === draft.groups.length, "two groups share a name");
              if (idle) assert(!D.dirty(draft) && draft.groups.every((g) => !g.clash), "an untouched draft follows the table");
              for (const groups of [...draft.past, ...draft.future]) {
                assert(whole({ ...draft, groups }) === all(base), "the history was not carried over");
              }
              const kept = before.groups.filter((g) => g.from === null && g.cards.every((f) => base.hand.includes(f)));
              for (const g of kept) assert(draft.groups.some((h) => h.key === g.key && sorted(h.cards) === sorted(g.cards)), "an own idea was lost");
              clashes += draft.groups.filter((g) => g.clash).length;
              const again = R.unpack(R.pack("m", draft), "m", base, HAND_RUSSIAN);
              assert(JSON.stringify(again.groups) === JSON.stringify(draft.groups), "a reload lost the draft");
              assert(R.unpack(R.pack("m", draft), "other", base, HAND_RUSSIAN).past.length === 0, "another match's draft");
            }
          }
        });
        assert(clashes > 20, `only ${clashes} clashes`);
        """,
        walks,
    )


def test_a_clash_is_kept_or_put_back(blank: Page) -> None:
    old = base_of(["TD 4C", "9S"], ["7D 8D 9D", "5S 5H 5C"])
    new = base_of(["TD 4C", "2S"], ["6D 7D 8D 9D", "5S 5H 5C"])
    run(
        blank,
        """
        let draft = D.move(D.start(given.old, HAND_RUSSIAN), ["TD"], { group: "m1" }).draft;
        draft = R.rebase(draft, given.new);
        const idea = draft.groups.find((g) => g.clash);
        assert(sorted(idea.cards) === "7D 8D 9D TD", "the idea is kept");
        assert(draft.groups.some((g) => g.cards.join() === "6D"), "the new card is there");
        const kept = D.keepIdea(draft, idea.key).draft;
        assert(kept.groups.every((g) => !g.clash) && kept.past.length === draft.past.length + 1, "kept, and can be undone");
        const back = D.resetGroup(draft, idea.key).draft;
        assert(D.groupAt(back, "m1").cards.join(" ") === "6D 7D 8D 9D", "the group is as it lies");
        assert(D.inHand(back).includes("TD"), "the own card is back");
        assert(R.rebase(draft, { ...given.new, hand: ["4C"] }).past.length === 0, "the own turn went by: the draft goes back");
        """,
        {"old": old, "new": new},
    )


def test_a_foreign_text_gives_a_fresh_start(blank: Page) -> None:
    run(
        blank,
        """
        const broken = ["", "{", "null", "[]", '{"v":1,"match":"m"}', JSON.stringify({ v: 1, match: "m", base: given, groups: [
          { key: "x", from: null, cards: ["KS"], clash: false }], past: [], future: [], serial: 0 })];
        for (const text of broken) {
          const draft = R.unpack(text, "m", given, HAND_RUSSIAN);
          assert(!D.dirty(draft) && draft.past.length === 0, `taken over: ${text}`);
        }
        """,
        base_of([HAND, "2H"], TABLE),
    )
