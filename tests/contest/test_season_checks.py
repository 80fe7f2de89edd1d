"""Whether a table's model fits: each way to stray from it is found, and chance is not."""

from __future__ import annotations

import random

import pytest

from saqqara_contest.results import Result
from saqqara_contest.seasons.aspects import FitAspect
from saqqara_contest.seasons.checks import ModelCheck
from saqqara_contest.seasons.fit import season_fit
from tests.bench.ratings.sceptic import Case, season


def checked(case: Case, run: int = 1) -> dict[FitAspect, ModelCheck]:
    """What is said of a season that shares no code with ours."""
    games = season(case, run).games
    results = [Result(tuple(map(str, game.bots)), game.places, game.block) for game in games]
    return {check.aspect: check for check in season_fit(results).checks}


STRAYING = {
    FitAspect.INTRANSITIVITY: Case(rings=200),
    FitAspect.DRIFT: Case(players=4, drift=400),
}


@pytest.mark.parametrize("aspect", STRAYING)
def test_what_does_not_fit_is_said(aspect: FitAspect) -> None:
    """Its interval does not hold what the model says; the other aspects fit."""
    found = checked(STRAYING[aspect])
    assert [one for one, check in found.items() if not check.fits] == [aspect]
    check = found[aspect]
    assert check.low is not None
    assert check.high is not None
    assert check.low > 0 or check.high < 0


@pytest.mark.parametrize(
    "case",
    [Case(players=4, noise="normal"), Case(players=4, block=150), Case(players=4, wild=0.5)],
    ids=["luck", "deals", "wild"],
)
def test_a_harmless_deviation_is_no_warning(case: Case) -> None:
    """Luck of another form, deals, and wild bots are part of a strength in the field."""
    assert all(check.fits for check in checked(case).values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_clean_season_fits(players: int) -> None:
    """Every aspect is told, in the order of its names."""
    found = checked(Case(players=players), run=3)
    assert list(found) == [one for one in FitAspect if one is not FitAspect.ORDER]
    assert all(check.fits for check in found.values())


@pytest.mark.parametrize(
    ("case", "aspect", "size", "off"),
    [
        (Case(seat=150), FitAspect.SEAT, 150, 50),
        (Case(players=4, seat=150), FitAspect.SEAT, 150, 50),
        (Case(ties=0.7), FitAspect.TIES, 0.64, 0.06),
        (Case(players=4, block=75), FitAspect.BLOCK, 75, 30),
        (Case(rings=200), FitAspect.INTRANSITIVITY, 180, 60),
    ],
)
def test_sizes_are_those_of_the_season(
    case: Case, aspect: FitAspect, size: float, off: float
) -> None:
    """What the model knows is told with its size, and is no misfit."""
    check = checked(case)[aspect]
    assert check.size == pytest.approx(size, abs=off)
    assert check.fits == (aspect is not FitAspect.INTRANSITIVITY)


def test_what_cannot_be_told_is_said_so() -> None:
    """Two bots that met once: no rivals to compare, no drift."""
    checks = {one.aspect: one for one in season_fit([Result(("a", "b"), (1, 2))]).checks}
    for aspect in (FitAspect.INTRANSITIVITY, FitAspect.DRIFT, FitAspect.BLOCK):
        assert checks[aspect].size is None
        assert checks[aspect].fits
        assert checks[aspect].text


def test_a_clean_sheet_tells_nothing_of_deals_and_rivals() -> None:
    """All was foreseen but for what is believed beforehand, and that is not in the deals."""
    games = [Result(pair, places, block) for block in range(10) for pair, places in CLEAN]
    checks = {one.aspect: one for one in season_fit(games).checks}
    assert checks[FitAspect.BLOCK].size is None
    assert checks[FitAspect.INTRANSITIVITY].size is None
    seat = checks[FitAspect.SEAT]
    assert seat.size == pytest.approx(0)
    assert seat.low == 0
    assert seat.high is not None
    assert seat.high > 50


CLEAN = (("a", "b"), (1, 2)), (("b", "a"), (2, 1))


def test_strong_favourites_are_no_deals() -> None:
    """Of two of which one wins nine games in ten, hardly ever a block seems to decide."""
    seeming = 0
    for seed in range(40):
        draw = random.Random(seed)
        games = []
        for block in range(10):
            for pair in (("a", "b"), ("b", "a")):
                wins = (draw.random() < 0.95) == (pair[0] == "a")
                games.append(Result(pair, (1, 2) if wins else (2, 1), block))
        check = {one.aspect: one for one in season_fit(games).checks}[FitAspect.BLOCK]
        seeming += bool(check.low)
    assert seeming <= 3


@pytest.mark.parametrize("share", [0.6, 0.75])
def test_a_field_without_rings_has_no_rivals(share: float) -> None:
    """Of a gauntlet strengths tell all there is; only who meets in a ring can be beaten in turn."""
    draw = random.Random(3)
    games = []
    for block in range(200):
        wins = draw.random() < share
        games.append(Result(("challenger", f"b{block % 5}"), (1, 2) if wins else (2, 1), block))
    checks = {one.aspect: one for one in season_fit(games).checks}
    assert checks[FitAspect.INTRANSITIVITY].size is None
