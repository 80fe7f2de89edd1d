"""The check of a bot before it plays rated matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial

from saqqara_contest.time_controls import TimeControl
from saqqara_engine.games import AnyGame
from saqqara_sdk.arena import Entrant, Home, Limits, MatchSetting, Played
from saqqara_sdk.arena.entrants import NotHere, Roster, introduction_of
from saqqara_sdk.arena.match import play_seated
from saqqara_sdk.arena.texts import command_of
from saqqara_sdk.bots.loader import BotNotFound
from saqqara_sdk.bots.texts import is_command
from saqqara_sdk.checks.findings import CheckFinding, CheckOutcome
from saqqara_sdk.lines.limits import USUAL
from saqqara_sdk.lines.line_bot import Introduction
from saqqara_sdk.lines.logs import Logs
from saqqara_sdk.lines.missteps import FaultKind
from saqqara_sdk.sandbox import Sandbox

MATCH = "check"
"""The seed of the chance of each match, and the beginning of its id."""

OPPONENT = "random"
FRAME = '  File "'
"""The beginning of a line of a traceback that names a file and a line."""
LABELS = ("bot", OPPONENT)


@dataclass(frozen=True, slots=True)
class CheckCourse:
    """The matches of a check: these games, with all player counts and presets, on a clock."""

    games: Sequence[AnyGame]
    time_control: TimeControl
    limits: Limits = USUAL

    @property
    def tables(self) -> list[tuple[AnyGame, int, str]]:
        """The combinations of games, player counts and presets."""
        return [
            (game, players, preset)
            for game in self.games
            for players in game.players
            for preset in game.presets
        ]

    def __len__(self) -> int:
        return len(self.tables) + 3


def check(
    text: str, course: CheckCourse, sandbox: Sandbox | None = None, logs: Logs | None = None
) -> Iterator[CheckFinding]:
    """Yield each finding as soon as it is made; `text` names the bot as on the command line.

    In a sandbox, `text` is the bot's name inside.

    A bot passes if it starts, plays every table legally and in time (with alternating seats), and
    continues with a new instance at each decision. A bot with `is_deterministic` must also repeat a
    match exactly.
    """
    seen: set[str] = set()
    for finding in _findings(text, course, sandbox, logs):
        place = _place_of(finding)
        yield replace(finding, detail="") if place in seen else finding
        seen.add(place)


def _place_of(finding: CheckFinding) -> str:
    """Return the last line of code of a traceback; without one, the sentence of the fault."""
    frames = [line for line in finding.detail.splitlines() if line.startswith(FRAME)]
    return frames[-1] if frames else finding.text.split(" seat ")[-1].partition(": ")[2]


def _findings(
    text: str, course: CheckCourse, sandbox: Sandbox | None, logs: Logs | None
) -> Iterator[CheckFinding]:
    try:
        introduced = introduction_of(course.limits, text, sandbox=sandbox)
    except BotNotFound as error:
        is_hosts = isinstance(error, NotHere)
        yield CheckFinding("starts", CheckOutcome.FAILED, str(error), is_hosts)
        return
    games = [game for game in course.games if introduced.plays(game.name)]
    if not games:
        why = f"it plays {', '.join(introduced.games or ())}, not the games of this check"
        yield CheckFinding("starts", CheckOutcome.FAILED, why)
        return
    yield CheckFinding("starts", CheckOutcome.OK, f"its name is {introduced.name}")
    course = replace(course, games=games)
    roster_of = partial(_roster, text, course, sandbox, logs)
    with closing(roster_of()) as roster:
        for number, (game, players, preset) in enumerate(course.tables):
            seat = number % players
            setting = _setting(game, players, preset, course.time_control)
            played = _play(setting, roster, seat, f"{game.name}-{players}-{preset}")
            yield _judged(f"plays {game.name}, {players} players, {preset}", played, seat)
    yield _resumes(text, course, roster_of)
    yield _repeats(introduced, course, roster_of)


def _resumes(text: str, course: CheckCourse, roster_of: Callable[[str], Roster]) -> CheckFinding:
    """Check that new instances, as after a restart of the run, can continue a match."""
    name = "resumes after a kill"
    if is_command(text):
        why = "only classes can be restarted in the middle of a match"
        return CheckFinding(name, CheckOutcome.SKIPPED, why)
    with closing(roster_of("--forgetful")) as roster:
        for game in course.games:
            setting = _first_setting(game, course.time_control)
            played = _play(setting, roster, 0, f"{game.name}-resumed")
            if played.faults:
                return _failed(name, played, "a new instance cannot continue: ")
    return CheckFinding(name, CheckOutcome.OK, "a new instance continues at each decision")


def _repeats(
    introduced: Introduction, course: CheckCourse, roster_of: Callable[[str], Roster]
) -> CheckFinding:
    """Check whether the bot repeats a match, in a new process each time."""
    name, setting = "repeats its decisions", _first_setting(course.games[0], course.time_control)
    with closing(roster_of("--fresh")) as roster:
        once, twice = (_play(setting, roster, 0, "repeated") for _ in range(2))
    for played in (once, twice):
        if any(fault.kind is FaultKind.HOST for fault in played.faults):
            return _failed(name, played)
    first, again = once.record, twice.record
    if [ply.action for ply in first.plies] == [ply.action for ply in again.plies]:
        return CheckFinding(name, CheckOutcome.OK, "the same seed gave the same actions")
    if not introduced.is_deterministic:
        return CheckFinding(
            name,
            CheckOutcome.NOTE,
            "it does not repeat them, and does not claim to be deterministic",
        )
    why = (
        "it claims to be deterministic but is not; use only `turn.random`, and do not"
        " depend on time"
    )
    return CheckFinding(name, CheckOutcome.FAILED, why)


def _roster(
    text: str,
    course: CheckCourse,
    sandbox: Sandbox | None,
    logs: Logs | None,
    manner: str | None = None,
) -> Roster:
    """Return the bot and its opponent; with `--fresh` also a command has new processes."""
    log = None if logs is None else logs.of(LABELS[0])
    bot = Entrant(LABELS[0], command_of(text, manner), sandbox, log)
    home = Home.FRESH if manner == "--fresh" else Home.PROCESS
    return Roster([bot, Entrant(OPPONENT, command_of(OPPONENT))], home, course.limits)


def _setting(game: AnyGame, players: int, preset: str, control: TimeControl) -> MatchSetting:
    options = game.parse_options({"players": players, "preset": preset})
    return MatchSetting(rules=game, options=options, time_control=control)


def _first_setting(game: AnyGame, control: TimeControl) -> MatchSetting:
    return _setting(game, game.players[0], next(iter(game.presets)), control)


def _play(setting: MatchSetting, roster: Roster, seat: int, name: str) -> Played:
    """Play one match with the bot in a seat and the opponent in all others."""
    seating = [int(other != seat) for other in range(setting.options.players)]
    labels = [LABELS[number] for number in seating]
    return play_seated(setting, labels, roster.seat(seating), f"{MATCH}-{name}", MATCH)


def _judged(name: str, played: Played, seat: int) -> CheckFinding:
    mine = played.seats[seat]
    if played.faults:
        return _failed(name, played)
    if mine.late or not mine.kept_time:
        why = f"{mine.late} of its {mine.decisions} decisions were too late; use less time"
        return CheckFinding(name, CheckOutcome.FAILED, why)
    each_ms = mine.thought_ns / max(1, mine.decisions) / 1e6
    return CheckFinding(name, CheckOutcome.OK, f"{mine.decisions} decisions, {each_ms:.1f} ms each")


def _failed(name: str, played: Played, how: str = "") -> CheckFinding:
    """Return the failure of a match by its first fault; this machine's if any fault is."""
    fault = played.faults[0]
    is_hosts = any(one.kind is FaultKind.HOST for one in played.faults)
    detail = fault.detail if fault.bot == LABELS[0] else ""
    why = f"{how}ply {fault.ply}, seat {fault.seat}: {fault.why}"
    return CheckFinding(name, CheckOutcome.FAILED, why, is_hosts, detail)
