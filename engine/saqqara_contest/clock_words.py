"""Clocks as people type them: a kind, then its times by the names that they have on the wire.

In short the kind's own times follow in seconds: fischer:60+0.5 · delay:60+2 · per_move:5+60
fischer baseMs=60000 incrementMs=500 · delay baseMs=60000 delayMs=2000 · untimed
per_move moveMs=5000 bankMs=60000 · correspondence days=3 · any timed one: responseMs=10000
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, fields

from saqqara_contest.clocks import Clock, Correspondence, Delay, Fischer, PerMove, Timed, Untimed
from saqqara_engine.choices import camel

KINDS: Mapping[str, type[Clock]] = {
    "fischer": Fischer,
    "delay": Delay,
    "per_move": PerMove,
    "correspondence": Correspondence,
    "untimed": Untimed,
}


def parse_clock(text: str) -> Clock:
    """The clock that the words say; raises `ValueError` naming what could be said."""
    first, *pairs = text.split() or [""]
    word, _, times = first.partition(":")
    kind = KINDS.get(word)
    if kind is None:
        raise ValueError(f"there is no clock {word!r}; known: {', '.join(KINDS)}")
    names = {camel(field.name): field for field in fields(kind)}
    given = _in_short(kind, word, times) if times else {}
    for pair in pairs:
        name, _, number = pair.partition("=")
        if name not in names or not number.isdecimal():
            raise ValueError(
                f"{pair!r} says nothing of {word}; write NAME=NUMBER of {_list(names)}"
            )
        given[names[name].name] = int(number)
    for name, field in names.items():
        if field.default is MISSING and field.name not in given:
            raise ValueError(f"{word} needs {name}")
    return kind(**given)


def _in_short(kind: type[Clock], word: str, times: str) -> dict[str, int]:
    """The kind's own times in the order of its fields, in seconds; days are days."""
    common = {field.name for field in fields(Timed)}
    own = [field.name for field in fields(kind) if field.name not in common]
    numbers = times.split("+")
    if len(numbers) > len(own) or not all(re.fullmatch(r"\d+(\.\d+)?", one) for one in numbers):
        named = "+".join(name.removesuffix("_ms") for name in own)
        raise ValueError(f"{times!r} are no times of {word}; write {word}:{named} in seconds")
    return {
        name: round(float(number) * (1000 if name.endswith("_ms") else 1))
        for name, number in zip(own, numbers, strict=False)
    }


def clock_words(clock: Clock) -> str:
    """The words that `parse_clock` reads, without what is as by default."""
    (word,) = (word for word, kind in KINDS.items() if type(clock) is kind)
    told = [
        f"{camel(field.name)}={getattr(clock, field.name)}"
        for field in sorted(fields(clock), key=lambda field: field.default is not MISSING)
        if getattr(clock, field.name) != field.default
    ]
    return " ".join([word, *told])


def _list(names: Mapping[str, object]) -> str:
    return ", ".join(names) or "nothing: it has no times"
