"""The protection of a run: chosen before any bot starts, and reported in one line."""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_sdk.arena.strangers import sandbox_of
from saqqara_sdk.bots.texts import is_installed
from saqqara_sdk.cli.console import errors, stop
from saqqara_sdk.sandbox import NoSandbox, require_sandbox


def protection(bots: Sequence[str], *, wanted: bool | None, is_trusting: bool = False) -> bool:
    """Return whether the bots of files and commands run in sandboxes, and report it.

    `wanted` None: where that is possible, unless the bots are trusted. Ends the command if
    sandboxes are wanted but not available.
    """
    if wanted and is_trusting:
        stop("Use either --trust or --sandbox, not both.")
    if wanted is False or is_trusting or all(map(is_installed, bots)):
        return False
    try:
        require_sandbox()
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
    _say(
        "Bots from files and commands run in sandboxes without network. --no-sandbox disables"
        " this; `saqqara bot doctor` describes it."
    )
    return True


def _say(line: str) -> None:
    errors().print(line, markup=False, soft_wrap=True, style="dim")
