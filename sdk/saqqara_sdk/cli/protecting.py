"""Which protection a command plays under: decided before any bot is started, and said in a line."""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_sdk.arena.strangers import sandbox_of
from saqqara_sdk.arena.texts import is_installed
from saqqara_sdk.cli.console import errors, stop
from saqqara_sdk.sandbox import NoSandbox, Sandbox, describe


def protection(bots: Sequence[str], *, wanted: bool | None, is_trusting: bool = False) -> bool:
    """Whether the bots of files and commands get sandboxes; says so, or why not.

    Without a wish they get them where that is possible, unless they are trusted. Ends the command
    if sandboxes are wanted and cannot be had.
    """
    if wanted and is_trusting:
        stop("--trust plays in one process and --sandbox keeps bots apart: choose one of them")
    if wanted is False or is_trusting or all(map(is_installed, bots)):
        return False
    try:
        how = describe(Sandbox())
        for bot in bots:
            sandbox_of(bot)
    except NoSandbox as error:
        if wanted:
            stop(f"no sandbox can be had: {error}")
        _say(f"No sandbox, so bots of files and commands may do all that you may: {error}")
        return False
    _say(f"Bots of files and commands play in sandboxes (--no-sandbox to leave them): {how}")
    return True


def _say(line: str) -> None:
    errors().print(line, markup=False, soft_wrap=True, style="dim")
