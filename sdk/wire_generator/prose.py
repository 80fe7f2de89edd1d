"""Descriptions of the contract as docstrings: Python's spelling, units and bounds, line by line."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from functools import partial

from wire_generator.contract import Schema

WIDTH = 100
_CAMEL = re.compile(r"\b[a-z]+(?:[A-Z][a-z]+)+\b")
_BULLET = re.compile(r"- `(\w+)`: (.*)")


def snake(name: str) -> str:
    """A name of the wire in Python's spelling."""
    return re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def python_words(text: str) -> str:
    """The text with Python's names and `None` for null."""
    text = _CAMEL.sub(lambda name: snake(name[0]), text)
    return re.sub(r"\b[Nn]ull\b", "None", text)


def sentence(text: str) -> str:
    """The text as a sentence of its own."""
    text = " ".join(python_words(text).split())
    return text if not text or text.endswith(".") else f"{text}."


def measure(name: str, schema: Schema, *, has_bounds: bool) -> str:
    """The unit of a value, by its name and type, and its bounds."""
    inner = schema.inner
    parts = []
    if name.endswith("Ms"):
        is_instant = inner.name == "Instant"
        parts.append("in milliseconds since the Unix epoch" if is_instant else "in milliseconds")
    if has_bounds and inner.minimum is not None and inner.maximum is not None:
        parts.append(f"from {inner.minimum:,g} to {inner.maximum:,.10g}")
    text = ", ".join(parts)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def words_of(schema: Schema) -> tuple[str, dict[str, str]]:
    """What an enumeration says of itself, and of each of its words."""
    about, _, _rest = schema.description.partition("\n\n- `")
    return about, dict(_BULLET.findall(schema.description))


def docstring(paragraphs: Sequence[str], indent: int, sections: Sequence[str] = ()) -> str:
    """Paragraphs and then lines of sections, wrapped at the indent."""
    room = WIDTH - indent
    wrap = partial(textwrap.wrap, break_on_hyphens=False, break_long_words=False)
    blocks = ["\n".join(wrap(one, room - (6 if len(paragraphs) == 1 else 3))) for one in paragraphs]
    for line in sections:
        deep = "    " if line.startswith(" ") else ""
        wrapped = wrap(line.strip(), room, initial_indent=deep, subsequent_indent=deep * 2)
        joint = "\n" if deep else "\n\n"
        blocks[-1] += joint + "\n".join(wrapped)
    text = "\n\n".join(blocks)
    end = "\n" if "\n" in text else ""
    return textwrap.indent(f'"""{text}{end}"""', " " * indent)


def comment(text: str) -> str:
    """A text as a comment, for what Sphinx cannot read a docstring of."""
    return "\n".join(
        textwrap.wrap(
            text,
            WIDTH - 3,
            initial_indent="# ",
            subsequent_indent="# ",
            break_on_hyphens=False,
            break_long_words=False,
        )
    )
