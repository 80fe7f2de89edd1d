"""What boards are drawn from, as the service tells it: layouts, views and legal actions."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

from saqqara_engine.games import AnyGame, find_game
from saqqara_engine.imhotep.figures import SITES
from saqqara_engine.learning import action_codes
from saqqara_engine.wire import view_json
from saqqara_service.application.matches.layouts import layout
from saqqara_service.languages import words_of
from saqqara_service.models import JsonObject

SEED = bytes(range(32))
Fits: TypeAlias = Callable[[AnyGame, object], bool]


@dataclass(frozen=True, slots=True)
class Scene:
    """What a board gets, and a name for it."""

    name: str
    game: str
    view: dict[str, Any]
    layout: dict[str, Any]
    legal: list[dict[str, Any]]

    @property
    def element(self) -> str:
        """The element that draws it."""
        return f"{self.game}-board"


def scene(game: str, asked: JsonObject, fits: Fits, language: str = "en") -> Scene:
    """The first position that fits, in the first of some games that has one."""
    for seed in range(20):
        for ply, (rules, state) in enumerate(_positions(game, asked, seed)):
            if fits(rules, state):
                return _scene(rules, state, asked, language, ply)
    raise LookupError(asked)


def moments(game: str, asked: JsonObject, language: str = "en") -> list[Scene]:
    """A start, a middle and an end."""
    last = sum(1 for _ in _positions(game, asked, 1)) - 1
    return [
        _scene(rules, state, asked, language, ply)
        for ply, (rules, state) in enumerate(_positions(game, asked, 1))
        if ply in {0, last * 3 // 5, last}
    ]


def plies(game: str, asked: JsonObject, count: int) -> list[Scene]:
    """So many positions from the start, one after the other, all as the seat 0 sees them."""
    found = enumerate(_positions(game, asked, 1))
    return [_scene(*each, asked, "en", ply, eyes=0) for ply, each in islice(found, count)]


def offers(*kinds: str) -> Fits:
    """Whether all these kinds of action are legal."""

    def fits(rules: AnyGame, state: object) -> bool:
        legal = () if rules.is_over(state) else rules.legal_actions(state)
        return set(kinds) <= {action.kind for action in legal}

    return fits


def seen(fits: Callable[[Any], object]) -> Fits:
    """Whether what the deciding seat sees fits."""
    return lambda rules, state: bool(fits(view_json(rules.view(state, rules.to_act(state)))))


def all_sides(side: str) -> JsonObject:
    """That side at every site of Imhotep."""
    return {"sides": dict.fromkeys(SITES, side)}


EXPANSIONS: tuple[str, ...] = (
    "wrath",
    "privateShips",
    "wager",
    "favors",
    "newDynastyCards",
    "prophecies",
    "secondColour",
    "hiddenMarketCards",
)
TABLES: dict[str, tuple[str, JsonObject]] = {
    **{
        f"{name}-{players}": ("imhotep", {"preset": name, "players": players})
        for name in ("base", "b-sides", "minis", "new-dynasty", "everything")
        for players in (2, 3, 4)
    },
    **{
        f"sides-{side}-{players}": ("imhotep", {**all_sides(side), "players": players})
        for side in "ABCD"
        for players in (2, 4)
    },
    **{name: ("imhotep", {name: True}) for name in EXPANSIONS},
    **{f"duel-{side}": ("duel", {"preset": side}) for side in "ab"},
}
"""Every preset, side, expansion and number of seats, by a name."""


def _positions(game: str, asked: JsonObject, seed: int) -> Iterator[tuple[AnyGame, object]]:
    """Each position of a game that is played by chance; the state is the same, played on."""
    rules = find_game(game)
    state, rng = rules.new_game(rules.parse_options(asked), SEED), random.Random(seed)
    while not rules.is_over(state):
        yield rules, state
        rules.advance(state, _lively(rules.legal_actions(state), rng))
    yield rules, state


def _lively(legal: Sequence[Any], rng: random.Random) -> object:
    """An action whose kind is drawn first, so that rare kinds are not drowned by common ones."""
    kind = rng.choice(sorted({action.kind for action in legal}))
    return rng.choice([action for action in legal if action.kind == kind])


def _scene(
    rules: AnyGame,
    state: object,
    asked: JsonObject,
    language: str,
    ply: int,
    *,
    eyes: int | None = None,
) -> Scene:
    """The position as a seat sees it, the one that decides if none is named."""
    seat = rules.to_act(state) if eyes is None else eyes
    codes, words = action_codes(rules.name, rules.parse_options(asked)), words_of(language)
    view = rules.view(state, seat)
    legal: list[dict[str, Any]] = [
        {
            "code": codes.code(action),
            "notation": str(action),
            "kind": action.kind,
            "label": rules.label(view, action, words),
            "parts": str(action).split(" "),
        }
        for action in (() if seat is None or eyes is not None else rules.legal_actions(state))
    ]
    table = layout(rules.name, asked, language).model_dump(mode="json", by_alias=True)
    return Scene(f"{rules.name}-{ply}", rules.name, view_json(view), table, legal)
