"""The words that all commands of the arena share, and what they mean together."""

from __future__ import annotations

import inspect
import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated

import typer

from saqqara_contest.time_controls import Untimed, parse_time_control, time_control_words
from saqqara_engine.errors import EngineError
from saqqara_engine.game import Json
from saqqara_engine.games import find_game
from saqqara_sdk.arena.blocks import Field, Terms
from saqqara_sdk.arena.entrants import Home, labels_of
from saqqara_sdk.arena.jobs import JobPlan
from saqqara_sdk.arena.journal import OtherRun, head_of
from saqqara_sdk.arena.setting import OnFault
from saqqara_sdk.bots.loading import BotNotFound
from saqqara_sdk.cli.console import errors, stop
from saqqara_sdk.cli.options import asked_options
from saqqara_sdk.cli.protecting import protection
from saqqara_sdk.lines.limits import USUAL, Limits

BOT = (
    "An installed name, FILE.py:CLASS, MODULE:CLASS, or a command in quotes such as 'node bot.mjs'."
)

Game = Annotated[str, typer.Option(help="imhotep or duel.")]
Preset = Annotated[
    str | None, typer.Option(help="Options by a name; `saqqara options` lists them.")
]
Option = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="One option, such as sides.market=B."),
]
Seed = Annotated[int | None, typer.Option(help="Makes a run repeatable.", show_default="drawn")]
Players = Annotated[int, typer.Option(min=2, max=4, help="Seats at a table.")]
TimeControl = Annotated[
    str | None,
    typer.Option(
        metavar="KIND:SECONDS",
        help="Such as fischer:60+1 or per_move:0.5; a bot is stopped when its time is gone.",
        show_default="untimed",
    ),
]
Jobs = Annotated[int, typer.Option(min=1, help="Processes that play; the results are the same.")]
SharedChance = Annotated[
    bool,
    typer.Option(
        "--shared-chance",
        help="The same cards in all games of a block, a fresh bot process for each game.",
    ),
]
Trust = Annotated[
    bool,
    typer.Option(
        "--trust",
        help="All Python bots in one process: faster, but one that hangs or ends it stops the run.",
    ),
]
Sandboxed = Annotated[
    bool | None,
    typer.Option(
        "--sandbox/--no-sandbox",
        help="Keep bots of files and commands from files, network and one another.",
        show_default="where it can be had",
    ),
]
Memory = Annotated[
    int, typer.Option(min=64, metavar="MIB", help="Address space of a bot's own process.")
]
AnswerLimit = Annotated[
    float,
    typer.Option(
        min=0.01, metavar="SECONDS", help="For a decision of a bot's own process without a clock."
    ),
]
Faulty = Annotated[
    OnFault | None,
    typer.Option(
        help="After a fault a policy decides for the bot (autoplay), or its seat is out (forfeit).",
        show_default="forfeit in a ladder, else autoplay",
    ),
]
Resume = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="Remember finished blocks in this file, and do not play again those that it has.",
        dir_okay=False,
    ),
]
Records = Annotated[
    Path | None,
    typer.Option(help="Keep a record of each match in this folder.", file_okay=False),
]


@dataclass(frozen=True, slots=True)
class House:
    """How a command is told to play, whatever it plays for: an option for each field."""

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
    on_fault: Faulty = None
    resume: Resume = None
    records: Records = None

    @property
    def limits(self) -> Limits:
        """What a bot's own process may take."""
        return Limits(memory_mb=self.memory, answer_s=self.answer_limit)


def housed(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options of a `House` in place of its parameter `house`."""
    house = inspect.signature(House, eval_str=True).parameters
    own = inspect.signature(command, eval_str=True)

    @wraps(command)
    def flattened(**words: object) -> None:
        chosen = {name: words.pop(name) for name in house}
        command(house=House(**chosen), **words)  # type: ignore[arg-type] # typer has read them

    parameters: list[inspect.Parameter] = []
    for one in own.parameters.values():
        options = house.values() if one.name == "house" else (one,)
        parameters += [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in options]
    flattened.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    flattened.__annotations__ = {one.name: one.annotation for one in parameters}
    return flattened


def plan_of(
    house: House,
    bots: Sequence[str],
    players: int,
    fields: Sequence[Field],
    on_fault: OnFault = OnFault.AUTOPLAY,
    *,
    is_sandboxed: bool | None = None,
) -> JobPlan:
    """What is to be played; ends the command with a sentence if it cannot be.

    Whether bots of files and commands are sandboxed is found out here unless it is known already.
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
        stop(str(error))
    return JobPlan(
        game=house.game,
        options=options,
        time_control=control,
        on_fault=house.on_fault or on_fault,
        bots=tuple(bots),
        labels=tuple(labels),
        terms=Terms(seed, fields, house.shared_chance, house.records, Path()),
        home=home,
        limits=limits,
        is_sandboxed=is_sandboxed,
    )


def _home(house: House) -> Home:
    if not house.trust:
        if os.name != "posix":
            stop("bots have processes of their own only on Linux and macOS: play with --trust here")
        return Home.FRESH if house.shared_chance else Home.PROCESS
    if house.time_control or house.shared_chance:
        word = "--time-control" if house.time_control else "--shared-chance"
        stop(f"{word} needs a process for each bot: leave --trust out")
    errors().print("--trust: a bot that hangs stops the run, and one that ends it is not named")
    return Home.HERE


def _options(house: House, players: int) -> Mapping[str, Json]:
    rules = find_game(house.game)
    if players not in rules.players:
        numbers = ", ".join(map(str, rules.players))
        stop(f"{rules.name} is for {numbers} players: name as many bots, not {players}")
    asked = asked_options(house.preset, house.option or [])
    chosen: Mapping[str, Json] = rules.parse_options(asked | {"players": players}).to_json()
    return chosen


def _seed(house: House) -> int:
    """As told, else that of the run to resume, else a new one."""
    if house.seed is not None:
        return house.seed
    told = head_of(house.resume).get("seed") if house.resume else None
    return told if isinstance(told, int) else secrets.randbelow(2**32)
