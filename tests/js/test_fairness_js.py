"""The browser's verifier in a real browser: every vector, every refusal the server knows, and whole recorded matches."""

import json
import random
import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from itertools import chain
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from games.fairness import Refused, Step, verify
from games.fairness.canonical import canonical
from tests.fairness.matches import NAMES, entries, page_data, played, rebound
from tests.fairness.tampering import (
    BAD_TEXTS,
    BASE,
    LATER,
    RICH,
    SECOND,
    STRICT,
    changed,
    nudged,
    places,
)
from tests.fairness.vectors import GOOD, NEGATIVE, label, without_log
from tests.js.static_site import BLANK, serving

pytestmark = pytest.mark.processes

STONE = {
    Step.PARSE: "form",
    Step.DECK: "form",
    Step.CHAIN: "chain",
    Step.SEATS: "seats",
    Step.TIMES: "seal",
    Step.DEAL: "deal",
    Step.RESULT: "deal",
}
STONES = ["form", "chain", "seats", "seal", "deal", "play", "log"]

VERIFY = """async (texts) => {
    const { parse } = await import("/static/js/fairness/json.js");
    const { verify } = await import("/static/js/fairness/verify.js");
    const verdicts = [];
    for (const text of texts) {
        try {
            verdicts.push(await verify(parse(text)));
        } catch (error) {
            if (error.code === undefined) throw error;
            const detail = { where: error.where };
            verdicts.push({ ok: false, steps: [{ id: "form", ok: false, code: error.code, detail }] });
        }
    }
    return verdicts;
}"""

VALUES = """async (vectors) => {
    const { parse } = await import("/static/js/fairness/json.js");
    const { readProof } = await import("/static/js/fairness/document.js");
    const leaves = await import("/static/js/fairness/leaves.js");
    const { dealKey, deal, Stream } = await import("/static/js/fairness/deal.js");
    const { valueAt } = await import("/static/js/fairness/chain.js");
    const { fromHex, sha256, toHex } = await import("/static/js/fairness/encoding.js");
    const found = [];
    for (const [text, top] of vectors) {
        const proof = readProof(parse(text));
        const openLeaf = leaves.openLeaf(proof);
        const sealLeaf = await leaves.sealLeaf(proof, await leaves.leafHash(openLeaf));
        const sealHash = await leaves.leafHash(sealLeaf);
        const key = await dealKey(proof, sealHash);
        const stream = new Stream(key, "deck");
        const bytes = [];
        for (let i = 0; i < 32; i += 1) bytes.push(await stream.nextByte());
        const dealt = await deal(proof.seal, key);
        found.push({
            tip: toHex(await valueAt(proof.scope, proof.open.chainLen, fromHex(top), 0)),
            open_leaf: toHex(openLeaf),
            seal_leaf: toHex(sealLeaf),
            reveal_leaf: toHex(leaves.revealLeaf(proof, sealHash)),
            seal_hash: toHex(sealHash),
            deal_key: toHex(key),
            deck_stream_first_32: toHex(bytes),
            order_sha256: toHex(await sha256(Uint8Array.from(dealt.order))),
        });
    }
    return found;
}"""

CANONICAL = """async (texts) => {
    const { canonical, parse } = await import("/static/js/fairness/json.js");
    return texts.map((text) => canonical(parse(text)));
}"""


