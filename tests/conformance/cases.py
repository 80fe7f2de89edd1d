"""What a game of Imhotep shows: the rulings by their numbers, and what is seldom reached."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from saqqara_engine.chance import permutation
from saqqara_engine.imhotep.cards.card_kinds import CARDS, RED, WORDS
from saqqara_engine.imhotep.cards.piles import card_words, count
from saqqara_engine.imhotep.figures import (
    BURIAL,
    MARKET,
    OBELISKS,
    PYRAMIDS,
    PYRAMIDS_B,
    SITES,
    TEMPLE,
    TEMPLE_WIDTH,
)
from saqqara_engine.imhotep.sites.market import market
from saqqara_engine.imhotep.state import NONE
from saqqara_engine.imhotep.steps import turn_seat

SAILING: Final = frozenset({"sail", "lever", "sailcard", "plank", "favor3", "favor4"})
CARD: Final = {word: kind for kind, word in enumerate(WORDS)}
BOATS: Final = {"raft": "a Raft", "plank": "a Loading Plank", "private": "a private ship"}
FULL_BURIAL: Final = 24
FULL_PYRAMIDS: Final = 14
PRINTED_TOWERS: Final = 7
FULL_PYRAMIDS_B: Final = 15


@dataclass(frozen=True, slots=True)
class Ply:
    """A position, what was done there, and the position after it."""

    before: Any
    legal: Sequence[str]
    action: str
    after: Any

    @property
    def words(self) -> list[str]:
        """The words of the action."""
        return self.action.split()

    @property
    def seat(self) -> int:
        """Who was asked."""
        seat: int = self.before.steps[-1].seat
        return seat

    @property
    def asked(self) -> str:
        """The kind of question."""
        kind: str = self.before.steps[-1].kind
        return kind

    def card(self, slot: int) -> int:
        """The face-up card of a slot, counted from 1."""
        cards = market(self.before).face_up(self.before)
        return cards[slot - 1] if slot <= len(cards) else NONE


def shown(ply: Ply) -> Iterator[str]:
    """What a ply shows, in words that begin with the number of the ruling, if there is one."""
    for found in (_passing, _taking, _cards, _sailing, _favors, _scoring, _piles, _sites):
        yield from found(ply)


def _passing(ply: Ply) -> Iterator[str]:
    state, options = ply.before, ply.before.table.options
    if "pass" in ply.legal and len(ply.legal) > 1:
        yield "H-31 a scarab may be laid or passed"
    if ply.action != "pass":
        if state.passes and ply.asked == "turn" and ply.words[0] == "prophecy":
            yield "H-32 a scarab breaks a row of passes"
        return
    yield "H-31 a seat passes"
    if state.passes + 1 < state.players:
        return
    yield "H-32 everybody passes"
    if any(owner != NONE for owner in state.cargo):
        yield "H-32 stones on waiting ships go home"
    if state.round < 6 and options.sides.market == "C":
        yield "H-32 everybody passes before round 6, with Market C"
    if ply.after.steps and turn_seat(ply.after) is None:
        yield "H-32 the Temple asks after everybody has passed"


def _taking(ply: Ply) -> Iterator[str]:
    if ply.asked == "pick":
        yield from _picking(ply)
    if ply.asked == "keep-one":
        yield "the pair of Market B is bought"
    options = ply.before.table.options
    offered = {WORDS[card] for card in market(ply.before).face_up(ply.before) if card != NONE}
    if ply.asked == "pick" and not options.red_with_empty_quarry_fizzles:
        red = {WORDS[card] for card in RED} - {"stone-quarry"}
        if offered & red and not ply.before.quarry[ply.seat]:
            yield "H-33 a red card that would do nothing is not offered"


def _picking(ply: Ply) -> Iterator[str]:
    state, (kind, *rest) = ply.before, ply.words
    if len(ply.legal) == 1:
        yield "H-35 the last card must be taken"
    if kind == "decline":
        yield "H-35 a card is declined"
    if kind != "take":
        return
    card = ply.card(int(rest[0]))
    site = CARDS[card].site if card != NONE else None
    if card == NONE and len(market(state).face_down(state)) == 1:
        yield "H-36 a single face-down card is bought unseen"
    if card in RED and site is not None:
        if state.quarry[ply.seat]:
            yield f"H-46 a red card brings a stone to {SITES[site]} {_side(state, SITES[site])}"
        else:
            yield "H-33 H-47 a red card is taken with an empty quarry"
    if card != NONE and CARDS[card].colour == "blue" and turn_seat(state) != ply.seat:
        yield "H-45 a blue card is gained in another's turn"


def _cards(ply: Ply) -> Iterator[str]:
    state, kind, seat = ply.before, ply.words[0], ply.seat
    if ply.asked != "turn":
        if sum(str(step).startswith("discard") for step in state.steps) > 1:
            yield "H-49 a card works within another"
        return
    if kind == "lever":
        yield "H-37 a Lever fixes the order"
    if kind == "sailcard":
        yield "H-40 a Sail"
    if kind == "chisel":
        yield f"H-39 a Chisel places {'two stones' if len(ply.words) > 2 else 'one stone'}"
    if kind == "get" and (taken := min(state.room(seat), state.quarry[seat])) < 3:
        lack = "room" if taken == state.room(seat) else "stones"
        yield f"H-43 less than three stones for lack of {lack}"
    if state.capacity[seat] > 7:
        yield "a sled with two Cargo Sleds"
    if kind in {"raft", "plank", "private"}:
        yield f"{BOATS[kind]} to {ply.words[-1]}, side {_side(state, ply.words[-1])}"
    yield from _hammers(ply)
    yield from _held(ply)


def _hammers(ply: Ply) -> Iterator[str]:
    state, seat = ply.before, ply.seat
    if ply.words[0] == "hammer":
        if not state.quarry[seat]:
            yield "H-38 a Hammer with an empty quarry"
        if not state.room(seat):
            yield "H-38 a Hammer with a full sled"
    bare = not state.sled[seat] and not state.quarry[seat]
    if bare and count(state.hands[seat], CARD["hammer"]) and state.free:
        yield "H-38 a Hammer without any stone may not be played"
    could = count(state.hands[seat], CARD["hammer"]) and state.free and state.sled[seat]
    if could and not _offered(ply, "hammer"):
        yield "H-38 a Hammer that must take a stone and cannot"


def _held(ply: Ply) -> Iterator[str]:
    """Cards that lie in the hand and may or may not be played."""
    state, seat = ply.before, ply.seat
    hand, sled = state.hands[seat], state.sled[seat]
    if count(hand, CARD["chisel"]) and sled:
        if sled == 1 and state.free:
            yield f"H-39 with one stone a Chisel {_may(ply, 'chisel')}"
        if sled > 1 and state.free.bit_count() == 1:
            yield f"H-39 with one space a Chisel {_may(ply, 'chisel')}"
    if count(hand, CARD["sail"]) and sled and state.ready and not state.free:
        yield "H-40 a Sail where all ships are full"
    if count(hand, CARD["loading-plank"]) and sled and state.docks.count(MARKET) == 1:
        own = any(
            seat in state.cargo[4 * ship : 4 * ship + 4]
            for ship in range(len(state.ships))
            if state.ready >> ship & 1
        )
        if own and not market(state).has_card(state):
            yield "a Loading Plank may not go to a Market without a card"
        if own and not market(state).filled(state) and _side(state, "market") == "D":
            yield f"a Loading Plank where no card lies at Market D {_may(ply, 'plank')}"


def _may(ply: Ply, kind: str) -> str:
    return "may be played" if _offered(ply, kind) else "may not be played"


def _offered(ply: Ply, kind: str) -> bool:
    return any(text.split()[0] == kind for text in ply.legal)


def _side(state: Any, site: str) -> str:
    side: str = state.table.options.sides.in_order()[SITES.index(site)]
    return side


def _sailing(ply: Ply) -> Iterator[str]:
    state, kind = ply.before, ply.words[0]
    if kind not in SAILING or "stay" in ply.words:
        return
    if state.docks.count(NONE) == 1:
        yield f"H-42 the last ship is sailed by {kind}"
    site = next(SITES.index(word) for word in ply.words if word in SITES)
    if site == MARKET:
        aboard = sum(owner != NONE for owner in state.cargo[:16]) - sum(
            owner != NONE for owner in ply.after.cargo[:16]
        )
        cards = sum(card != NONE for card in market(state).face_up(state))
        draws = _side(state, "market") == "D"
        if aboard > cards + bool(market(state).face_down(state)) and not draws:
            yield "H-34 more stones than cards at the Market"


def _favors(ply: Ply) -> Iterator[str]:
    kind, *rest = ply.words
    if not kind.startswith("favor"):
        return
    state = ply.before
    if kind == "favor1":
        cards = [ply.card(int(slot)) for slot in rest]
        red = [card for card in cards if card in RED]
        yield f"favor 1 takes {len(cards)}, red ones {len(red)}"
        if rest != sorted(rest):
            yield "favor 1 in the other order"
        sites = [card for card in red if CARDS[card].site is not None]
        if len(sites) == 2 and state.quarry[ply.seat] == 2:
            yield "favor 1 with two red cards and one stone"
        if sites and state.quarry[ply.seat] == 1:
            yield "favor 1 with a red card and no stone"
        if not state.sites_open >> MARKET & 1:
            yield "favor 1 after a ship of the round has come to the Market"
        yield f"favor 1 on Market {_side(state, 'market')}"
    if "stay" in rest:
        yield f"{kind} leaves {'the first' if rest[0][0] == '1' else 'another'} ship where it is"
    if kind == "favor2" and not rest and not state.room(ply.seat):
        yield "favor 2 does nothing"
    yield from _placed_by(kind, rest)


def _placed_by(favor: str, words: Sequence[str]) -> Iterator[str]:
    if favor in {"favor4", "favor5"}:
        stones = len(words) - 2 * (favor == "favor4")
        yield f"{favor} places {stones} of the sled's stones"
    if favor == "favor2":
        yield f"favor2 places {'a stone' if words else 'no stone'}"


def _scoring(ply: Ply) -> Iterator[str]:
    state = ply.before
    if ply.asked == "point-or-stones":
        yield f"H-41 Temple B: {ply.action}"
        if ply.after.steps and ply.after.steps[-1].kind == "point-or-stones":
            yield "H-41 Temple B asks one after the other"
        if ply.action == "stones" and ply.after.sled[ply.seat] - state.sled[ply.seat] == 1:
            yield "Temple B gives a single stone"
    if ply.asked in {"build", "bonus"} and turn_seat(state) is None:
        yield "H-46 a red card of the Temple asks at the Pyramids"
    if ply.asked == "bonus":
        pyramid = state.steps[-1].pyramid
        yield f"H-02 the bonus of the {PYRAMIDS_B[pyramid]} pyramid: {ply.words[0]}"
        if ply.after.steps and ply.after.steps[-1].kind == "build":
            yield "H-49 a bonus leads to another stone"
    if ply.asked == "build" and len(ply.legal) == 1:
        yield "a single pyramid is left"


def _reshuffles(state: Any) -> Iterator[str]:
    """Several ones, if the last would have had another order with the number of another."""
    found = [outcome for outcome in state.outcomes if outcome.what == "reshuffle"]
    if len(found) < 2:
        return
    last = found[-1]
    is_second = found[-2].round == last.round
    cards = bytes(sorted(CARD[word] for word in last.items))
    other = permutation(state.seed, f"reshuffle {1 if is_second else 2}", last.round, cards)
    if card_words(other) != last.items:
        yield "two reshuffles in one round" if is_second else "reshuffles in two rounds"


def _piles(ply: Ply) -> Iterator[str]:
    state, after = ply.before, ply.after
    for outcome in after.outcomes[len(state.outcomes) :]:
        yield f"drawn: {outcome.what}"
    yield from _reshuffles(after)
    if after.round > state.round:
        cards = market(after).face_up(after)
        if NONE in cards:
            yield "H-36 the Market is not filled"
        if _side(after, "market") == "B" and len(market(after).face_down(after)) < 2:
            yield f"H-36 face down: {len(market(after).face_down(after))}"
    if not after.deck and not after.discard:
        yield "H-36 both piles are empty"
    if any(str(step).startswith("refill") for step in state.steps):
        side = _side(state, "market")
        yield f"cards are replaced at the Market, side {side}, after {ply.words[0]}"


def _sites(ply: Ply) -> Iterator[str]:
    state = ply.after
    stones = state.stones
    sides = state.table.options.sides.in_order()
    if len(stones[BURIAL]) > FULL_BURIAL:
        yield f"over {FULL_BURIAL} stones at the Burial Chamber, side {sides[BURIAL]}"
    if len(stones[PYRAMIDS]) > FULL_PYRAMIDS and sides[PYRAMIDS] != "B":
        yield f"stones at the edge of the Pyramids, side {sides[PYRAMIDS]}"
    if len(stones[PYRAMIDS]) > FULL_PYRAMIDS_B and sides[PYRAMIDS] == "B":
        yield "H-01 all three pyramids are full"
    if len(stones[TEMPLE]) > 2 * TEMPLE_WIDTH[state.players]:
        yield f"three layers at the Temple, side {sides[TEMPLE]}"
    heights = Counter(stones[OBELISKS])
    if sides[OBELISKS] == "B" and sum(high // 3 for high in heights.values()) > PRINTED_TOWERS:
        yield f"H-05 more than {PRINTED_TOWERS} towers"
    pairs = sum(high // 2 for high in heights.values())
    if sides[OBELISKS] == "D" and pairs >= 15:
        yield "H-19 all tiles are taken" if pairs == 15 else "H-19 a pair without a tile"
    if max(heights.values(), default=0) > 6 and sides[OBELISKS] == "C":
        yield "H-18 an obelisk higher than the table"
    if sides[MARKET] == "C" and state.data[MARKET][1].left == 0:
        yield "H-10 no coin is left"
