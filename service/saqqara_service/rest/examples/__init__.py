"""What was asked of a real server and what it answered: a file for each room, a row an operation.

`make examples` records them (tests/service/rest/example_scenes.py); the document shows them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

import yaml
from pydantic import JsonValue, TypeAdapter


@dataclass(frozen=True, slots=True)
class Example:
    """One call of an operation; what it has none of is null.

    `parameters` are those of the path, the address and the head by their names, `stream` is the
    first item of its event stream, and `problem` is the answer to another call that was refused.
    """

    parameters: Mapping[str, JsonValue] = field(default_factory=dict)
    body: JsonValue = None
    answer: JsonValue = None
    stream: JsonValue = None
    problem: JsonValue = None


_FILE: Final = TypeAdapter(dict[str, Example])


@cache
def examples() -> Mapping[str, Example]:
    """All of them, by the names of their operations."""
    found: dict[str, Example] = {}
    for file in sorted(Path(__file__).parent.glob("*.yaml")):
        text = file.read_text(encoding="utf-8")
        found |= _FILE.validate_python(yaml.load(text, yaml.CSafeLoader))
    return found
