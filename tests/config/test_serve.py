"""The gate before the application: a restart refuses the new and answers what is inside."""

import asyncio
from typing import Any

from games.management.commands.serve import GOING_AWAY, Gate

HTTP = {"type": "http"}
SOCKET = {"type": "websocket"}


def inbox(*messages: dict[str, Any]) -> Any:
    """Give an ASGI receive that says these and then waits for ever."""
    left = list(messages)

    async def receive() -> dict[str, Any]:
        if left:
            return left.pop(0)
        await asyncio.Event().wait()
        raise AssertionError

    return receive


class Outbox:
    """An ASGI send that remembers."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    async def __call__(self, message: dict[str, Any]) -> None:
        self.sent.append(message)


async def consumer(scope: Any, receive: Any, send: Any) -> None:
    """Accept, then answer every message until a disconnect."""
    while (message := await receive())["type"] != "websocket.disconnect":
        if message["type"] == "websocket.connect":
            await send({"type": "websocket.accept"})
        else:
            await asyncio.sleep(0.05)  # the command takes its time, and the end comes meanwhile
            await send({"type": "websocket.send", "text": "done"})


def test_a_request_inside_is_finished_and_a_new_one_refused() -> None:
    async def scene() -> tuple[Outbox, Outbox]:
        go_on = asyncio.Event()

        async def page(scope: Any, receive: Any, send: Any) -> None:
            await go_on.wait()
            await send({"type": "http.response.start", "status": 200})

        gate, inside, late = Gate(page), Outbox(), Outbox()
        visit = asyncio.create_task(gate(HTTP, inbox(), inside))
        await asyncio.sleep(0)
        closing = asyncio.create_task(gate.close(5))
        await asyncio.sleep(0)
        await gate(HTTP, inbox(), late)
        assert not closing.done()
        go_on.set()
        await asyncio.gather(visit, closing)
        return inside, late

    inside, late = asyncio.run(scene())
    assert inside.sent[0]["status"] == 200
    assert late.sent[0]["status"] == 503
    assert (b"retry-after", b"1") in late.sent[0]["headers"]


def test_a_socket_gets_its_last_answer_and_then_1012() -> None:
    async def scene() -> Outbox:
        gate, out = Gate(consumer), Outbox()
        receive = inbox({"type": "websocket.connect"}, {"type": "websocket.receive", "text": "act"})
        visit = asyncio.create_task(gate(SOCKET, receive, out))
        await asyncio.sleep(0.02)
        await asyncio.wait_for(asyncio.gather(gate.close(5), visit), 5)
        return out

    sent = asyncio.run(scene()).sent
    assert [message["type"] for message in sent] == [
        "websocket.accept",
        "websocket.send",
        "websocket.close",
    ]
    assert sent[-1]["code"] == GOING_AWAY


def test_a_new_socket_is_told_to_come_again() -> None:
    async def scene() -> Outbox:
        gate, out = Gate(consumer), Outbox()
        await gate.close(0)
        await gate(SOCKET, inbox({"type": "websocket.connect"}), out)
        return out

    assert asyncio.run(scene()).sent == [{"type": "websocket.close", "code": GOING_AWAY}]


def test_what_does_not_leave_is_waited_for_only_so_long() -> None:
    async def scene() -> int:
        async def stuck(scope: Any, receive: Any, send: Any) -> None:
            await asyncio.Event().wait()

        gate = Gate(stuck)
        visit = asyncio.create_task(gate(HTTP, inbox(), Outbox()))
        await asyncio.sleep(0)
        await asyncio.wait_for(gate.close(0.05), 2)
        visit.cancel()
        return gate.inside

    assert asyncio.run(scene()) == 1


def test_an_undisturbed_socket_is_left_to_its_application() -> None:
    async def scene() -> Outbox:
        out = Outbox()
        receive = inbox(
            {"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1001}
        )
        await Gate(consumer)(SOCKET, receive, out)
        return out

    assert [message["type"] for message in asyncio.run(scene()).sent] == ["websocket.accept"]
