"""SPEC 7: indexes, faces and copies."""

import pytest

from games.fairness import FR104, FR106, STANDARD, TILE106, Deck


def test_order_of_faces() -> None:
    assert FR104.faces[:13] == (
        "AS",
        "2S",
        "3S",
        "4S",
        "5S",
        "6S",
        "7S",
        "8S",
        "9S",
        "TS",
        "JS",
        "QS",
        "KS",
    )
    assert [FR104.faces[13 * suit] for suit in range(4)] == ["AS", "AH", "AD", "AC"]
    assert FR104.faces[52:] == FR104.faces[:52]
    assert FR106.faces == (*FR104.faces, "JK1", "JK2")
    assert (TILE106.faces[0], TILE106.faces[51], TILE106.faces[103:]) == (
        "R1",
        "O13",
        ("O13", "J1", "J2"),
    )


@pytest.mark.parametrize("deck", STANDARD.values(), ids=STANDARD)
def test_names_are_unique_and_lead_back(deck: Deck) -> None:
    names = deck.named(tuple(range(len(deck))))
    assert len(set(names)) == len(deck)
    assert [deck.index_of(name) for name in names] == list(range(len(deck)))
    assert sum(name.endswith("#2") for name in names) == 52


def test_the_second_copy_starts_at_52_and_jokers_have_no_copy() -> None:
    assert FR106.named((51, 52, 104, 105)) == ("KC", "AS#2", "JK1", "JK2")
    assert TILE106.named((103, 104, 105)) == ("O13#2", "J1", "J2")


@pytest.mark.parametrize("name", ["", "1S", "AS#1", "AS#3", "AS#", "JK1#2", "as", "R1"])
def test_unknown_names(name: str) -> None:
    with pytest.raises(ValueError, match="no card"):
        FR106.index_of(name)


def test_a_deck_of_one_copy_has_no_second() -> None:
    single = Deck("single", FR104.faces[:52])
    assert single.index_of("AS") == 0
    with pytest.raises(ValueError, match="no card"):
        single.index_of("AS#2")


@pytest.mark.parametrize("index", [-1, 104])
def test_unknown_indexes(index: int) -> None:
    with pytest.raises(ValueError, match="no card"):
        FR104.face_with_copy(index)
