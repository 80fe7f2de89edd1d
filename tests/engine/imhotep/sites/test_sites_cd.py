"""What the C and D sides of the monuments do: every figure of H-12 to H-19 (vector N19)."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from saqqara_engine.chance import permutation
from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.figures import BURIAL, SITES, TEMPLE
from saqqara_engine.imhotep.pieces import Chariots, Crypt
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.state import State
from saqqara_engine.imhotep.steps import SCORE_ROUND
from tests.engine.imhotep.table import SEED, Table, finished, happen, play, points


def delivered(site: str, side: str, players: int, owners: str) -> State:
    """The table after stones arrived one by one at a side of a site."""
    number = SITES.index(site)
    state = Table(players, sides="AAAAA"[:number] + side + "AAAAA"[number + 1 :]).state()
    for owner in map(int, owners):
        state.table.parts[number].unload(state, owner)
    return state


def totals(site: str, side: str, owners: str) -> list[int]:
    """The points of seat 0 from a site after each of these stones."""
    return [
        points(delivered(site, side, 2, owners[: number + 1]), site)[0]
        for number in range(len(owners))
    ]


def at_end(state: State) -> State:
    """The game, over at once."""
    state.steps = []
    return state


@dataclass(frozen=True)
class FinalSite:
    """Stones that arrived at a side, and the points of the site by seat at the end."""

    number: str
    players: int
    stones: str
    points: list[int]


def final(site: str, side: str, case: FinalSite) -> list[int]:
    """The points that the case's stones bring in the end."""
    return points(at_end(delivered(site, side, case.players, case.stones)), site)


def test_framed_spaces_score_more_and_keep_their_frames() -> None:
    """Spaces 2, 4, 6, 8 and 11 of Pyramids C give 2 more than on side A (H-12)."""
    plain = [2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4, 1, 1]
    framed = [2, 3, 3, 4, 4, 5, 2, 3, 3, 2, 5, 1, 3, 4, 1, 1]
    running = totals("pyramids", "C", "0" * 16)
    assert [b - a for a, b in zip([0, *running], running, strict=False)] == framed
    assert sum(framed) - sum(plain) == 2 * 5


def test_a_red_card_gets_the_frame_too() -> None:
    """A stone from the quarry lands by the side's own rule (H-12, H-46)."""
    table = Table(
        sides="ACAAA",
        ships=("0...", "0..", "..", ".."),
        sites={"pyramids": "1"},
        market=("entrance", None, None, None),
    )
    state = table.state()
    state.ready = 1
    assert points(play(state, "sail 1 market", "take 1"), "pyramids") == [3, 0]


def test_the_levels_of_pyramids_d_score_nothing_at_once() -> None:
    """Stones wait for the majorities at the end (H-13)."""
    assert totals("pyramids", "D", "0" * 16) == [0] * 16


@pytest.mark.parametrize(
    "case",
    [
        FinalSite("H-13 level 1", 4, "000011122", [10, 5, 2, 0]),
        FinalSite("H-13 tie for the last places", 4, "0000112" + "13", [10, 5, 1, 1]),
        FinalSite("H-13 level 1, 2 players", 2, "0011100", [10, 5]),
        FinalSite("H-13 level 2", 4, "000000000" + "1120", [10 + 2, 6, 2, 0]),
        FinalSite("H-13 level 2, third", 4, "333333333" + "1123", [0, 6, 2, 10 + 2]),
        FinalSite("H-13 level 3", 2, "000000000" + "0000" + "1", [16, 4]),
        FinalSite("H-13 edge", 2, "000000000" + "0000" + "0" + "1101", [20 + 1, 3]),
        FinalSite("H-13 tie for the first level", 3, "0011", [7, 7, 0]),
        FinalSite("H-13, H-44 four tied", 4, "01230123", [4, 4, 4, 4]),
        FinalSite("H-13, H-44 tie cut to 2 players", 2, "01", [7, 7]),
        FinalSite("H-13 tie for the second place", 3, "0012", [10, 3, 3]),
        FinalSite("H-13 nobody", 3, "", [0, 0, 0]),
    ],
    ids=lambda case: case.number,
)
def test_the_most_stones_on_a_level_score(case: FinalSite) -> None:
    """Levels give 10/5/2/0, 6/3/1/0 and 4, edge stones 1 each; ties share, rounded down (H-13)."""
    assert final("pyramids", "D", case) == case.points


