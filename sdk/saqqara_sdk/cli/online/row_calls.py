"""The calls of the client that rows name, and their arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from saqqara_sdk.cli.online.arguments import Argument, arguments_of
from saqqara_sdk.cli.online.rows import CommandRow
from saqqara_sdk.wire.calls import (
    accounts,
    bots,
    challenges,
    ladders,
    matches,
    runners,
    service,
    submissions,
    tokens,
)
from saqqara_sdk.wire.help import CALLS

CLASSES: Final[Mapping[str, type]] = {
    "accounts": accounts.Accounts,
    "bots": bots.Bots,
    "challenges": challenges.Challenges,
    "ladders": ladders.Ladders,
    "matches": matches.Matches,
    "runners": runners.Runners,
    "service": service.Service,
    "submissions": submissions.Submissions,
    "tokens": tokens.Tokens,
}
"""The client's groups of calls."""


def call_of(row: CommandRow) -> Callable[..., object]:
    """The method of the client that a row names."""
    group, _, method = row.call.partition(".")
    found: Callable[..., object] = getattr(CLASSES[group], method)
    return found


def arguments_of_row(row: CommandRow) -> list[Argument]:
    """The arguments of a row's call, with their help."""
    return arguments_of(call_of(row), CALLS[row.call].arguments)
