"""The five kinds of time control, and their text form on the command line.

The text is a kind, then its times by their names on the wire. In the short form the kind's own
times follow in seconds: fischer:60+0.5 · delay:60+2 · per_move:5+60

fischer baseMs=60000 incrementMs=500 · delay baseMs=60000 delayMs=2000 · untimed
per_move moveMs=5000 bankMs=60000 · correspondence days=3 · any kind with a clock: responseMs=10000
any kind with a clock, if runners measure processor time: wallFactor=4
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields, replace
from typing import Self, TypeAlias

from saqqara_engine.choices import camel

DAY_MS = 86_400_000

LONGEST_MS = 2**31 - 1
"""The maximum of a clock (24 days), which has to fit into GraphQL's 32-bit `Int`."""

UNBOUND_MS = 2**40
"""An unreachable bound (34 years), still exact as a double and printed in full by Lua."""

_TIMES = r"\d+(\.\d+)?(\+\d+(\.\d+)?)*"
_POSITIVE = {"base_ms", "move_ms", "days", "response_ms", "wall_factor"}


@dataclass(frozen=True, slots=True)
class Asking:
    """The kind of decision: the seat's first one, or one outside its own turn."""

    is_first: bool = False
    is_response: bool = False


@dataclass(frozen=True, slots=True)
class ClockTerms:
    """The terms of a decision's charge, fixed when the turn begins.

    - `increment_ms`: time added after a decision in time
    - `cap_ms`: the maximum of the clock after it
    - `free_ms`: time that is not charged, such as a delay
    - `bound_ms`: the maximum duration of the decision, whatever the clock holds
    - `wall_factor`: the maximum ratio of wall time to processor time, if processor time counts
    """

    increment_ms: int = 0
    cap_ms: int = LONGEST_MS
    free_ms: int = 0
    bound_ms: int = UNBOUND_MS
    wall_factor: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Timed:
    """The common fields of all time controls except `Untimed`.

    - `first_move_ms`: additional free time for each seat's first decision
    - `response_ms`: the bound of a decision outside the seat's own turn; None: only its clock
    - `wall_factor`: clocks count processor time, or wall time divided by this factor if that is
      more; None: clocks count wall time
    """

    first_move_ms: int = 0
    response_ms: int | None = None
    wall_factor: int | None = None

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if value is not None and (value < 0 or (value == 0 and each.name in _POSITIVE)):
                raise ValueError(f"{each.name} cannot be {value} in a time control.")

    @property
    def start_ms(self) -> int | None:
        """A seat's time at the start; None without a clock."""
        raise NotImplementedError

    def plain_terms(self) -> ClockTerms:
        """Return the terms of a decision that is neither a seat's first one nor a response."""
        raise NotImplementedError

    def with_odds(self, factor: float) -> Self:
        """Return the time control of a seat with a handicap: its own times are scaled."""
        raise NotImplementedError

    def terms(self, asking: Asking = Asking()) -> ClockTerms | None:
        """Return the terms of a decision; None without a clock."""
        plain = self.plain_terms()
        first_ms = self.first_move_ms if asking.is_first else 0
        is_bound = asking.is_response and self.response_ms is not None
        return replace(
            plain,
            free_ms=plain.free_ms + first_ms,
            bound_ms=(self.response_ms or 0) + first_ms if is_bound else UNBOUND_MS,
            wall_factor=self.wall_factor or 1,
        )


@dataclass(frozen=True, slots=True)
class _Based(Timed):
    """A kind with a base time."""

    base_ms: int

    @property
    def start_ms(self) -> int:
        return min(self.base_ms, LONGEST_MS)

    def with_odds(self, factor: float) -> Self:
        return replace(self, base_ms=max(1, round(self.base_ms * factor)))


@dataclass(frozen=True, slots=True)
class Fischer(_Based):
    """Base time per seat and an increment for every decision made in time."""

    increment_ms: int = 0

    def plain_terms(self) -> ClockTerms:
        return ClockTerms(increment_ms=self.increment_ms)


@dataclass(frozen=True, slots=True)
class Delay(_Based):
    """Base time per seat, which runs only after a delay at every decision."""

    delay_ms: int

    def plain_terms(self) -> ClockTerms:
        return ClockTerms(free_ms=self.delay_ms)


