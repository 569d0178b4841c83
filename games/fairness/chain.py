"""Promise every seed of a match with one hash, and open the seeds one deal at a time (SPEC 3).

    S[L] = 32 random bytes       S[i-1] = H("chain", origin, match_id, u16(i), S[i])       tip = S[0]

Deal i uses S[i]. Whoever knows S[i] can compute every S[j] with j < i and none with j > i.
"""

from .encoding import HASH_BYTES, exactly, h, u16
from .leaves import Scope

CHAIN_LENGTH = 1024
"""L of SPEC 3: how many deals one match can promise."""


def step_down(scope: Scope, index: int, value: bytes) -> bytes:
    """Return S[index-1] from S[index], 1 <= index <= 65535."""
    return h("chain", scope.origin, scope.match_id, u16(index), value)


def value_at(scope: Scope, known_index: int, known: bytes, index: int) -> bytes:
    """Return S[index] from any known S[known_index] above it, or S[known_index] itself.

    Raises ValueError when `index` lies outside 0..known_index: nobody can climb the chain.
    """
    if not 0 <= index <= known_index:
        message = f"position {index} cannot be reached from position {known_index}"
        raise ValueError(message)
    value = exactly("chain value", known, HASH_BYTES)
    for at in range(known_index, index, -1):
        value = step_down(scope, at, value)
    return value


def tip_of(scope: Scope, top: bytes, length: int = CHAIN_LENGTH) -> bytes:
    """Return the tip, S[0], from the random top value S[length]; this is what a match publishes at its start."""
    return value_at(scope, length, top, 0)


def leads_to_tip(scope: Scope, deal_no: int, seed: bytes, tip: bytes) -> bool:
    """Tell whether `seed` is the S[deal_no] that was promised by `tip`."""
    return value_at(scope, deal_no, seed, 0) == tip


def stored_values(
    scope: Scope, top: bytes, length: int = CHAIN_LENGTH, every: int = 32
) -> dict[int, bytes]:
    """Return the chain values worth storing: the top and every `every`-th below it, so that none is far away (SPEC 8.5).

    The values are secrets until their deals are over: encrypt them before they touch a disk.
    """
    value = exactly("chain value", top, HASH_BYTES)
    kept = {length: value}
    for at in range(length, 1, -1):
        value = step_down(scope, at, value)
        if (at - 1) % every == 0:
            kept[at - 1] = value
    return kept
