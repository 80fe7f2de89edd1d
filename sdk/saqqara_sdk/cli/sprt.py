"""`saqqara sprt`: is a new bot stronger than the old one? Plays until that is known."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from saqqara_contest.intervals import Interval
from saqqara_contest.sprt import Sprt, SprtProgress, Verdict, elo_of, plain_variance
from saqqara_contest.stopped import estimate
from saqqara_engine.wire import view_json
from saqqara_sdk.arena.blocks import Field, paired_field
from saqqara_sdk.arena.comparisons import block_score
from saqqara_sdk.arena.jobs import JobPlan
from saqqara_sdk.arena.played import Block, BotFault
from saqqara_sdk.arena.tally import BotTally, Mean, tally
from saqqara_sdk.cli import arena_words as words
from saqqara_sdk.cli.block_runs import BlockRun, Watch, end, play_through
from saqqara_sdk.cli.console import AsJson, errors, output, stop
from saqqara_sdk.cli.tables import conduct, difference_cell, mean_cell
from saqqara_sdk.cli.verdicts import (
    EXIT,
    Pace,
    bar,
    budget_sentence,
    time_sentence,
    verdict_sentence,
)

PACED = 3
"""The number of blocks over which the pace is measured."""

EXPECTED = (
    "The expected score is that of the estimated Elo. A test ends at a good moment of its leader,"
    " so the score so far overstates the lead."
)

UNEQUAL = 1.5
"""Bots whose times differ by this factor are not compared by strength alone."""


@dataclass(frozen=True, slots=True)
class SprtReport:
    """The JSON output.

    `score` is the mean of the blocks, which early stopping biases away from the true value. `elo`
    is the median-unbiased estimate of the difference, and `expected_score` the score that it
    implies. Both have intervals of 95 %. `lower` and `upper` are the bounds of the test. `bots`
    lists the results of each bot, with its thinking time. `programs` has the hash of each bot's
    files, null for an installed bot. `next` is the command that usually follows.
    """

    new: str
    old: str
    game: str
    players: int
    time_control: str
    seed: int
    elo0: float
    elo1: float
    alpha: float
    beta: float
    verdict: str
    llr: float
    lower: float
    upper: float
    blocks: int
    matches: int
    score: float | None
    expected_score: float | None
    expected_score_interval: Interval | None
    elo: float | None
    elo_interval: Interval | None
    counts: Mapping[str, int]
    bots: tuple[BotTally, ...]
    programs: Mapping[str, str | None]
    faults: tuple[BotFault, ...]
    next: str


class Sequel:
    """The test as it goes on, block by block."""

    def __init__(self, test: Sprt, bots: Sequence[str], field: Field, most: int) -> None:
        self.test = test
        self.most = most
        self.bots = bots
        self.scores: list[float] = []
        self.games, self.players = len(field), len(field[0])
        self.plain = plain_variance(self.games, self.players)
        self.now: SprtProgress | None = None

    @property
    def verdict(self) -> Verdict:
        """Where the test stands."""
        return self.now.verdict if self.now else Verdict.OPEN

    def expected(self) -> int:
        """How many blocks it will take if they go on as so far."""
        return min(self.most, self.test.expected(self.now, self.plain))

    def watch(self, blocks: Sequence[Block]) -> str | None:
        """Takes in the last block; what to show, or None at the end."""
        self.scores.append(block_score(blocks[-1], *self.bots))
        now = self.now = self.test.standing(self.scores, self.plain)
        if now.verdict is not Verdict.OPEN:
            return None
        elo = difference_cell(elo_of(now.score))
        return f"LLR {bar(now.llr, now.lower, now.upper)}  score {now.score:.1%}  Elo {elo}"


@words.housed
def sprt(
    new: Annotated[str, typer.Argument(metavar="NEW", help=words.BOT)],
    old: Annotated[str, typer.Argument(metavar="OLD", help="The same")],
    *,
    elo0: Annotated[
        float,
        typer.Option(help="NEW is found to be above this advantage, in Elo, or below elo1"),
    ] = 0.0,
    elo1: Annotated[
        float, typer.Option(help="NEW is found to be below this advantage, in Elo, or above elo0")
    ] = 10.0,
    alpha: Annotated[float, typer.Option(help="The rate of wrong 'above elo0' verdicts")] = 0.05,
    beta: Annotated[float, typer.Option(help="The rate of wrong 'below elo1' verdicts")] = 0.05,
    players: words.Players = 2,
    max_blocks: Annotated[int, typer.Option(min=1, help="The maximum number of blocks")] = 10_000,
    house: words.House,
    jobs: words.Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """Play NEW against OLD until a test decides whether NEW is stronger

    The test is a generalised sequential probability ratio test on the scores of full blocks, in
    the order of the schedule. With more than two players, NEW takes every seat once among
    copies of OLD, then OLD among copies of NEW. Exit codes: 0 NEW is above elo0; 5 it is below
    elo1; 6 undecided after the last block; 1 a bot was at fault; 2 bad input; 130
    interrupted.
    """
    try:
        test = Sprt(elo0, elo1, alpha, beta)
    except ValueError as error:
        stop(str(error))
    (field,) = fields = paired_field(players)
    plan = words.plan_of(house, (new, old), players, fields)
    sequel = Sequel(test, plan.labels, field, max_blocks)
    errors().print(budget_sentence(test.budget(sequel.plain), max_blocks), markup=False)
    watch = sequel.watch if house.resume else _timed(sequel)
    run = play_through(plan, max_blocks, jobs, house.resume, watch, expect=sequel.expected)
    report = _report(plan, run, sequel, players, _next(new, sequel.verdict, elo0))
    if as_json:
        typer.echo(json.dumps(view_json(report), indent=2))
    else:
        _print(report, output())
    end(run, plan, EXIT[sequel.verdict])


def _timed(sequel: Sequel) -> Watch:
    """The test as it goes on, which tells after a few blocks how long it will take.

    The first one is not counted: bots start in it.
    """
    ended_s: list[float] = []

    def watch(blocks: Sequence[Block]) -> str | None:
        reason = sequel.watch(blocks)
        if len(ended_s) <= PACED:
            ended_s.append(monotonic())
            if len(ended_s) > PACED and reason is not None:
                pace = Pace((ended_s[-1] - ended_s[0]) / PACED)
                said = time_sentence(sequel.test.budget(sequel.plain), sequel.most, pace)
                errors().print(said, markup=False)
        return reason

    return watch


def _next(new: str, verdict: Verdict, elo0: float) -> str:
    """The command that hands a stronger bot in, or shows where it loses."""
    if verdict is Verdict.ABOVE_ELO0 and elo0 >= 0:
        return f"saqqara bot submit {shlex.quote(new)} --bot BOT --json"
    return "saqqara bot improve BOT DIR --json"


def _report(
    plan: JobPlan, run: BlockRun, sequel: Sequel, players: int, following: str
) -> SprtReport:
    test, scores, now = sequel.test, sequel.scores, sequel.now
    found = estimate(test, scores, sequel.games, sequel.players) if now else None
    return SprtReport(
        new=plan.labels[0],
        old=plan.labels[1],
        game=plan.game,
        players=players,
        time_control=plan.time_control,
        seed=plan.terms.seed,
        elo0=test.elo0,
        elo1=test.elo1,
        alpha=test.alpha,
        beta=test.beta,
        verdict=sequel.verdict.value,
        llr=now.llr if now else 0.0,
        lower=now.lower if now else test.lower,
        upper=now.upper if now else test.upper,
        blocks=len(scores),
        matches=run.matches,
        score=now.score if now else None,
        expected_score=found.score if found else None,
        expected_score_interval=found.score_interval if found else None,
        elo=found.elo if found else None,
        elo_interval=found.interval if found else None,
        bots=tuple(tally(run.blocks, plan.labels)),
        programs=plan.versions,
        counts={f"{one:.3f}": scores.count(one) for one in sorted(set(scores))},
        faults=tuple(run.faults),
        next=following,
    )


def _print(report: SprtReport, console: Console) -> None:
    said = verdict_sentence(
        Verdict(report.verdict), report.elo0, report.elo1, report.new, report.old
    )
    console.print(f"[bold]{escape(said)}[/bold]")
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, value in (
        ("game", f"{report.game}, {report.players} players"),
        ("blocks", f"{report.blocks} ({report.matches} games)"),
        ("score", "-" if report.score is None else f"{report.score:.1%}"),
        ("expected score", _expected_score(report)),
        ("Elo", difference_cell(report.elo, report.elo_interval)),
        ("LLR", f"{report.llr:+.2f} (ends at {report.lower:.2f} or {report.upper:+.2f})"),
        ("hypotheses", f"{report.elo0:g} or {report.elo1:g} Elo"),
        ("seed", str(report.seed)),
    ):
        table.add_row(name, escape(value))
    console.print(table)
    console.print(EXPECTED)
    console.print(conduct(report.bots))
    if (thought := _thought(report)) is not None:
        console.print(thought, markup=False)


def _expected_score(report: SprtReport) -> str:
    if report.expected_score is None:
        return "-"
    return mean_cell(Mean(report.expected_score, report.expected_score_interval), "{:.1%}")


def _thought(report: SprtReport) -> str | None:
    """A verdict between bots that think for different times says so."""
    slow, fast = sorted(report.bots, key=lambda row: -row.total.ms_per_decision)
    if slow.total.ms_per_decision < UNEQUAL * fast.total.ms_per_decision:
        return None
    if not fast.total.ms_per_decision:
        return None
    times = slow.total.ms_per_decision / fast.total.ms_per_decision
    return (
        f"{slow.bot} used {times:.1f} times as much time as {fast.bot}. A test with"
        " equal times may have another result."
    )
