"""The run of `saqqara conformance check`: suite by suite, game by game, with a progress bar."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from saqqara_engine.games import AnyGame
from saqqara_sdk.cli.console import errors
from saqqara_sdk.conformance.differences import ComparedPlaces
from saqqara_sdk.conformance.suite import (
    NoSuite,
    contents,
    published,
    read,
    suite_name,
    title,
)
from saqqara_sdk.conformance.suite_check import Referee, SuiteTally, Trouble, check, finished


@dataclass(frozen=True, slots=True)
class SuiteArchive:
    """An archive and its suite's name."""

    name: str
    file: Traversable

    def games(self, only: Sequence[str]) -> list[str]:
        """The names of the games that are asked for, in their order; raises `NoSuite`."""
        with self.file.open("rb") as file:
            return [name for name in contents(file) if not only or name in only]


@dataclass(frozen=True, slots=True)
class SuiteRun:
    """The requested run."""

    command: Sequence[str]
    answer_s: float
    only: tuple[str, ...]
    keeps_going: bool


def archives(game: AnyGame | None, file: Path | None) -> list[SuiteArchive]:
    """The archives that are asked for; raises `NoSuite`, `OSError`."""
    if file is not None:
        with file.open("rb") as opened:
            return [SuiteArchive(title(opened), file)]
    wanted = published()
    if game is not None:
        wanted = {suite_name(game): wanted[suite_name(game)]}
    for name, found in wanted.items():
        if not found.is_file():
            raise NoSuite(
                f"The suite {name} is not in this installation. Name a file with --suite."
            )
    return [SuiteArchive(name, found) for name, found in wanted.items()]


def checked(found: Sequence[SuiteArchive], run: SuiteRun) -> tuple[SuiteTally, list[Trouble]]:
    """Checks the games of all suites, up to the first trouble or all; raises `NoSuite`."""
    names = {archive.name: archive.games(run.only) for archive in found}
    known = {name for games in names.values() for name in games}
    if unknown := [name for name in run.only if name not in known]:
        raise NoSuite(
            f"There is no game {unknown[0]!r}. `saqqara conformance list` lists the games."
        )
    tally, troubles = SuiteTally(ComparedPlaces()), list[Trouble]()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    with Progress(
        *columns,
        TimeElapsedColumn(),
        console=(console := errors()),
        transient=True,
        disable=not console.is_terminal,  # else it leaves an empty line in a log
    ) as progress:
        task = progress.add_task("", total=sum(map(len, names.values())))
        for archive in found:
            progress.update(task, description=archive.name)
            with closing(_suite(archive, names[archive.name], run, tally)) as played:
                for trouble in played:
                    troubles += [trouble] if trouble else []
                    progress.advance(task)
            if troubles and not run.keeps_going:
                break
    return tally, troubles


def _suite(
    archive: SuiteArchive, wanted: Sequence[str], run: SuiteRun, tally: SuiteTally
) -> Generator[Trouble | None, None, None]:
    """The trouble of each game, if it has any, and of the silence after the last one."""
    referee = Referee(run.command, run.answer_s)
    try:
        with archive.file.open("rb") as file:
            for case in read(file, wanted):
                trouble = check(archive.name, case, referee, tally)
                if trouble is None and case.name == wanted[-1]:
                    trouble = finished(archive.name, case, referee)
                yield trouble
                if trouble is not None and not run.keeps_going:
                    return
    finally:
        referee.close()
