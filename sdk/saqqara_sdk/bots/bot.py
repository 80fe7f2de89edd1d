"""A bot: one method to write::

    class RandomBot(Bot):
        def choose(self, turn: Turn) -> LegalAction:
            return turn.random.choice(turn.legal_actions)

The same class plays offline (`saqqara play`) and online (`saqqara bot run`). Each match gets an
instance of its own, made without arguments, so that what a bot remembers stays within the match.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable
from dataclasses import dataclass
from typing import ClassVar

from saqqara_sdk.bots.turn import Action, LegalAction, Turn
from saqqara_sdk.wire.models import Challenge, Result


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """What a bot is told before its first decision of a match."""

    match_id: str
    game: str
    seat: int
    players: int


@dataclass(frozen=True, slots=True)
class Event:
    """What happened in a match; `version` is the match's afterwards.

    Of the kind `action` is every decision of every seat, made by the policy if it is `auto`;
    `flagged` is a seat whose time is gone, or whose bot is out. Online there are also `resigned`,
    `abort_agreed`, `aborted` and `voided`, and a `resync` in place of all that was missed up to its
    version, where that was too much to be told singly.
    """

    match_id: str
    version: int
    kind: str
    seat: int | None = None
    action: Action | None = None
    auto: bool = False

    @property
    def notation(self) -> str | None:
        """The action in words."""
        return None if self.action is None else str(self.action)


class Bot(ABC):
    """A program that plays one seat of one match; `name` is the class's unless it sets one."""

    name: ClassVar[str] = "Bot"
    is_deterministic: ClassVar[bool] = False
    """Whether it says that the same turns with the same seeds get the same answers."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in vars(cls):
            cls.name = cls.__name__

    @abstractmethod
    def choose(self, turn: Turn) -> LegalAction | Awaitable[LegalAction]:
        """One of `turn.legal_actions`; may be an `async def`."""

    def accept(self, challenge: Challenge) -> bool | str | Awaitable[bool | str]:  # noqa: ARG002
        """Whether to play the match that is offered; a word such as `later` is a reason not to.

        Only what the bot's accept policy leaves open is asked: `saqqara_sdk.AcceptPolicy`. One
        instance of the bot answers all challenges, and plays none of the matches. Unless it says
        otherwise here a bot declines. May be an `async def`.
        """
        return False

    def match_started(self, match: MatchInfo) -> None:  # noqa: B027 - a hook, not a duty
        """Called once, before the first `choose`."""

    def observe(self, event: Event) -> Awaitable[None] | None:  # noqa: B027 - a hook, not a duty
        """Called for everything that happens in the match, own decisions too, in order; or `async`.

        Before each `choose`, and before `match_ended`, it has been told all that went before. The
        time that it takes then is the bot's own. A bot without it costs nothing for it.
        """

    def match_ended(self, result: Result) -> None:  # noqa: B027 - a hook, not a duty
        """Called once, when the match is over."""


def observes(bot: type[Bot]) -> bool:
    """Whether the bot wants to be told what happens."""
    return bot.observe is not Bot.observe
