"""`saqqara options`: what can be chosen in a game; and options as words of a command line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import typer
from rich import box
from rich.markup import escape
from rich.table import Table

from saqqara_engine.errors import UnknownOption
from saqqara_engine.game import Choice, Json
from saqqara_engine.games import AnyGame, find_game
from saqqara_engine.house_values import HOUSE_VALUES
from saqqara_sdk.cli.console import AsJson, output, stop


def options(
    *,
    game: Annotated[str, typer.Option(help="The game: imhotep or duel")] = "imhotep",
    as_json: AsJson = False,
) -> None:
    """List a game's options and presets, and mark house rules

    A house rule replaces a figure that no printed source shows. The list below the table gives
    each figure with its number.
    """
    try:
        rules = find_game(game)
    except UnknownOption as error:
        stop(str(error))
    if as_json:
        presets = {name: asdict(preset) for name, preset in rules.presets.items()}
        typer.echo(json.dumps({"choices": _rows(rules), "presets": presets}, indent=2))
    else:
        _print(rules)


def asked_options(preset: str | None, pairs: Sequence[str]) -> dict[str, Json]:
    """The options that `--preset` and each `--option NAME=VALUE` ask for."""
    asked: dict[str, Json] = {} if preset is None else {"preset": preset}
    sides: dict[str, Json] = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        if not equals:
            stop(f"Write an option as NAME=VALUE, such as sides.market=B, not {pair!r}.")
        if name.startswith("sides."):
            sides[name.removeprefix("sides.")] = text
        else:
            asked[name] = _value(text)
    return asked | {"sides": sides} if sides else asked


def _value(text: str) -> Json:
    try:
        value: Json = json.loads(text)
    except ValueError:
        return text
    return value


def _rows(rules: AnyGame) -> list[dict[str, Json]]:
    return [
        {
            "name": choice.name,
            "values": list(choice.values),
            "default": choice.default,
            "text": choice.text,
            "houseRules": {
                _word(value): {number: HOUSE_VALUES[number] for number in numbers}
                for value, numbers in choice.house
            },
        }
        for choice in rules.choices
    ]


def _print(rules: AnyGame) -> None:
    table = Table(title=rules.title, box=box.SIMPLE_HEAD)
    for name in ("option", "values", "default", "description", "house rules"):
        table.add_column(name)
    for choice in rules.choices:
        table.add_row(
            choice.name,
            " ".join(map(_word, choice.values)),
            _word(choice.default),
            escape(choice.text),
            _house(choice),
        )
    output().print(table)
    used = {number for choice in rules.choices for _, numbers in choice.house for number in numbers}
    for number in sorted(used):
        output().print(f"{number}: {HOUSE_VALUES[number]}", markup=False)
    for name, preset in rules.presets.items():
        output().print(f"preset {name}: {preset.title}. {preset.text}", markup=False)
        output().print(f"  {json.dumps(preset.options)}", markup=False)


def _house(choice: Choice) -> str:
    return "; ".join(f"{_word(value)}: {' '.join(numbers)}" for value, numbers in choice.house)


def _word(value: Json) -> str:
    return value if isinstance(value, str) else json.dumps(value)
