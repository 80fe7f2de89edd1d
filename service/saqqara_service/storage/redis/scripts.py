"""Lua scripts with names: one declaration of each, from which header, call and reply follow.

A declaration names the keys (rows of the table of keys), the arguments and the reply. The text of a
script uses these names and no places: keys in capitals, arguments as they are spelled here. In Lua

- `str` and `Digits` are text, `int` is a number, `bool` is a boolean;
- None is the empty text, of an `int` it is `nil`;
- a sequence of texts is a list, one of named tuples is a list of rows, in which all is text.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from types import NoneType, UnionType
from typing import (
    Annotated,
    Final,
    Generic,
    NamedTuple,
    TypeAlias,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from saqqara_service.storage.redis.calls import Word
from saqqara_service.storage.redis.keys import CHANNEL
from saqqara_service.storage.redis.topics import CHALLENGE_TOPIC, ENTRY_TOPIC

A = TypeVar("A", bound=tuple[object, ...])
R = TypeVar("R")

FOLDER: Final = Path(__file__).parents[1]
"""The folder of this layer; a file of Lua is named by its path from there."""
NOTIFY: Final = "redis/notify.lua"
LISTS: Final = "redis/lists.lua"
CONSTANTS: Final[Mapping[str, str]] = {
    "CHANNEL": CHANNEL,
    "CHALLENGE_TOPIC": CHALLENGE_TOPIC,
    "ENTRY_TOPIC": ENTRY_TOPIC,
}
"""What the text of any script may name besides: told once, by Python."""

Digits: TypeAlias = Annotated[int, "text"]
"""A number that a script only keeps, or compares with what is kept."""


class UndeclaredReply(Exception):
    """A script answered what its declaration does not know; the message has both."""


class Nothing(NamedTuple):
    """No arguments."""


@dataclass(frozen=True)
class Guard:
    """A file put before a script, with keys and arguments of its own, that may refuse to go on."""

    file: str
    keys: tuple[str, ...]
    arguments: type[tuple[object, ...]]
    refusals: type[StrEnum]


@dataclass(frozen=True)
class Script(Generic[A, R]):
    """A script in a file of Lua, with other files `before` it.

    The reply is a kind (a `StrEnum`), or a named tuple of a kind and what comes with it.
    """

    file: str
    keys: tuple[str, ...]
    arguments: type[A]
    reply: type[R]
    before: tuple[str, ...] = ()
    guard: Guard | None = None

    @cached_property
    def text(self) -> str:
        """What Redis runs: the header, then the files."""
        files = (*([self.guard.file] if self.guard else []), *self.before, self.file)
        body = lua(*files)
        return f"{self._header(body)}\n{body}"

    @cached_property
    def sha(self) -> str:
        """How Redis names it."""
        return hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()

    @cached_property
    def all_keys(self) -> tuple[str, ...]:
        """The rows of the table of keys, in the order in which the script gets them."""
        return (*(self.guard.keys if self.guard else ()), *self.keys)

    @cached_property
    def names(self) -> Mapping[str, object]:
        """The arguments and their types, in the order in which the script gets them."""
        of_guard = get_type_hints(self.guard.arguments, include_extras=True) if self.guard else {}
        return of_guard | get_type_hints(self.arguments, include_extras=True)

    @cached_property
    def kinds(self) -> type[StrEnum]:
        """What a reply begins with."""
        first = self._values[0] if self._values else self.reply
        return cast("type[StrEnum]", first)

    def words(
        self, keys: Sequence[str], arguments: A, guard: tuple[object, ...] = ()
    ) -> list[Word]:
        """What follows the script in EVAL and EVALSHA."""
        if len(keys) != len(self.all_keys):
            raise TypeError(f"{self.file} has the keys {', '.join(self.all_keys)}, not {keys}")
        if bool(guard) != bool(self.guard):
            raise TypeError(f"{self.file} runs under its guard, and only then")
        return [len(keys), *keys, *_words(guard), *_words(arguments)]

    def read(self, answer: Sequence[str]) -> R:
        """The reply as it is declared; raises `UndeclaredReply`."""
        values, most = self._values, len(answer)
        make = cast("Callable[..., R]", self.reply)
        try:
            if not values:
                (kind,) = answer
                return make(kind)
            if get_origin(values[-1]) is tuple:
                most = len(values) - 1
                return make(*map(_read, values, answer[:most]), tuple(answer[most:]))
            told = zip(values[:most], answer, strict=True)
            return make(*(_read(hint, text) for hint, text in told))
        except (TypeError, ValueError) as error:
            kinds = ", ".join(self.kinds)
            raise UndeclaredReply(f"{self.file}: {list(answer)} is none of {kinds}") from error

    @cached_property
    def _values(self) -> tuple[object, ...]:
        """The types in a reply that is more than a kind."""
        if issubclass(self.reply, StrEnum):
            return ()
        return tuple(get_type_hints(self.reply).values())

    def _header(self, body: str) -> str:
        """What gives keys, arguments and constants their names."""
        plain = [(name, hint) for name, hint in self.names.items() if not _is_list(hint)]
        lists = [(name, _list(hint)) for name, hint in self.names.items() if _is_list(hint)]
        if [*self.names] != [name for name, _ in (*plain, *lists)]:
            raise TypeError(f"{self.file}: arguments that are lists come last")
        places = [(name.upper(), f"KEYS[{place}]") for place, name in enumerate(self.all_keys, 1)]
        places += [(name, _plain(hint, at)) for at, (name, hint) in enumerate(plain, 1)]
        places += [
            (name, f"'{text}'")
            for name, text in CONSTANTS.items()
            if re.search(rf"\b{name}\b", body)
        ]
        lines = [f"local {name} = {value}" for name, value in places]
        if lists:
            lines += [lua(LISTS), f"lists_at = {len(plain) + 1}"]
            lines += [f"local {name} = {value}" for name, value in lists]
        return "\n".join(lines)


def lua(*files: str) -> str:
    """The text of the named files, in that order."""
    return "\n".join((FOLDER / file).read_text("utf-8") for file in files)


def _words(values: Iterable[object]) -> list[Word]:
    """Values as Redis takes them; before the items of a list their number."""
    words: list[Word] = []
    for value in values:
        match value:
            case str():
                words.append(value)
            case None:
                words.append("")
            case int():
                words.append(int(value))
            case Sequence():
                words.append(len(value))
                for item in value:
                    words += [item] if isinstance(item, str) else _words(item)
            case _:
                raise TypeError(f"{value!r} is no argument of a script")
    return words


def _is_list(hint: object) -> bool:
    return get_origin(hint) is Sequence


def _list(hint: object) -> str:
    """How Lua reads the next list: of texts, or of rows with these names."""
    (item,) = get_args(hint)
    names = getattr(item, "_fields", ())
    return f"next_list({', '.join(repr(name) for name in names)})"


def _plain(hint: object, place: int) -> str:
    """How Lua reads what stands alone."""
    kind, _is_optional = _bare(hint)
    if kind is int:
        return f"tonumber(ARGV[{place}])"
    return f"ARGV[{place}] == '1'" if kind is bool else f"ARGV[{place}]"


def _read(hint: object, text: str) -> object:
    """A value of a reply; the empty text is None where there may be none."""
    kind, is_optional = _bare(hint)
    return None if is_optional and not text else cast("Callable[[str], object]", kind)(text)


def _bare(hint: object) -> tuple[object, bool]:
    """A type without its `| None`, and whether it had one."""
    if not isinstance(hint, UnionType) and get_origin(hint) is not Union:
        return hint, False
    (kind,) = {*get_args(hint)} - {NoneType}
    return kind, True
