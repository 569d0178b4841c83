"""Turn values into bytes in exactly one way (SPEC 2).

Everything that is hashed or keyed goes through `t`, which is injective for a given number of parts: each part carries
its length. Only the Merkle leaf prefix (SPEC 8) and the stream blocks (SPEC 6) stand outside it.
"""

import hashlib
import hmac

FORMAT = "rummy-fair/v1"

HASH_BYTES = 32
"""Length of every hash, seed, key and client value."""

MATCH_ID_BYTES = 16


def u8(value: int) -> bytes:
    """Write one unsigned byte; OverflowError outside 0..255."""
    return value.to_bytes(1, "big")


def u16(value: int) -> bytes:
    """Write two bytes, big-endian; OverflowError outside 0..65535."""
    return value.to_bytes(2, "big")


def u32(value: int) -> bytes:
    """Write four bytes, big-endian; OverflowError when it does not fit."""
    return value.to_bytes(4, "big")


def u64(value: int) -> bytes:
    """Write eight bytes, big-endian; OverflowError when it does not fit. Times are milliseconds since 1970."""
    return value.to_bytes(8, "big")


def lp(part: bytes) -> bytes:
    """Prefix a part with its length in four bytes."""
    return u32(len(part)) + part


def t(tag: str, *parts: bytes | str) -> bytes:
    r"""Join a tag and its parts so that no two different lists give the same bytes.

    Text parts are ASCII. The format's name is inside the tag, so no other protocol's bytes can be taken for ours.

    >>> t("x", b"", "ab")
    b'\x00\x00\x00\x0frummy-fair/v1/x\x00\x00\x00\x00\x00\x00\x00\x02ab'
    """
    head = lp(f"{FORMAT}/{tag}".encode("ascii"))
    return head + b"".join(
        lp(part.encode("ascii") if isinstance(part, str) else part) for part in parts
    )


def h(tag: str, *parts: bytes | str) -> bytes:
    """Return SHA-256 over `t(tag, *parts)`, 32 bytes."""
    return hashlib.sha256(t(tag, *parts)).digest()


def m(key: bytes, tag: str, *parts: bytes | str) -> bytes:
    """Return HMAC-SHA-256 over `t(tag, *parts)`, 32 bytes."""
    return hmac.digest(key, t(tag, *parts), "sha256")


def exactly(name: str, value: bytes, length: int) -> bytes:
    """Return `value` if it has the length that the format fixes; ValueError naming the field (never its bytes)."""
    if len(value) != length:
        message = f"{name} must be {length} bytes, not {len(value)}"
        raise ValueError(message)
    return value