def rounds_scored(state: State, rounds: int) -> State:
    """The table after the end of some rounds in which nothing more came."""
    for _ in range(rounds):
        happen(state, SCORE_ROUND)
    return state


@pytest.mark.parametrize(
    ("players", "stones", "rounds", "steps", "expected"),
    [
        pytest.param(2, "0010", 1, (3, 1), [2, 0], id="H-14 a third step"),
        pytest.param(2, "0010", 2, (6, 2), [4, 0], id="H-14 the next third step"),
        pytest.param(2, "0010", 3, (9, 3), [6, 2], id="H-14 both"),
        pytest.param(3, "000001", 1, (4, 1, 0), [2, 0, 0], id="H-14 a third step passed"),
        pytest.param(3, "00000", 3, (15, 0, 0), [10, 0, 0], id="H-14 no end of the track"),
        pytest.param(2, "", 1, (0, 0), [0, 0], id="H-14 empty"),
    ],
)
def test_visible_stones_drive_the_chariots(
    players: int, stones: str, rounds: int, steps: tuple[int, ...], expected: list[int]
) -> None:
    """A visible stone is a step and no point; every third step gives 2 points at once (H-14)."""
    state = rounds_scored(delivered("temple", "C", players, stones), rounds)
    assert IMHOTEP.view(state, None).chariots == Chariots(steps)
    assert points(state, "temple") == expected


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        pytest.param((5, 4), [8, 2], id="H-14 2 players"),
        pytest.param((5, 0), [8, 0], id="H-14 never moved"),
        pytest.param((4, 4), [5, 5], id="H-14 2 players tied"),
        pytest.param((9, 3, 7), [10, 1, 5], id="H-14 3 players"),
        pytest.param((9, 9, 7), [7, 7, 1], id="H-14 3 players tied"),
        pytest.param((1, 2, 3, 4), [1, 4, 8, 12], id="H-14 4 players"),
        pytest.param((2, 2, 2, 4), [4, 4, 4, 12], id="H-14, H-44 three tied"),
        pytest.param((0, 0, 0, 0), [0, 0, 0, 0], id="H-14 nobody"),
    ],
)
def test_the_chariots_are_ranked_at_the_end(steps: tuple[int, ...], expected: list[int]) -> None:
    """Who moved is ranked by steps; ties share, rounded down (H-14)."""
    state = finished(Table(len(steps), sides="AACAA"))
    state.data[TEMPLE] = Chariots(steps)
    assert points(state, "temple") == expected


def test_the_stone_at_imhotep_scores_more() -> None:
    """The stone visible where Imhotep stands gives 3, all others 1 (H-15)."""
    state = rounds_scored(delivered("temple", "D", 4, "01230"), 1)
    assert points(state, "temple") == [4, 1, 1, 1]


def test_imhotep_stands_on_a_space_not_on_a_stone() -> None:
    """The stone that covers the first space is the one that Imhotep favours (H-15)."""
    state = rounds_scored(delivered("temple", "D", 3, "00000" + "1"), 1)
    assert points(state, "temple") == [4, 3, 0]


@pytest.mark.parametrize(("players", "width"), [(2, 4), (3, 5), (4, 5)])
def test_imhotep_moves_right_and_around(players: int, width: int) -> None:
    """He starts on the first space and moves on after every scoring, stones or not (H-15)."""
    state = Table(players, sides="AADAA").state()
    spaces = []
    for _ in range(6):
        figure = IMHOTEP.view(state, None).imhotep
        assert figure
        spaces.append(figure.space)
        rounds_scored(state, 1)
    assert spaces == [number % width for number in range(6)]
    assert points(state, "temple") == [0] * players


def test_nobody_scores_more_where_imhotep_stands_alone() -> None:
    """On a space without a stone Imhotep gives nothing (H-15)."""
    state = rounds_scored(delivered("temple", "D", 2, ""), 1)
    state.table.parts[TEMPLE].unload(state, 1)
    assert points(rounds_scored(state, 1), "temple") == [0, 1]


