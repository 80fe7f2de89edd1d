"""Every action and step there is, by the first word of its notation, and how to read them."""

from __future__ import annotations

from saqqara_engine.errors import MalformedAction, quote
from saqqara_engine.imhotep.actions import Decline, Draw, Get, Pass, Place, Sail
from saqqara_engine.imhotep.blue_cards import Chisel, Hammer, Lever, SailCard
from saqqara_engine.imhotep.cards import DiscardCard
from saqqara_engine.imhotep.expansions.favor_actions import (
    FavorOfCards,
    FavorOfPlaces,
    FavorOfSupply,
    GainCard,
)
from saqqara_engine.imhotep.expansions.favor_voyages import FavorOfLoad, FavorOfOrder
from saqqara_engine.imhotep.expansions.new_dynasty import LoadingPlank, Raft
from saqqara_engine.imhotep.expansions.private_ships import PrivateShip
from saqqara_engine.imhotep.expansions.prophecies import Prophecy
from saqqara_engine.imhotep.expansions.stonemasons_wager import Bet
from saqqara_engine.imhotep.harbour import UnloadStone
from saqqara_engine.imhotep.sites.market import PickCard, Refill, ReturnStone, Take
from saqqara_engine.imhotep.sites.market_b import Keep, KeepOne
from saqqara_engine.imhotep.sites.pyramids_b import Build, BuildStone, TakeBonus
from saqqara_engine.imhotep.sites.temple_b import Point, PointOrStones, Stones, TempleSpace
from saqqara_engine.imhotep.state import Action, Step
from saqqara_engine.imhotep.steps import ClearRound, EndTurn, NextRound, ScoreRound, Turn

ACTIONS: dict[str, type[Action]] = {
    "get": Get,
    "place": Place,
    "sail": Sail,
    "lever": Lever,
    "hammer": Hammer,
    "sailcard": SailCard,
    "chisel": Chisel,
    "private": PrivateShip,
    "bet": Bet,
    "favor1": FavorOfCards,
    "favor2": FavorOfSupply,
    "favor3": FavorOfOrder,
    "favor4": FavorOfLoad,
    "favor5": FavorOfPlaces,
    "raft": Raft,
    "plank": LoadingPlank,
    "prophecy": Prophecy,
    "take": Take,
    "keep": Keep,
    "draw": Draw,
    "build": Build,
    "point": Point,
    "stones": Stones,
    "decline": Decline,
    "pass": Pass,
}
"""The first word of every action's notation."""

STEPS: dict[str, type[Step]] = {
    "turn": Turn,
    "end-turn": EndTurn,
    "unload": UnloadStone,
    "pick": PickCard,
    "keep-one": KeepOne,
    "return": ReturnStone,
    "refill": Refill,
    "gain": GainCard,
    "discard": DiscardCard,
    "build": BuildStone,
    "bonus": TakeBonus,
    "temple-space": TempleSpace,
    "point-or-stones": PointOrStones,
    "score-round": ScoreRound,
    "clear-round": ClearRound,
    "next-round": NextRound,
}
"""The first word of every step's notation."""


def parse_action(text: str) -> Action:
    """Reads an action; only its canonical text is accepted."""
    kind, *words = text.split(" ")
    if kind not in ACTIONS:
        known = ", ".join(ACTIONS)
        raise MalformedAction(f"An action begins with one of {known}, not {quote(kind)}.")
    action = ACTIONS[kind].from_words(words)
    if str(action) != text:
        raise MalformedAction(f"Write {str(action)!r}, with single spaces.")
    return action


def parse_step(text: str) -> Step:
    """Reads the notation of a step."""
    kind, *words = text.split(" ")
    if kind not in STEPS:
        raise MalformedAction(f"A step begins with one of {', '.join(STEPS)}, not {quote(kind)}.")
    return STEPS[kind].from_words(words)
