"""The report of `saqqara conformance check`, for people and for programs."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from saqqara_engine.game import Json
from saqqara_sdk.cli.console import output
from saqqara_sdk.conformance.answers import truncated
from saqqara_sdk.conformance.descriptions import counted, heading, surroundings
from saqqara_sdk.conformance.differences import PARTS, Difference
from saqqara_sdk.conformance.suite_check import SuiteTally, Trouble
from saqqara_sdk.lines.missteps import Misstep

SHOWN: Final = 5
"""So many differences of one answer people see; `--json` has more."""

LAST_LINES: Final = 10
"""So many lines of standard error are shown."""


@dataclass(frozen=True, slots=True)
class SuiteReport:
    """All of it."""

    suites: Sequence[str]
    tally: SuiteTally
    troubles: Sequence[Trouble]
    seconds: float
    file: Path | None
    """The archive that was named, if one was."""


def report_json(report: SuiteReport) -> dict[str, Json]:
    """The report for programs."""
    tally = report.tally
    return {
        "suites": list(report.suites),
        "games": tally.games,
        "positions": tally.positions,
        "seconds": round(report.seconds, 3),
        "differences": [
            _difference(trouble, one) for trouble in report.troubles for one in trouble.differences
        ],
        "failures": [
            _failure(trouble, trouble.misstep) for trouble in report.troubles if trouble.misstep
        ],
        "compared": sorted(tally.seen.compared),
        "partlyCompared": tally.seen.partly,
        "notCompared": tally.seen.never,
    }


def print_report(report: SuiteReport) -> None:
    """The report for people."""
    for trouble in report.troubles:
        _print(trouble, report.file)
    tally = report.tally
    bad = len(report.troubles)
    found = f"{counted(bad, 'game')} differ" if bad else "all agree"
    games, positions = counted(tally.games, "game"), counted(tally.positions, "position")
    _say(f"{games}, {positions} in {report.seconds:.1f} s: {found}")
    compared, never = tally.seen.compared, tally.seen.never
    _say(f"compared: {', '.join(part for part in PARTS if part in compared) or 'nothing'}")
    if never:
        _say(f"never compared: {', '.join(never)}")
    if partly := tally.seen.partly:
        _say(f"missing in some answers, and not compared there: {', '.join(partly)}")


def _print(trouble: Trouble, file: Path | None) -> None:
    _say(heading(trouble))
    for one in trouble.differences[:SHOWN]:
        _say(f"  {one.words}")
    if (more := len(trouble.differences) - SHOWN) > 0:
        _say(f"  and {counted(more, 'difference')} more")
    if trouble.misstep is not None:
        _say(f"  your program: {trouble.misstep.why}")
    for line in surroundings(trouble):
        _say(f"  {line}")
    _say(f"  to write that file: saqqara conformance export{_of(file)}")
    if trouble.misstep is not None and trouble.misstep.detail:
        _say("  the last lines of its standard error:")
        for line in trouble.misstep.detail.splitlines()[-LAST_LINES:]:
            _say(f"    {line}")


def _of(file: Path | None) -> str:
    return "" if file is None else f" --suite {shlex.quote(str(file))}"


def _say(line: str) -> None:
    output().print(line, markup=False, emoji=False, soft_wrap=True)


def _difference(trouble: Trouble, one: Difference) -> Mapping[str, Json]:
    return {
        **_place(trouble),
        "what": one.what,
        "path": one.path,
        "expected": truncated(one.expected),
        "yours": truncated(one.yours),
        "words": one.words,
    }


def _failure(trouble: Trouble, misstep: Misstep) -> Mapping[str, Json]:
    return {
        **_place(trouble),
        "what": misstep.kind.value,
        "words": misstep.why,
        "standardError": misstep.detail,
    }


def _place(trouble: Trouble) -> dict[str, Json]:
    return {
        "suite": trouble.suite,
        "game": trouble.case.name,
        "ply": trouble.ply,
        "isEnd": trouble.is_end,
    }
