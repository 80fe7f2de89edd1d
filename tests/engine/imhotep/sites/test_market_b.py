"""What side B of the Market does (vector T25, H-36, H-49)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.steps import CLEAR_ROUND, NEXT_ROUND
from tests.engine.imhotep.table import Table, at, cards_of, happen, legal, play, with_pair

STATUES = ("statue", "statue", "statue")
MARKET = Table(sides="BAAAA", ships=("10.0", "...", "..", "."), market=STATUES)


def test_a_stone_buys_one_of_the_face_down_pair() -> None:
    """The owner looks at both, keeps one, and the other is discarded face up (T25)."""
    state = play(with_pair(MARKET, "lever", "statue"), "sail 1 market", "take 4")
    assert IMHOTEP.to_act(state) == 1
    assert legal(state) == ["keep 1", "keep 2"]
    state = play(state, "keep 2")
    assert cards_of(state.hands[1]) == ["statue"]
    assert cards_of(state.discard) == ["lever"]
    assert IMHOTEP.to_act(state) == 0
    assert legal(state) == ["take 1", "take 2", "take 3"]
    assert state.quarry == [27, 27]


def test_only_the_buyer_sees_the_pair_while_choosing() -> None:
    """Its faces are in no other view, before and after not even in the buyer's."""
    state = play(with_pair(MARKET, "lever", "statue"), "sail 1 market")
    bought = play(state, "take 4")
    for seat in (None, 0, 1):
        assert IMHOTEP.view(state, seat).market_looked_at == ()
        assert IMHOTEP.view(state, seat).market_face_down == 2
    assert IMHOTEP.view(bought, 1).market_looked_at == ("lever", "statue")
    assert IMHOTEP.view(bought, 1).draw_pile == IMHOTEP.view(with_pair(MARKET), 1).draw_pile
    for seat in (None, 0):
        view = IMHOTEP.view(bought, seat)
        assert view.market_looked_at == ()
        assert view.draw_pile == IMHOTEP.view(state, seat).draw_pile
        assert IMHOTEP.label(view, IMHOTEP.legal_actions(bought)[0]) == "Keep card 1 of the pair"
    assert (
        IMHOTEP.label(IMHOTEP.view(bought, 1), IMHOTEP.legal_actions(bought)[0]) == "Keep the Lever"
    )


def test_a_red_card_that_is_kept_works_at_once() -> None:
    """First the other card is discarded, then the red one works and follows it (H-49)."""
    state = play(with_pair(MARKET, "entrance", "hammer"), "sail 1 market", "take 4", "keep 1")
    assert at(state, "pyramids") == "1"
    assert sorted(cards_of(state.discard)) == ["entrance", "hammer"]


def test_a_pair_that_nobody_bought_is_discarded() -> None:
    """At the end of the round it lies face up on the discard pile, and five new cards come out."""
    state = with_pair(replace(MARKET, deck=["sail"] * 5), "lever", "hammer")
    happen(state, CLEAR_ROUND)
    assert sorted(cards_of(state.discard)) == ["hammer", "lever", *STATUES]
    happen(state, NEXT_ROUND)
    view = IMHOTEP.view(state, None)
    assert view.market == ("sail", "sail", "sail")
    assert view.market_face_down == 2
    assert state.deck == b""


@pytest.mark.parametrize(("cards", "face_up", "face_down"), [(0, 0, 0), (2, 2, 0), (3, 3, 0),
                                                             (4, 3, 1), (5, 3, 2)])  # fmt: skip
def test_face_up_slots_are_filled_first(cards: int, face_up: int, face_down: int) -> None:
    """When cards run out the pair suffers first, down to a single card (H-36)."""
    state = Table(sides="BAAAA", deck=["sail"] * cards).state()
    for part in state.table.parts[:1]:
        part.round_started(state)
    view = IMHOTEP.view(state, None)
    assert sum(card is not None for card in view.market) == face_up
    assert view.market_face_down == face_down


def test_a_single_face_down_card_is_bought_unseen() -> None:
    """There is nothing to choose, so the card is the buyer's at once (H-36)."""
    state = play(with_pair(MARKET, "paved-path"), "sail 1 market", "take 4")
    assert at(state, "obelisks") == "1"
    assert cards_of(state.discard) == ["paved-path"]
    assert IMHOTEP.to_act(state) == 0


def test_the_pair_must_be_bought_if_nothing_else_is_left() -> None:
    """Taking is compulsory, and the pair counts as one purchase (H-35)."""
    table = replace(MARKET, market=(None, None, None))
    state = play(with_pair(table, "lever", "statue"), "sail 1 market")
    assert legal(state) == ["take 4"]
    state = play(state, "take 4", "keep 1")
    assert state.quarry == [27 + 2, 27]
    assert IMHOTEP.to_act(state) == 1
