"""`saqqara sprt`: is a new bot stronger than the old one? Plays until that is known."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from saqqara_contest.intervals import Interval, intervals
from saqqara_contest.sprt import Sprt, Verdict, counted, elo_of, score_values
from saqqara_engine.wire import view_json
from saqqara_sdk.arena.blocks import Field, paired_field
from saqqara_sdk.arena.comparing import block_score
from saqqara_sdk.arena.jobs import JobPlan
from saqqara_sdk.arena.played import Block, Fault
from saqqara_sdk.arena.tally import Mean
from saqqara_sdk.cli import arena_words as words
from saqqara_sdk.cli.console import output, stop
from saqqara_sdk.cli.playing import Run, end, play_through
from saqqara_sdk.cli.tables import mean_cell

EXIT: Mapping[Verdict, int] = {Verdict.STRONGER: 0, Verdict.NOT_STRONGER: 3, Verdict.OPEN: 4}
"""The command's exit codes; 1 is a fault, 2 bad input, 130 an interruption."""


@dataclass(frozen=True, slots=True)
class SprtReport:
    """What `--json` prints. `elo` is None where every game was won or lost."""

    new: str
    old: str
    game: str
    players: int
    clock: str
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
    score_interval: Interval | None
    elo: float | None
    elo_interval: Interval | None
    counts: Mapping[str, int]
    faults: tuple[Fault, ...]


class Sequel:
    """The test as it goes on, block by block."""

    def __init__(self, test: Sprt, bots: Sequence[str], field: Field) -> None:
        self.test = test
        self.bots = bots
        self.scores: list[float] = []
        self.llr = 0.0
        games, players = len(field), len(field[0])
        self._values = score_values(games, players - 1)

    @property
    def verdict(self) -> Verdict:
        """Where the test stands."""
        return self.test.verdict(self.llr)

    def watch(self, blocks: Sequence[Block]) -> str | None:
        """Takes in the last block; what to show, or None at the end."""
        score = block_score(blocks[-1], *self.bots)
        self.scores.append(min(self._values, key=lambda value: abs(value - score)))
        self.llr = self.test.ratio(counted(self._values, self.scores))
        if self.verdict is not Verdict.OPEN:
            return None
        mean = sum(self.scores) / len(self.scores)
        bounds = f"[{self.test.lower:.2f}, {self.test.upper:.2f}]"
        return f"LLR {self.llr:+.2f} {bounds}  score {mean:.1%}  Elo {elo_of(mean):+.0f}"


@words.housed
def sprt(
    new: Annotated[str, typer.Argument(metavar="NEW", help=words.BOT)],
    old: Annotated[str, typer.Argument(metavar="OLD", help="The same.")],
    *,
    elo0: Annotated[float, typer.Option(help="Elo at most if it is not stronger.")] = 0.0,
    elo1: Annotated[float, typer.Option(help="Elo at least if it is stronger.")] = 10.0,
    alpha: Annotated[float, typer.Option(help="How often to say 'stronger' wrongly.")] = 0.05,
    beta: Annotated[float, typer.Option(help="How often to say 'not stronger' wrongly.")] = 0.05,
    players: words.Players = 2,
    max_blocks: Annotated[int, typer.Option(min=1, help="Stop after so many blocks.")] = 10_000,
    house: words.House,
    jobs: words.Jobs = 1,
    as_json: words.AsJson = False,
) -> None:
    """Play NEW against OLD until it is known whether NEW is stronger.

    A generalised sequential probability ratio test on the scores of whole blocks, in the order of
    the schedule. With more than two players NEW sits once in every seat among copies of OLD, then
    OLD among copies of NEW. Ends with 0 if NEW is stronger, 3 if it is not, 4 if that is still open
    after the last block, 1 if a bot was at fault, 2 for bad input, 130 if interrupted.
    """
    try:
        test = Sprt(elo0, elo1, alpha, beta)
    except ValueError as error:
        stop(str(error))
    (field,) = fields = paired_field(players)
    plan = words.plan_of(house, (new, old), players, fields)
    sequel = Sequel(test, plan.labels, field)
    run = play_through(plan, max_blocks, jobs, house.resume, sequel.watch)
    report = _report(plan, run, sequel, players)
    if as_json:
        typer.echo(json.dumps(view_json(report), indent=2))
    else:
        _print(report, output())
    end(run, plan, EXIT[sequel.verdict])


def _report(plan: JobPlan, run: Run, sequel: Sequel, players: int) -> SprtReport:
    test, scores = sequel.test, sequel.scores
    score = sum(scores) / len(scores) if scores else None
    sure = intervals([[one] for one in scores])[0] if scores else None
    is_certain = score in {None, 0.0, 1.0}
    return SprtReport(
        new=plan.labels[0],
        old=plan.labels[1],
        game=plan.game,
        players=players,
        clock=plan.clock,
        seed=plan.terms.seed,
        elo0=test.elo0,
        elo1=test.elo1,
        alpha=test.alpha,
        beta=test.beta,
        verdict=sequel.verdict.value,
        llr=sequel.llr,
        lower=test.lower,
        upper=test.upper,
        blocks=len(scores),
        matches=run.matches,
        score=score,
        score_interval=sure,
        elo=None if score is None or is_certain else elo_of(score),
        elo_interval=_elo_interval(sure),
        counts={f"{one:.3f}": scores.count(one) for one in sorted(set(scores))},
        faults=tuple(run.faults),
    )


def _elo_interval(sure: Interval | None) -> Interval | None:
    """None also where a bound of the score has no Elo."""
    if sure is None or sure.low <= 0 or sure.high >= 1:
        return None
    return Interval(elo_of(sure.low), elo_of(sure.high))


SAID: Mapping[str, str] = {
    Verdict.STRONGER.value: "{new} is stronger than {old}",
    Verdict.NOT_STRONGER.value: "{new} is not stronger than {old}",
    Verdict.OPEN.value: "It is open whether {new} is stronger than {old}",
}


def _print(report: SprtReport, console: Console) -> None:
    said = SAID[report.verdict].format(new=report.new, old=report.old)
    console.print(f"[bold]{escape(said)}[/bold]")
    table = Table.grid(padding=(0, 2, 0, 0))
    for name, value in (
        ("game", f"{report.game}, {report.players} players"),
        ("blocks", f"{report.blocks} ({report.matches} games)"),
        ("score", _cell(report.score, report.score_interval, "{:.1%}")),
        ("Elo", _cell(report.elo, report.elo_interval, "{:+.0f}")),
        ("LLR", f"{report.llr:+.2f}, bounds {report.lower:.2f} and {report.upper:.2f}"),
        ("tested", f"{report.elo0:g} or {report.elo1:g} Elo"),
        ("seed", str(report.seed)),
    ):
        table.add_row(name, escape(value))
    console.print(table)


def _cell(value: float | None, sure: Interval | None, form: str) -> str:
    return "-" if value is None else mean_cell(Mean(value, sure), form)
