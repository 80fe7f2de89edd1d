"""`saqqara tune`: better numbers for a bot's parameters, found by play."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from saqqara_contest.spsa import Spsa, Tuned, Values
from saqqara_engine.game import Json
from saqqara_engine.wire import view_json
from saqqara_sdk.arena.blocks import Task, paired_field
from saqqara_sdk.arena.comparisons import block_score
from saqqara_sdk.arena.entrants import introduction_of
from saqqara_sdk.arena.jobs import JobPlan
from saqqara_sdk.arena.played import Block, BotFault
from saqqara_sdk.arena.strangers import sandbox_of
from saqqara_sdk.bots.loader import BotNotFound
from saqqara_sdk.bots.parameters import BadParameter, demand_parameter, in_words
from saqqara_sdk.bots.texts import is_command
from saqqara_sdk.cli import arena_words as words
from saqqara_sdk.cli.block_runs import BlockRun, end, play_variants
from saqqara_sdk.cli.console import AsJson, output, stop
from saqqara_sdk.cli.tables import figures

LABELS = ("plus", "minus")
"""The two bots of an iteration: all parameters are moved, and moved the other way."""


@dataclass(frozen=True, slots=True)
class TunedParameter:
    """A parameter: where it began, where it is, and its bounds."""

    name: str
    start: float
    value: float
    least: float
    most: float


@dataclass(frozen=True, slots=True)
class TuneReport:
    """The JSON output; `bot` is the name of the tuned bot on the command line."""

    bot: str
    game: str
    time_control: str
    seed: int
    iterations: int
    finished: int
    matches: int
    parameters: tuple[TunedParameter, ...]
    faults: tuple[BotFault, ...]


class Tuning:
    """Iteration after iteration: who plays, and where the parameters are then."""

    def __init__(self, plan: JobPlan, spsa: Spsa, names: Sequence[str], blocks: int) -> None:
        self.spsa = spsa
        self.names = names
        self.values = spsa.start
        self.finished = 0
        self._plan = plan
        self._blocks = blocks

    def rounds(self) -> Iterator[tuple[JobPlan, Sequence[Task]]]:
        """The bots and blocks of each iteration, once that before it is over."""
        for iteration in range(self.spsa.iterations):
            sides = self.spsa.sides(iteration, self.values)
            bots = tuple(map(self.named, sides))
            first = iteration * self._blocks + 1
            tasks = map(self._plan.terms.task, range(first, first + self._blocks))
            yield replace(self._plan, bots=bots, labels=LABELS), list(tasks)

    def watch(self, blocks: Sequence[Block]) -> str | None:
        """Takes in the last block; after the last one of an iteration the parameters move."""
        if any(played.faults for played in blocks[-1]):
            return None
        if len(blocks) % self._blocks == 0:
            scores = [block_score(block, *LABELS) for block in blocks[-self._blocks :]]
            result = 2 * sum(scores) / len(scores) - 1
            self.values = self.spsa.after(self.finished, self.values, result)
            self.finished += 1
        return "  ".join(
            f"{name} {value:.3g}" for name, value in zip(self.names, self.values, strict=True)
        )

    def named(self, values: Values) -> str:
        """The bot with these parameters, as it is named on a command line."""
        return f"{self._plan.bots[0]}[{in_words(self._named_values(values))}]"

    def _named_values(self, values: Values) -> dict[str, float]:
        rounded = zip(self.names, self.spsa.numbers, values, strict=True)
        return {name: round(value) if one.is_whole else value for name, one, value in rounded}

    def head(self) -> Mapping[str, Json]:
        """Return the settings that must be equal for blocks to belong to the same run."""
        numbers: dict[str, Json] = {
            name: list(asdict(number).values())
            for name, number in zip(self.names, self.spsa.numbers, strict=True)
        }
        spsa: dict[str, Json] = {"iterations": self.spsa.iterations, "rate": self.spsa.rate}
        return {**self._plan.head, "tuned": numbers, **spsa, "blocksEach": self._blocks}


@words.housed
def tune(
    bot: Annotated[
        str,
        typer.Argument(metavar="BOT", help="A Python bot with parameters", show_default=False),
    ],
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PARAMETER]...",
            help="The parameters to tune; all by default",
            show_default="all",
        ),
    ] = None,
    *,
    iterations: Annotated[int, typer.Option(min=1, help="The number of iterations")] = 200,
    blocks: Annotated[int, typer.Option(min=1, help="The number of blocks in each iteration")] = 2,
    rate: Annotated[
        float,
        typer.Option(
            min=0.0001,
            max=1,
            help="The step size of an iteration; smaller steps are slower and more reliable",
        ),
    ] = 0.05,
    house: words.House,
    jobs: words.Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Tune a bot's parameters by playing it against itself

    The method is SPSA (Spall, 1998), which is also used for chess engines. Each iteration moves
    all parameters at once, up or down at random. The bot plays against itself with the opposite
    changes, and the parameters move towards the better side. With --resume, a stopped run
    continues where it ended. Test the result with `saqqara sprt`. Exit codes: 0 done; 1 a bot
    was at fault; 2 bad input; 130 interrupted. Example: saqqara tune planner sled aboard
    --iterations 300 --jobs 2 --resume sled.tune
    """
    if is_command(bot):
        stop("A command has no parameters that can be set. Name a Python bot.")
    if "[" in bot:
        stop("Omit the values. Tuning begins at the bot's own values.")
    plan = words.plan_of(house, (bot, bot), len(LABELS), paired_field(len(LABELS)))
    tuning = _tuning(plan, bot, names or [], iterations=iterations, blocks=blocks, rate=rate)
    run = play_variants(
        tuning.head(),
        tuning.rounds(),
        iterations * blocks,
        jobs=jobs,
        resume=house.resume,
        watch=tuning.watch,
    )
    report = _report(plan, run, tuning)
    if as_json:
        typer.echo(json.dumps(view_json(report), indent=2))
    else:
        _print(report, output())
    end(run, plan)


