"""`saqqara bench-model`: how well language models play, with the noise of the measurement."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import hypot
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from saqqara_contest.anchors import anchors
from saqqara_contest.blocks import rotations
from saqqara_contest.intervals import Interval
from saqqara_contest.seasons.fit import season_fit
from saqqara_engine.wire import view_json
from saqqara_sdk.arena.blocks import Field
from saqqara_sdk.arena.comparisons import results_of
from saqqara_sdk.arena.jobs import JobPlan
from saqqara_sdk.cli import arena_words as words
from saqqara_sdk.cli.block_runs import FAULT, INTERRUPTED, BlockRun, play_through
from saqqara_sdk.cli.console import AsJson, errors, output, stop
from saqqara_sdk.cli.interval_plot import Bar, interval_plot
from saqqara_sdk.cli.play import standings
from saqqara_sdk.cli.tables import elo_cell, figures
from saqqara_sdk.models.benchmark import (
    EXAMPLE,
    TWIN,
    Benchmark,
    BenchmarkFault,
    logs_of,
    read_benchmark,
    usage_in,
    write_bots,
)
from saqqara_sdk.models.errors import UnusableSetting
from saqqara_sdk.models.replies import Outcome

SPARE_S = 10.0
"""The arena gives a decision up so long after the bot should have."""


@dataclass(frozen=True, slots=True)
class Costs:
    """What a model's decisions took.

    `illegal` is the share of answers that named no legal action, `undecided` the share of decisions
    that the autoplay policy took. Tokens, cost and seconds are means of a decision; the cost is
    None without prices.
    """

    decisions: int
    outcomes: Mapping[str, int]
    illegal: float
    undecided: float
    tokens: float
    cost: float | None
    seconds: float


@dataclass(frozen=True, slots=True)
class ModelRow:
    """A model, its twin or an anchor in a track; an anchor has no costs."""

    bot: str
    games: int
    elo: float
    interval: Interval
    costs: Costs | None


@dataclass(frozen=True, slots=True)
class Noise:
    """The difference between a model and its twin, in Elo, with its 95 % margin."""

    model: str
    difference: float
    margin: float


@dataclass(frozen=True, slots=True)
class TrackReport:
    """A track: the rows by strength, and the noise of each model.

    Elo is on the scale of the anchors if one of them has a known strength (`is_anchored`), else
    1500 is the mean.
    """

    track: str
    matches: int
    is_anchored: bool
    rows: tuple[ModelRow, ...]
    noise: tuple[Noise, ...]
    programs: Mapping[str, str | None]


def bench_model(
    config: Annotated[
        Path | None,
        typer.Argument(metavar="CONFIG", help="The file of the benchmark", show_default=False),
    ] = None,
    *,
    out: Annotated[
        Path, typer.Option(help="A folder for records, logs, results and the plot")
    ] = Path("bench-model"),
    jobs: words.Jobs = 1,
    example: Annotated[bool, typer.Option("--example", help="Print an example file")] = False,
    as_json: AsJson = False,
) -> None:
    """Measure language models: matches against anchors, in tracks, with a twin of each model

    The twin is the same endpoint once more, and shows what is noise. Finished blocks are kept in
    --out, so the same command goes on where it was interrupted. Example: saqqara bench-model
    bench.toml --jobs 4
    """
    if example:
        typer.echo(EXAMPLE, nl=False)
        return
    if config is None:
        stop("Name a file, or print an example with --example.")
    try:
        benchmark = read_benchmark(config)
        plans = [_plan(benchmark, track, config, out) for track in benchmark.tracks]
    except (BenchmarkFault, UnusableSetting) as error:
        stop(str(error))
    reports: list[TrackReport] = []
    for track, plan in zip(benchmark.tracks, plans, strict=True):
        errors().print(f"Track {track}", markup=False, style="dim")
        blocks = benchmark.blocks * len(plan.terms.fields)
        run = play_through(plan, blocks, jobs, out / f"{track}.blocks", standings(plan.labels))
        if run.blocks:
            reports.append(_report(track, benchmark, plan, run, out / track))
        if run.is_interrupted or run.failure:
            _show(reports, out, as_json=as_json)
            stop(
                run.failure or "Interrupted. The same command goes on from here.",
                FAULT if run.failure else INTERRUPTED,
            )
    _show(reports, out, as_json=as_json)


def _plan(benchmark: Benchmark, track: str, config: Path, out: Path) -> JobPlan:
    written = write_bots(benchmark, track, config, out / track)
    models, known = len(written), len(benchmark.anchors)
    if known < benchmark.players - 1:
        stop(f"{known} anchors are too few for {benchmark.players} seats. Name more anchors.")
    house = words.House(
        game=benchmark.game,
        option=[f"{name}={json.dumps(value)}" for name, value in benchmark.options.items()],
        seed=benchmark.seed,
        time_control=benchmark.time_control,
        sandbox=False,  # sandboxes have no network
        answer_limit=benchmark.decision_s + SPARE_S,
        hangs=0,
        records=out / track / "records",
    )
    bots = [*map(str, written), *benchmark.anchors]
    return words.plan_of(house, bots, benchmark.players, _fields(models, known, benchmark.players))


def _fields(models: int, known: int, players: int) -> list[Field]:
    """Return a field for every model with each group of anchors."""
    groups = list(combinations(range(models, models + known), players - 1))
    return [tuple(rotations((model, *group))) for group in groups for model in range(models)]


def _report(
    track: str, benchmark: Benchmark, plan: JobPlan, run: BlockRun, folder: Path
) -> TrackReport:
    known = anchors(plan.game, plan.options)
    table = season_fit(results_of(run.blocks), plan.labels, anchors=known)
    rows = [
        ModelRow(
            bot=row.bot,
            games=row.matches,
            elo=(row.anchored or row).elo,
            interval=(row.anchored or row).interval,
            costs=_costs(row.bot, benchmark, folder),
        )
        for row in table.rows
    ]
    return TrackReport(
        track=track,
        matches=run.matches,
        is_anchored=any(row.anchored for row in table.rows),
        rows=tuple(sorted(rows, key=lambda row: -row.elo)),
        noise=tuple(_noise({row.bot: row for row in rows}, benchmark)),
        programs=plan.versions,
    )


def _costs(bot: str, benchmark: Benchmark, folder: Path) -> Costs | None:
    if bot.removesuffix(TWIN) not in benchmark.models:
        return None
    usage = usage_in(logs_of(folder, bot))
    answers = sum(usage.outcomes.values()) - usage.outcomes[Outcome.TRANSPORT]
    decisions = max(1, usage.decisions)
    return Costs(
        decisions=usage.decisions,
        outcomes={one.value: number for one, number in usage.outcomes.items()},
        illegal=(answers - usage.outcomes[Outcome.LEGAL]) / max(1, answers),
        undecided=usage.undecided / decisions,
        tokens=(usage.prompt_tokens + usage.completion_tokens) / decisions,
        cost=None if usage.cost is None else usage.cost / decisions,
        seconds=usage.seconds / decisions,
    )


def _noise(rows: Mapping[str, ModelRow], benchmark: Benchmark) -> list[Noise]:
    pairs = [(rows[model], rows[model + TWIN]) for model in benchmark.models]
    return [
        Noise(one.bot, one.elo - twin.elo, hypot(_half(one.interval), _half(twin.interval)))
        for one, twin in pairs
    ]


def _half(interval: Interval) -> float:
    return (interval.high - interval.low) / 2


def _show(reports: Sequence[TrackReport], out: Path, *, as_json: bool) -> None:
    found = json.dumps([view_json(report) for report in reports], indent=2)
    (out / "results.json").write_text(found + "\n", encoding="utf-8")
    bars = {
        f"{report.track}, Elo": [Bar(row.bot, row.elo, row.interval) for row in report.rows]
        for report in reports
    }
    (out / "plot.svg").write_text(interval_plot(bars), encoding="utf-8")
    if as_json:
        typer.echo(found)
        return
    for report in reports:
        _print(report, output())
    output().print(f"Records, logs, results.json and plot.svg: {out}", markup=False)


def _print(report: TrackReport, console: Console) -> None:
    console.print(f"Track {report.track}, {report.matches} matches", markup=False)
    columns = ("Elo", "games", "illegal", "undecided", "tokens", "cost", "seconds")
    table = figures(None, columns)
    for row in report.rows:
        strength = (elo_cell(row.elo, row.interval), str(row.games))
        table.add_row(escape(row.bot), *strength, *_cells(row.costs))
    console.print(table)
    scale = "the scale of the anchors" if report.is_anchored else "a scale whose mean is 1500"
    console.print(
        f"Elo with 95 % intervals, on {scale}. Illegal: answers without a legal action."
        " Undecided: decisions that autoplay took. Tokens, cost and seconds: of a decision.",
        style="dim",
    )
    for one in report.noise:
        apart = f"{one.difference:+.0f} ±{one.margin:.0f} Elo"
        console.print(f"Noise: {one.model} and its twin are {apart} apart.", markup=False)


def _cells(costs: Costs | None) -> list[str]:
    if costs is None:
        return []
    return [
        f"{costs.illegal:.1%}",
        f"{costs.undecided:.1%}",
        f"{costs.tokens:.0f}",
        "" if costs.cost is None else f"{costs.cost:.5f}",
        f"{costs.seconds:.2f}",
    ]
