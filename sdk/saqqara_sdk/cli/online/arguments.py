"""A call's signature as words of a command line, and those words as the call's arguments.

Nothing here knows a call: names, types, defaults and help come from the generated client.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Final

import typer

from saqqara_sdk.cli.online import completions
from saqqara_sdk.cli.online.words import KINDS, Kind
from saqqara_sdk.wire import enums
from saqqara_sdk.wire.values import OpenEnum

PAGING: Final = frozenset({"first", "after"})
"""Arguments that a command has not, for it goes from page to page itself."""

BOTS: Final = frozenset({"bot_id", "player_id", "seats", "challenged", "challenger"})
"""Arguments that name bots, which are typed by name or id."""

OPTIONS: Final = "options"


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a call: how it is typed, and what is made of what was typed."""

    name: str
    kind: Kind
    default: object
    is_positional: bool
    help: str
    words: tuple[str, ...] = ()

    @property
    def is_required(self) -> bool:
        """Whether the call has no default for it."""
        return self.default is inspect.Parameter.empty

    @property
    def must_be_typed(self) -> bool:
        """Whether there is nothing in its place; options of a game have defaults, all of them."""
        return self.is_required and self.name != OPTIONS

    @property
    def flag(self) -> str:
        """Its option: `bot_id` is `--bot`, `expires_in_ms` is `--expires-in`."""
        bare = re.sub(r"_(id|ms)$", "", self.name)
        return f"--{'option' if self.name == OPTIONS else bare}".replace("_", "-")

    def parameters(self) -> Iterator[inspect.Parameter]:
        """Return the parameters that typer reads."""
        default = ... if self.must_be_typed else self._typed_default
        if self.is_positional:
            bare = re.sub(r"_(id|ms)$", "", self.name)
            declared = typer.Argument(
                metavar=self.kind.metavar or bare.upper(),
                help=self.help,
                show_default=False,
                autocompletion=self._completion,
            )
        else:
            declared = typer.Option(
                *self._flags,
                metavar=self._option_metavar,
                help=self.help,
                show_default=default not in (..., None),
                autocompletion=self._completion,
            )
        annotation = self.kind.type if self.must_be_typed else self.kind.type | None  # type: ignore[operator]
        yield _parameter(self.name, Annotated[annotation, declared], default)
        if self.name == OPTIONS:
            preset = typer.Option(
                help="A named set of options; `saqqara options` lists them", show_default=False
            )
            yield _parameter("preset", Annotated[str | None, preset], None)

    def read(self, given: Mapping[str, object]) -> object:
        """The argument for the call; raises `ValueError` with what to type instead."""
        typed = given[self.name]
        if self.name == OPTIONS:
            return self.kind.read(given["preset"], typed or ())
        return self.kind.read(typed)

    def is_given(self, given: Mapping[str, object]) -> bool:
        """Whether the argument is passed to the call, rather than left to its default."""
        return (
            self.is_required
            or given[self.name] not in (None, [], self._typed_default)
            or (self.name == OPTIONS and given["preset"] is not None)
        )

    @property
    def _typed_default(self) -> object:
        """The default as it is shown; one that is no text of the command line is left unsaid."""
        is_plain = isinstance(self.default, (str, bool, int)) and not self.name.endswith("_ms")
        return self.default if is_plain else None

    @property
    def _option_metavar(self) -> str | None:
        if self.kind.type is bool or self.kind.metavar:
            return self.kind.metavar
        if self.name in BOTS:
            return "BOT"
        return "NUMBER" if self.kind.type in {int, list[float]} else "WORD"

    @property
    def _flags(self) -> tuple[str, ...]:
        if self.kind.type is bool and self.default is True:
            return (f"{self.flag}/--no-{self.flag.removeprefix('--')}",)
        return (self.flag,)

    @property
    def _completion(self) -> Callable[[str], list[str]] | None:
        if self.words:
            return completions.of(self.words)
        if self.name in BOTS:
            return completions.own_bots
        return completions.games if self.name == "game" else None


def arguments_of(call: Callable[..., object], texts: Mapping[str, str]) -> list[Argument]:
    """The arguments of a method of the client with their help, without those of paging."""
    found = []
    for one in inspect.signature(call).parameters.values():
        if one.name == "self" or one.name in PAGING:
            continue
        bare = str(one.annotation).removesuffix(" | None")
        kind, words = _kind_of(one.name, bare)
        is_positional = one.kind is one.POSITIONAL_OR_KEYWORD and not kind.is_option
        text = kind.help or texts[one.name]
        found.append(Argument(one.name, kind, one.default, is_positional, text, words))
    return sorted(found, key=lambda one: not (one.is_positional and one.is_required))


def _kind_of(name: str, annotation: str) -> tuple[Kind, tuple[str, ...]]:
    """The row for an annotation, and the words of its enumeration, if it has one."""
    if annotation == "int" and name.endswith("_ms"):
        return KINDS["instant" if name.endswith("_at_ms") else "span"], ()
    if annotation in KINDS:
        return KINDS[annotation], ()
    word = re.search(r"\b([A-Z]\w+) \| str\b", annotation)
    found = getattr(enums, word[1], None) if word else None
    if not (isinstance(found, type) and issubclass(found, OpenEnum)):
        raise TypeError(f"{name}: no option type for {annotation!r}; add it to KINDS")
    many = "Sequence[str]" if annotation.startswith("Sequence") else "str"
    return KINDS[many], tuple(member.value for member in found)


def _parameter(name: str, annotation: object, default: object) -> inspect.Parameter:
    empty = inspect.Parameter.empty
    return inspect.Parameter(
        name,
        inspect.Parameter.KEYWORD_ONLY,
        default=empty if default is ... else default,
        annotation=annotation,
    )
