"""What the C and D sides of the Market do: every figure of H-10 and H-11."""

from __future__ import annotations

import pytest

from saqqara_engine.imhotep.cards.card_kinds import KINDS
from saqqara_engine.imhotep.figures import MARKET
from saqqara_engine.imhotep.pieces import Coins
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.sites.market import EMPTY, market
from saqqara_engine.imhotep.state import State
from saqqara_engine.imhotep.steps import CLEAR_ROUND, NEXT_ROUND
from tests.engine.imhotep.table import Table, cards_of, finished, happen, legal, play, points

CARDS = ("statue", "lever", "sail", "hammer")
SHIPS = ("01.1", "...", "..", "..")


def with_coins(state: State, coins: Coins) -> State:
    """The same table with these coins."""
    state.data[MARKET] = (market(state).face_up(state), coins)
    return state


def coins_in_play(state: State) -> Coins | None:
    """The coins that everybody sees."""
    return IMHOTEP.view(state, None).coins


def next_round(state: State) -> State:
    """The table at the start of the next round."""
    happen(state, CLEAR_ROUND)
    happen(state, NEXT_ROUND)
    return state


def test_a_market_with_coins_starts_with_four_cards_and_eight_coins() -> None:
    """At first no coin is in play (H-10)."""
    view = IMHOTEP.view(Table(3, sides="CAAAA").state(), None)
    assert None not in view.market
    assert len(view.market) == 4
    assert view.coins == Coins(8, (0, 0, 0, 0), (0, 0, 0))


def test_cards_that_stay_get_a_coin_and_new_ones_do_not() -> None:
    """At a round's end each card left gets a coin; empty slots are filled without (H-10)."""
    table = Table(sides="CAAAA", market=("statue", None, "sail", None), deck=("lever", "chisel"))
    state = next_round(table.state())
    view = IMHOTEP.view(state, None)
    assert view.market == ("statue", "lever", "sail", "chisel")
    assert view.coins == Coins(6, (1, 0, 1, 0), (0, 0))
    assert not state.discard
    later = IMHOTEP.view(next_round(state), None)
    assert later.market == ("statue", "lever", "sail", "chisel")
    assert later.coins == Coins(2, (2, 1, 2, 1), (0, 0))


def test_the_last_coins_go_to_the_first_slots() -> None:
    """Slots get coins from the first on while there are any (H-10)."""
    coins = Coins(2, (3, 0, 0, 1), (2, 0))
    state = with_coins(Table(sides="CAAAA", market=(None, *CARDS[:3])).state(), coins)
    assert coins_in_play(next_round(state)) == Coins(0, (3, 1, 1, 1), (2, 0))
    assert coins_in_play(next_round(state)) == Coins(0, (3, 1, 1, 1), (2, 0))


@pytest.mark.parametrize(("number", "left"), [(5, 4), (6, 8)])
def test_the_last_round_brings_no_coins(number: int, left: int) -> None:
    """Coins are laid out at the end of rounds 1 to 5 (H-10)."""
    state = Table(sides="CAAAA", round=number, market=CARDS).state()
    happen(state, CLEAR_ROUND)
    coins = coins_in_play(state)
    assert coins
    assert coins.left == left
    assert market(state).face_up(state) == tuple(KINDS[card] for card in CARDS)


def test_who_takes_a_card_takes_its_coins() -> None:
    """Coins go with the card and count 1 point each at the end (H-10)."""
    table = Table(sides="CAAAA", ships=SHIPS, market=("statue", "lever", "entrance", "hammer"))
    state = with_coins(table.state(), Coins(1, (1, 2, 3, 0), (0, 1)))
    state = play(state, "sail 1 market", "take 2", "take 3", "take 4")
    assert coins_in_play(state) == Coins(1, (1, 0, 0, 0), (2, 4))
    assert points(state, "market") == [0, 0]
    state.steps = []
    assert points(state, "market") == [2, 4]


def test_the_coins_are_a_line_of_the_scores_only_where_there_are_any() -> None:
    """Other sides of the Market give no points (H-10)."""
    assert points(finished(Table(sides="CAAAA")), "market") == [0, 0]
    assert points(finished(Table()), "market") == []
    assert coins_in_play(Table().state()) is None


def test_market_d_shows_three_cards_and_the_draw_pile() -> None:
    """A stone's owner takes a face-up card or the draw pile's top card (H-11)."""
    table = Table(sides="DAAAA", ships=SHIPS, market=CARDS[:3], deck=("chisel", "hammer", "statue"))
    state = play(table.state(), "sail 1 market")
    assert legal(state) == ["take 1", "take 2", "take 3", "draw"]
    state = play(state, "draw", "draw", "take 2")
    assert [cards_of(hand) for hand in state.hands] == [["statue"], ["lever", "hammer"]]
    assert IMHOTEP.view(state, None).market == ("statue", None, "sail")


def test_three_cards_are_dealt_each_round_at_market_d() -> None:
    """Cards that nobody took are discarded, as on side A (H-11)."""
    state = Table(sides="DAAAA", market=("statue", None, "sail"), deck=CARDS).state()
    next_round(state)
    assert IMHOTEP.view(state, None).market == CARDS[:3]
    assert cards_of(state.discard) == ["statue", "sail"]


