"""Translatable texts: an English sentence with named gaps, and the values of the gaps.

As in gettext, the English sentence is the key of a catalogue. The value of a gap may be a message.
`Words` is the interface of a catalogue; catalogues are loaded elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

Filling: TypeAlias = "str | int | Message | Row"
"""The value of a gap: numbers and words of the notation stay as they are, messages are translated.
"""


class Words(Protocol):
    """The translations into one language by English text, with gettext's method names."""

    def gettext(self, message: str, /) -> str:
        """Return the translation of a message."""
        ...

    def ngettext(self, one: str, several: str, number: int, /) -> str:
        """Return the translation of a message for a number of things."""
        ...


class English:
    """The untranslated texts."""

    def gettext(self, message: str, /) -> str:
        """Return the message itself."""
        return message

    def ngettext(self, one: str, several: str, number: int, /) -> str:
        """Return `one` for the number 1, `several` for all others."""
        return one if number == 1 else several


ENGLISH: Final = English()


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence or phrase with gaps such as `{ship}`; `str` returns it in English.

    `several` is the plural form, which `number` selects.
    """

    text: str
    gaps: tuple[tuple[str, Filling], ...] = ()
    several: str = ""
    number: int = 1

    def __str__(self) -> str:
        return self.translate(ENGLISH)

    def translate(self, words: Words) -> str:
        """Return the message in a language."""
        text = (
            words.ngettext(self.text, self.several, self.number)
            if self.several
            else words.gettext(self.text)
        )
        filled = {name: _text(filling, words) for name, filling in self.gaps}
        return text.format_map({"number": self.number, **filled}) if "{" in text else text


@dataclass(frozen=True, slots=True)
class Row:
    """A sequence of values, joined by a message."""

    items: tuple[Filling, ...]
    between: Message

    def translate(self, words: Words) -> str:
        """Return the sequence in a language."""
        return self.between.translate(words).join(_text(item, words) for item in self.items)


def say(text: str, /, **gaps: Filling) -> Message:
    """Return a message with the values of its gaps.

    >>> str(say("Place a stone on {place}", place=say("ship {ship}", ship=2)))
    'Place a stone on ship 2'
    """
    return Message(text, tuple(gaps.items()))


def several(one: str, more: str, number: int, /, **gaps: Filling) -> Message:
    """Return a message about a number of things, which fills the gap `{number}`.

    >>> str(several("{number} stone", "{number} stones", 3))
    '3 stones'
    """
    return Message(one, tuple(gaps.items()), more, number)


def listed(items: Sequence[Filling]) -> Row:
    """Join values as in `1, 2, 3`."""
    return Row(tuple(items), say(", "))


def with_and(items: Sequence[Filling]) -> Row:
    """Join values as in `this and that`."""
    return Row(tuple(items), say(" and "))


def _text(filling: Filling, words: Words) -> str:
    return filling.translate(words) if isinstance(filling, Message | Row) else str(filling)
