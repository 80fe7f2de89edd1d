"""The generated blocks of the pages of the line protocol: `make protocol` writes them.

Fields come from the published contract, and messages from a match that a bot plays by the protocol.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from saqqara_contest.time_controls import Untimed
from saqqara_engine.games import find_game
from saqqara_sdk.arena import Arena, BlockTerms, Home, Limits, MatchSetting
from saqqara_sdk.arena.blocks import one_field
from tests.docs.generated_blocks import table, with_block
from tests.docs.pages import ROOT
from tests.sdk.arena_tables import enter
from wire_generator.contract import Contract, Schema, read_contract

PROTOCOL: Final = ROOT / "sdk" / "PROTOCOL.md"
VIEWS: Final = ROOT / "sdk" / "VIEWS.md"
LINE_BOT: Final = ROOT / "tests" / "sdk" / "lines" / "line_bot.py"
WIDTH: Final = 116
SEED: Final = 1
TURN: Final = {"imhotep": 40, "duel": 15}
"""The first version of the turn that a page shows."""
HEAD: Final = ("field", "type", "meaning")

_WORD = re.compile(r"^- `([^`]+)`: (.+)$", re.MULTILINE)

Message = dict[str, Any]


def blocks() -> Mapping[Path, Mapping[str, str]]:
    """Return the text of each block of each page."""
    contract = read_contract()
    imhotep, duel = reached(contract, "ImhotepView"), reached(contract, "DuelView")
    shared = [name for name in imhotep if name in duel]
    own = [[name for name in names if name not in shared] for names in (imhotep, duel)]
    ended = reached(contract, "Result")
    return {
        PROTOCOL: {
            "last": table(HEAD, fields(contract.schemas["Receipt"], omitted=("creditedMs",))),
            "match_ended": shown(messages("duel")[-1]),
            "result": table(HEAD, fields(contract.schemas["Result"])),
            "result types": sections(contract, ended[1:]),
        },
        VIEWS: {
            "imhotep turn": shown(turn_of("imhotep")),
            "duel turn": shown(turn_of("duel")),
            "imhotep types": sections(contract, own[0]),
            "duel types": sections(contract, own[1]),
            "shared types": sections(contract, shared),
        },
    }


def with_blocks(page: Path, texts: Mapping[str, str]) -> str:
    """Return the text of a page with its blocks."""
    text = page.read_text()
    for name, block in texts.items():
        text = with_block(text, name, block)
    return text


def reached(contract: Contract, root: str) -> list[str]:
    """Return a type and all types that it contains, each after the first that contains it."""
    found = [root]
    for schema in contract.schemas[root].properties.values():
        inner = schema.inner
        name = (inner.items.inner if inner.items else inner).name
        if name:
            found += reached(contract, name)
    return list(dict.fromkeys(found))


def sections(contract: Contract, names: Sequence[str]) -> str:
    """Return a section with a table for each type: its fields, or its words."""
    return "\n".join(section(name, contract.schemas[name]) for name in names)


def section(name: str, schema: Schema) -> str:
    """Return the section of one type."""
    if not schema.properties:
        words = [(f"`{word}`", meaning) for word, meaning in _WORD.findall(schema.description)]
        return f"### {name}\n\n" + table(("value", "meaning"), words)
    about = sentence(schema.description)
    return f"### {name}\n\n{about}\n\n" + table(HEAD, fields(schema))


def fields(schema: Schema, omitted: Sequence[str] = ()) -> Iterator[tuple[str, str, str]]:
    """Yield the name, the type and the meaning of each field."""
    for name, field in schema.properties.items():
        if name not in omitted:
            yield f"`{name}`", type_text(field), sentence(field.description)


def type_text(schema: Schema) -> str:
    """Return a type, with a link to its section if it has one."""
    inner = schema.inner
    if inner.items is not None:
        text = f"list of {type_text(inner.items)}"
        return f"{text}, or null" if schema.is_nullable else text
    text = f"[{inner.name}](#{inner.name.lower()})" if inner.name else str(inner.type)
    return f"{text} or null" if schema.is_nullable else text


def sentence(text: str) -> str:
    """Return a description on one line, as sentences."""
    text = " ".join(text.split())
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith('.') else '.'}"


@cache
def messages(game: str) -> Sequence[Message]:
    """Return all messages to the first seat of a seeded match, whose bot takes the first action."""
    rules = find_game(game)
    with TemporaryDirectory() as folder:
        received = Path(folder, "received")
        bot = f"tee {received} | {shlex.quote(sys.executable)} {shlex.quote(str(LINE_BOT))} first"
        setting = MatchSetting(rules, rules.parse_options({"players": 2}), Untimed())
        bots = enter([f"sh -c {shlex.quote(bot)}", "random"], Home.HERE, Limits())
        with Arena(setting, bots, BlockTerms(SEED, one_field(2))) as table:
            table.block(1)
        lines = received.read_text().splitlines()
    first = [json.loads(line) for line in lines]
    ends = [number for number, one in enumerate(first) if one["type"] == "match_ended"]
    return first[: ends[0] + 1]


def turn_of(game: str) -> Message:
    """Return the turn that the page shows."""
    turns = (one for one in messages(game) if one["type"] == "turn")
    return next(turn for turn in turns if turn["version"] >= TURN[game])


def shown(message: Message) -> str:
    """Return a block of JSON whose lines are as long as the page allows."""
    return f"```json\n{folded(message)}\n```\n"


def folded(value: object, before: str = "", indent: int = 0) -> str:
    """Return a value as JSON: on one line if it fits, else with as many parts a line as fit."""
    line = before + json.dumps(value)
    if len(line) + indent <= WIDTH or not isinstance(value, dict | list):
        return line
    if isinstance(value, dict):
        parts = [folded(part, f"{json.dumps(name)}: ", indent + 2) for name, part in value.items()]
    else:
        parts = [folded(part, "", indent + 2) for part in value]
    room = " " * indent
    inner = ",\n".join(f"{room}  {one}" for one in filled(parts, WIDTH - indent - len("  ,")))
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return f"{before}{opening}\n{inner}\n{room}{closing}"


def filled(parts: Sequence[str], width: int) -> Sequence[str]:
    """Return lines with as many parts as fit; a part of several lines has its own."""
    lines = [*parts[:1]]
    for part in parts[1:]:
        both = f"{lines[-1]}, {part}"
        if "\n" in both or len(both) > width:
            lines.append(part)
        else:
            lines[-1] = both
    return lines


if __name__ == "__main__":
    for page, texts in blocks().items():
        page.write_text(with_blocks(page, texts))
