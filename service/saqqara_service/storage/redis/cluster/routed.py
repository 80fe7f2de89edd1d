"""Commands to the nodes that serve their keys: together to each node, again where one has moved.

A node that answers MOVED, ASK or TRYAGAIN has changed nothing, so the command may be sent again.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from redis.exceptions import AskError, ClusterDownError, MovedError, RedisError, TryAgainError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from saqqara_service.storage.redis.calls import Calls, Subscription, Word, good
from saqqara_service.storage.redis.cluster.topology import Topology
from saqqara_service.storage.redis.places import slot_of

REDIRECTIONS: Final = 24
"""A slot that is passed on moves once; its nodes may disagree as long as it is under way."""
_SPLIT_S: Final = 0.02
"""Before keys of one slot are asked for again that lie on two nodes at this moment."""
_ELSEWHERE: Final = (MovedError, AskError, TryAgainError)


class RoutedCalls(Calls):
    """One line to each node."""

    pauses_s = (0.05, 0.3, 0.6)

    def __init__(self, topology: Topology, opened: Callable[[str], Calls]) -> None:
        self._topology = topology
        self._opened = opened
        self._lines: dict[str, Calls] = {}
        self._closing: set[asyncio.Task[None]] = set()
        self._heard_at = 0
        topology.on_change(self._keep)

    async def everywhere(self, *command: Word) -> list[Any]:
        """The answer of each primary to one command."""
        await self._topology.known()
        names = self._topology.primaries
        replies = await asyncio.gather(*[self._ask(name, [command]) for name in names])
        return [good(answer) for (answer,) in replies]

    async def listen(self, subscription: Subscription, patience_s: float) -> NoReturn:
        """Pass on each message of the channel, of which any node tells; each time another one."""
        await self._topology.known()
        names = self._topology.primaries
        self._heard_at += 1
        name = names[self._heard_at % len(names)]
        try:
            await self._line(name).listen(subscription, patience_s)
        except (RedisError, OSError):
            self._topology.doubt(name)
            raise

    async def reopen(self) -> None:
        """Drop every socket; who waits hears that it is unknown what became of a call."""
        await asyncio.gather(*[line.reopen() for line in self._lines.values()])

    async def close(self) -> None:
        """Wait for the answers that are due, then close."""
        lines = [line.close() for line in self._lines.values()]
        await asyncio.gather(*lines, *self._closing)

    async def answers(self, commands: list[tuple[Word, ...]]) -> list[Any]:
        """The answers to several commands, each perhaps an error.

        A command without a key goes where the first one with a key goes: the time that comes with
        a match is that of the node which rules on it.
        """
        await self._topology.known()
        slots = [slot_of(command) for command in commands]
        first = next((slot for slot in slots if slot is not None), None)
        at_nodes: defaultdict[str, list[int]] = defaultdict(list)
        for place, slot in enumerate(slots):
            at_nodes[self._name_of(first if slot is None else slot)].append(place)
        answers: list[Any] = [None] * len(commands)
        asked = [
            self._ask(name, [commands[place] for place in places])
            for name, places in at_nodes.items()
        ]
        of_nodes = [await asked[0]] if len(asked) == 1 else await asyncio.gather(*asked)
        for places, replies in zip(at_nodes.values(), of_nodes, strict=True):
            for place, answer in zip(places, replies, strict=True):
                answers[place] = answer
        for place, answer in enumerate(answers):
            if isinstance(answer, _ELSEWHERE):
                answers[place] = await self._followed(answer, commands[place])
        return answers

    def _name_of(self, slot: int | None) -> str:
        return self._topology.any_primary() if slot is None else self._topology.primary_of(slot)

    async def _followed(self, answer: object, command: tuple[Word, ...]) -> object:
        """The answer of the node to which others point."""
        for _ in range(REDIRECTIONS):
            match answer:
                case MovedError():
                    name = await self._topology.moved(answer)
                    (answer,) = await self._ask(name, [command])
                case AskError():
                    name = f"{answer.host}:{answer.port}"
                    _, answer = await self._ask(name, [("ASKING",), command])
                case TryAgainError():
                    await asyncio.sleep(_SPLIT_S)
                    (answer,) = await self._ask(self._name_of(slot_of(command)), [command])
                case _:
                    return answer
        return TryAgainError(f"the slot is being passed on: {answer}")

    async def _ask(self, name: str, commands: Sequence[tuple[Word, ...]]) -> list[Any]:
        """A node's answers; an error for each if nothing is heard from it."""
        try:
            answers = await self._line(name).answers([*commands])
        except (RedisConnectionError, RedisTimeoutError, OSError) as error:
            self._topology.doubt(name)
            return [error] * len(commands)
        if any(isinstance(answer, ClusterDownError) for answer in answers):
            self._topology.doubt(name)
        return answers

    def _line(self, name: str) -> Calls:
        line = self._lines.get(name)
        if line is None:
            line = self._lines[name] = self._opened(name)
        return line

    def _keep(self, names: set[str]) -> None:
        """Close the lines to nodes that serve nothing any more."""
        for name in self._lines.keys() - names:
            task = asyncio.create_task(self._lines.pop(name).close())
            self._closing.add(task)
            task.add_done_callback(self._closing.discard)
