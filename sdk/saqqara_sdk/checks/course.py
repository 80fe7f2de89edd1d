"""Whether a bot keeps the rules of the house, found out before it plays a match that counts."""

from __future__ import annotations

from collections.abc import Awaitable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from saqqara_contest.clocks import Clock
from saqqara_engine.games import AnyGame
from saqqara_sdk.arena import Entrant, Home, Limits, Played, Setting
from saqqara_sdk.arena.entrants import Roster, enter, is_command
from saqqara_sdk.arena.match import play_seated
from saqqara_sdk.arena.setting import USUAL
from saqqara_sdk.bots.bot import Bot, Event, MatchInfo
from saqqara_sdk.bots.loading import BotNotFound, load_bot
from saqqara_sdk.bots.turn import LegalAction, Turn
from saqqara_sdk.checks.findings import CheckOutcome, Finding
from saqqara_sdk.wire.models import Result

MATCH = "check"
"""The id of each match, from which its chance follows."""

OPPONENT = "random"
LABELS = ("bot", OPPONENT)


@dataclass(frozen=True, slots=True)
class Course:
    """What a bot is put through: these games with all player counts and presets, under a clock."""

    games: Sequence[AnyGame]
    time: Clock
    limits: Limits = USUAL

    @property
    def tables(self) -> list[tuple[AnyGame, int, str]]:
        """Every game with every player count and preset."""
        return [
            (game, players, preset)
            for game in self.games
            for players in game.players
            for preset in game.presets
        ]

    def __len__(self) -> int:
        return len(self.tables) + 3


def check(text: str, course: Course) -> Iterator[Finding]:
    """Each check as soon as it is done; `text` names the bot as on the command line.

    The bot starts, plays every table from every seat in turn legally and in time, goes on when a
    new instance of it is shown a match in its middle, and plays the same match twice alike, which
    is demanded only of a bot whose `is_deterministic` says so.
    """
    try:
        bot, opponent = enter([text, OPPONENT], Home.PROCESS, course.limits)
    except BotNotFound as error:
        yield Finding("starts", CheckOutcome.FAILED, str(error))
        return
    yield Finding("starts", CheckOutcome.OK, f"it is called {bot.label}")
    with Roster([bot, opponent], Home.PROCESS, course.limits) as roster:
        for number, (game, players, preset) in enumerate(course.tables):
            seat = number % players
            played = _play(_setting(game, players, preset, course.time), roster, seat)
            yield _judged(f"plays {game.name}, {players} players, {preset}", played, seat)
    yield _resumes(text, course)
    yield _repeats(text, bot, opponent, course)


def _resumes(text: str, course: Course) -> Finding:
    """A run that is killed begins anew with an instance that has seen nothing of the match."""
    name = "resumes after a kill"
    if is_command(text):
        why = "only classes can be begun anew in the middle of a match here"
        return Finding(name, CheckOutcome.SKIPPED, why)
    entrants = [_forgetful(load_bot(text)), Entrant(OPPONENT, load_bot(OPPONENT))]
    with Roster(entrants, Home.HERE, course.limits) as roster:
        for game in course.games:
            played = _play(_first_setting(game, course.time), roster, 0)
            if played.faults:
                return Finding(
                    name, CheckOutcome.FAILED, f"a new instance cannot go on: {_why(played)}"
                )
    return Finding(name, CheckOutcome.OK, "a new instance for each decision plays on")


def _repeats(text: str, bot: Entrant, opponent: Entrant, course: Course) -> Finding:
    """The same match twice, in processes of its own."""
    name, setting = "plays alike twice", _first_setting(course.games[0], course.time)
    with Roster([bot, opponent], Home.FRESH, course.limits) as roster:
        first, again = (_play(setting, roster, 0).record for _ in range(2))
    if [ply.action for ply in first.plies] == [ply.action for ply in again.plies]:
        return Finding(name, CheckOutcome.OK, "the same seed gave the same actions")
    if is_command(text) or not load_bot(text).is_deterministic:
        return Finding(name, CheckOutcome.NOTE, "it does not, and does not say that it would")
    why = "it says that it is deterministic; draw from `turn.random` alone, and count no time"
    return Finding(name, CheckOutcome.FAILED, why)


def _forgetful(kind: type[Bot]) -> Entrant:
    class Forgetful(Bot):
        """A new instance of the bot for each decision."""

        name: ClassVar[str] = kind.name

        def match_started(self, match: MatchInfo) -> None:
            self._match = match
            self._events: list[Event] = []

        def observe(self, event: Event) -> None:
            self._events.append(event)

        async def choose(self, turn: Turn) -> LegalAction:
            bot = kind()
            bot.match_started(self._match)
            for event in self._events:
                await _done(bot.observe(event))
            chosen = bot.choose(turn)
            return await chosen if isinstance(chosen, Awaitable) else chosen

        def match_ended(self, result: Result) -> None:
            bot = kind()
            bot.match_started(self._match)
            bot.match_ended(result)

    return Entrant(kind.name, Forgetful)


async def _done(heard: Awaitable[None] | None) -> None:
    if heard is not None:
        await heard


def _setting(game: AnyGame, players: int, preset: str, time: Clock) -> Setting:
    options = game.parse_options({"players": players, "preset": preset})
    return Setting(rules=game, options=options, time=time)


def _first_setting(game: AnyGame, time: Clock) -> Setting:
    return _setting(game, game.players[0], next(iter(game.presets)), time)


def _play(setting: Setting, roster: Roster, seat: int) -> Played:
    """One match of the first bot in a seat, the second in all others."""
    seating = [int(other != seat) for other in range(setting.options.players)]
    labels = [LABELS[number] for number in seating]
    return play_seated(setting, labels, roster.seat(seating), MATCH)


def _judged(name: str, played: Played, seat: int) -> Finding:
    mine = played.seats[seat]
    if played.faults:
        return Finding(name, CheckOutcome.FAILED, _why(played))
    if mine.late or not mine.kept_time:
        why = f"{mine.late} of its {mine.decisions} decisions came too late; think for less time"
        return Finding(name, CheckOutcome.FAILED, why)
    each_ms = mine.thought_ns / max(1, mine.decisions) / 1e6
    return Finding(name, CheckOutcome.OK, f"{mine.decisions} decisions, {each_ms:.1f} ms each")


def _why(played: Played) -> str:
    fault = played.faults[0]
    return f"ply {fault.ply}, seat {fault.seat}: {fault.why}"
