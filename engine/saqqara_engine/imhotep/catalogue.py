"""The catalogue of all sides and expansions, with their kinds of action and step.

This module names no side or expansion. A catalogue is a value, so tests can add a side.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import TypeVar

from saqqara_engine.errors import MalformedAction, quote
from saqqara_engine.game import Choice
from saqqara_engine.imhotep.actions import Decline, Get, Pass, Place, Sail
from saqqara_engine.imhotep.cards.deck import Deck
from saqqara_engine.imhotep.expansions import EXPANSIONS
from saqqara_engine.imhotep.figures import SITES
from saqqara_engine.imhotep.harbour import UnloadStone
from saqqara_engine.imhotep.options import CHOICES, Options
from saqqara_engine.imhotep.part import AnyPart
from saqqara_engine.imhotep.sites import SIDES
from saqqara_engine.imhotep.state import Action, Question, Step
from saqqara_engine.imhotep.steps import ClearRound, EndTurn, NextRound, ScoreRound, Turn

DECK = Deck()

TURN_ACTIONS: tuple[type[Action], ...] = (Get, Place, Sail)
REFUSALS: tuple[type[Action], ...] = (Decline, Pass)
"""With `TURN_ACTIONS`, the kinds of action that belong to no part."""

ROUND_STEPS: tuple[type[Step], ...] = (
    Turn,
    EndTurn,
    UnloadStone,
    ScoreRound,
    ClearRound,
    NextRound,
)
"""The kinds of step that belong to no part."""


K = TypeVar("K", Action, Step)


@dataclass(frozen=True, eq=False)
class Catalogue:
    """The sides of each site by their letters, and the expansions by their options."""

    sides: Mapping[str, Mapping[str, AnyPart]]
    expansions: Mapping[str, AnyPart]

    @cached_property
    def parts(self) -> tuple[AnyPart, ...]:
        """All parts, the sites last."""
        sides = chain.from_iterable(self.sides[site].values() for site in SITES)
        return (DECK, *self.expansions.values(), *sides)

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        """Every option of the game."""
        players, *others = CHOICES
        return (players, *(_side(site, self.sides[site]) for site in SITES), *others)

    @cached_property
    def actions(self) -> dict[str, type[Action]]:
        """Every kind of action by its word."""
        brought = chain.from_iterable(part.actions for part in self.parts)
        kinds = dict.fromkeys((*TURN_ACTIONS, *brought, *REFUSALS))
        return {kind.kind: kind for kind in _distinct(kinds)}

    @cached_property
    def steps(self) -> dict[str, type[Step]]:
        """Every kind of step by its word, in the order of their numbers."""
        brought = chain.from_iterable(part.steps for part in self.parts)
        kinds = _distinct(dict.fromkeys((*ROUND_STEPS, *brought)))
        return {kind.kind: kind for kind in sorted(kinds, key=lambda kind: kind.number)}

    @cached_property
    def questions(self) -> dict[str, type[Question]]:
        """The kinds of step that ask a seat, by word."""
        return {word: kind for word, kind in self.steps.items() if issubclass(kind, Question)}

    def parse_action(self, text: str) -> Action:
        """Parse an action; only its canonical notation is accepted."""
        kind, *words = text.split(" ")
        if kind not in self.actions:
            known = ", ".join(self.actions)
            raise MalformedAction(f"An action must begin with one of {known}, not {quote(kind)}.")
        action = self.actions[kind].from_words(words)
        if str(action) != text:
            raise MalformedAction(f"Write {str(action)!r}, with single spaces.")
        return action

    def parse_step(self, text: str) -> Step:
        """Parse the notation of a step."""
        kind, *words = text.split(" ")
        if kind not in self.steps:
            known = ", ".join(self.steps)
            raise MalformedAction(f"A step must begin with one of {known}, not {quote(kind)}.")
        return self.steps[kind].from_words(words)

    def every_action(self, options: Options) -> Iterator[str]:
        """Yield the notation of every action under the options, in the fixed order of codes."""
        parts = self.parts_of(options)
        brought = chain.from_iterable(part.coded_actions(options) for part in parts)
        kinds: set[type[Action]] = {*TURN_ACTIONS, Pass, *brought}
        for kind in sorted(kinds, key=lambda kind: kind.number):
            yield from (f"{kind.kind} {words}".rstrip() for words in kind.domain(options))

    def parts_of(self, options: Options) -> tuple[AnyPart, ...]:
        """Return the parts in play, in the order in which they act."""
        letters = zip(SITES, options.sides.in_order(), strict=True)
        sites = tuple(self.sides[site][letter] for site, letter in letters)
        chosen = (part for option, part in self.expansions.items() if getattr(options, option))
        return (*sites, DECK, *chosen)


def _side(site: str, sides: Mapping[str, AnyPart]) -> Choice:
    house = tuple((letter, part.house) for letter, part in sides.items() if part.house)
    return Choice(f"sides.{site}", tuple(sides), "A", f"side of the {site}", site, house)


def _distinct(kinds: Iterable[type[K]]) -> list[type[K]]:
    """Return the kinds; raises `TypeError` if two have the same word or number."""
    found: dict[str | int, type[K]] = {}
    for kind in kinds:
        for mark in (kind.kind, kind.number):
            if other := found.get(mark):
                raise TypeError(f"{kind.__name__} and {other.__name__} are both {mark!r}.")
            found[mark] = kind
    return list(dict.fromkeys(found.values()))


CATALOGUE = Catalogue(SIDES, EXPANSIONS)
"""The published game."""
