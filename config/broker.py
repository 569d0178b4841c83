"""A worker that outlives its broker: kombu's bookkeeping of messages, mended for the moment Valkey dies.

A worker of ours holds one message at a time. If Valkey dies while it is being worked on, the message cannot be acknowledged;
Celery logs that and goes on, but kombu still counts the message as held, so the worker asks for no other, ever, and never
notices either that its connection is gone.
"""

from __future__ import annotations

from kombu.transport import redis, virtual


class ForgetfulQoS(redis.QoS):
    """Let go of a message whether or not the broker could be told; the sweep knows what is still to be done."""

    def ack(self, delivery_tag: str) -> None:
        """Acknowledge a message."""
        try:
            super().ack(delivery_tag)
        finally:
            virtual.QoS.ack(self, delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:  # noqa: FBT001, FBT002  (kombu's signature)
        """Give a message back, or throw it away."""
        try:
            super().reject(delivery_tag, requeue=requeue)
        finally:
            virtual.QoS.ack(self, delivery_tag)


def mend() -> None:
    """Have every Redis channel of this process keep its books like that."""
    redis.Channel.QoS = ForgetfulQoS
