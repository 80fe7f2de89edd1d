"""The words that all commands of the arena share, and what they mean together."""

from __future__ import annotations

import inspect
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Annotated

import typer

from saqqara_contest.clock_words import clock_words, parse_clock
from saqqara_contest.clocks import Untimed
from saqqara_engine.errors import EngineError
from saqqara_engine.game import Json
from saqqara_engine.games import find_game
from saqqara_sdk.arena.blocks import Field, Terms
from saqqara_sdk.arena.entrants import Home, enter
from saqqara_sdk.arena.jobs import JobPlan
from saqqara_sdk.arena.journal import OtherRun, head_of
from saqqara_sdk.arena.setting import USUAL, Limits, OnFault
from saqqara_sdk.bots.loading import BotNotFound
from saqqara_sdk.cli.console import stop
from saqqara_sdk.cli.options import asked_options

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
Time = Annotated[
    str | None,
    typer.Option(
        metavar="KIND:SECONDS",
        help="A clock, such as fischer:60+1 or per_move:0.5, kept by processes of the bots' own.",
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
Isolate = Annotated[
    bool, typer.Option("--isolate", help="Give Python bots processes of their own, too.")
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
    OnFault,
    typer.Option(
        help="After a fault a policy decides for the bot (autoplay), or its seat is out (forfeit)."
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
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


@dataclass(frozen=True, slots=True)
class House:
    """How a command is told to play, whatever it plays for: an option for each field."""

    game: Game = "imhotep"
    preset: Preset = None
    option: Option = None
    seed: Seed = None
    time: Time = None
    shared_chance: SharedChance = False
    isolate: Isolate = False
    memory: Memory = USUAL.memory_mb
    answer_limit: AnswerLimit = USUAL.answer_s
    on_fault: Faulty = OnFault.AUTOPLAY
    resume: Resume = None
    records: Records = None


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


def plan_of(house: House, bots: Sequence[str], players: int, fields: Sequence[Field]) -> JobPlan:
    """What is to be played; ends the command with a sentence if it cannot be."""
    home = _home(house)
    limits = Limits(memory_mb=house.memory, answer_s=house.answer_limit, start_s=USUAL.start_s)
    try:
        options = _options(house, players)
        clock = clock_words(parse_clock(house.time) if house.time else Untimed())
        seed = _seed(house)
        entrants = enter(bots, home, limits)
    except (BotNotFound, EngineError, ValueError, OtherRun) as error:
        stop(str(error))
    return JobPlan(
        game=house.game,
        options=options,
        clock=clock,
        on_fault=house.on_fault,
        bots=tuple(bots),
        labels=tuple(entrant.label for entrant in entrants),
        terms=Terms(seed, fields, house.shared_chance, house.records, Path()),
        home=home,
        limits=limits,
    )


def _home(house: House) -> Home:
    if house.shared_chance:
        return Home.FRESH
    return Home.PROCESS if house.isolate or house.time else Home.HERE


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