def test_the_crypt_tiles_are_shuffled_by_a_stream_of_their_own() -> None:
    """24 tiles, 6 each of 1 to 4, lie open from the start, and the record tells them (H-16)."""
    state = Table(3, sides="AAACA").state()
    crypt = IMHOTEP.view(state, None).crypt
    assert crypt
    assert sorted(crypt.tiles) == [1] * 6 + [2] * 6 + [3] * 6 + [4] * 6
    order = permutation(SEED, "crypt tiles", 0, bytes(sorted(crypt.tiles)))
    assert crypt.tiles == tuple(order)
    outcome = ChanceOutcome("crypt tiles", 0, tuple(map(str, crypt.tiles)))
    assert IMHOTEP.chance(state)[2:] == (outcome,)


@pytest.mark.parametrize(
    ("stones", "expected"),
    [
        pytest.param("", [0, 0], id="H-16 empty"),
        pytest.param("0110", [1 + 4, 2 + 3], id="H-16 a tile each"),
        pytest.param("0" * 24, [60, 0], id="H-16 all tiles"),
        pytest.param("0" * 24 + "110", [61, 2], id="H-16 column 9"),
    ],
)
def test_stones_in_the_crypt_take_their_tiles(stones: str, expected: list[int]) -> None:
    """Each of the first 24 cells gives its tile, later ones 1; groups give nothing (H-16)."""
    state = Table(sides="AAACA").state()
    state.data[BURIAL] = Crypt((1, 2, 3, 4) * 6)
    for owner in map(int, stones):
        state.table.parts[BURIAL].unload(state, owner)
    assert points(state, "burial") == [0, 0]
    assert points(at_end(state), "burial") == expected


@pytest.mark.parametrize(
    "case",
    [
        FinalSite("H-17 one colour", 2, "000", [6, 0]),
        FinalSite("H-17 two of a colour", 2, "001" + "101", [4, 4]),
        FinalSite("H-17 three colours", 3, "012", [1, 1, 1]),
        FinalSite("H-17 incomplete column", 3, "111" + "11", [0, 8, 0]),
        FinalSite("H-17 incomplete, two colours", 2, "10", [1, 1]),
        FinalSite("H-17 mixed", 4, "333" + "232" + "013" + "0", [2, 1, 3, 6 + 1 + 1]),
        FinalSite("H-17 neighbours in other columns", 2, "001" + "001", [6, 2]),
        FinalSite("H-17 empty", 2, "", [0, 0]),
    ],
    ids=lambda case: case.number,
)
def test_columns_of_the_burial_chamber_score(case: FinalSite) -> None:
    """A full column gives 6, or 3 and 1, or 1 each; in another one each stone gives 1 (H-17)."""
    assert final("burial", "D", case) == case.points


@pytest.mark.parametrize(
    ("height", "expected"),
    list(enumerate([0, 1, 3, 6, 10, 14, 18, 21, 24, 27])),
    ids=lambda value: f"H-18 {value}",
)
def test_the_own_height_scores_by_the_card(height: int, expected: int) -> None:
    """Heights up to 6 stand on the obelisk card, each further stone gives 3 (H-18)."""
    state = delivered("obelisks", "C", 2, "0" * height + "1111111")
    assert points(state, "obelisks") == [0, 0]
    assert points(at_end(state), "obelisks") == [expected, 21]


def test_pairs_take_the_best_obelisk_tile_at_once() -> None:
    """Every second stone of a colour takes the highest tile that is left (H-19)."""
    state = delivered("obelisks", "D", 3, "01" + "10" + "20" + "0")
    assert points(state, "obelisks") == [7 + 6, 7, 0]
    tiles = IMHOTEP.view(state, None).obelisk_tiles
    assert tiles
    assert tiles.taken == ((7, 6), (7,), ())
    assert tiles.left == (6, 5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2)


def test_a_pair_without_a_tile_scores_two() -> None:
    """The 15 tiles give 66; each further pair gives 2 at once (H-19, vector N19)."""
    state = delivered("obelisks", "D", 2, "0" * 29 + "1")
    assert points(state, "obelisks") == [64, 0]
    state = delivered("obelisks", "D", 2, "00" * 14 + "11" + "1")
    assert points(state, "obelisks") == [64, 2]
    state.table.parts[SITES.index("obelisks")].unload(state, 1)
    assert points(state, "obelisks") == [64, 4]


def test_a_stone_without_a_second_one_scores_at_the_end() -> None:
    """An unpaired stone gives 1 point at the end (H-19)."""
    state = delivered("obelisks", "D", 3, "00011")
    assert points(state, "obelisks") == [7, 7, 0]
    assert points(at_end(state), "obelisks") == [8, 7, 0]
