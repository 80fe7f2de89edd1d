"""Answering the challenges that a running bot is asked: one instance of it decides on all of them.

Whatever a bot does, an answer is given: in place of one that it did not give the challenge is
declined, the fault is logged with its traceback and counted.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable

from saqqara_sdk.bot import Bot
from saqqara_sdk.challenges import Challenge
from saqqara_sdk.errors import APIError, Forbidden, Unauthenticated
from saqqara_sdk.feed import accept, decline
from saqqara_sdk.link import Link
from saqqara_sdk.player import RunReport
from saqqara_sdk.threads import in_thread

DECLINED = "declined"
LATER = "later"
REASONS = frozenset(
    {DECLINED, LATER, "refuses", "not_allowed", "game", "options", "players", "time_control"}
    | {"too_fast", "too_slow", "flag_rule", "handicap", "absent", "busy", "asks"}
)

_log = logging.getLogger(__name__)


class NoAnswer(Exception):
    """A bot answered a challenge with something that is no answer."""


class Answerer:
    """Answers challenges, one after the other."""

    def __init__(self, make_bot: Callable[[], Bot], link: Link, report: RunReport) -> None:
        self._make_bot = make_bot
        self._link = link
        self._report = report
        self._bot: Bot | None = None
        self._turn = asyncio.Lock()

    async def answer(self, challenge: Challenge) -> None:
        """Ask the bot, and tell the service."""
        async with self._turn:
            reason = await self._decide(challenge)
        answered = accept(challenge.id) if reason is None else decline(challenge.id, reason)
        try:
            await self._link.call(answered)
        except (Unauthenticated, Forbidden):
            raise
        except APIError as refusal:  # it expired, was cancelled, or the bot has enough matches
            _log.info("challenge %s: not answered, %s", challenge.id, refusal.message)
        else:
            said = "accepted" if reason is None else f"declined ({reason})"
            _log.info("challenge %s of %s: %s", challenge.id, challenge.bot_name, said)

    async def _decide(self, challenge: Challenge) -> str | None:
        """Why the challenge is declined; None to accept it."""
        try:
            async with asyncio.timeout((challenge.expires_ms - challenge.created_ms) / 1000):
                said = await in_thread(lambda: self._ask(challenge))
                return _reason(await said if inspect.isawaitable(said) else said)
        except asyncio.CancelledError:
            raise
        except BaseException as error:  # noqa: BLE001 - whatever a bot does, an answer is given
            self._bot = None  # it may still be thinking
            self._report.errors += 1
            _log.error("challenge %s: %s", challenge.id, error, exc_info=error)
            return LATER

    def _ask(self, challenge: Challenge) -> bool | str | Awaitable[bool | str]:
        """The part that runs in the bot's thread."""
        if self._bot is None:
            self._bot = self._make_bot()
        return self._bot.accept(challenge)


def _reason(said: object) -> str | None:
    match said:
        case bool():
            return None if said else DECLINED
        case str() if said in REASONS:
            return said
        case _:
            raise NoAnswer(
                f"accept() must return True, False or a reason such as {LATER!r}, not {said!r:.200}"
            )
