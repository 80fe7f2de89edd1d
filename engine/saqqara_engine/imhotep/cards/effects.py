"""The effect of each market card, as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from saqqara_engine.imhotep.cards.card_kinds import CARDS, Card, Colour
from saqqara_engine.imhotep.figures import (
    CARGO_SLED_CAPACITY,
    RAFT_TOLL,
    SITE_TITLES,
    STONE_QUARRY_POINTS,
    STONES_PER_DECORATION_POINT,
    STONES_PER_TAKE,
)
from saqqara_engine.imhotep.texts.phrases import TO_SITES
from saqqara_engine.messages import Message, say

_OWN: Final[Mapping[str, Message]] = {
    "statue": say("At the end: points by the number of your statues."),
    "lever": say("Sail a ship, and choose the order in which its stones are unloaded."),
    "hammer": say(
        "Take up to {stones} stones from your quarry, then place one on a ship.",
        stones=STONES_PER_TAKE,
    ),
    "sail": say("Place a stone on a ship, then sail that ship."),
    "chisel": say("Place two stones, on one ship or on two."),
    "cargo-sled": say("Your sled holds {stones} stones more.", stones=CARGO_SLED_CAPACITY),
    "stone-quarry": say(
        "At once: {points} point, and up to {stones} stones from your quarry.",
        points=STONE_QUARRY_POINTS,
        stones=STONES_PER_TAKE,
    ),
    "stone-ornament": say("At the end: 1 point for each stone on your sled."),
    "raft": say(
        "Return {stones} stones from your sled to the quarry, then send one to any site.",
        stones=RAFT_TOLL,
    ),
    "loading-plank": say(
        "Return a stone to the quarry, then sail a ship with a stone of yours to a site where"
        " one ship already lies."
    ),
}


def effect_of(card: Card) -> Message:
    """Return the effect of a card."""
    if card.site is None:
        return _OWN[card.word]
    if card.colour is Colour.RED:
        return say("At once: a stone from your quarry {where}.", where=TO_SITES[card.site])
    return say(
        "At the end: 1 point for every {stones} stones at this site: {site}.",
        stones=STONES_PER_DECORATION_POINT,
        site=say(SITE_TITLES[card.site]),
    )


EFFECTS: Final = {card.word: effect_of(card) for card in CARDS}
"""The effect of each card, by its word."""
