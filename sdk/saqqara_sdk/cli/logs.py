"""The log of a run: lines that tell which bot they are about, and never a token."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from logging.handlers import RotatingFileHandler

from rich.console import Console
from rich.logging import RichHandler

from saqqara_sdk.cli.console import stop
from saqqara_sdk.runner.bot_file import BotFile
from saqqara_sdk.runner.log_lines import LogLines
from saqqara_sdk.runner.runs import WHO

LINE = "%(asctime)s %(levelname)s %(who)s%(message)s"
FULL_AT_BYTES = 10_000_000
KEPT_FILES = 5
HIDDEN = "(hidden)"


class _Lines(LogLines):
    """Lines that name the bot, in which every known token is hidden."""

    def __init__(self, form: str, secrets: Sequence[str]) -> None:
        super().__init__(form)
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        """The line, with a traceback if there is one."""
        record.who = f"{who}: " if (who := WHO.get()) else ""
        text = super().format(record)
        for secret in self._secrets:
            text = text.replace(secret, HIDDEN)
        return text


@contextmanager
def logging_to(read: BotFile | None, secrets: Sequence[str], console: Console) -> Iterator[None]:
    """Log to the file's log, else to standard error; a terminal shows only warnings.

    Entries that a terminal shows in its table are also written to the log file.
    """
    level = (read.log_level if read else "info").upper()
    handlers: list[logging.Handler] = []
    if read and read.log:
        try:
            handlers.append(
                RotatingFileHandler(read.log, maxBytes=FULL_AT_BYTES, backupCount=KEPT_FILES)
            )
        except OSError as error:
            stop(f"The log {read.log} cannot be written: {error.strerror}.")
        handlers[0].setFormatter(_Lines(LINE, secrets))
    if console.is_terminal:
        shown = RichHandler(console=console, show_path=False, level=logging.WARNING)
        shown.setFormatter(_Lines("%(who)s%(message)s", secrets))
        handlers.append(shown)
    elif not handlers:
        handlers.append(logging.StreamHandler())
        handlers[0].setFormatter(_Lines(LINE, secrets))
    root = logging.getLogger()
    for handler in handlers:
        root.addHandler(handler)
    root.setLevel(level)
    logging.getLogger("httpx").setLevel(logging.WARNING)  # it logs each request
    try:
        yield
    finally:
        for handler in handlers:
            root.removeHandler(handler)
            handler.close()