@dataclass(frozen=True, slots=True)
class PerMove(Timed):
    """Time for every decision; extra time is taken from a bank for the whole match."""

    move_ms: int
    bank_ms: int = 0

    @property
    def start_ms(self) -> int:
        return min(self.bank_ms, LONGEST_MS)

    def plain_terms(self) -> ClockTerms:
        return ClockTerms(free_ms=self.move_ms)

    def with_odds(self, factor: float) -> Self:
        move_ms = max(1, round(self.move_ms * factor))
        return replace(self, move_ms=move_ms, bank_ms=round(self.bank_ms * factor))


@dataclass(frozen=True, slots=True)
class Correspondence(Timed):
    """A number of days for every decision; the clock is reset after each one."""

    days: float

    @property
    def start_ms(self) -> int:
        return min(round(self.days * DAY_MS), LONGEST_MS)

    def plain_terms(self) -> ClockTerms:
        return ClockTerms(increment_ms=self.start_ms, cap_ms=self.start_ms)

    def with_odds(self, factor: float) -> Self:
        return replace(self, days=self.days * factor)


@dataclass(frozen=True, slots=True)
class Untimed:
    """No clock; no seat can lose on time."""

    @property
    def start_ms(self) -> None:
        return None

    def terms(self, asking: Asking = Asking()) -> None:  # noqa: ARG002
        return None

    def with_odds(self, factor: float) -> Self:  # noqa: ARG002
        return self


TimeControl: TypeAlias = Fischer | Delay | PerMove | Correspondence | Untimed


KINDS: Mapping[str, type[TimeControl]] = {
    "fischer": Fischer,
    "delay": Delay,
    "per_move": PerMove,
    "correspondence": Correspondence,
    "untimed": Untimed,
}


def parse_time_control(text: str) -> TimeControl:
    """Parse the text of a time control; raises `ValueError` with the allowed words."""
    first, *pairs = text.split() or [""]
    word, _, times = first.partition(":")
    kind = KINDS.get(word)
    if kind is None:
        example = "KIND:SECONDS, such as fischer:60+1"
        if re.fullmatch(_TIMES, word) and word.count("+") <= 1:
            example = f"fischer:{word}, in seconds"
        raise ValueError(
            f"There is no time control {word!r}. Write {example}; the kinds are {', '.join(KINDS)}."
        )
    names = {camel(field.name): field for field in fields(kind)}
    given = _in_short(kind, word, times) if times else {}
    for pair in pairs:
        name, _, number = pair.partition("=")
        if name not in names or not number.isdecimal():
            raise ValueError(
                f"{pair!r} is not a time of {word}. Write NAME=NUMBER with one of {_list(names)}."
            )
        given[names[name].name] = int(number)
    for name, field in names.items():
        if field.default is MISSING and field.name not in given:
            raise ValueError(f"{word} needs {name}.")
    return kind(**given)


def _in_short(kind: type[TimeControl], word: str, times: str) -> dict[str, int]:
    """Parse the kind's own times in the order of its fields, in seconds, or in days."""
    common = {field.name for field in fields(Timed)}
    own = [field.name for field in fields(kind) if field.name not in common]
    numbers = times.split("+")
    if len(numbers) > len(own) or not re.fullmatch(_TIMES, times):
        named = "+".join(name.removesuffix("_ms") for name in own)
        raise ValueError(f"{times!r} are not the times of {word}. Write {word}:{named} in seconds.")
    return {
        name: round(float(number) * (1000 if name.endswith("_ms") else 1))
        for name, number in zip(own, numbers, strict=False)
    }


def time_control_words(control: TimeControl) -> str:
    """Return the text that `parse_time_control` reads, without fields that have their default."""
    (word,) = (word for word, kind in KINDS.items() if type(control) is kind)
    parts = [
        f"{camel(field.name)}={getattr(control, field.name)}"
        for field in sorted(fields(control), key=lambda field: field.default is not MISSING)
        if getattr(control, field.name) != field.default
    ]
    return " ".join([word, *parts])


def _list(names: Mapping[str, object]) -> str:
    return ", ".join(names) or "nothing: it has no times"
