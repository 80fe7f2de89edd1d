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
        stop("Use either --trust or --sandbox, not both.")
    if wanted is False or is_trusting or all(map(is_installed, bots)):
        return False
    try:
        how = describe(Sandbox())
        for bot in bots:
            sandbox_of(bot)
    except NoSandbox as error:
        if wanted:
            stop(f"No sandbox is available: {error}")
        _say(
            "No sandbox is available, so bots from files and commands have all your"
            f" permissions: {error}"
        )
        return False
    _say(f"Bots from files and commands run in sandboxes (disable with --no-sandbox): {how}")
    return True


def _say(line: str) -> None:
    errors().print(line, markup=False, soft_wrap=True, style="dim")
