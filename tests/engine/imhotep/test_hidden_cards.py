"""Market cards that lie face down before those who took them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from saqqara_engine.game import Json
from saqqara_engine.imhotep.cards.card_kinds import KINDS, NEVER_HIDDEN
from saqqara_engine.imhotep.cards.piles import count, spread
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.state import State
from saqqara_engine.imhotep.views.table_view import CardCount
from saqqara_engine.imhotep.views.view import View
from tests.engine.imhotep.table import Table, cards_of, play

ON: dict[str, Json] = {"newDynastyCards": True, "hiddenMarketCards": True}


def table(**other: Json) -> State:
    """A table on which both seats hold open and hidden cards."""
    return Table(
        options={**ON, **other},
        hands={0: ["hammer", "statue", "cargo-sled"], 1: ["lever", "entrance", "stone-ornament"]},
        deck=["statue", "sail", "entrance"],
        market=("chisel", None, None, None),
        ships=("1.0.", "...", "..", ".."),
    ).state()


def before(view: View, seat: int) -> list[str]:
    """The cards that the view shows before a seat."""
    return [card.card for card in view.seats[seat].cards]


def test_others_see_only_red_cards_and_cargo_sleds() -> None:
    """Each seat sees its own cards; of the others', those that are open, and how many are not."""
    state = table()
    mine, public = IMHOTEP.view(state, 0), IMHOTEP.view(state, None)
    assert before(mine, 0) == ["statue", "hammer", "cargo-sled"]
    assert before(mine, 1) == ["entrance"]
    assert [seat.face_down for seat in mine.seats] == [0, 2]
    assert before(public, 0) == ["cargo-sled"]
    assert [seat.face_down for seat in public.seats] == [2, 2]


def test_the_unseen_cards_are_told_together() -> None:
    """What lies face down before others cannot be told from the draw pile."""
    unseen = IMHOTEP.view(table(), 0).draw_pile
    assert unseen == tuple(
        CardCount(card, 1) for card in ("entrance", "statue", "lever", "sail", "stone-ornament")
    )


def test_views_do_not_depend_on_what_is_hidden() -> None:
    """Swapping a hidden card with one of the draw pile changes nothing that others see."""
    state = table()
    swapped = state.copy()
    lever, sail = KINDS["lever"], KINDS["sail"]
    swapped.hands[1] += (1 << 4 * sail) - (1 << 4 * lever)
    swapped.deck = bytes(lever if card == sail else card for card in state.deck)
    for seat in (None, 0):
        assert IMHOTEP.view(swapped, seat) == IMHOTEP.view(state, seat)
    assert IMHOTEP.view(swapped, 1) != IMHOTEP.view(state, 1)


def test_a_used_card_becomes_public() -> None:
    """A blue card is turned up when it is played, and lies on the discard pile."""
    state = play(table(), "hammer 1.2")
    view = IMHOTEP.view(state, 1)
    assert [card.card for card in view.discard_pile] == ["hammer"]
    assert view.seats[0].face_down == 1


def test_all_cards_are_turned_up_at_the_end() -> None:
    """When the game is over everybody sees what counts."""
    state = table()
    state.steps = []
    view = IMHOTEP.view(state, None)
    assert before(view, 1) == ["entrance", "lever", "stone-ornament"]
    assert [seat.face_down for seat in view.seats] == [0, 0]
    assert [card.card for card in view.draw_pile] == ["entrance", "statue", "sail"]


def test_without_the_option_all_cards_lie_open() -> None:
    """Then every seat sees the same."""
    state = table(hiddenMarketCards=False)
    assert replace(IMHOTEP.view(state, 0), seat=None) == IMHOTEP.view(state, None)
    assert before(IMHOTEP.view(state, 0), 1) == ["entrance", "lever", "stone-ornament"]


def test_samples_are_uniform_over_the_hidden_cards() -> None:
    """Any two unseen cards that may be hidden are equally likely before the other seat."""
    state = table()
    view = IMHOTEP.view(state, 0)
    pairs: Counter[tuple[str, ...]] = Counter()
    tops: Counter[int] = Counter()
    for number in range(3000):
        sampled = IMHOTEP.sample(view, number.to_bytes(32, "big"))
        assert IMHOTEP.view(sampled, 0) == view
        pairs[tuple(cards_of(sampled.hands[1] & ~NEVER_HIDDEN))] += 1
        tops[sampled.deck[0]] += 1
    assert len(pairs) == 6
    assert all(abs(times - 500) < 110 for times in pairs.values())
    assert abs(tops[KINDS["entrance"]] - 1000) < 150
    assert all(abs(tops[kind] - 500) < 110 for kind in tops if kind != KINDS["entrance"])


def test_a_sample_gives_nobody_an_open_card_face_down() -> None:
    """A red card or a Cargo Sled in the draw pile stays there."""
    state = table()
    for number in range(100):
        sampled = IMHOTEP.sample(IMHOTEP.view(state, None), number.to_bytes(32, "big"))
        assert count(sampled.hands[1], KINDS["entrance"]) == 1
        assert count(sampled.hands[0], KINDS["cargo-sled"]) == 1
        assert [len(spread(hand)) for hand in sampled.hands] == [3, 3]


def test_hidden_cards_on_paper() -> None:
    """A drawing tells how many cards a seat does not show."""
    text = IMHOTEP.draw(IMHOTEP.view(table(), 0))
    assert "entrance, 2 face down" in text
