"""Findings on the screen: a line each as they come, or JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence

import typer
from rich.text import Text

from saqqara_sdk.checks.findings import Finding, Outcome
from saqqara_sdk.cli.console import output

FOUND = 1
MARKS = {
    Outcome.OK: ("ok", "green"),
    Outcome.NOTE: ("note", "yellow"),
    Outcome.SKIPPED: ("skip", "dim"),
    Outcome.FAILED: ("FAIL", "bold red"),
}


def show(finding: Finding) -> None:
    """One line: the outcome, what was looked at, what was seen or is to be done."""
    mark, style = MARKS[finding.outcome]
    line = Text.assemble((f"{mark:<5}", style), f"{finding.check:<34} ", finding.text)
    output().print(line, soft_wrap=True)


def as_json(findings: Sequence[Finding]) -> str:
    """All findings for programs."""
    told = [
        {"check": one.check, "outcome": one.outcome.value, "text": one.text} for one in findings
    ]
    return json.dumps(told, indent=2)


def end(findings: Sequence[Finding]) -> None:
    """Leave with a code that says whether something failed."""
    if any(finding.is_failure for finding in findings):
        raise typer.Exit(FOUND)
