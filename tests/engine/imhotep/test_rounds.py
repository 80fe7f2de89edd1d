"""How rounds end and begin, and how games end (vectors T46, T47, T56, T62; H-32, H-36)."""

from __future__ import annotations

from collections import Counter

import pytest

from saqqara_engine.chance import permutation
from saqqara_engine.game import SeatScore, placements
from saqqara_engine.imhotep.cards.piles import card_words, deal, gather
from saqqara_engine.imhotep.rules import IMHOTEP
from tests.engine.imhotep.table import SEED, Table, at, cards_of, legal, play, points

THREE_SAILED = {1: "market", 2: "burial", 3: "obelisks"}


def test_the_seat_left_of_the_last_sailor_begins_the_next_round() -> None:
    """Whoever sails the fourth ship, by card too, has the next start player left (T47, H-42)."""
    table = Table(
        players=3,
        turn=1,
        ships=("01..", "...", "..", "."),
        hands={1: ["sail"]},
        sailed=THREE_SAILED,
    )
    state = play(table.state(), "sailcard 1.4 temple")
    assert (state.round, state.start, IMHOTEP.to_act(state)) == (2, 2, 2)


def test_a_round_ends_after_the_last_ship_is_unloaded() -> None:
    """The fourth ship's market choices come first, then the Temple scores, then all is cleared."""
    table = Table(
        players=3,
        turn=2,
        ships=("01..", "...", "..", "."),
        hands={2: ["sail"]},
        sites={"temple": "0011222"},
        sailed={1: "temple", 2: "burial", 3: "obelisks"},
        market=("statue", "chisel", "lever", None),
    )
    state = play(table.state(), "sailcard 1.4 market", "take 1", "take 2")
    assert (state.round, points(state, "temple")) == (1, [0, 0, 0])
    state = play(state, "take 3")
    assert (state.round, points(state, "temple")) == (2, [0, 2, 3])
    assert state.cargo == [-1] * 16
    assert state.docks == [-1] * 4


def test_leftover_cards_are_discarded_and_new_ones_dealt() -> None:
    """Cards that nobody took go to the discard pile; the next round deals four new ones (T56)."""
    table = Table(
        ships=("0111", "...", "..", ".."),
        market=(None, "statue", None, "entrance"),
        sailed=THREE_SAILED,
        deck=("lever", "hammer", "sail", "chisel", "statue"),
    )
    state = play(table.state(), "sail 1 temple")
    assert cards_of(state.discard) == ["entrance", "statue"]
    assert IMHOTEP.view(state, None).market == ("lever", "hammer", "sail", "chisel")


def test_an_empty_draw_pile_is_filled_from_the_discard_pile() -> None:
    """What the draw pile cannot give comes from the shuffled discard pile (T62)."""
    discarded = ["statue"] * 4 + ["lever", "lever", "sail", "sail", "chisel", "chisel"]
    table = Table(
        ships=("0111", "...", "..", ".."),
        market=(None,) * 4,
        sailed=THREE_SAILED,
        deck=("entrance", "paved-path"),
        discard=discarded,
    )
    state = play(table.state(), "sail 1 temple")
    market = IMHOTEP.view(state, None).market
    assert market[:2] == ("entrance", "paved-path")
    assert cards_of(state.discard) == []
    dealt = Counter([*market[2:], *card_words(state.deck)])
    assert dealt == Counter(discarded)
    outcome = IMHOTEP.chance(state)[-1]
    assert (outcome.what, outcome.round) == ("reshuffle", 2)
    assert outcome.items == (*market[2:], *card_words(state.deck))


