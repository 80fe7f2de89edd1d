"""`saqqara trees`: how many sequences of actions a game can begin with, to check other rules by."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Annotated, Final

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from saqqara_engine.errors import EngineError
from saqqara_engine.game import Json, Options
from saqqara_engine.games import AnyGame, find_game
from saqqara_engine.plies import seed_of
from saqqara_engine.trees import (
    SEED,
    TREES,
    PublishedLevel,
    StateFields,
    TreeLevel,
    counted,
    rows_of,
    table_json,
)
from saqqara_engine.wire import from_json, view_json
from saqqara_sdk.cli.console import AsJson, errors, output, stop
from saqqara_sdk.cli.options import asked_options

DIFFERENT: Final = 1
USUAL_DEPTH: Final = 3
SHOWN: Final = 16
"""How many digits of a hash people see; `--json` has all."""


@dataclass(frozen=True, slots=True)
class TreeRequest:
    """One tree that is asked for."""

    game: AnyGame
    options: Options
    seed: bytes
    after: Sequence[str]
    beginning: StateFields
    """The state after these actions, from which the tree grows."""
    depth: int


def trees(
    *,
    game: Annotated[
        str | None, typer.Option(help="The game: imhotep or duel", show_default="imhotep")
    ] = None,
    preset: Annotated[
        str | None, typer.Option(help="A named set of options; `saqqara options` lists them")
    ] = None,
    players: Annotated[int | None, typer.Option(help="The number of seats")] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="An option of the game, such as sides.market=B"),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option(
            metavar="HEX", help="The seed, as 64 hexadecimal digits", show_default="000102…1f"
        ),
    ] = None,
    after: Annotated[
        list[str] | None,
        typer.Option(metavar="ACTION", help="The action to start after, such as 'place 1.1'"),
    ] = None,
    depth: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="The maximum number of actions in a sequence; each level is held in memory",
            show_default=str(USUAL_DEPTH),
        ),
    ] = None,
    divide: Annotated[
        bool,
        typer.Option("--divide", help="Count the sequences after each first action separately"),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Count and hash sequences of actions, to check another implementation of the rules

    Without an option it counts the complete published table, which takes a minute, and
    compares. With an option it counts a single tree, level by level. If a level differs from
    yours, --divide shows after which first action. Continue after that action with --after, and
    divide again.

    Example: saqqara trees --preset minis --players 3 --after 'place 1.1' --depth 2

    Exit codes: 0 counted, and equal to what is published; 1 something published differs; 2 the
    command line is wrong.
    """
    words = (game, preset, players, option, seed, after, depth)
    if all(word is None for word in words) and not divide:
        _whole_table(as_json=as_json)
        return
    options = asked_options(preset, option or [])
    if players is not None:
        options["players"] = players
    try:
        asked = _tree_question(game or "imhotep", options, seed, after or (), depth or USUAL_DEPTH)
    except EngineError as error:
        stop(str(error))
    if divide:
        _divide(asked, as_json=as_json)
    elif as_json:
        typer.echo(json.dumps(_tree_json(asked), indent=2))
    else:
        _print_tree(asked)


def published() -> tuple[PublishedLevel, ...]:
    """The published table."""
    text = files("saqqara_engine").joinpath("trees.json").read_text(encoding="utf-8")
    return tuple(from_json(PublishedLevel, row) for row in json.loads(text))


def _tree_question(
    name: str, options: Mapping[str, Json], seed: str | None, after: Sequence[str], depth: int
) -> TreeRequest:
    """The tree that the words ask for; raises `EngineError` if there is none."""
    game = find_game(name)
    chosen: Options = game.parse_options(options)
    drawn = SEED if seed is None else seed_of(seed, "--seed")
    beginning = game.replay(chosen, drawn, map(game.parse_action, after))
    return TreeRequest(game, chosen, drawn, after, beginning, depth)


def _levels(asked: TreeRequest) -> Iterator[TreeLevel]:
    """The levels, while each is counted under a word of what is done."""
    levels = counted(asked.game, asked.options, asked.beginning, asked.depth)
    for actions in range(1, asked.depth + 1):
        with errors().status(f"counting sequences of {actions} actions"):
            level = next(levels, None)
        if level is None:
            return
        yield level


