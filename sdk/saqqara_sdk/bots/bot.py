"""Base classes for bots. A bot needs one method::

    class RandomBot(Bot):
        def choose(self, turn: Turn) -> LegalAction:
            return turn.random.choice(turn.legal_actions)

The same class plays offline (`saqqara play`) and online (`saqqara bot run`). Each match creates a
new instance without arguments, so attributes of a bot last for one match.

A `Bot` plays both games, so `turn.view` may belong to either. Derive from `ImhotepBot` or
`DuelBot` to play one game; views, states and actions then have the types of that game::

    class Mason(ImhotepBot):
        def choose(self, turn: ImhotepTurn) -> LegalAction:
            stones = turn.view.site("obelisks").of(turn.seat)
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Mapping, Sequence
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
    """The match in which a bot has got a seat."""

    match_id: str
    """The match's id."""
    game: str
    """The game: `imhotep` or `duel`."""
    seat: int
    """The bot's seat, from 0."""
    players: int
    """The number of seats."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a match; `version` is the version of the match after it.

    Kind `action` is a decision of any seat; `auto` is true if the autoplay policy made it. Kind
    `flagged` means that a seat has run out of time or that its bot has failed. Online matches also
    have `resigned`, `abort_agreed`, `aborted` and `voided`. A `resync` replaces the events up to
    its version when a bot has missed too many to receive them one by one.
    """

    match_id: str
    version: int
    kind: str
    seat: int | None = None
    action: Action | None = None
    auto: bool = False

    @property
    def notation(self) -> str | None:
        """The action in notation, such as `sail 2 temple`; None for events without one."""
        return None if self.action is None else str(self.action)


class Bot(ABC, Generic[T]):
    """A program that plays one seat of one match; `name` defaults to the name of the class."""

    name: ClassVar[str] = "Bot"
    games: ClassVar[tuple[str, ...]] = tuple(GAMES)
    """The games that the bot plays."""
    is_deterministic: ClassVar[bool] = False
    """Whether the bot claims to answer the same turns with the same seeds in the same way."""
    _pending_note: Mapping[str, object] | None = None

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "name" not in vars(cls):
            cls.name = cls.__name__

    @abstractmethod
    def choose(self, turn: T) -> Answer | Awaitable[Answer]:
        """Return one of `turn.legal_actions`, or its `.action`; may be an `async def`."""

    def explain(self, turn: T) -> Sequence[Worth] | Awaitable[Sequence[Worth]]:  # noqa: ARG002
        """Return the bot's value of each legal action; may be an `async def`.

        `saqqara bot explain` calls it, a match never does. The default, an empty list, means that
        the bot has no values to show.
        """
        return ()

    def note(
        self,
        *,
        evaluation: float | None = None,
        line: Sequence[Answer | str] | None = None,
        words: str | None = None,
        numbers: Mapping[str, float] | None = None,
        tokens_in: int | None = None,
        tokens_out: int | None = None,
        model: str | None = None,
        prompt: str | None = None,
        epoch: int | None = None,
    ) -> None:
        """Say something about the current decision; call it in `choose`.

        The note is sent with the action. Other seats read it when the match is over, and
        `engine/RECORD.md` has its bounds. A second call replaces the fields that it gives. A
        malformed note is dropped and logged, and the action counts.

        Args:
            evaluation: The bot's own value of the position after the action.
            line: Up to 16 actions that the bot expects, its own first.
            words: Up to 2,000 characters.
            numbers: Up to 16 numbers by name.
            tokens_in: The tokens that a model read for the decision.
            tokens_out: The tokens that a model wrote for it.
            model: The name of the model.
            prompt: The SHA-256 of the prompt template.
            epoch: The version of the texts that the model read (`saqqara_engine.game.EPOCH`).
        """
        given: dict[str, object] = {
            "evaluation": evaluation,
            "line": line,
            "words": words,
            "numbers": numbers,
            "tokens_in": tokens_in,
            "tokens_out": tokens_out,
            "model": model,
            "prompt": prompt,
            "epoch": epoch,
        }
        said = {name: value for name, value in given.items() if value is not None}
        self._pending_note = {**(self._pending_note or {}), **said}

    def accept(self, challenge: Challenge) -> bool | str | Awaitable[bool | str]:  # noqa: ARG002
        """Return True to accept a challenge, False or a reason such as `later` to decline it.

        The accept policy (`saqqara_sdk.AcceptPolicy`) comes first; the bot decides only the
        challenges that the policy leaves open. One instance answers all challenges and plays no
        match. By default a bot declines. May be an `async def`.
        """
        return False

    def match_started(self, match: MatchInfo) -> None:
        """Prepare for a match; called once, before the first `choose`."""

    def observe(self, event: Event) -> Awaitable[None] | None:
        """Receive every event of the match in order, the bot's own decisions included.

        All earlier events arrive before each `choose` and before `match_ended`. Time spent here
        counts on the bot's clock. Events are not fetched for bots that do not override this method.
        May be an `async def`.
        """

    def match_ended(self, result: Result) -> None:
        """Receive the result; called once, when the match is over."""


AnyBot: TypeAlias = Bot[Any]
"""A bot of any game, for code that loads, seats and runs bots."""


class ImhotepBot(Bot[ImhotepTurn]):
    """A bot that plays Imhotep only."""

    games: ClassVar[tuple[str, ...]] = ("imhotep",)


class DuelBot(Bot[DuelTurn]):
    """A bot that plays The Duel only."""

    games: ClassVar[tuple[str, ...]] = ("duel",)


class OtherGame(Exception):
    """A bot was seated in a game that it does not play."""


def demand_game(bot: type[AnyBot], game: str) -> None:
    """Raise `OtherGame` unless the bot plays the game."""
    if game not in bot.games:
        raise OtherGame(f"{bot.name} plays {' and '.join(bot.games)}, not {game}.")


def begin(bot: AnyBot, match: MatchInfo) -> None:
    """Start a match with a new instance; raises `OtherGame` and any error of the bot."""
    demand_game(type(bot), match.game)
    bot.match_started(match)


def take_note(bot: AnyBot) -> Mapping[str, object] | None:
    """Return what the bot has noted about its decision, and forget it."""
    pending = bot._pending_note  # noqa: SLF001 - of this module's own class
    if pending is not None:
        bot._pending_note = None  # noqa: SLF001
    return pending


def observes(bot: type[AnyBot]) -> bool:
    """Return whether the bot's class overrides `observe`."""
    return bot.observe is not Bot.observe