def test_a_second_reshuffle_of_a_round_has_chance_of_its_own() -> None:
    """Reshuffles are numbered within their round, and none repeats another's order."""
    state = Table(deck=(), discard=["statue", "lever", "sail", "chisel", "hammer"]).state()
    first = list(deal(state, 5))
    state.discard = gather(first)
    second = list(deal(state, 5))
    assert sorted(first) == sorted(second)
    assert bytes(first) == permutation(SEED, "reshuffle 1", 1, bytes(sorted(first)))
    assert bytes(second) == permutation(SEED, "reshuffle 2", 1, bytes(sorted(first)))
    assert [outcome.items for outcome in IMHOTEP.chance(state)[2:]] == [
        card_words(first),
        card_words(second),
    ]


def test_without_any_cards_the_market_stays_empty() -> None:
    """If both piles are empty, the market is filled as far as possible (H-36)."""
    table = Table(ships=("0111", "...", "..", ".."), market=(None,) * 4, sailed=THREE_SAILED,
                  deck=("lever",))  # fmt: skip
    state = play(table.state(), "sail 1 temple")
    assert IMHOTEP.view(state, None).market == ("lever", None, None, None)


def starved(**changes: object) -> Table:
    """Two seats without stones before ships that cannot sail."""
    given: dict[str, object] = {
        "sled": (0, 0),
        "quarry": (0, 0),
        "ships": ("01..", "1..", "..", "."),
        "sites": {"temple": "0110"},
    }
    return Table(**{**given, **changes})  # type: ignore[arg-type]


def test_a_round_ends_when_everybody_passes() -> None:
    """As many passes in a row as seats end the round; loaded stones go home (H-32)."""
    table = starved(players=3, sled=(0, 0, 0), quarry=(0, 0, 0), start=1, turn=1)
    state = play(table.state(), "pass", "pass")
    assert state.round == 1
    state = play(state, "pass")
    assert (state.round, state.passes) == (2, 0)
    assert state.quarry == [1, 2, 0]
    assert points(state, "temple") == [2, 2, 0]
    assert (state.start, IMHOTEP.to_act(state)) == (2, 2)


def test_stones_come_home_before_the_temple_is_scored() -> None:
    """After a round of passes the Temple may give the very stones that never sailed (H-32)."""
    table = starved(sides="AABAA", sites={"temple": "0"})
    state = play(table.state(), "pass", "pass")
    assert (state.round, IMHOTEP.to_act(state)) == (1, 0)
    assert legal(state) == ["point", "stones"]
    state = play(state, "stones")
    assert (state.round, state.sled, state.quarry) == (2, [1, 0], [0, 2])


def test_a_red_card_of_the_temple_finds_the_stones_that_came_home() -> None:
    """After a round of passes a drawn red card places a stone that never sailed (H-32)."""
    table = starved(sides="AABAA", sites={"temple": "1110"}, deck=(*["statue"] * 9, "entrance"))
    state = play(table.state(), "pass", "pass", "point", "point")
    assert (state.round, at(state, "pyramids"), state.quarry) == (2, "0", [0, 2])


def test_no_ship_waits_while_a_round_of_passes_is_scored() -> None:
    """What the Temple gives cannot be put on a ship that did not sail (H-32)."""
    table = starved(sides="ABBAA", sites={"temple": "1111"}, ships=("11..", "1..", "..", "."),
                    deck=(*["statue"] * 9, "entrance"))  # fmt: skip
    state = play(table.state(), "pass", "pass", "stones", "point")
    assert legal(state) == ["build left", "build middle", "build right"]
    state = play(state, "build right")
    assert (state.round, state.sled, state.quarry) == (2, [0, 2], [0, 0])


def test_points_if_the_game_ended_now_count_a_round_once() -> None:
    """While the Temple is scored, what it has given already is not given again."""
    table = Table(sides="AABAA", sled=(2, 2), ships=("0111", "...", "..", ".."),
                  sites={"temple": "0000"}, sailed=THREE_SAILED)  # fmt: skip
    state = play(table.state(), "sail 1 pyramids")
    assert legal(state) == ["point", "stones"]
    before = IMHOTEP.projected(state)
    while state.round == 1:
        state = play(state, "point")
        assert IMHOTEP.projected(state) == before


