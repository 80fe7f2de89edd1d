"""A bot: one method to write::

    class RandomBot(Bot):
        def choose(self, turn: Turn) -> LegalAction:
            return turn.random.choice(turn.legal_actions)

The same class plays offline (`saqqara play`) and online (`saqqara bot run`). Each match gets an
instance of its own, made without arguments, so that what a bot remembers stays within the match.

A `Bot` plays both games, so its `turn.view` may be that of either. One that derives from
`ImhotepBot` or `DuelBot` plays one game, whose views, states and actions it is given::

    class Mason(ImhotepBot):
        def choose(self, turn: ImhotepTurn) -> LegalAction:
            stones = turn.view.site("obelisks").of(turn.seat)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeAlias

from typing_extensions import TypeVar

from saqqara_engine.games import GAMES
from saqqara_sdk.bots.answers import Answer
from saqqara_sdk.bots.turn import Action, DuelTurn, ImhotepTurn, Turn
from saqqara_sdk.bots.worths import Worth
from saqqara_sdk.wire.models import Challenge, Result

T = TypeVar("T", bound="Turn[Any, Any, Any]", default=Turn)


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """What a bot is told before its first decision of a match."""

    match_id: str
    """Which match it is."""
    game: str
    """The word of the game, `imhotep` or `duel`."""
    seat: int
    """The bot's seat, from 0."""
    players: int
    """The number of seats."""


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


class Bot(ABC, Generic[T]):
    """A program that plays one seat of one match; `name` is the class's unless it sets one."""

    name: ClassVar[str] = "Bot"
    games: ClassVar[tuple[str, ...]] = tuple(GAMES)
    """The games that it plays."""
    is_deterministic: ClassVar[bool] = False
    """Whether it says that the same turns with the same seeds get the same answers."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in vars(cls):
            cls.name = cls.__name__

    @abstractmethod
    def choose(self, turn: T) -> Answer | Awaitable[Answer]:
        """One of `turn.legal_actions`, or its `.action`; may be an `async def`."""

    def explain(self, turn: T) -> Sequence[Worth] | Awaitable[Sequence[Worth]]:  # noqa: ARG002
        """What the legal actions are worth to it, if it can say so; may be an `async def`.

        Asked by `saqqara bot explain`, never in a match. Nothing told means that it cannot say.
        """
        return ()

    def accept(self, challenge: Challenge) -> bool | str | Awaitable[bool | str]:  # noqa: ARG002
        """Whether to play the match that is offered; a word such as `later` is a reason not to.

        Only what the bot's accept policy leaves open is asked: `saqqara_sdk.AcceptPolicy`. One
        instance of the bot answers all challenges, and plays none of the matches. Unless it says
        otherwise here a bot declines. May be an `async def`.
        """
        return False

    def match_started(self, match: MatchInfo) -> None:
        """Called once, before the first `choose`."""

    def observe(self, event: Event) -> Awaitable[None] | None:
        """Called for everything that happens in the match, own decisions too, in order; or `async`.

        Before each `choose`, and before `match_ended`, it has been told all that went before. The
        time that it takes then is the bot's own. A bot without it costs nothing for it.
        """

    def match_ended(self, result: Result) -> None:
        """Called once, when the match is over."""


AnyBot: TypeAlias = Bot[Any]
"""A bot of whatever games: what finds, seats and asks bots cannot know more of them."""


class ImhotepBot(Bot[ImhotepTurn]):
    """A bot of Imhotep alone."""

    games: ClassVar[tuple[str, ...]] = ("imhotep",)


class DuelBot(Bot[DuelTurn]):
    """A bot of The Duel alone."""

    games: ClassVar[tuple[str, ...]] = ("duel",)


class OtherGame(Exception):
    """A bot was seated in a game that it does not play."""


def demand_game(bot: type[AnyBot], game: str) -> None:
    """Raises `OtherGame` unless the bot plays the game."""
    if game not in bot.games:
        raise OtherGame(f"{bot.name} plays {' and '.join(bot.games)}, not {game}")


def begin(bot: AnyBot, match: MatchInfo) -> None:
    """Tells a new instance its match; raises `OtherGame`, and whatever the bot raises."""
    demand_game(type(bot), match.game)
    bot.match_started(match)


def observes(bot: type[AnyBot]) -> bool:
    """Whether the bot wants to be told what happens."""
    return bot.observe is not Bot.observe
