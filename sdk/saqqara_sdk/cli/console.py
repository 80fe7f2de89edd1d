"""Where the commands write: results to standard output, everything else to standard error.

Colours and movement are for terminals only, and `NO_COLOR` is respected; both by rich.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from time import monotonic
from typing import Annotated, NoReturn

import typer
from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from saqqara_sdk.runner.log_lines import MOVING

PIPE_WIDTH = 120
"""Columns where no terminal says otherwise, so that tables in files are whole."""

PULSE_S = 10.0

BAD_INPUT = 2

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs")]


class Pulse:
    """Progress where no terminal shows it: at most one line in `PULSE_S`."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._last_s = monotonic()

    def beat(self, line: str) -> None:
        """Print the line if there is no terminal and it is time."""
        if not self._console.is_terminal and monotonic() - self._last_s >= PULSE_S:
            self._console.print(line, markup=False, soft_wrap=True)
            self._last_s = monotonic()


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


class ShowingConsole(Console):
    """Shows what it is given, and lets none of it move the terminal or turn the text around."""

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """Yield the segments of the output, with each control character replaced."""
        other = "\N{REPLACEMENT CHARACTER}" if self.encoding.startswith("utf") else "?"
        for segment in super().render(renderable, options):
            if segment.control:
                yield segment
            else:
                yield Segment(MOVING.sub(other, segment.text), segment.style)


def harmless(text: str) -> str:
    """The text with each sign that would move a terminal replaced."""
    return MOVING.sub("?", text)


def _console(*, stderr: bool) -> Console:
    console = ShowingConsole(stderr=stderr, highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PIPE_WIDTH
    return console