def _tuning(
    plan: JobPlan, bot: str, names: Sequence[str], *, iterations: int, blocks: int, rate: float
) -> Tuning:
    try:
        sandbox = sandbox_of(bot) if plan.is_sandboxed else None
        introduced = introduction_of(plan.limits, bot, sandbox)
        chosen = list(dict.fromkeys(names)) or list(introduced.parameters)
        for name in chosen or [""]:
            demand_parameter(introduced.parameters, name, introduced.name)
    except (BotNotFound, BadParameter) as error:
        stop(str(error))
    numbers = [Tuned(*introduced.parameters[name]) for name in chosen]
    return Tuning(plan, Spsa(numbers, iterations, rate, plan.terms.seed), chosen, blocks)


def _report(plan: JobPlan, run: BlockRun, tuning: Tuning) -> TuneReport:
    spsa = tuning.spsa
    rows = zip(tuning.names, spsa.numbers, tuning.values, strict=True)
    return TuneReport(
        bot=tuning.named(tuning.values),
        game=plan.game,
        time_control=plan.time_control,
        seed=plan.terms.seed,
        iterations=spsa.iterations,
        finished=tuning.finished,
        matches=run.matches,
        parameters=tuple(
            TunedParameter(name, number.start, value, number.least, number.most)
            for name, number, value in rows
        ),
        faults=tuple(run.faults),
    )


def _print(report: TuneReport, console: Console) -> None:
    done = f"{report.finished} of {report.iterations} iterations"
    table = figures(f"{report.game}, {done}, seed {report.seed}", ("start", "now", "bounds"))
    table.columns[0].header = "parameter"
    for one in report.parameters:
        bounds = f"{one.least:g} to {one.most:g}"
        table.add_row(escape(one.name), f"{one.start:.4g}", f"{one.value:.4g}", bounds)
    console.print(table)
    before = report.bot.partition("[")[0]
    console.print(f"saqqara sprt '{report.bot}' {before}", markup=False, soft_wrap=True)
    console.print("tests whether that is stronger", style="dim")
