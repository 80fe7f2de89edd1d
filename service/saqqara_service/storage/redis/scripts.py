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
from saqqara_service.storage.redis.topics import CHALLENGE_TOPIC, ENTRY_TOPIC, LOBBY_TOPIC

A = TypeVar("A", bound=tuple[object, ...])
R = TypeVar("R")

FOLDER: Final = Path(__file__).parents[1]
"""The folder of this layer; a file of Lua is named by its path from there."""
NOTIFY: Final = "redis/notify.lua"
NOW: Final = "redis/now.lua"
LISTS: Final = "redis/lists.lua"
CONSTANTS: Final[Mapping[str, str]] = {
    "CHANNEL": CHANNEL,
    "CHALLENGE_TOPIC": CHALLENGE_TOPIC,
    "LOBBY_TOPIC": LOBBY_TOPIC,
    "ENTRY_TOPIC": ENTRY_TOPIC,
}
"""What the text of any script may name besides: told once, by Python."""

_SPELLED: Final[Mapping[object, Word]] = {None: "", True: 1, False: 0}

Digits: TypeAlias = Annotated[int, "text"]
"""A number that a script only keeps, or compares with what is kept."""


class UndeclaredReply(Exception):
    """A script answered what its declaration does not know; the message has both."""


class Done(StrEnum):
    """The reply of a script whose caller goes on alike, whatever there was left to do."""

    DONE = "done"


class UnlessFull(StrEnum):
    """Whether there was room for one more, or it had its place before."""

    DONE = "done"
    FULL = "full"


class UnlessMoved(StrEnum):
    """Whether what the caller had read was still so; else nothing was changed."""

    DONE = "done"
    MOVED = "moved"


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

    The reply is a kind (a `StrEnum`), or a named tuple of a kind and what comes with it. What one
    writes that is not `is_kept` may be lost in a failover: nobody was promised it.
    """

    file: str
    keys: tuple[str, ...]
    arguments: type[A]
    reply: type[R]
    before: tuple[str, ...] = ()
    guard: Guard | None = None
    is_kept: bool = True

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
        kind, *_values = _values_of(self.reply)
        return cast("type[StrEnum]", kind)

    def words(
        self, keys: Sequence[str], arguments: A, guard: tuple[object, ...] = ()
    ) -> list[Word]:
        """What follows the script in EVAL and EVALSHA."""
        if len(keys) != len(self.all_keys):
            raise TypeError(f"{self.file} has the keys {', '.join(self.all_keys)}, not {keys}")
        if bool(guard) != bool(self.guard):
            raise TypeError(f"{self.file} runs under its guard, and only then")
        words = [len(keys), *keys, *_plain_words(guard), *_plain_words(arguments[: self._lists_at])]
        for items in cast(
            "tuple[Sequence[str | tuple[Word, ...]], ...]", arguments[self._lists_at :]
        ):
            words.append(len(items))
            for item in items:
                words += [item] if isinstance(item, str) else _plain_words(item)
        return words

    @cached_property
    def _lists_at(self) -> int:
        """Where the lists among the arguments begin."""
        return sum(not _is_list(hint) for hint in get_type_hints(self.arguments).values())

    def read(self, answer: Sequence[str]) -> R:
        """The reply as it is declared; raises `UndeclaredReply`."""
        try:
            return self._reader(answer)
        except (TypeError, ValueError, KeyError) as error:
            kinds = ", ".join(self.kinds)
            raise UndeclaredReply(f"{self.file}: {list(answer)} is none of {kinds}") from error

    @cached_property
    def _reader(self) -> Callable[[Sequence[str]], R]:
        return _reply_reader(self.reply)

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


def on_channels_with(prefix: str, text: str) -> str:
    """The text of a script whose channel begins so."""
    channel = f"local CHANNEL = '{CHANNEL}'"
    return text.replace(channel, f"local CHANNEL = '{prefix}{CHANNEL}'")


def lua(*files: str) -> str:
    """The text of the named files, in that order."""
    return "\n".join((FOLDER / file).read_text("utf-8") for file in files)


def _plain_words(values: Iterable[object]) -> list[Word]:
    """Values as Redis takes them, none of them a list."""
    return [_SPELLED.get(value, value) for value in cast("Iterable[Word]", values)]


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


def _values_of(reply: type[object]) -> list[object]:
    """The types of what a reply consists of, its kind first."""
    return [reply] if issubclass(reply, StrEnum) else [*get_type_hints(reply).values()]


def _reply_reader(reply: type[R]) -> Callable[[Sequence[str]], R]:
    """What reads a reply: a kind alone, or with values, of which the last may be all others."""
    make, hints = cast("Callable[..., R]", reply), _values_of(reply)
    has_rest = get_origin(hints[-1]) is tuple
    reads = [_value_reader(hint) for hint in (hints[:-1] if has_rest else hints)]

    def kind_alone(answer: Sequence[str]) -> R:
        (kind,) = answer
        return make(kind)

    def with_values(answer: Sequence[str]) -> R:
        pairs = zip(reads[: len(answer)], answer, strict=True)
        return make(*[read(text) for read, text in pairs])

    def with_rest(answer: Sequence[str]) -> R:
        pairs = zip(reads, answer, strict=False)
        return make(*[read(text) for read, text in pairs], tuple(answer[len(reads) :]))

    if issubclass(reply, StrEnum):
        return kind_alone
    return with_rest if has_rest else with_values


def _value_reader(hint: object) -> Callable[[str], object]:
    """What reads a value of a reply; the empty text is None where there may be none."""
    kind, is_optional = _bare(hint)
    read = cast("Callable[[str], object]", kind)
    if isinstance(kind, type) and issubclass(kind, StrEnum):  # whose own call takes longer
        read = {one.value: one for one in kind}.__getitem__
    return (lambda text: read(text) if text else None) if is_optional else read


def _bare(hint: object) -> tuple[object, bool]:
    """A type without its `| None`, and whether it had one."""
    if not isinstance(hint, UnionType) and get_origin(hint) is not Union:
        return hint, False
    (kind,) = {*get_args(hint)} - {NoneType}
    return kind, True
