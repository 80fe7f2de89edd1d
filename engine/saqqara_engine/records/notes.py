"""Notes: what a program says about its action. A note is data for readers; no rule reads it.

`note_of` is the only reader of a note, wherever it comes from. `engine/RECORD.md` documents the
form and its bounds for other languages.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Final

from saqqara_engine.choices import camel
from saqqara_engine.errors import MalformedNote, quote
from saqqara_engine.game import Json
from saqqara_engine.wire import canonical

MOST_BYTES: Final = 4_096
"""The size of a whole note as canonical JSON in UTF-8."""
MOST_WORDS: Final = 2_000
"""The characters of `words`."""
MOST_LINE: Final = 16
"""The actions of an expected line."""
MOST_NUMBERS: Final = 16
"""The entries of `numbers`."""
LONGEST_MODEL: Final = 200
MOST_COUNT: Final = 1_000_000_000
LARGEST: Final = 1_000_000_000_000
DECIMALS: Final = 4
"""With that size and these decimals every language writes a number in the same digits."""
_ACTION: Final = re.compile(r"[a-z0-9. -]{1,120}")
_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,40}")
_CONTROLS: Final = r"\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
_UNSEEN: Final = re.compile(rf"[\x00-\x1f{_CONTROLS}]")
UNWRITTEN: Final = re.compile(rf"[\x00-\x09\x0b-\x1f{_CONTROLS}]")
"""A character that `words` cannot have."""
_HASH: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Note:
    """A program's statement about one action; each field may be missing.

    `line` are the actions that the program expects, its own first. `prompt` is the SHA-256 of a
    prompt template, and `epoch` the version of the texts that a model read
    (`saqqara_engine.game.EPOCH`).
    """

    evaluation: float | None = None
    line: tuple[str, ...] | None = None
    words: str | None = None
    numbers: Mapping[str, float] | None = None
    tokens_in: int | None = None
    tokens_out: int | None = None
    model: str | None = None
    prompt: str | None = None
    epoch: int | None = None

    def to_json(self) -> dict[str, Json]:
        """Return the fields that the note has, as JSON."""
        found = ((name, getattr(self, name)) for name in _READERS)
        return {
            camel(name): list(value) if isinstance(value, tuple) else value
            for name, value in found
            if value is not None
        }


def note_of(data: Json) -> Note | None:
    """Return the note in JSON, its numbers rounded to four decimals; None if it has no fields.

    Raises `MalformedNote`, which names the bound and how to meet it.
    """
    if not isinstance(data, Mapping):
        raise MalformedNote(f"A note must be an object, not {quote(data)}.")
    if unknown := [name for name in data if name not in _NAMES]:
        known = ", ".join(_NAMES)
        raise MalformedNote(f"A note has no field {quote(unknown[0])}. Its fields: {known}.")
    found = {
        name: _READERS[name](value, wire)
        for wire, name in _NAMES.items()
        if (value := data.get(wire)) is not None
    }
    if not found:
        return None
    note = Note(**found)  # type: ignore[arg-type] # each reader returns the type of its field
    size = len(canonical(note.to_json()).encode())
    if size > MOST_BYTES:
        raise MalformedNote(
            f"The note takes {size} bytes of JSON, but at most {MOST_BYTES} are allowed. Shorten"
            " its words or its line."
        )
    return note


def _number(data: Json, place: str) -> float:
    if isinstance(data, bool) or not isinstance(data, int | float):
        raise MalformedNote(f"{place} must be a number, not {quote(data)}.")
    if not (isinstance(data, int) or isfinite(data)) or abs(data) > LARGEST:
        raise MalformedNote(
            f"{place} must be a finite number from -{LARGEST} to {LARGEST}, not {quote(data)}."
        )
    rounded = round(float(data), DECIMALS)
    return int(rounded) if rounded == int(rounded) else rounded


def _count(data: Json, place: str) -> int:
    if type(data) is not int or not 0 <= data <= MOST_COUNT:
        raise MalformedNote(
            f"{place} must be a whole number from 0 to {MOST_COUNT}, not {quote(data)}."
        )
    return data


def _text(data: Json, place: str, most: int, unseen: re.Pattern[str] = _UNSEEN) -> str:
    if not isinstance(data, str):
        raise MalformedNote(f"{place} must be a text, not {quote(data)}.")
    if len(data) > most:
        raise MalformedNote(
            f"{place} has {len(data)} characters, but at most {most} are allowed. Shorten it."
        )
    if found := unseen.search(data):
        raise MalformedNote(
            f"{place} has the character U+{ord(found[0]):04X}. Remove control characters,"
            " characters that turn the direction of text, and halves of surrogate pairs."
        )
    return data


def _words(data: Json, place: str) -> str:
    return _text(data, place, MOST_WORDS, UNWRITTEN)


def _model(data: Json, place: str) -> str:
    return _text(data, place, LONGEST_MODEL)


def _prompt(data: Json, place: str) -> str:
    if not isinstance(data, str) or _HASH.fullmatch(data) is None:
        raise MalformedNote(
            f"{place} must be a SHA-256 in 64 lower-case hexadecimal digits, not {quote(data)}."
        )
    return data


def _line(data: Json, place: str) -> tuple[str, ...]:
    if not isinstance(data, list | tuple) or len(data) > MOST_LINE:
        raise MalformedNote(f"{place} must be an array of at most {MOST_LINE} actions.")
    for one in data:
        if not isinstance(one, str) or _ACTION.fullmatch(one) is None:
            raise MalformedNote(
                f"{place} must have actions in notation, such as `sail 2 temple`, not {quote(one)}."
            )
    return tuple(map(str, data))


def _numbers(data: Json, place: str) -> Mapping[str, float]:
    if not isinstance(data, Mapping) or len(data) > MOST_NUMBERS:
        raise MalformedNote(f"{place} must be an object of at most {MOST_NUMBERS} numbers.")
    for name in data:
        if not isinstance(name, str) or _NAME.fullmatch(name) is None:
            raise MalformedNote(
                f"{place} has the name {quote(name)}. Use 1 to 40 of the characters A-Z a-z 0-9"
                " _ . and -."
            )
    return {name: _number(value, f"{place}.{name}") for name, value in data.items()}


_READERS: Final[Mapping[str, Callable[[Json, str], object]]] = {
    "evaluation": _number,
    "line": _line,
    "words": _words,
    "numbers": _numbers,
    "tokens_in": _count,
    "tokens_out": _count,
    "model": _model,
    "prompt": _prompt,
    "epoch": _count,
}
"""The fields of a note in their order."""
_NAMES: Final[Mapping[str, str]] = {camel(name): name for name in _READERS}
