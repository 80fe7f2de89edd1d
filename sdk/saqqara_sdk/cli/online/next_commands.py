"""The command to type next: the one of a call that the service names, or that a row names."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from string import Formatter
from typing import Final

from saqqara_sdk.cli.online.row_calls import arguments_of_row
from saqqara_sdk.cli.online.rows import GROUPS, HAND_WRITTEN, CommandRow
from saqqara_sdk.client.access import Access, find_access
from saqqara_sdk.wire.models import NextCall
from saqqara_sdk.wire.values import Model

ROWS: Final = {
    row.call: (f"{group} {name}", row)
    for group, rows in GROUPS.items()
    for name, row in rows.items()
}
"""The words of the command and its row, by the call."""


def command_of(call: NextCall, access: Access, *, as_json: bool) -> str | None:
    """The command that makes a call; None where no command does, as in a newer contract.

    Arguments that the call leaves open are words in capitals.
    """
    name = call.operation.replace("_", ".", 1)
    given = {_snake(key): value for key, value in call.arguments.items()}
    if name in HAND_WRITTEN:
        return after(HAND_WRITTEN[name], given, access, as_json=as_json)
    words, row = ROWS.get(name, (None, None))
    if words is None or row is None:
        return None
    return _line(f"{words}{_typed(row, given)}", access, as_json=as_json)


def of_row(row: CommandRow, answer: object, access: Access, *, as_json: bool) -> str | None:
    """The command that usually follows a row's, if it names one."""
    if not (row.next and isinstance(answer, Model)):
        return None
    fields = fields_of(answer)
    chosen = row.next if isinstance(row.next, str) else row.next.get(str(fields["state"]))
    return None if chosen is None else after(chosen, fields, access, as_json=as_json)


def after(template: str, given: Mapping[str, object], access: Access, *, as_json: bool) -> str:
    """The command of a template; names without a value are words in capitals."""
    filled = "".join(
        text + ("" if name is None else _word(name, given.get(name)))
        for text, name, _, _ in Formatter().parse(template)
    )
    return _line(filled, access, as_json=as_json)


def fields_of(answer: Model) -> dict[str, object]:
    """The fields of an answer, and the ids and names of the objects in it: `bot_id`, `bot_name`."""
    found: dict[str, object] = {}
    for name in type(answer).model_fields:
        value = getattr(answer, name)
        found[name] = value
        if isinstance(value, Model):
            found |= {f"{name}_{one}": getattr(value, one, None) for one in ("id", "name")}
    return found


def _typed(row: CommandRow, given: Mapping[str, object]) -> str:
    """The arguments of a command, each as it is typed."""
    text = ""
    for one in arguments_of_row(row):
        value = given.get(one.name)
        if value is None and not one.must_be_typed:
            continue
        word = _word(one.name, value)
        text += f" {word}" if one.is_positional else f" {one.flag} {word}"
    return text


def _word(name: str, value: object) -> str:
    if value is None:
        return re.sub(r"_(id|ms)$", "", name).upper()
    return shlex.quote(str(value))


def _line(words: str, access: Access, *, as_json: bool) -> str:
    """The whole line: as JSON if this command was, and for the same server."""
    is_usual = find_access(None, None).server == access.server
    server = "" if is_usual else f" --server {shlex.quote(access.server)}"
    return f"saqqara {words}{' --json' if as_json else ''}{server}"


def _snake(name: str) -> str:
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)