def _tree_json(asked: TreeRequest) -> dict[str, Json]:
    return {
        "game": asked.game.name,
        "options": asked.options.to_json(),
        "seed": asked.seed.hex(),
        "after": list(asked.after),
        "levels": [view_json(level) for level in _levels(asked)],
    }


def _divided(asked: TreeRequest) -> Iterator[tuple[str, TreeLevel | None]]:
    """Each first action with the last level behind it, None if no game goes on that far."""
    for action in asked.game.legal_actions(asked.beginning):
        after = asked.game.apply(asked.beginning, action)
        behind = replace(asked, beginning=after, depth=asked.depth - 1)
        *_, last = (None, *_levels(behind))
        is_deep = last is not None and last.actions == behind.depth
        yield str(action), last if is_deep else None


def _divide(asked: TreeRequest, *, as_json: bool) -> None:
    """Prints the sequences behind each first action; they add up to those of the whole tree."""
    if asked.depth == 1:
        stop("--divide needs --depth 2 or more.")
    if as_json:
        rows = {action: level and view_json(level) for action, level in _divided(asked)}
        typer.echo(json.dumps(rows, indent=2))
        return
    total = 0
    for action, level in _divided(asked):
        sequences = level.sequences if level else 0
        total += sequences
        shown = level.hash[:SHOWN] if level else "-"
        output().print(f"{sequences:>14,}  {shown:<{SHOWN}}  {action}", markup=False)
    output().print(f"{total:>14,}  {'':<{SHOWN}}  all", markup=False)


def _print_tree(asked: TreeRequest) -> None:
    """Prints each level when it is counted."""
    _line("actions", "sequences", "positions", "hash")
    actions = 0
    for level in _levels(asked):
        actions = level.actions
        _line(actions, f"{level.sequences:,}", f"{level.positions:,}", level.hash[:SHOWN])
    if actions < asked.depth:
        output().print(f"no game has more than {actions} actions")


def _line(*cells: object) -> None:
    actions, sequences, positions, shown = cells
    output().print(f"{actions!s:>7}  {sequences!s:>20}  {positions!s:>12}  {shown}", markup=False)


def _whole_table(*, as_json: bool) -> None:
    """Counts every tree that is published; ends the command if one differs."""
    known = published()
    rows = _counted_rows(sum(row.positions for row in known))
    if as_json:
        typer.echo(table_json(rows), nl=False)
    else:
        _print_table(rows)
    if wrong := _differences(rows, known):
        stop("\n".join(wrong), DIFFERENT)
    errors().print(f"equal to the published table in all {len(rows)} levels")


def _counted_rows(positions: int) -> list[PublishedLevel]:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    rows: list[PublishedLevel] = []
    with Progress(
        *columns,
        TimeElapsedColumn(),
        console=(console := errors()),
        transient=True,
        disable=not console.is_terminal,  # else it leaves an empty line in a log
    ) as progress:
        task = progress.add_task("", total=positions)
        for tree in TREES:
            name = f"{tree.game} {tree.preset}, {tree.players} players"
            progress.update(task, description=name)
            for row in rows_of(tree):
                rows.append(row)
                progress.advance(task, row.positions)
    return rows


def _differences(rows: Sequence[PublishedLevel], known: Sequence[PublishedLevel]) -> list[str]:
    """A sentence for each level that is not as published."""
    ours, theirs = ({_place(row): row for row in table} for table in (rows, known))
    return [
        f"{place}: counted {_figures(ours.get(place))}, published {_figures(theirs.get(place))}"
        for place in {**ours, **theirs}
        if ours.get(place) != theirs.get(place)
    ]


def _place(row: PublishedLevel) -> str:
    return f"{row.game} {row.preset}, {row.players} players, {row.actions} actions"


def _figures(row: PublishedLevel | None) -> str:
    if row is None:
        return "nothing"
    return f"{row.sequences:,} sequences to {row.positions:,} positions ({row.hash[:SHOWN]})"


def _print_table(rows: Iterable[PublishedLevel]) -> None:
    table = Table(box=None, pad_edge=False)
    for name in ("game", "preset"):
        table.add_column(name)
    for name in ("players", "actions", "sequences", "positions"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("hash", no_wrap=True)
    for row in rows:
        counts = (row.players, row.actions, f"{row.sequences:,}", f"{row.positions:,}")
        table.add_row(row.game, row.preset, *map(str, counts), row.hash[:SHOWN])
    output().print(table)
