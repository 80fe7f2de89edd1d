"""The table of where keys stand in commands, by which a cluster routes and a prefix is put."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from saqqara_service import storage
from saqqara_service.storage.redis import places
from saqqara_service.storage.redis.places import UnknownCommand, key_places, slot_of

KNOWN = places.FIRST | places.ALL | places.COUNTED | places.KEYLESS | places.CHANNELS
NO_COMMANDS = {
    *("aclose", "connection_pool", "execute", "execute_command", "is_replicated", "metrics"),
    *("over", "pipeline", "understood"),
}
"""What else is asked of redis-py's clients."""
NO_NAMES = {"ASKING", "COUNT", "LIMIT", "NFKC", "WAIT", "WAITAOF", "WITHSCORES"}
"""Options of commands, and what a line to one server adds by itself."""
SOURCES = sorted(set(Path(storage.__path__[0]).rglob("*.py")))


@pytest.mark.parametrize("path", SOURCES, ids=[path.stem for path in SOURCES])
def test_every_command_has_its_row(path: Path) -> None:
    """Those called as methods of redis-py, and those written as words."""
    text = path.read_text("utf-8")
    methods = set(re.findall(r"\b(?:pipe|\.read|\.write|\bread|\bwrite)\.([a-z_]+)", text))
    words = set(re.findall(r"[(\[]\(?\s*\"([A-Z]{3,})\", (?=\*?\w+\(|\w+[,)\]])", text))
    asked = {name.split("_")[0].upper() for name in methods - NO_COMMANDS} | (words - NO_NAMES)
    asked = {"DEL" if name == "DELETE" else name for name in asked}  # as redis-py calls it
    assert asked <= KNOWN


def test_keys_are_found() -> None:
    """The first word, all words, or those that a script counts."""
    assert [*key_places(("HSET", "one", "field", "value"))] == [1]
    assert [*key_places(("DEL", "one", "two"))] == [1, 2]
    assert [*key_places(("EVALSHA", "sha", 2, "one", "two", "other"))] == [3, 4]
    assert [*key_places(("EVAL", "text", 0, "other"))] == []
    assert slot_of(("TIME",)) is None
    assert slot_of(("GET", "{b07}:match:m1")) == slot_of(("EVAL", "text", 1, "{b07}:beat"))


def test_a_command_without_a_row_is_refused() -> None:
    """It could go to the wrong node, or past the prefix."""
    with pytest.raises(UnknownCommand, match="SCAN: where its keys stand has no row"):
        key_places(("SCAN", 0))
