"""Several running bots in one process, each with its own connection."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass

from saqqara_sdk.client.access import Access
from saqqara_sdk.client.client import AsyncClient
from saqqara_sdk.runner.runner import Runner
from saqqara_sdk.wire.errors import SaqqaraError
from saqqara_sdk.wire.models import AcceptPolicy

WHO: ContextVar[str] = ContextVar("who", default="")
"""The bot of a log line."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class BotRun:
    """One bot of a run; `failure` is the error that ended it."""

    name: str
    runner: Runner
    access: Access
    policy: AcceptPolicy | None = None
    failure: SaqqaraError | None = None

    @property
    def server(self) -> str:
        """The server on which it plays."""
        return self.access.server


class BotRuns:
    """Bots that play in parallel until all have ended; a failure does not affect the others."""

    def __init__(self, each: Sequence[BotRun]) -> None:
        self.each = list(each)

    def stop(self) -> None:
        """Finish the current decisions, begin no others, then end the run."""
        for one in self.each:
            one.runner.stop()

    async def run(self) -> None:
        """Play until stopped."""
        async with asyncio.TaskGroup() as tasks:
            for one in self.each:
                tasks.create_task(self._sail(one))

    async def _sail(self, one: BotRun) -> None:
        WHO.set(one.name)
        try:
            if one.policy is not None:
                await _set_policy(one.access, one.policy)
            await one.runner.run()
        except SaqqaraError as error:
            one.failure = error
            _log.error("cannot play on %s: %s", one.server, error)


async def _set_policy(access: Access, policy: AcceptPolicy) -> None:
    """Store the accept policy on the server, unless it is there already."""
    addresses = ",".join((access.server, *access.others))
    async with AsyncClient(addresses, access.token) as client:
        token = await client.tokens.about()
        if token.bot_id is not None and await client.bots.policy(token.bot_id) != policy:
            await client.bots.set_policy(token.bot_id, policy)
            _log.info("the server has stored its accept policy")