def test_points_if_the_game_ended_now_take_no_private_ship_for_a_round() -> None:
    """The Temple scores once a stone lies on a ship of the round; a private ship alone is none."""
    options = IMHOTEP.parse_options({"privateShips": True})
    state = IMHOTEP.new_game(options, bytes(32))
    state = play(state, "private temple")  # one point fewer: the own ship has been used
    assert at(state, "temple") == "0"
    assert IMHOTEP.projected(state) == [0, 1]
    state = play(state, "place 1.1")
    assert IMHOTEP.projected(state) == [1, 1]


def test_a_sample_remembers_the_passes() -> None:
    """A state drawn in the middle of passes ends the round when the true one does (H-32)."""
    state = play(starved().state(), "pass")
    sampled = IMHOTEP.sample(IMHOTEP.view(state, 1), SEED)
    assert play(sampled, "pass").round == 2


def test_after_a_round_of_passes_the_last_sailor_still_counts() -> None:
    """The next start player sits left of who last sailed a ship in that round (H-32)."""
    table = starved(players=3, sled=(0, 0, 0), quarry=(0, 0, 0), ships=("01..", "1..", ".1", "."))
    state = play(table.state(), "sail 3 obelisks", "pass", "pass", "pass")
    assert (state.round, state.start) == (2, 1)


def test_an_action_between_passes_starts_the_count_again() -> None:
    """Only passes in a row end a round (H-32)."""
    state = play(starved(quarry=(0, 2)).state(), "pass", "get", "pass")
    assert (state.round, state.passes) == (1, 1)
    state = play(state, "place 1.3", "sail 1 burial", "place 2.2", "sail 2 obelisks")
    assert legal(state) == ["pass"]
    state = play(state, "pass", "pass")
    assert (state.round, at(state, "obelisks")) == (2, "11")


def test_the_game_ends_after_six_rounds() -> None:
    """The last ship of the sixth round ends the game, after its Temple scoring."""
    table = Table(round=6, ships=("0111", "...", "..", ".."), sailed=THREE_SAILED)
    state = play(table.state(), "sail 1 temple")
    assert IMHOTEP.is_over(state)
    assert IMHOTEP.legal_actions(state) == ()
    assert points(state, "temple") == [1, 3]
    assert IMHOTEP.view(state, None).market == (None,) * 4


@pytest.mark.parametrize(
    ("totals", "sleds", "places"),
    [
        ((30, 30), (3, 1), (1, 2)),
        ((30, 30), (2, 2), (1, 1)),
        ((30, 31), (5, 0), (2, 1)),
        ((30, 30, 29), (0, 2, 5), (2, 1, 3)),
        ((9, 9, 9, 1), (2, 2, 2, 2), (1, 1, 1, 4)),
    ],
)
def test_a_fuller_sled_breaks_ties(
    totals: tuple[int, ...], sleds: tuple[int, ...], places: tuple[int, ...]
) -> None:
    """Equal totals go to whoever has more stones on the sled, else the place is shared (T46)."""
    scores = [
        SeatScore(seat, total, sled, ())
        for seat, (total, sled) in enumerate(zip(totals, sleds, strict=True))
    ]
    assert placements(scores) == places


def test_the_sled_is_the_tie_break_of_a_game() -> None:
    """The engine hands out the sled's stones as the tie-break (T46)."""
    state = Table(players=3, sled=(3, 1, 4)).state()
    assert [score.tie_break for score in IMHOTEP.scores(state)] == [3, 1, 4]


def test_seats_that_ran_out_of_time_come_last() -> None:
    """A flagged seat ranks below all that kept their time, whatever its points."""
    scores = [SeatScore(0, 50, 0, ()), SeatScore(1, 20, 0, ()), SeatScore(2, 60, 0, ())]
    assert placements(scores, gone=(0, 2)) == (3, 1, 2)
