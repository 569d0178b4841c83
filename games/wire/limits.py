"""How much one socket may send and leave unread. Pure: time comes in as seconds."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

RATE: Final = 10.0
BURST: Final = 20.0
FLOOD: Final = 40.0
OUTBOX: Final = 64
BAD_MESSAGES: Final = 5
SOCKETS: Final = 5


class Verdict(Enum):
    """What the bucket says of one more message."""

    FINE = "fine"
    LIMITED = "limited"
    FLOOD = "flood"


@dataclass(slots=True)
class Bucket:
    """A token bucket that also remembers how far beyond its limit somebody went.

    Messages beyond the burst are refused; who is FLOOD messages in debt is not worth answering any more.

    >>> bucket = Bucket(0.0)
    >>> [bucket.take(0.0) for _ in range(21)][-2:]
    [<Verdict.FINE: 'fine'>, <Verdict.LIMITED: 'limited'>]
    >>> bucket.take(1.0)
    <Verdict.FINE: 'fine'>
    """

    stamp: float
    rate: float = RATE
    burst: float = BURST
    tokens: float = field(default=-1.0)

    def __post_init__(self) -> None:
        self.tokens = self.burst

    def in_debt(self) -> bool:
        """Tell whether the last message was one beyond the limit."""
        return self.tokens < 0

    def take(self, now: float) -> Verdict:
        """Count one message at `now` (seconds, never going back)."""
        self.tokens = min(self.burst, self.tokens + (now - self.stamp) * self.rate) - 1
        self.stamp = now
        if self.tokens >= 0:
            return Verdict.FINE
        return Verdict.LIMITED if self.tokens > -FLOOD else Verdict.FLOOD


@dataclass(slots=True)
class Outbox:
    """What was sent and not yet shown to have arrived.

    The server below buffers without a limit and tells nobody, so arrival is read off the pings: a page that holds version v has
    read everything that was sent up to that frame. A move shows it as well: who acts at version v has read the frame of v.
    """

    unseen: deque[tuple[int, int]] = field(default_factory=deque)

    def sent(self, version: int, meta_version: int) -> bool:
        """Count a message sent while these were the newest versions; False when the reader is too slow."""
        self.unseen.append((version, meta_version))
        return len(self.unseen) <= OUTBOX

    def seen(self, version: int, meta_version: int) -> None:
        """Forget what a page that holds these versions must have read."""
        while self.unseen and self.unseen[0][0] <= version and self.unseen[0][1] <= meta_version:
            self.unseen.popleft()

    def acted(self, version: int) -> None:
        """Forget what a page that acts at this version must have read: all that was sent before the frame it acts upon."""
        while self.unseen and self.unseen[0][0] < version:
            self.unseen.popleft()
