"""The words that all commands of the arena share, and what they mean together."""

from __future__ import annotations

import inspect
import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import gettempdir
from typing import Annotated

import typer

from saqqara_contest.time_controls import Untimed, parse_time_control, time_control_words
from saqqara_engine.errors import EngineError
from saqqara_engine.game import Json
from saqqara_engine.games import find_game
from saqqara_sdk.arena.blocks import BlockTerms, Field
from saqqara_sdk.arena.entrants import Home, labels_of
from saqqara_sdk.arena.jobs import JobPlan
from saqqara_sdk.arena.journal import OtherRun, head_of
from saqqara_sdk.arena.match_setting import OnFault
from saqqara_sdk.arena.texts import program_hash
from saqqara_sdk.bots.loader import BotNotFound
from saqqara_sdk.cli.console import errors, stop
from saqqara_sdk.cli.options import asked_options
from saqqara_sdk.cli.protection import protection
from saqqara_sdk.cli.typed import Given, command
from saqqara_sdk.lines.limits import USUAL, Limits
from saqqara_sdk.lines.logs import new_run
from saqqara_sdk.records.files import NotKept

BOT = (
    "An installed name, FILE.py[:CLASS], MODULE:CLASS, or a command in quotes such as"
    " 'node bot.mjs'."
)

Game = Annotated[str, typer.Option(help="The game: imhotep or duel")]
Preset = Annotated[
    str | None, typer.Option(help="A named set of options; `saqqara options` lists them")
]
Option = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="An option of the game, such as sides.market=B"),
]
Seed = Annotated[
    int | None, typer.Option(help="The seed, which makes a run repeatable", show_default="drawn")
]
Players = Annotated[int, typer.Option(min=2, max=4, help="The number of seats")]
TimeControl = Annotated[
    str | None,
    typer.Option(
        metavar="KIND:SECONDS",
        help="The time control, such as fischer:60+1 or per_move:0.5. A bot that runs out of"
        " time is stopped.",
        show_default="untimed",
    ),
]
Jobs = Annotated[
    int,
    typer.Option(min=1, help="The number of parallel processes, which does not change the results"),
]
SharedChance = Annotated[
    bool,
    typer.Option(
        "--shared-chance",
        help="The same cards in all games of a block, with a fresh bot process for each game",
    ),
]
Trust = Annotated[
    bool,
    typer.Option(
        "--trust",
        help="Run all Python bots in one process: faster, but a bot that hangs or exits"
        " stops the run",
    ),
]
Sandboxed = Annotated[
    bool | None,
    typer.Option(
        "--sandbox/--no-sandbox",
        help="Isolate bots from files and commands from the file system, the network and"
        " each other",
        show_default="if available",
    ),
]
Memory = Annotated[
    int, typer.Option(min=64, metavar="MIB", help="The address space of each bot process")
]
AnswerLimit = Annotated[
    float,
    typer.Option(
        min=0.01,
        metavar="SECONDS",
        help="The time limit for a decision of a bot process without a clock",
    ),
]
Hangs = Annotated[
    int,
    typer.Option(
        min=0,
        metavar="N",
        help="A bot that hangs this often forfeits all later blocks; 0 for never",
    ),
]
Faulty = Annotated[
    OnFault | None,
    typer.Option(
        help="The rule after a fault: autoplay decides for the bot, or its seat is out (forfeit)",
        show_default="forfeit in a ladder, else autoplay",
    ),
]
Resume = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="A file that stores finished blocks, which are not played again",
        dir_okay=False,
    ),
]
Records = Annotated[
    Path | None,
    typer.Option(help="A folder for the record of each match", file_okay=False),
]

Log = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="A folder for what bots print and for the lines that they exchange, by match",
        file_okay=False,
        show_default=False,
    ),
]


@dataclass(frozen=True, slots=True)
class House:
    """The options that all playing commands share, one for each field."""

    game: Game = "imhotep"
    preset: Preset = None
    option: Option = None
    seed: Seed = None
    time_control: TimeControl = None
    shared_chance: SharedChance = False
    trust: Trust = False
    sandbox: Sandboxed = None
    memory: Memory = USUAL.memory_mb
    answer_limit: AnswerLimit = USUAL.answer_s
    hangs: Hangs = USUAL.hangs
    on_fault: Faulty = None
    resume: Resume = None
    records: Records = None
    log: Log = None

    @property
    def limits(self) -> Limits:
        """Return the resource limits of a bot process."""
        return Limits(memory_mb=self.memory, answer_s=self.answer_limit, hangs=self.hangs)


