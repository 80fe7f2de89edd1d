"""A view as features for programs that learn; what an option does not bring is not among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from saqqara_engine.imhotep.cards import CARDS, KINDS
from saqqara_engine.imhotep.figures import (
    FAVORS,
    GODS,
    MARKET_SLOTS,
    MAX_SPACES,
    MINIMUM_LOAD,
    OBELISK_TILES,
    PYRAMIDS_B_POINTS,
    ROUND_CARDS,
    ROUNDS,
    SCARABS,
    SHIPS,
    SITES,
    TEMPLE_WIDTH,
)
from saqqara_engine.imhotep.setup import round_card_words
from saqqara_engine.imhotep.view import CardCount, SiteView, View
from saqqara_engine.imhotep.vocabulary import STEPS
from saqqara_engine.one_hot import counts, one_hot, owners, turned

Feature = tuple[str, Sequence[float]]

BURIAL_CELLS = 45
"""Cells of the Burial Chamber that are told, fifteen columns; games hardly ever fill more."""

_CAPACITIES = tuple(MINIMUM_LOAD)
_STEP_KINDS = tuple(STEPS)


def features(view: View) -> Iterator[Feature]:
    """All features, each with a name; seats are told from the own one clockwise."""
    me, players = view.seat or 0, view.options.players
    yield "round", one_hot(view.round - 1, ROUNDS)
    yield "asked", one_hot(_place(view.asked, _STEP_KINDS), len(_STEP_KINDS))
    for name, seat in (
        ("to_act", view.to_act),
        ("turn", view.turn_seat),
        ("start", view.start_seat),
    ):
        yield name, owners([seat], 1, me, players)
    yield "unloading", owners(view.unloading, MAX_SPACES, me, players)
    yield "passes", [view.passes / players]
    yield from _ships(view, me)
    for site in view.sites:
        yield from _site(site, me, players)
    yield from _seats(view, me)
    yield from _cards(view)
    yield "round_cards_left", _round_cards_left(view)
    yield from _sides(view, me)
    yield from _expansions(view, me)


def _place(word: str | None, words: Sequence[str]) -> int | None:
    return None if word is None else words.index(word)


def _ships(view: View, me: int) -> Iterator[Feature]:
    players = view.options.players
    for number in range(SHIPS):
        ship = view.ships[number] if number < len(view.ships) else None
        name = f"ship {number + 1}"
        capacity = None if ship is None else _CAPACITIES.index(ship.capacity)
        yield f"{name} capacity", one_hot(capacity, len(_CAPACITIES))
        yield f"{name} ready", [float(ship is not None and ship.is_ready)]
        yield f"{name} site", one_hot(_place(ship.site if ship else None, SITES), len(SITES))
        yield f"{name} stones", owners(ship.spaces if ship else (), MAX_SPACES, me, players)


def _site(site: SiteView, me: int, players: int) -> Iterator[Feature]:
    stones = [site.stones.count(seat) for seat in range(players)]
    yield f"{site.site} ships", [len(site.ships) / 2]
    yield f"{site.site} stones", turned(stones, me, 10)
    yield f"{site.site} points", turned(site.points, me, 40)
    if site.site == "temple":
        width = TEMPLE_WIDTH[players]
        top = [None] * width
        for number, owner in enumerate(site.stones):
            top[number % width] = owner  # type: ignore[call-overload]  # None or a seat
        yield "temple visible", owners(top, width, me, players)
    if site.site == "burial":
        yield "burial cells", owners(site.stones, BURIAL_CELLS, me, players)


def _seats(view: View, me: int) -> Iterator[Feature]:
    for offset in range(view.options.players):
        seat = view.seats[(me + offset) % view.options.players]
        name = f"seat +{offset}"
        yield f"{name} stones", [seat.sled / 9, seat.sled_capacity / 9, seat.quarry / 29]
        yield f"{name} points", [seat.points / 100]
        yield f"{name} cards", _pile(seat.cards, 4)
        yield f"{name} face down", [seat.face_down / 10]


def _pile(cards: Sequence[CardCount], scale: float) -> list[float]:
    return counts(((KINDS[card.card], card.count) for card in cards), len(CARDS), scale)


def _cards(view: View) -> Iterator[Feature]:
    for slot in range(MARKET_SLOTS):
        word = view.market[slot] if slot < len(view.market) else None
        yield f"market slot {slot + 1}", one_hot(None if word is None else KINDS[word], len(CARDS))
    yield "market face down", [view.market_face_down / 2]
    looked_at = ((KINDS[word], 1) for word in view.market_looked_at)
    yield "market looked at", counts(looked_at, len(CARDS), 1)
    yield "draw pile", _pile(view.draw_pile, 10)
    yield "discard pile", _pile(view.discard_pile, 10)


def _round_cards_left(view: View) -> list[float]:
    players = view.options.players
    words = round_card_words(players, bytes(range(len(ROUND_CARDS[players]))))
    return [float(word in view.round_cards_left) for word in words]


def _sides(view: View, me: int) -> Iterator[Feature]:
    players = view.options.players
    if view.coins:
        yield "coins on cards", [coins / 8 for coins in view.coins.on_cards]
        yield "coins taken", turned(view.coins.taken, me, 8)
    if view.pyramids:
        for name, built in zip(
            ("left", "middle", "right"),
            (view.pyramids.left, view.pyramids.middle, view.pyramids.right),
            strict=True,
        ):
            yield f"pyramid {name}", owners(built, len(PYRAMIDS_B_POINTS), me, players)
    if view.towers:
        built_by = [view.towers.owners.count(seat) for seat in range(players)]
        yield "towers", turned(built_by, me, 7)
    if view.chariots:
        yield "chariots", turned(view.chariots.steps, me, 20)
    if view.imhotep:
        yield "imhotep", one_hot(view.imhotep.space, TEMPLE_WIDTH[players])
    if view.crypt:
        yield "crypt tiles", [tile / 4 for tile in view.crypt.tiles]
    if view.obelisk_tiles:
        left = view.obelisk_tiles.left
        yield "obelisk tiles left", [len(left) / len(OBELISK_TILES)]
        yield "obelisk tiles taken", turned(list(map(sum, view.obelisk_tiles.taken)), me, 20)


def _expansions(view: View, me: int) -> Iterator[Feature]:
    players = view.options.players
    if view.private_ships:
        yield "private ships gone", turned(list(map(float, view.private_ships.has_sailed)), me)
        for site in SITES:
            here = float(site in view.private_ships.sites)
            yield f"private ship at {site}", [here]
    if view.wager:
        for column, bets in (("left", view.wager.left), ("right", view.wager.right)):
            yield f"bets {column}", owners(bets, len(bets), me, players)
    if view.favors:
        yield "favors used", owners(view.favors.used_by, FAVORS, me, players)
    if view.prophecies:
        yield "prophecies", [float(god in view.prophecies.revealed) for god in GODS]
        yield "red cards taken", turned(view.prophecies.red_cards, me, 6)
        for offset in range(players):
            seat = (me + offset) % players
            own = [scarab for scarab in view.prophecies.scarabs if scarab.seat == seat]
            yield f"seat +{offset} scarabs", [1 - len(own) / SCARABS]
            bet = {scarab.god: scarab.window + 1 for scarab in own}
            yield f"seat +{offset} bets", [bet.get(god, 0) / 3 for god in GODS]
