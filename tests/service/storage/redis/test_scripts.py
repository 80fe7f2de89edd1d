"""The declarations of scripts, and the text of Lua that goes with them."""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import redis

from saqqara_service import storage
from saqqara_service.models import LadderStatus
from saqqara_service.storage.ladders.lease.scripts import Fence
from saqqara_service.storage.ladders.schedule.scripts import STARTED, Started
from saqqara_service.storage.redis import scripts
from saqqara_service.storage.redis.keys import CHANNEL, KEYS, script_keys
from saqqara_service.storage.redis.places import slot_of_key
from saqqara_service.storage.redis.scripts import Digits, Script, UndeclaredReply


def declared() -> Iterator[Script[Any, Any]]:
    """Every script that a module of storage declares."""
    for module in pkgutil.walk_packages(storage.__path__, f"{storage.__name__}."):
        found = vars(import_module(module.name)).values()
        yield from (one for one in found if isinstance(one, Script))


SCRIPTS = {script.file: script for script in declared()}
FILES = sorted(scripts.FOLDER.rglob("*.lua"))
EACH = pytest.mark.parametrize("script", SCRIPTS.values(), ids=list(SCRIPTS))
IN_NO_TABLE = {"kept", "hash", "named"}
"""Names of keys that are given by who calls."""


def body_of(script: Script[Any, Any]) -> str:
    """The script without its header."""
    guard = [script.guard.file] if script.guard else []
    return scripts.lua(*guard, *script.before, script.file)


def code_of(text: str) -> str:
    """Lua without its comments."""
    return re.sub(r"--.*", "", text)


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_no_text_has_places_of_keys_or_arguments(path: Path) -> None:
    """Only the reader of lists asks for an argument by its place, which it counts."""
    places = re.findall(r"\b(?:KEYS|ARGV)\b.{0,12}", code_of(path.read_text("utf-8")))
    is_reader = path == scripts.FOLDER / scripts.LISTS
    assert all(place.startswith("ARGV[lists_at]") for place in places) if is_reader else not places


@pytest.mark.parametrize("path", FILES, ids=[path.stem for path in FILES])
def test_no_text_spells_a_key_or_the_channel(path: Path) -> None:
    """They are told by the table; hash fields such as `left:0` are no keys."""
    texts = re.findall(r"'([^']*)'", code_of(path.read_text("utf-8")))
    topics = {word.partition(":")[0] for word in scripts.CONSTANTS.values()}
    assert CHANNEL not in texts
    assert not {text for text in texts if text.partition(":")[0] in topics and ":" in text}
    assert not {text for text in texts if text.startswith("{")}


def test_every_file_belongs_to_a_declared_script() -> None:
    """A file of Lua that nothing runs is forgotten."""
    used = {scripts.LISTS}
    for script in SCRIPTS.values():
        used |= {script.file, *script.before, *([script.guard.file] if script.guard else [])}
    assert {str(path.relative_to(scripts.FOLDER)) for path in FILES} == used


@EACH
def test_every_name_is_used(script: Script[Any, Any]) -> None:
    """A key, argument or constant in the header without use is a leftover, or misspelt."""
    names = [*(name.upper() for name in script.all_keys), *script.names]
    body = code_of(body_of(script))
    assert [name for name in names if not re.search(rf"(?<!['.]\b)\b{name}\b", body)] == []


@EACH
def test_every_key_is_in_the_table(script: Script[Any, Any]) -> None:
    """A key is named as the table names it."""
    assert set(script.all_keys) - IN_NO_TABLE <= set(KEYS)


@EACH
@pytest.mark.parametrize("thing", ["m1", "a longer id", ""])
def test_all_keys_are_of_one_slot(script: Script[Any, Any], thing: str) -> None:
    """So a Redis Cluster runs it; one that has only a key of no table is of one slot by itself."""
    if set(script.all_keys) <= IN_NO_TABLE:
        assert len(script.all_keys) == 1
        return
    assert len({slot_of_key(key) for key in script_keys(script.all_keys, thing)}) == 1


@EACH
def test_no_name_hides_another(script: Script[Any, Any]) -> None:
    """A name of the header is defined nowhere again in a part that others share."""
    parts = code_of(body_of(script)).removesuffix(code_of(scripts.lua(script.file)))
    names = re.findall(r"^local (?:function )?([\w, ]+)", parts, re.MULTILINE)
    defined = {name.strip() for line in names for name in line.split(",")}
    assert defined.isdisjoint([*script.names, "next_list", "lists_at"])


