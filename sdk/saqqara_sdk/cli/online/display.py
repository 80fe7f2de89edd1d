"""Values of the wire for people: a list as a table, one value line by line; JSON for programs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from enum import Enum
from typing import Final

import typer
from rich import box
from rich.markup import escape
from rich.table import Table

from saqqara_sdk.cli.console import harmless, output
from saqqara_sdk.cli.links import match_link
from saqqara_sdk.wire.models import EventNews, MatchTerms, Quota, RatingChange, ResyncNews
from saqqara_sdk.wire.values import Model

EPOCH_MS = 100_000_000_000
"""From here on a number of milliseconds is an instant, below a length of time."""

NOTHING = ("", "0 s", "no")
"""The fields omitted in the brief form of values."""

WHOLE = 100
"""From here on fractions say nothing to people; ratings are such numbers."""

NAMELESS: Final[Mapping[str, str]] = {}

NAMES = ("player_name", "bot_name", "name", "bot_id", "id")


def as_json(value: object) -> object:
    """A value as the server returned it."""
    return value.model_dump(mode="json", by_alias=True) if isinstance(value, Model) else value


def with_next(value: object, following: str | None) -> object:
    """A value as the server returned it, and the command that usually follows, if there is one."""
    shown = as_json(value)
    return {**shown, "next": following} if following and isinstance(shown, dict) else shown


def table(
    items: Sequence[Model], columns: Sequence[str], server: str, names: Mapping[str, str] = NAMELESS
) -> None:
    """A list, a row for each item; with names in place of the ids that they belong to."""
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in columns:
        title = _title(name.removesuffix("_id") if names else name)
        shown.add_column(title, overflow="fold", no_wrap=name == "id")  # ids are copied
    for item in items:
        fields = [(name, _named(getattr(item, name), names)) for name in columns]
        shown.add_row(*(match_link(cell(name, field), server) for name, field in fields))
    output().print(shown if items else "none")


def _named(field: object, names: Mapping[str, str]) -> object:
    """A field with names in place of ids, alone or in a list."""
    if isinstance(field, tuple):
        return tuple(_named(one, names) for one in field)
    return names.get(field, field) if isinstance(field, str) else field


def rows(found: Sequence[Mapping[str, object]]) -> None:
    """Rows of plain values."""
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in found[0] if found else ():
        shown.add_column(_title(name), overflow="fold")
    for row in found:
        shown.add_row(*(escape(cell(name, value)) for name, value in row.items()))
    output().print(shown if found else "none")


def details(value: Model, server: str, names: Mapping[str, str] = NAMELESS) -> None:
    """One value, a line for each field that says something; with names in place of known ids."""
    shown = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    shown.add_column(style="dim", no_wrap=True)
    shown.add_column(overflow="fold")
    names = {**names, **dict(_names(value))}
    for name in type(value).model_fields:
        field = getattr(value, name)
        if name.endswith("_id") and getattr(value, f"{name.removesuffix('_id')}_name", None):
            continue
        text = cell(name, _named(field, names))
        if text:
            shown.add_row(_title(name), match_link(text, server))
    output().print(shown)


def _names(value: Model) -> Iterator[tuple[str, str]]:
    """The names of players by their ids, as far as a value says them."""
    for kind in ("player", "bot"):
        known, name = getattr(value, f"{kind}_id", None), getattr(value, f"{kind}_name", None)
        if known and name:
            yield known, name
    for name in type(value).model_fields:
        field = getattr(value, name)
        for one in field if isinstance(field, tuple) else (field,):
            if isinstance(one, Model):
                yield from _names(one)


def news(item: object, *, as_json: bool) -> None:
    """One item of a match's stream as a line."""
    if not isinstance(item, Model):
        raise TypeError(f"{type(item).__name__} is not an item of a match's stream")
    if as_json:
        typer.echo(json.dumps(item.model_dump(mode="json", by_alias=True)))
    elif isinstance(item, EventNews):
        event = item.event
        words = (event.version, event.kind, event.seat, event.action, event.auto and "auto")
        typer.echo(harmless(" ".join(str(word) for word in words if word not in (None, False))))
    elif isinstance(item, ResyncNews):
        typer.echo(f"{item.snapshot.match.version} resync {item.snapshot.match.status}")


def cell(name: str, value: object) -> str:
    """A field as people read it."""
    match value:
        case None | () | []:
            text = ""
        case bool():
            text = "yes" if value else "no"
        case int() if name.endswith("_ms"):
            text = _time(value)
        case float():
            text = f"{value:.0f}" if abs(value) >= WHOLE else f"{value:.2f}"
        case Enum():
            text = str(value.value)
        case tuple() | list():
            text = ", ".join(cell(name, one) for one in value)
        case Model():
            text = _brief(value)
        case dict():
            text = json.dumps(value)
        case _:
            text = str(value)
    return text


def _brief(value: Model) -> str:
    """A value within another: by its name, else field by field."""
    if isinstance(value, MatchTerms):
        return f"{value.game}, {value.options['players']} players, {_brief(value.time_control)}"
    if isinstance(value, RatingChange):
        return f"{value.bot_name} {value.place}. ({value.elo - value.elo_before:+.0f})"
    if isinstance(value, Quota):
        return f"{value.name.value} {value.used}/{value.limit}"
    fields = {name: cell(name, getattr(value, name)) for name in type(value).model_fields}
    named = next((fields[name] for name in NAMES if fields.get(name)), None)
    if named is not None:
        said = [fields[name] for name in ("answer", "advice", "value") if fields.get(name)]
        return f"{named} ({': '.join(said)})" if said else named
    if "seat" in fields and "bot_id" in fields:
        return "free"
    kind = [fields.pop("kind")] if "kind" in fields else []
    return " ".join(
        kind + [f"{_title(name)}={text}" for name, text in fields.items() if text not in NOTHING]
    )


def _time(value_ms: int) -> str:
    if value_ms < EPOCH_MS:
        return f"{value_ms / 1000:g} s"
    return datetime.fromtimestamp(value_ms / 1000).astimezone().isoformat(" ", "seconds")


def _title(name: str) -> str:
    return name.removesuffix("_ms").replace("_", " ")
