"""How the games of the suite are played: at random, and with a will to go where games seldom go."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from random import Random
from typing import Any, Final, TypeAlias

from saqqara_engine.duel.legality import LINES
from saqqara_engine.duel.tokens import DARK, LIGHT, TOMBS
from saqqara_engine.game import Action
from saqqara_engine.games import GAMES

Policy: TypeAlias = "Callable[[Any, Sequence[Action], Random], Action]"
"""Chooses one of the legal actions of a state; the same `Random` gives the same choices."""

Score: TypeAlias = "Callable[[Any, Sequence[str]], float]"
"""How much an action is wanted, by its words."""

EMPTY: Final = -1
WISH: Final = 0.95
"""How often a will is followed; else any action is taken."""


def any_action(_state: object, legal: Sequence[Action], choice: Random) -> Action:
    """Each action is as likely as another."""
    return choice.choice(legal)


def any_kind(state: object, legal: Sequence[Action], choice: Random) -> Action:
    """Each kind of action is as likely as another, so rare ones are not lost among many."""
    kind = choice.choice(sorted({action.kind for action in legal}))
    return any_action(state, [action for action in legal if action.kind == kind], choice)


def mixed(state: object, legal: Sequence[Action], choice: Random) -> Action:
    """Now the one, now the other."""
    policy = any_kind if choice.random() < 0.5 else any_action
    return policy(state, legal, choice)


def wanting(score: Score, wish: float = WISH) -> Policy:
    """Takes what is wanted most, nearly always."""

    def policy(state: object, legal: Sequence[Action], choice: Random) -> Action:
        if choice.random() > wish:
            return choice.choice(legal)
        scored = [(score(state, str(action).split()), action) for action in legal]
        best = max(worth for worth, _ in scored)
        return choice.choice([action for worth, action in scored if worth == best])

    return policy


def _stones(state: Any, ship: str) -> int:
    first = 4 * (int(ship) - 1)
    return sum(owner != EMPTY for owner in state.cargo[first : first + 4])


def _room(state: Any, ship: str) -> int:
    return int(state.ships[int(ship) - 1]) - _stones(state, ship)


def going_to(site: str, cards: Sequence[str]) -> Score:
    """All stones to one site, by full ships; the cards are those that bring more of them."""

    def score(state: Any, words: Sequence[str]) -> float:
        kind, *rest = words
        if kind in {"private", "raft", "plank"}:
            return 9 if site in rest else -1
        if kind in {"sail", "lever", "sailcard", "favor3", "favor4"}:
            ship = rest[0][0]
            is_full = _room(state, ship) <= (kind == "sailcard")
            if site in rest:
                return 8 if is_full else 1
            return 4 if "market" in rest and _stones(state, ship) < 3 else 0
        if kind in {"place", "chisel", "favor5", "hammer", "favor2"}:
            return 6 + int(rest[0][0] == "1") if rest else 0
        if kind == "take":
            return 6 + int(_card(state, rest[0]) in cards)
        return 5 if kind == "get" and state.sled[state.steps[-1].seat] == 0 else 2

    return score


def _card(state: Any, slot: str) -> str:
    from saqqara_engine.imhotep.cards.card_kinds import WORDS  # noqa: PLC0415
    from saqqara_engine.imhotep.sites.market import market  # noqa: PLC0415

    cards = market(state).face_up(state)
    number = int(slot) - 1
    return WORDS[cards[number]] if number < len(cards) and cards[number] != EMPTY else ""


def using_up(state: Any, words: Sequence[str]) -> float:
    """All stones out of quarry and sled as soon as it can be, and none to the Market."""
    kind, *rest = words
    seat = state.steps[-1].seat
    if kind in {"bet", "private"}:
        return -2 if "market" in rest else 9
    if kind == "favor1":
        return 10 if state.quarry[seat] <= 2 and _reds(state, rest) else -1
    if kind == "hammer":
        return 8 if state.quarry[seat] == 0 else 1
    if kind in {"sail", "lever", "sailcard"}:
        return (5 if _room(state, rest[0][0]) == 0 else 2) - 2 * ("market" in rest)
    if kind == "take":
        return 6 + _reds(state, rest)
    return STOCK_WISHES.get(kind, 0)


def keeping_cards(state: Any, words: Sequence[str]) -> float:
    """The same, but blue cards are kept to the end."""
    return -3 if words[0] in {"hammer", "chisel", "lever", "sailcard"} else using_up(state, words)


STOCK_WISHES: Final = {
    "favor5": 9, "place": 7, "chisel": 7, "get": 6, "draw": 6, "pass": 4, "raft": 3, "favor2": 1,
    "favor3": 1, "favor4": 1,
}  # fmt: skip
"""How much is wanted what brings stones out."""

RED_WITH_STONE: Final = frozenset({"entrance", "sarcophagus", "paved-path"})


def _reds(state: Any, slots: Sequence[str]) -> int:
    return sum(_card(state, slot) in RED_WITH_STONE for slot in slots)


def at_the_market(state: Any, words: Sequence[str]) -> float:
    """Full ships to the Market, and cards kept that are not red: so the piles run out."""
    kind, *rest = words
    if kind in {"sail", "plank"}:
        return 9 if "market" in rest and _room(state, rest[0]) == 0 else 1
    if kind in {"private", "raft"}:
        return 8 if "market" in rest else 0
    if kind == "take":
        return 7 - _reds(state, rest)
    if kind == "place":
        return 6 + (rest[0][0] == "1")
    return MARKET_WISHES.get(kind, 0)


MARKET_WISHES: Final = {"favor1": 8, "draw": 7, "get": 5, "favor2": 4, "keep": 3, "stones": 3}


def playing_cards(state: Any, words: Sequence[str]) -> float:
    """Cards and bets first, favors that sail with the last ship, red cards from the Market."""
    kind, *rest = words
    if kind in {"place", "get", "sail"}:
        return {"place": 2, "get": 1.5, "sail": 3}[kind] + ("market" in rest)
    if kind.startswith("favor"):
        is_last = state.docks.count(EMPTY) == 1 and kind in {"favor3", "favor4"}
        return 9 if is_last and "stay" not in rest else -1
    if kind == "take":
        return 6 + (_card(state, rest[0]) == "entrance")
    return 5 + ("market" in rest)


def collecting(kinds: Set[int]) -> Policy:
    """Seat 0 of the Duel gets as many of these tokens as it can, and both seats see to that."""

    def worth(state: Any) -> float:
        """Tokens won, those that may still be, and meeples where such lie."""
        won: int = sum(state.won[0][kind] for kind in kinds)
        left = (*state.boats, *state.supply[state.drawn :])
        hope: float = sum(
            (state.meeples[0] >> cell & 1) - 0.3 * (state.meeples[1] >> cell & 1)
            for boat in range(len(LINES))
            for nth, cell in enumerate(LINES[boat])
            if state.boats[3 * boat + nth] in kinds
        )
        return 10 * won + 9 * _among(left, kinds) + hope

    def policy(state: Any, legal: Sequence[Action], choice: Random) -> Action:
        found = [(worth(_after(state, action)), action) for action in legal]
        best = max(value for value, _ in found)
        return choice.choice([action for value, action in found if value == best])

    return policy


def _among(tokens: Sequence[int], kinds: Set[int]) -> int:
    return sum(token in kinds for token in tokens)


def _after(state: Any, action: Action) -> Any:
    twin = state.copy()
    GAMES["duel"].advance(twin, action)
    return twin


POLICIES: Final[dict[str, Policy]] = {
    "any action": any_action,
    "any kind": any_kind,
    "mixed": mixed,
}
"""For both games."""

WILLS: Final[dict[str, Policy]] = {
    "to the Pyramids": wanting(going_to("pyramids", ("entrance", "raft", "loading-plank"))),
    "to the Temple": wanting(going_to("temple", ("raft", "loading-plank"))),
    "to the Burial Chamber": wanting(going_to("burial", ("sarcophagus", "raft", "loading-plank"))),
    "to the Obelisks": wanting(going_to("obelisks", ("paved-path", "raft", "loading-plank"))),
    "at the Market": wanting(at_the_market),
    "using up": wanting(using_up, 0.985),
    "keeping cards": wanting(keeping_cards, 0.985),
    "playing cards": wanting(playing_cards),
}
"""For Imhotep."""

DUEL_WILLS: Final[dict[str, Policy]] = {
    "all for the Pyramids": collecting(frozenset((LIGHT, DARK))),
    "all for the Tombs": collecting(frozenset(TOMBS)),
}
"""For the Duel."""
