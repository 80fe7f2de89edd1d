"""Texts for people, in any language: an English sentence with named gaps, and what fills them.

The English sentence is the key of a catalogue, as in gettext. What fills a gap may be a message
itself. Catalogues are read elsewhere; `Words` is what is needed of one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

Filling: TypeAlias = "str | int | Message | Row"
"""What a gap takes: numbers and words of the notation as they are, messages in the language."""


class Words(Protocol):
    """The texts of one language, looked up by the English ones; gettext's own names."""

    def gettext(self, message: str, /) -> str:
        """The text of this message."""
        ...

    def ngettext(self, one: str, several: str, number: int, /) -> str:
        """The text of this message for a number of things."""
        ...


class English:
    """The texts as they stand in the code."""

    def gettext(self, message: str, /) -> str:
        """The message itself."""
        return message

    def ngettext(self, one: str, several: str, number: int, /) -> str:
        """English has one form for 1 and one for all other numbers."""
        return one if number == 1 else several


ENGLISH: Final = English()


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence or phrase with gaps such as `{ship}`; `str` tells it in English.

    With `several` it has a form for more than one of what `number` counts.
    """

    text: str
    gaps: tuple[tuple[str, Filling], ...] = ()
    several: str = ""
    number: int = 1

    def __str__(self) -> str:
        return self.told(ENGLISH)

    def told(self, words: Words) -> str:
        """The message in a language."""
        text = (
            words.ngettext(self.text, self.several, self.number)
            if self.several
            else words.gettext(self.text)
        )
        filled = {name: _told(filling, words) for name, filling in self.gaps}
        return text.format_map({"number": self.number, **filled}) if "{" in text else text


@dataclass(frozen=True, slots=True)
class Row:
    """Several fillings one after the other, with a message between each two."""

    items: tuple[Filling, ...]
    between: Message

    def told(self, words: Words) -> str:
        """The row in a language."""
        return self.between.told(words).join(_told(item, words) for item in self.items)


def say(text: str, /, **gaps: Filling) -> Message:
    """A message with its gaps filled.

    >>> str(say("Place a stone on {place}", place=say("ship {ship}", ship=2)))
    'Place a stone on ship 2'
    """
    return Message(text, tuple(gaps.items()))


def several(one: str, more: str, number: int, /, **gaps: Filling) -> Message:
    """A message about a number of things, which stands in its gap `{number}`.

    >>> str(several("{number} stone", "{number} stones", 3))
    '3 stones'
    """
    return Message(one, tuple(gaps.items()), more, number)


def listed(items: Sequence[Filling]) -> Row:
    """Such as `1, 2, 3`."""
    return Row(tuple(items), say(", "))


def with_and(items: Sequence[Filling]) -> Row:
    """Such as `this and that`."""
    return Row(tuple(items), say(" and "))


def _told(filling: Filling, words: Words) -> str:
    return filling.told(words) if isinstance(filling, Message | Row) else str(filling)