@EACH
def test_replies_are_those_declared(script: Script[Any, Any]) -> None:
    """What the text returns is declared, and what is declared is returned."""
    body = code_of(body_of(script))
    made: set[str] = set()
    for reply in re.findall(r"return (?:seen\(\) or )?\{([^,}]*)", body):
        made |= set(re.findall(r"(?<!== )'(\w+)'", reply))
    if script.guard:
        made -= set(script.guard.refusals)
    known = set(script.kinds)
    assert made <= known if script.kinds is LadderStatus else made == known


class Kind(StrEnum):
    """What a made-up script answers."""

    DONE = "done"
    NONE = "none"


class Counted(NamedTuple):
    """What a made-up script answers with a number."""

    kind: Kind
    number: int | None = None
    more: tuple[str, ...] = ()


class Row(NamedTuple):
    """An item of a list."""

    name: str
    size: Digits


class Given(NamedTuple):
    """Arguments of every type."""

    text: str
    none: str | None
    number: int
    no_number: int | None
    digits: Digits
    no_digits: Digits | None
    truth: bool
    texts: Sequence[str]
    rows: Sequence[Row]
    last: Sequence[str]


GIVEN = Given(
    text="a b",
    none=None,
    number=2_592_000_000,
    no_number=None,
    digits=7,
    no_digits=None,
    truth=False,
    texts=["x", ""],
    rows=[Row("first", 1), Row("second", 2)],
    last=[],
)
IN_LUA = {
    "text": "a b",
    "none": "",
    "number": 2_592_000_000,
    "digits": "7",
    "no_digits": "",
    "truth": False,
    "texts": ["x", ""],
    "rows": [{"name": "first", "size": "1"}, {"name": "second", "size": "2"}],
    "last": {},
}
"""What stands in Lua under each name; nothing under `no_number`."""


class Reply(NamedTuple):
    """A made-up reply."""

    kind: Kind
    json: str


def test_arguments_are_in_lua_what_the_declaration_says(redis_url: str, tmp_path: Path) -> None:
    """Text, numbers, truth, nothing, lists and rows, each under its name; and keys in capitals."""
    fields = ", ".join(f"{name} = {name}" for name in Given._fields)
    file = tmp_path / "given.lua"
    file.write_text(f"return {{ 'done', cjson.encode({{ {fields} }}) .. TIMERS }}")
    script = Script(str(file), ("beat", "timers"), Given, Reply)
    keys = script_keys(script.all_keys, "m1")
    with redis.Redis.from_url(redis_url, decode_responses=True) as client:
        reply = script.read(client.execute_command("EVAL", script.text, *script.words(keys, GIVEN)))
    assert reply.kind is Kind.DONE
    text = reply.json.removesuffix(keys[1])
    assert text != reply.json
    assert json.loads(text) == IN_LUA


def test_a_guarded_script_is_not_run_without_its_guard() -> None:
    """Nor with keys that are not its own."""
    keys = script_keys(STARTED.all_keys, "l1")
    fence = Fence(token=1, lease_ms=1)
    assert STARTED.words(keys, Started(match="m1"), fence) == [4, *keys, 1, 1, "m1"]
    with pytest.raises(TypeError, match=r"started\.lua"):
        STARTED.words(keys, Started(match="m1"))
    with pytest.raises(TypeError, match=r"started\.lua"):
        STARTED.words(keys[1:], Started(match="m1"), fence)


class Misplaced(NamedTuple):
    """A list before what is none."""

    texts: Sequence[str]
    text: str


def test_lists_come_last() -> None:
    """Nothing has a place after a list, which is as long as it is."""
    file = SCRIPTS["challenges/engage.lua"].file
    with pytest.raises(TypeError, match="come last"):
        _ = Script(file, (), Misplaced, Kind).text


def test_a_reply_is_read_by_its_declaration() -> None:
    """Numbers are numbers, the empty text is None, and what is left at the end is a tuple."""
    plain = Script("plain.lua", (), scripts.Nothing, Kind)
    assert plain.read(["done"]) is Kind.DONE
    counted = Script("counted.lua", (), scripts.Nothing, Counted)
    assert counted.read(["done", "7"]) == Counted(Kind.DONE, 7)
    assert counted.read(["none", ""]) == Counted(Kind.NONE)
    assert counted.read(["done", "1", "a", "b"]) == Counted(Kind.DONE, 1, ("a", "b"))


@pytest.mark.parametrize("answer", [["over"], [], ["done", "1"], ["done", "many"]])
def test_a_reply_that_is_not_declared_says_so(answer: list[str]) -> None:
    """With the script, what it said and what it may say."""
    script = Script("made/up.lua", (), scripts.Nothing, Kind)
    with pytest.raises(UndeclaredReply, match=r"made/up\.lua: .* is none of done, none"):
        script.read(answer)
