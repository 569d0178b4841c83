"""Named places where a process may die; tests arm them, nothing else does."""

from collections.abc import Callable

_armed: list[Callable[[str], None]] = []


def fault(place: str) -> None:
    """Give a test the chance to die here."""
    for strike in _armed:
        strike(place)


def arm(strike: Callable[[str], None]) -> Callable[[], None]:
    """Call `strike` at every named place until the function given back is called."""
    _armed.append(strike)
    return lambda: _armed.remove(strike)
