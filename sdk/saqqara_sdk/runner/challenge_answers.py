"""Answers to challenges of a running bot; one instance of the bot decides all of them.

If the bot fails, the challenge is declined, and the error is logged with its traceback and counted.
Challenges with a game or time control that this version does not know are declined at once.
"""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Awaitable, Callable

from saqqara_engine.games import GAMES
from saqqara_sdk.bots.bot import AnyBot
from saqqara_sdk.runner.connection import Connection
from saqqara_sdk.runner.feed import accept, decline
from saqqara_sdk.runner.player import RunReport
from saqqara_sdk.runner.threads import in_thread
from saqqara_sdk.wire.errors import APIError, Forbidden, Unauthenticated, UnknownAnswer
from saqqara_sdk.wire.models import Challenge, UnknownTimeControl

DECLINED = "declined"
LATER = "later"
REASONS = frozenset(
    {DECLINED, LATER, "refuses", "not_allowed", "game", "options", "players", "time_control"}
    | {"too_fast", "too_slow", "flag_rule", "handicap", "absent", "busy", "asks"}
)

_log = logging.getLogger(__name__)


class InvalidAnswer(Exception):
    """A bot's answer to a challenge is invalid."""


class Answerer:
    """Answers challenges, one after the other."""

    def __init__(
        self, make_bot: Callable[[], AnyBot], connection: Connection, report: RunReport
    ) -> None:
        self._make_bot = make_bot
        self._connection = connection
        self._report = report
        self._bot: AnyBot | None = None
        self._turn = asyncio.Lock()

    async def answer(self, challenge: Challenge) -> None:
        """Let the bot decide, and send the answer."""
        reason: str | None
        unknown = _unknown(challenge)
        if unknown is None:
            async with self._turn:
                reason = await self._decide(challenge)
        else:
            reason, why = unknown
            _log.warning("challenge %s: this SDK does not know %s", challenge.id, why)
        await self._answer(challenge.id, reason, f" of {challenge.player_name}")

    async def decline_unread(self, challenge_id: str) -> None:
        """Decline a challenge that cannot be read, so the challenger need not wait."""
        await self._answer(challenge_id, DECLINED)

    async def _answer(self, challenge_id: str, reason: str | None, whose: str = "") -> None:
        answered = accept(challenge_id) if reason is None else decline(challenge_id, reason)
        said = "accepted" if reason is None else f"declined ({reason})"
        try:
            await self._connection.call(answered)
        except (Unauthenticated, Forbidden):
            raise
        except APIError as refusal:  # it expired, was cancelled, or the bot has enough matches
            _log.info("challenge %s: not answered, %s", challenge_id, refusal.message)
        except UnknownAnswer as error:
            _log.warning(
                "challenge %s: %s, but the response is unexpected: %s", challenge_id, said, error
            )
        else:
            _log.info("challenge %s%s: %s", challenge_id, whose, said)

    async def _decide(self, challenge: Challenge) -> str | None:
        """Return the reason to decline the challenge; None to accept it."""
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
        """Ask the bot, in its thread; declines games that the bot does not play."""
        if self._bot is None:
            self._bot = self._make_bot()
        if challenge.terms.game not in self._bot.games:
            return "game"
        return self._bot.accept(challenge)


def _unknown(challenge: Challenge) -> tuple[str, str] | None:
    """Return the reason to decline an unknown game or time control, with its text, or None."""
    terms = challenge.terms
    if terms.game not in GAMES:
        return "game", f"its game {terms.game!r:.50}"
    if isinstance(terms.time_control, UnknownTimeControl):
        return "time_control", f"its time control {terms.time_control.kind!r:.50}"
    return None


def _reason(said: object) -> str | None:
    match said:
        case bool():
            return None if said else DECLINED
        case str() if said in REASONS:
            return said
        case _:
            raise InvalidAnswer(
                f"accept() must return True, False or a reason such as {LATER!r}, not {said!r:.200}"
            )
