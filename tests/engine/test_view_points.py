"""The points that views tell: those scored already, and those if the game ended now."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from saqqara_engine import find_game
from saqqara_engine.duel.rules import DUEL
from saqqara_engine.game import Json, Score
from saqqara_engine.games import AnyGame
from saqqara_engine.imhotep.cards.card_kinds import KINDS, NEVER_HIDDEN
from saqqara_engine.imhotep.cards.piles import gather
from saqqara_engine.imhotep.rules import IMHOTEP
from saqqara_engine.imhotep.state import State

SEEDS = 6


def states(game: AnyGame, asked: dict[str, Json]) -> Iterator[object]:
    """The states of some random games, the last of each too."""
    for number in range(SEEDS):
        chance = Random(number)
        state = game.new_game(game.parse_options(asked), chance.randbytes(32))
        yield state
        while not game.is_over(state):
            game.advance(state, chance.choice(game.legal_actions(state)))
            yield state


def public_points(game: AnyGame, state: object) -> list[tuple[Score, Score]]:
    """What the public is told of each seat."""
    view = game.view(state, None)
    seats = view.seats if game is find_game("imhotep") else view.builders
    return [(seat.scored, seat.projected) for seat in seats]


@pytest.mark.parametrize("name", ["imhotep", "duel"])
def test_at_the_end_both_are_the_final_points(name: str) -> None:
    """And then every site tells all that it gave, the Burial Chamber and the Obelisks too."""
    game = find_game(name)
    for state in states(game, {}):
        if not game.is_over(state):
            continue
        final = [Score(score.total, score.lines) for score in game.scores(state)]
        assert public_points(game, state) == [(score, score) for score in final]
        for site in getattr(game.view(state, None), "sites", ()):
            given = tuple(
                sum(line.points for line in score.lines if line.source == site.site)
                for score in final
            )
            assert site.points == site.projected_points == given


def test_the_duel_scores_nothing_before_its_end() -> None:
    """What it would give now stands beside."""
    for state in states(find_game("duel"), {}):
        scored = [score.total for score, _ in public_points(find_game("duel"), state)]
        now = [score.total for _, score in public_points(find_game("duel"), state)]
        assert now == DUEL.projected(state)  # type: ignore[arg-type]
        assert scored == (now if find_game("duel").is_over(state) else [0, 0])


def test_imhotep_projects_what_is_counted_at_the_end() -> None:
    """In every state that asks for a turn, as programs that search project it without chance."""
    for state in states(find_game("imhotep"), {"players": 3}):
        assert isinstance(state, State)
        projected = [score for _, score in public_points(find_game("imhotep"), state)]
        if state.steps and state.steps[-1].kind == "turn":
            assert [score.total for score in projected] == IMHOTEP.projected(state)
        for seat, score in enumerate(projected):
            assert score.total == sum(line.points for line in score.lines)
            sites = IMHOTEP.view(state, None).sites
            for site in sites[1:]:
                assert site.projected_points[seat] == score.points_from(site.site)


def test_the_draw_pile_does_not_show_in_projected_points() -> None:
    """A card that the Temple would draw counts nothing, whatever it is (Temple B)."""
    sides = {"temple": "B", "market": "B", "pyramids": "B"}
    options: dict[str, Json] = {"players": 2, "sides": sides}
    for state in states(find_game("imhotep"), options):
        assert isinstance(state, State)
        found = set()
        for card in ("statue", "pyramid-decoration", "entrance", "chisel"):
            twin = state.copy()
            twin.deck = bytes([KINDS[card]]) * len(state.deck)
            found.add(repr(public_points(find_game("imhotep"), twin)))
        assert len(found) == 1


def test_hidden_cards_count_for_nobody_but_their_owner() -> None:
    """With hidden market cards others are told what would be counted without them."""
    options: dict[str, Json] = {"players": 2, "newDynastyCards": True, "hiddenMarketCards": True}
    has_differed = False
    for state in states(find_game("imhotep"), options):
        assert isinstance(state, State)
        if not state.steps or not state.hands[0] & ~NEVER_HIDDEN:
            continue
        twin = state.copy()
        twin.hands[0] = (state.hands[0] & NEVER_HIDDEN) + gather([KINDS["statue"]] * 3)
        for seat in (1, None):
            one, other = (IMHOTEP.view(each, seat) for each in (state, twin))
            assert one.seats[0].projected == other.seats[0].projected
        mine = [IMHOTEP.view(each, 0).seats[0].projected for each in (state, twin)]
        has_differed |= mine[0] != mine[1]
    assert has_differed
