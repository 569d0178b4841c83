"""SPEC 2: the encoding is exact and injective."""

import hashlib
import hmac

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.fairness.encoding import exactly, h, lp, m, t, u8, u16, u32, u64

parts = st.lists(st.binary(max_size=12), min_size=2, max_size=2)


def test_integers_are_big_endian_and_bounded() -> None:
    assert (u8(255), u16(258), u32(1), u64(2**53)) == (
        b"\xff",
        b"\x01\x02",
        b"\0\0\0\1",
        b"\0\x20\0\0\0\0\0\0",
    )
    for write, beyond in ((u8, 2**8), (u16, 2**16), (u32, 2**32), (u64, 2**64)):
        assert set(write(beyond - 1)) == {255}
        with pytest.raises(OverflowError):
            write(beyond)
        with pytest.raises(OverflowError):
            write(-1)


def test_text_and_bytes_parts_are_the_same_when_ascii() -> None:
    assert t("a", "bc") == t("a", b"bc") == b"\0\0\0\x0frummy-fair/v1/a" + lp(b"bc")
    with pytest.raises(UnicodeEncodeError):
        t("a", "ب")


@settings(deadline=None, max_examples=60)
@given(parts, parts)
def test_two_lists_of_parts_never_share_an_encoding(one: list[bytes], other: list[bytes]) -> None:
    assert (t("x", *one) == t("x", *other)) == (one == other)


def test_hash_and_mac_go_through_t() -> None:
    assert h("tag", b"p") == hashlib.sha256(t("tag", b"p")).digest()
    assert m(b"key", "tag", b"p") == hmac.new(b"key", t("tag", b"p"), "sha256").digest()


def test_a_wrong_length_is_named_without_its_bytes() -> None:
    assert exactly("seed", b"ab", 2) == b"ab"
    with pytest.raises(ValueError, match=r"^seed must be 32 bytes, not 2$"):
        exactly("seed", b"ab", 32)
