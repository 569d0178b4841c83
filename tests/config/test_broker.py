"""What a worker does with a message that it cannot acknowledge any more."""

from __future__ import annotations

from unittest.mock import MagicMock

import pytest
import redis.exceptions
from kombu.transport.redis import Channel

from config.broker import ForgetfulQoS
from config.celery_app import app


def test_a_message_whose_broker_died_does_not_block_the_next_one() -> None:
    channel = MagicMock()
    client = channel.conn_or_acquire.return_value.__enter__.return_value
    execute = client.pipeline.return_value.zrem.return_value.hdel.return_value.execute
    books = ForgetfulQoS(channel, prefetch_count=1)
    for end in (books.ack, books.reject):
        execute.side_effect = None
        books.append(MagicMock(_raw={}, delivery_info={"exchange": "", "routing_key": ""}), "tag")
        assert not books.can_consume()
        execute.side_effect = redis.exceptions.ConnectionError
        with pytest.raises(redis.exceptions.ConnectionError):
            end("tag")
        assert books.can_consume()


def test_every_worker_of_ours_keeps_such_books() -> None:
    assert app.main == "jalsa"
    assert Channel.QoS is ForgetfulQoS
