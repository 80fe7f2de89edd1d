"""The form of help texts: docstrings are sentences, help texts have no full stop at their end."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typer._click.core import Command

_READ = re.compile(r"(The|A|An|Whether)\b")
_LISTED = re.compile(r"[A-Z][a-z]*s\b")


def imperative(summary: str, *, is_list: bool) -> str:
    """Return the summary of a call with a verb: reads are described by noun phrases.

    >>> imperative("The bots of an account, oldest first.", is_list=True)
    'List the bots of an account, oldest first.'
    """
    verb = "List" if is_list else "Show"
    if _READ.match(summary) or (is_list and _LISTED.match(summary)):
        return f"{verb} {summary[0].lower()}{summary[1:]}"
    return summary


def without_stop(text: str) -> str:
    """Return the text without the full stop of its first paragraph, if that is one sentence.

    >>> without_stop("Show the record.")
    'Show the record'
    """
    first, gap, rest = text.partition("\n\n")
    is_sentence = not re.search(r"[.!?]\s", first.rstrip())
    return (first.rstrip().removesuffix(".") if is_sentence else first) + gap + rest


def strip_stops(command: Command) -> None:
    """Remove the full stops of one sentence from the help of a command and its options."""
    command.help = command.help and without_stop(command.help)
    command.short_help = command.short_help and without_stop(command.short_help)
    for parameter in command.params:
        text = getattr(parameter, "help", None)
        if text:
            parameter.help = without_stop(text)  # type: ignore[attr-defined]
    for one in getattr(command, "commands", {}).values():
        strip_stops(one)