def test_without_face_up_cards_the_top_card_must_be_taken() -> None:
    """Then there is no other choice, and a red card works at once (H-11)."""
    table = Table(
        sides="DAAAA", ships=SHIPS, market=(None, None, None), deck=("lever", "statue", "entrance")
    )
    state = play(table.state(), "sail 1 market")
    assert legal(state) == ["draw"]
    state = play(state, "draw", "draw", "draw")
    assert points(state, "pyramids") == [2, 0]
    assert [cards_of(hand) for hand in state.hands] == [["entrance"], ["statue", "lever"]]


def test_the_discard_pile_is_shuffled_for_a_drawn_card() -> None:
    """Market D has a card while either pile has one; then stones just go back (H-11, H-34)."""
    table = Table(
        sides="DAAAA", ships=SHIPS, market=(None, None, None), deck=(), discard=("statue",)
    )
    state = table.state()
    assert market(state).has_card(state)
    state = play(state, "sail 1 market", "draw")
    assert not market(state).has_card(state)
    assert [cards_of(hand) for hand in state.hands] == [["statue"], []]
    assert state.quarry == [28, 28]
    assert IMHOTEP.to_act(state) == 1


def test_what_the_draw_pile_hides_is_not_told() -> None:
    """The label of drawing does not name the card (H-11)."""
    table = Table(sides="DAAAA", ships=SHIPS, market=CARDS[:3], deck=("chisel", "hammer"))
    view = IMHOTEP.view(play(table.state(), "sail 1 market"), 0)
    words = IMHOTEP.label(view, IMHOTEP.parse_action("draw"))
    assert words == "Take the top card of the draw pile"


@pytest.mark.parametrize(
    ("action", "after"),
    [
        pytest.param("take 1", ("chisel", "lever", "sail"), id="face-up card"),
        pytest.param("draw", ("statue", "lever", "sail"), id="top card"),
    ],
)
def test_a_private_ship_at_market_d_replaces_only_a_face_up_card(
    action: str, after: tuple[str, ...]
) -> None:
    """Before the normal ship a taken slot is filled again; a drawn card leaves none (H-11)."""
    table = Table(
        sides="DAAAA",
        options={"privateShips": True},
        market=CARDS[:3],
        deck=("chisel", "hammer", "statue"),
    )
    state = play(table.state(), "private market", action)
    assert IMHOTEP.view(state, None).market == after


def test_a_private_ship_at_market_c_gets_coins_and_a_card_without_replaces_it() -> None:
    """The coins go to the taker, and the new card has none (H-10)."""
    table = Table(
        sides="CAAAA", options={"privateShips": True}, market=CARDS, deck=("chisel", "statue")
    )
    state = with_coins(table.state(), Coins(5, (2, 0, 1, 0), (0, 0)))
    state = play(state, "private market", "take 1")
    assert coins_in_play(state) == Coins(5, (0, 0, 1, 0), (2, 0))
    assert IMHOTEP.view(state, None).market == ("chisel", *CARDS[1:])


def test_an_empty_market_c_has_no_card() -> None:
    """Stones go back if there is nothing to take (H-34)."""
    state = Table(sides="CAAAA", ships=SHIPS, market=(None,) * 4, deck=()).state()
    assert not market(state).has_card(state)
    assert market(state).face_up(state) == EMPTY
    assert IMHOTEP.to_act(play(state, "sail 1 market")) == 1


def test_the_first_favor_takes_coins_with_the_cards() -> None:
    """Coins go with a card by whatever means it is taken; new cards have none (H-10)."""
    table = Table(
        sides="CAAAA", options={"favors": True}, market=CARDS, deck=("chisel", "statue", "lever")
    )
    state = with_coins(table.state(), Coins(2, (2, 3, 1, 0), (0, 0)))
    state = play(state, "favor1 1 2")
    assert coins_in_play(state) == Coins(2, (0, 0, 1, 0), (5, 0))
    assert IMHOTEP.view(state, None).market == ("chisel", "statue", *CARDS[2:])


def test_a_raft_before_the_normal_ship_draws_without_a_refill() -> None:
    """A Raft's stone may draw at Market D; only a face-up card is replaced (H-11)."""
    table = Table(
        sides="DAAAA",
        options={"newDynastyCards": True},
        sled=(3, 3),
        hands={0: ["raft"]},
        market=CARDS[:3],
        deck=("chisel", "hammer", "statue"),
    )
    state = play(table.state(), "raft market")
    assert legal(state) == ["take 1", "take 2", "take 3", "draw"]
    assert IMHOTEP.view(play(state, "draw"), None).market == CARDS[:3]
    assert IMHOTEP.view(play(state, "take 2"), None).market == ("statue", "chisel", "sail")


def test_an_owner_may_decline_the_draw_pile_where_taking_is_free() -> None:
    """With marketTakeForced off nothing has to be taken (H-11, H-35)."""
    table = Table(
        sides="DAAAA", options={"marketTakeForced": False}, ships=SHIPS, market=(None, None, None)
    )
    state = play(table.state(), "sail 1 market")
    assert legal(state) == ["draw", "decline"]
    assert cards_of(play(state, "decline").hands[0]) == []