SPOIL = """async ([text, changes]) => {
    const { parse } = await import("/static/js/fairness/json.js");
    const { verify } = await import("/static/js/fairness/verify.js");
    const passed = [];
    for (const [path, value] of changes) {
        const data = parse(text);
        const place = path.slice(0, -1).reduce((inner, key) => inner[key], data);
        place[path.at(-1)] = value;
        if ((await verify(data)).ok) passed.push(path.join("."));
    }
    return passed;
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    """Stand on an empty page from which modules can be imported."""
    with serving({"/": BLANK}) as address:
        page = browser.new_page()
        page.goto(address)
        yield page
        page.close()


def alone(document: object) -> str:
    """A proof without a record, as the verifier takes it."""
    return json.dumps({"proof": document, "record": None, "names": None})


def failing(verdict: dict[str, Any]) -> tuple[str, str, str]:
    """The one step that said no, and why; nothing after it was reached."""
    assert verdict["ok"] is False
    at = [step["ok"] for step in verdict["steps"]].index(False)
    assert {step["code"] for step in verdict["steps"][at + 1 :]} <= {"NOT_REACHED"}
    step = verdict["steps"][at]
    return step["id"], step["code"], step["detail"]["where"]


def server_says(text: str) -> tuple[str, str, str] | None:
    verdict = verify(text)
    if isinstance(verdict, Refused):
        return STONE[verdict.step], verdict.code, verdict.where
    return None


def test_every_value_of_every_vector(page: Page) -> None:
    found = page.evaluate(VALUES, [[json.dumps(v["proof"]), v["chain_top"]] for v in GOOD])
    for vector, values in zip(GOOD, found, strict=True):
        assert values.pop("tip") == vector["proof"]["open"]["tip"]
        assert values == {name: vector[name] for name in values}, label(vector)
        assert len(values) == 7


def test_every_vector_verifies_but_for_the_log(page: Page) -> None:
    for vector, verdict in zip(
        GOOD, page.evaluate(VERIFY, [alone(v["proof"]) for v in GOOD]), strict=True
    ):
        assert verdict["ok"], label(vector)
        assert [step["id"] for step in verdict["steps"]] == STONES
        assert [step["ok"] for step in verdict["steps"]] == [True] * 5 + [None, None]
        assert [step["code"] for step in verdict["steps"][5:]] == ["NO_RECORD", "LOG_NOT_CHECKED"]
        contributed = any(seat["status"] == 1 for seat in vector["proof"]["reveal"]["seats"])
        assert verdict["grade"] == ("-" if contributed else "C")


def test_every_negative_vector_is_refused_where_the_server_refuses_it(page: Page) -> None:
    documents = [without_log(vector["proof"]) for vector in NEGATIVE]
    verdicts = page.evaluate(VERIFY, [alone(document) for document in documents])
    for document, verdict in zip(documents, verdicts, strict=True):
        assert failing(verdict) == server_says(json.dumps(document))


def test_strict_reading_agrees_with_the_server(page: Page) -> None:
    documents = [changed(path, value) for path, value, _ in STRICT]
    documents += [changed(path, value, SECOND) for path, value, _, _ in LATER]
    verdicts = page.evaluate(VERIFY, [alone(document) for document in documents])
    for document, verdict in zip(documents, verdicts, strict=True):
        assert failing(verdict) == server_says(json.dumps(document))


def test_texts_that_are_no_proof(page: Page) -> None:
    texts = [text for text in BAD_TEXTS if text] + ['{"a": 01}', '{"a": "\t"}', "[1,]", "{} {}"]
    wrapped = ['{"names": null, "record": null, "proof": ' + text + "}" for text in texts]
    for text, verdict in zip(texts, page.evaluate(VERIFY, wrapped), strict=True):
        said = server_says(text)
        assert said is not None
        assert failing(verdict)[:2] == said[:2], text[:40]


def test_random_changes_get_equal_verdicts(page: Page) -> None:
    dice = random.Random(8785)  # repeatable
    documents = []
    for base in (BASE, SECOND, RICH):
        found = list(places(base))
        for _ in range(120):
            path, value = dice.choice(found)
            other = dice.choice(
                [
                    nudged(value, path),
                    None,
                    True,
                    -1,
                    300,
                    2**53,
                    2**53 + 1,
                    "00",
                    "zz" * 32,
                    [],
                    ...,
                ]
            )
            documents.append(changed(path, other, base))
    refused = 0
    verdicts = page.evaluate(VERIFY, [alone(document) for document in documents])
    for document, verdict in zip(documents, verdicts, strict=True):
        said = server_says(json.dumps(document))
        assert (said is None) == verdict["ok"], document
        if said:
            refused += 1
            assert failing(verdict) == said
    assert refused > 200


def test_canonical_json_agrees_with_the_server(page: Page) -> None:
    dice = random.Random(1)  # repeatable

    def value(depth: int) -> Any:
        kind = dice.randrange(7 if depth else 4)
        if kind == 0:
            return dice.choice([None, True, False])
        if kind == 1:
            return dice.choice([0, -1, 2**53 - 1, 1 - 2**53, dice.randrange(10**9)])
        if kind < 4:
            return "".join(dice.choices('a"\\/\b\n\x1f\x7f\u2028é€\ufb33😀بA', k=dice.randrange(6)))
        if kind == 4:
            return [value(depth - 1) for _ in range(dice.randrange(4))]
        return {
            value(0) if dice.random() < 0 else str(value(0)): value(depth - 1) for _ in range(4)
        }

    values = [value(4) for _ in range(300)]
    written = page.evaluate(CANONICAL, [json.dumps(item) for item in values])
    assert [text.encode() for text in written] == [canonical(item) for item in values]


# whole matches


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_played_match_verifies_with_every_draw(page: Page, seats: int) -> None:
    for seed in range(3):
        _, log, state = played(seats, seed)
        verdict = page.evaluate(VERIFY, [json.dumps(page_data(seats, seed))])[0]
        assert verdict["ok"]
        assert verdict["grade"] == "C"
        assert [step["ok"] for step in verdict["steps"]] == [True] * 6 + [None]
        draws = [seq for seq, (_, action) in enumerate(log, 1) if type(action).__name__ == "Draw"]
        shown = verdict["deal"]
        assert [card["seq"] for card in shown["drawn"]] == draws
        assert [card["seat"] for card in shown["drawn"]] == [log[seq - 1][0] for seq in draws]
        assert [card["card"] for card in shown["drawn"]] + shown["left"] == shown["stock"]
        detail = verdict["steps"][5]["detail"]
        assert detail["draws"] == len(draws)
        hands_left = sum(map(len, state.live_round().hands))
        assert detail["laid"] == 7 * seats + len(draws) - hands_left
        assert shown["first"] == 0


Spoil = Callable[[dict[str, Any]], object]


def swap(cards: list[Any], one: int = 0, other: int = 1) -> None:
    cards[one], cards[other] = cards[other], cards[one]


def first_of(data: dict[str, Any], kind: str) -> dict[str, Any]:
    found: dict[str, Any] = next(
        entry for entry in data["record"]["actions"] if entry["action"]["type"] == kind
    )
    return found


def put(place: dict[str, Any], key: str, value: object) -> None:
    place[key] = value


def swap_seats(data: dict[str, Any]) -> None:
    swap(data["proof"]["seal"]["seats"])
    swap(data["proof"]["reveal"]["seats"])


def swap_seats_and_hide_the_result(data: dict[str, Any]) -> None:
    swap_seats(data)
    del data["proof"]["result"]


def another_actor_and_no_hands(data: dict[str, Any]) -> None:
    """What the page gives of a log that cannot be replayed."""
    del data["record"]["deal"]["hands"]
    put(first_of(data, "draw"), "actor", 1)


def unpublished(spoil: Spoil) -> Spoil:
    """Spoil a page that has nothing published to compare with."""

    def both(data: dict[str, Any]) -> None:
        del data["promised"]
        spoil(data)

    return both


TAMPERED: dict[str, tuple[Spoil, str, str]] = {
    "tip": (lambda d: put(d["proof"]["open"], "tip", "00" * 32), "chain", "SEED_NOT_PROMISED"),
    "seed": (lambda d: put(d["proof"]["reveal"], "seed", "11" * 32), "chain", "SEED_NOT_PROMISED"),
    "match": (lambda d: put(d["proof"], "match_id", "00" * 16), "chain", "SEED_NOT_PROMISED"),
    "options": (
        lambda d: put(d["proof"]["open"], "rules_hash", "00" * 32),
        "chain",
        "OPEN_HASH_DIFFERS",
    ),
    "options, nothing published": (
        unpublished(lambda d: put(d["proof"]["open"], "rules_hash", "00" * 32)),
        "deal",
        "RESULT_DIFFERS",
    ),
    "published tip": (lambda d: put(d["promised"], "tip", "22" * 32), "chain", "TIP_DIFFERS"),
    "published opening": (
        lambda d: put(d["promised"], "open_hash", "22" * 32),
        "chain",
        "OPEN_HASH_DIFFERS",
    ),
    "published seal": (
        lambda d: put(d["promised"], "seal_hash", "22" * 32),
        "seal",
        "SEAL_HASH_DIFFERS",
    ),
    "published seal lost": (lambda d: d["promised"].pop("seal_hash"), "chain", "MISSING_FIELD"),
    "a seat more": (
        lambda d: d["proof"]["seal"]["seats"].append({"kind": 0}),
        "seats",
        "SEAT_COUNT",
    ),
    "a name less": (lambda d: d["names"].pop(), "seats", "SEAT_COUNT"),
    "seat kind": (
        lambda d: put(d["proof"]["seal"]["seats"][1], "kind", 2),
        "seats",
        "STATUS_NOT_OF_KIND",
    ),
    "seats swapped": (swap_seats, "seal", "SEAL_HASH_DIFFERS"),
    "seats swapped, nothing published": (unpublished(swap_seats), "deal", "RESULT_DIFFERS"),
    "seats swapped, no result": (
        unpublished(swap_seats_and_hide_the_result),
        "deal",
        "ORDER_DIFFERS",
    ),
    "sealed later": (
        lambda d: put(d["proof"]["seal"], "sealed_ms", d["proof"]["reveal"]["revealed_ms"] + 1),
        "seal",
        "TIMES_OUT_OF_ORDER",
    ),
    "stated hand": (lambda d: swap(d["proof"]["result"]["hands"]), "deal", "RESULT_DIFFERS"),
    "recorded card": (
        lambda d: swap(d["record"]["deal"]["order"], 20, 50),
        "deal",
        "ORDER_DIFFERS",
    ),
    "recorded card lost": (lambda d: d["record"]["deal"]["order"].pop(), "deal", "ORDER_DIFFERS"),
    "recorded card more": (
        lambda d: d["record"]["deal"]["order"].append("AS"),
        "deal",
        "ORDER_DIFFERS",
    ),
    "recorded dealer": (lambda d: put(d["record"]["deal"], "dealer", 0), "deal", "DEALER_DIFFERS"),
    "recorded hand": (
        lambda d: swap(d["record"]["deal"]["hands"]),
        "deal",
        "HAND_DIFFERS",
    ),
    "recorded hand lost": (
        lambda d: d["record"]["deal"]["hands"].pop(),
        "deal",
        "HAND_DIFFERS",
    ),
    "no recorded order": (
        lambda d: put(d["record"], "deal", {"dealer": 0}),
        "deal",
        "MISSING_FIELD",
    ),
    "another actor, not replayable": (
        another_actor_and_no_hands,
        "play",
        "HISTORY_DIFFERS",
    ),
    "actions swapped": (lambda d: swap(d["record"]["actions"], 3, 4), "play", "HISTORY_DIFFERS"),
    "action lost": (lambda d: d["record"]["actions"].pop(), "play", "HISTORY_DIFFERS"),
    "all actions lost": (lambda d: d["record"]["actions"].clear(), "play", "HISTORY_DIFFERS"),
    "actor changed": (lambda d: put(first_of(d, "draw"), "actor", 1), "play", "HISTORY_DIFFERS"),
    "dealt card in the actions": (
        lambda d: swap(first_of(d, "deal")["action"]["order"]),
        "play",
        "HISTORY_DIFFERS",
    ),
    "history not bound": (
        lambda d: put(d["proof"]["reveal"], "history_hash", "00" * 32),
        "play",
        "HISTORY_NOT_BOUND",
    ),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_a_tampered_part_is_refused_by_name(page: Page, what: str) -> None:
    spoil, step, code = TAMPERED[what]
    data = page_data(3, 1)
    spoil(data)
    assert failing(page.evaluate(VERIFY, [json.dumps(data)])[0])[:2] == (step, code)


def insert(data: dict[str, Any], at: int, action: dict[str, Any], actor: int | str = 0) -> None:
    actions = data["record"]["actions"]
    actions.insert(at, {"seq": 1000, "actor": actor, "action": action})


def lay_anothers_card(data: dict[str, Any]) -> None:
    layout = first_of(data, "layout")
    layout["action"]["groups"][-1]["cards"][0] = data["record"]["deal"]["order"][-1]


def lay_twice(data: dict[str, Any]) -> None:
    groups = first_of(data, "layout")["action"]["groups"]
    groups.append(deepcopy(groups[-1]))


def take_back(data: dict[str, Any]) -> None:
    layouts = [e["action"] for e in data["record"]["actions"] if e["action"]["type"] == "layout"]
    card = layouts[0]["groups"][0]["cards"][0]
    for group in layouts[1]["groups"]:
        group["cards"] = [other for other in group["cards"] if other != card]


def draw_on_and_on(data: dict[str, Any]) -> None:
    data["record"]["actions"] += [
        {"seq": 1000 + n, "actor": n % 3, "action": {"type": "draw"}} for n in range(104)
    ]


LIES: dict[str, tuple[Spoil, str]] = {
    "a card that was never held": (lay_anothers_card, "CARD_NOT_HELD"),
    "one card twice": (lay_twice, "CARD_LAID_TWICE"),
    "a card gone from the table": (take_back, "CARD_VANISHED"),
    "another opener": (lambda d: put(d["record"]["actions"][1], "actor", 1), "FIRST_SEAT_DIFFERS"),
    "a seat that is not there": (lambda d: insert(d, 2, {"type": "draw"}, 3), "SEAT_UNKNOWN"),
    "chance draws": (lambda d: insert(d, 2, {"type": "draw"}, "chance"), "SEAT_UNKNOWN"),
    "an action from nowhere": (lambda d: insert(d, 2, {"type": "peek"}), "ACTION_UNKNOWN"),
    "more draws than cards": (draw_on_and_on, "STOCK_EMPTY"),
    "a reshuffle": (
        lambda d: insert(d, 2, {"type": "reshuffle", "stock": []}, "chance"),
        "RESHUFFLE_DIFFERS",
    ),
    "no deal": (lambda d: d["record"]["actions"].pop(0), "DEAL_MISSING"),
    "another order": (
        lambda d: swap(first_of(d, "deal")["action"]["order"], 60, 61),
        "ORDER_DIFFERS",
    ),
    "an order cut short": (lambda d: first_of(d, "deal")["action"]["order"].pop(), "ORDER_DIFFERS"),
    "an order too long": (
        lambda d: first_of(d, "deal")["action"]["order"].append("AS"),
        "ORDER_DIFFERS",
    ),
    "another dealer": (lambda d: put(first_of(d, "deal")["action"], "dealer", 0), "DEALER_DIFFERS"),
    "an action without a number": (lambda d: d["record"]["actions"][2].pop("seq"), "MISSING_FIELD"),
    "an action with a fake card": (
        lambda d: put(first_of(d, "layout")["action"]["groups"][-1], "cards", [1]),
        "WRONG_TYPE",
    ),
}


@pytest.mark.parametrize("what", LIES)
def test_a_server_that_binds_other_actions_is_caught_by_the_cards(page: Page, what: str) -> None:
    spoil, code = LIES[what]
    data = page_data(3, 1)
    spoil(data)
    assert failing(page.evaluate(VERIFY, [json.dumps(rebound(data))])[0])[:2] == ("play", code)


def test_moves_without_cards_are_followed(page: Page) -> None:
    data = page_data(3, 1)
    insert(data, 1, {"type": "forfeit"}, 2)
    insert(data, len(data["record"]["actions"]), {"type": "abort"}, "table")
    assert page.evaluate(VERIFY, [json.dumps(rebound(data))])[0]["ok"]


def one_of_each_kind(data: dict[str, Any]) -> dict[str, object]:
    """Up to three places of each kind: all cards of a list are of one kind."""
    dice = random.Random(3)  # repeatable
    kinds: dict[str, list[tuple[str, object]]] = {}
    for path, value in places(data):
        kinds.setdefault(re.sub(r"\b\d+\b", "*", path), []).append((path, value))
    chosen = [dice.sample(found, min(3, len(found))) for found in kinds.values()]
    return dict(chain.from_iterable(chosen))


def test_any_tampered_value_of_the_page_is_refused(page: Page) -> None:
    data = page_data(2, 0)
    free = {"proof.reveal.outcome", "proof.reveal.revealed_ms", "names.0", "names.1", "you"}
    chosen = one_of_each_kind(data)
    changes = [[path.split("."), nudged(value, path)] for path, value in chosen.items()]
    passed = page.evaluate(SPOIL, [json.dumps(data), changes])
    assert set(passed) == free
    assert len(changes) > 60


def with_reshuffle() -> dict[str, Any]:
    """A vector with one reshuffle, played by drawing alone."""
    proof = deepcopy(RICH)
    faces, result = proof["seal"]["deck"]["faces"], proof["result"]

    def named(cards: list[int]) -> list[str]:
        return [faces[card] + ("#2" if 52 <= card < 104 else "") for card in cards]

    first = (result["dealer"] + 1) % 4
    deal = {"dealer": result["dealer"], "order": named(result["order"])}
    moves: list[tuple[int | str, dict[str, Any]]] = [("chance", {"type": "deal", **deal})]
    moves += [((first + n) % 4, {"type": "draw"}) for n in range(len(result["stock"]))]
    moves += [("chance", {"type": "reshuffle", "stock": named(result["restocks"][0])})]
    moves += [(first, {"type": "draw"})]
    actions = [
        {"seq": n, "actor": actor, "action": action} for n, (actor, action) in enumerate(moves)
    ]
    record = {"deal": deal, "actions": actions}
    return rebound({"proof": proof, "record": record, "names": list(NAMES)})


def test_draws_go_on_through_a_reshuffle(page: Page) -> None:
    good = with_reshuffle()
    swapped, missing, early, extra = (deepcopy(good) for _ in range(4))
    swap(swapped["record"]["actions"][-2]["action"]["stock"])
    del missing["record"]["actions"][-2:]
    swap(early["record"]["actions"], -2, -3)
    extra["record"]["actions"].append(extra["record"]["actions"][-2])
    texts = [json.dumps(rebound(data)) for data in (good, swapped, missing, early, extra)]
    verdict, *refused = page.evaluate(VERIFY, texts)
    assert verdict["ok"]
    assert verdict["steps"][5]["detail"]["reshuffles"] == 1
    stock = good["proof"]["result"]["stock"]
    assert len(verdict["deal"]["drawn"]) == len(stock) + 1
    assert [failing(item)[1] for item in refused] == [
        "RESHUFFLE_DIFFERS",
        "RESHUFFLE_MISSING",
        "RESHUFFLE_DIFFERS",
        "RESHUFFLE_DIFFERS",
    ]


def test_an_unplayed_deal_needs_no_history(page: Page) -> None:
    data = page_data(2, 0)
    data["record"]["actions"] = []
    data["proof"]["reveal"]["history_hash"] = "00" * 32
    assert page.evaluate(VERIFY, [json.dumps(data)])[0]["ok"]


def test_entries_hold_the_deal() -> None:
    _, log, _ = played(2, 0)
    written = entries(log)[0]
    assert isinstance(written, dict)
    assert written["actor"] == "chance"
    assert set(written["action"]) == {"type", "dealer", "order"}
