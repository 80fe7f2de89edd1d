"""The glossary has every term of which the names of the published types are made."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Final

import pytest

from saqqara_service import models, questions
from saqqara_service.api.table import OPERATIONS
from tests.supply.vocabulary import ROOT

GLOSSARY: Final = ROOT / "docs/reference/glossary.md"
WORD: Final = re.compile(r"[A-Z][a-z]+")
PLAIN: Final = frozenset(
    (
        *("answer", "bounded", "budget", "change", "count", "deletion", "detail", "explanation"),
        *("failure", "filter", "info", "kind", "length", "limit", "log", "meter", "mode", "model"),
        *("name", "named", "news", "number", "operation", "own", "pair", "problem", "question"),
        *(
            "reason",
            "registration",
            "row",
            "rule",
            "same",
            "scoring",
            "server",
            "setting",
            "source",
        ),
        *("state", "status", "use", "value", "work", "at", "from", "no", "per", "move"),
    )
)
"""Words that mean in a name what they mean in any program."""
DONE: Final = frozenset(
    (
        *("accepting", "acted", "challenged", "ended", "follow", "held", "issued", "offered"),
        *("paired", "played", "timed"),
    )
)
"""Verbs that say what became of a term."""
GAMES: Final = frozenset(("boat", "colour", "piece", "ship", "site", "space", "table"))
"""Words of the rules, which the glossary leaves to `engine/RULES.md`."""


def terms() -> set[str]:
    """The words of all terms of the glossary."""
    found = re.findall(r"^- \*\*(.+?)\*\*", GLOSSARY.read_text("utf-8"), re.MULTILINE)
    return {word for term in found for word in re.split(r"[ -]", term.lower())}


def names(package: ModuleType) -> Iterator[str]:
    """The classes that a package publishes."""
    for name, value in inspect.getmembers(package, inspect.isclass):
        if value.__module__.startswith(package.__name__):
            yield name


def singular(word: str) -> str:
    """A word without the ending of its plural."""
    return word.removesuffix("s") if not word.endswith("ss") else word


@pytest.mark.parametrize("package", [models, questions], ids=["models", "questions"])
def test_every_name_is_made_of_terms(package: ModuleType) -> None:
    """A new term gets a row in the glossary, or one that is there is the right word."""
    verbs = {word for row in OPERATIONS for word in row.name.lower().split("_")}
    known = terms() | verbs | PLAIN | DONE | GAMES
    strange = {
        name: unknown
        for name in names(package)
        if (unknown := {word.lower() for word in WORD.findall(name)} - known)
        and {singular(word) for word in unknown} - {singular(word) for word in known}
    }
    assert strange == {}
