"""Where the commands write: results to standard output, everything else to standard error.

Colours and movement are for terminals only, and `NO_COLOR` is respected; both by rich.
"""

from __future__ import annotations

import os
from typing import Annotated, NoReturn

import typer
from rich.console import Console

PIPE_WIDTH = 120
"""Columns where no terminal says otherwise, so that tables in files are whole."""

BAD_INPUT = 2

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


def output() -> Console:
    """The console of results."""
    return _console(stderr=False)


def errors() -> Console:
    """The console of progress and complaints."""
    return _console(stderr=True)


def stop(sentence: str, code: int = BAD_INPUT) -> NoReturn:
    """Ends the command with a sentence that says what to do instead."""
    errors().print(sentence, markup=False, highlight=False, soft_wrap=True)
    raise typer.Exit(code)


def _console(*, stderr: bool) -> Console:
    console = Console(stderr=stderr, highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PIPE_WIDTH
    return console