def housed(played: Callable[..., None]) -> type:
    """The command with the options of a `House` in place of its parameter `house`."""
    options = inspect.signature(House, eval_str=True).parameters

    def run(given: Given) -> None:
        chosen = {name: given[name] for name in options}
        own = {name: value for name, value in given.items() if name not in options}
        played(house=House(**chosen), **own)

    parameters: list[inspect.Parameter] = []
    for one in inspect.signature(played, eval_str=True).parameters.values():
        parameters += options.values() if one.name == "house" else (one,)
    return command(played.__name__, inspect.getdoc(played) or "", parameters, run)


def plan_of(
    house: House,
    bots: Sequence[str],
    players: int,
    fields: Sequence[Field],
    on_fault: OnFault = OnFault.AUTOPLAY,
    *,
    is_sandboxed: bool | None = None,
) -> JobPlan:
    """Return the plan to play, or end the command with a message if it is invalid.

    This probes for a sandbox for bots from files and commands, unless that is already known.
    """
    home = _home(house)
    limits = house.limits
    if is_sandboxed is None:
        is_sandboxed = protection(bots, wanted=house.sandbox, is_trusting=house.trust)
    try:
        options = _options(house, players)
        words = house.time_control
        control = time_control_words(parse_time_control(words) if words else Untimed())
        seed = _seed(house)
        labels = labels_of(bots, limits, house.game, is_sandboxed=is_sandboxed)
    except (BotNotFound, EngineError, ValueError, OtherRun) as error:
        stop(f"{error}{limits.memory_hint(str(error))}")
    faulty = Path(gettempdir(), f"saqqara-{secrets.token_hex(4)}")
    return JobPlan(
        game=house.game,
        options=options,
        time_control=control,
        on_fault=house.on_fault or on_fault,
        bots=tuple(bots),
        programs=tuple(map(program_hash, bots)),
        labels=tuple(labels),
        terms=BlockTerms(seed, fields, house.shared_chance, house.records, faulty),
        home=home,
        limits=limits,
        is_sandboxed=is_sandboxed,
        logs=run_logs(house.log),
    )


def run_logs(folder: Path | None) -> Path | None:
    """Create the folder for the logs of this run, and name it; ends the command if it cannot."""
    if folder is None:
        return None
    try:
        path = new_run(folder)
    except NotKept as error:
        stop(str(error))
    errors().print(f"Logs of the bots: {path}", markup=False, soft_wrap=True, style="dim")
    return path


def _home(house: House) -> Home:
    if not house.trust:
        if os.name != "posix":
            stop("Bot processes are only supported on Linux and macOS. Use --trust here.")
        return Home.FRESH if house.shared_chance else Home.PROCESS
    if house.time_control or house.shared_chance:
        word = "--time-control" if house.time_control else "--shared-chance"
        stop(f"{word} needs a process for each bot. Omit --trust.")
    if house.log:
        stop("--log needs a process for each bot, or their lines mix. Omit --trust.")
    errors().print("--trust: a bot that hangs stops the run, and a bot that exits is not named.")
    return Home.HERE


def _options(house: House, players: int) -> Mapping[str, Json]:
    rules = find_game(house.game)
    if players not in rules.players:
        numbers = ", ".join(map(str, rules.players))
        stop(f"{rules.name} is for {numbers} players, not {players}. Name as many bots as players.")
    asked = asked_options(house.preset, house.option or [])
    if asked.get("players", players) != players:
        stop(
            f"--option players={asked['players']} does not fit {players} seats. Omit it: the number"
            " of bots, or --players, decides."
        )
    chosen: Mapping[str, Json] = rules.parse_options(asked | {"players": players}).to_json()
    return chosen


def _seed(house: House) -> int:
    """As told, else that of the run to resume, else a new one."""
    if house.seed is not None:
        return house.seed
    seed = head_of(house.resume).get("seed") if house.resume else None
    return seed if isinstance(seed, int) else secrets.randbelow(2**32)
