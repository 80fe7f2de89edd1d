"""Seasons as somebody would simulate them who does not believe the table: no code of ours is used.

A bot's performance in a game is its strength, and luck. On top of that a case adds what real games
have and a simple model lacks: ties, seats that are worth something, deals that suit one bot and not
another, luck of another shape, bots that beat one another in a ring, a bot that gets stronger.

The truth that a table must hold is in Elo: 400 points are odds of ten to one in who comes in ahead,
a tie being half, at equal seats and over all deals, against the bots of the field, whose mean is
1500. Pairing is by a plain Elo of its own: the least played bot meets close ones, in a share of
blocks anybody.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, permutations
from math import log, sqrt
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

LOGIT = 400 / log(10)
"""One logit in Elo."""
K = 0.15
"""How far the pairing's own Elo moves at a game, in logits."""
COMPANIES = 100_000
"""The random companies by which strengths in the field are known to within 2 Elo."""
_PROBIT = 1.702
"""A normal difference of this deviation is nearest to the logistic curve."""

Values: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Case:
    """What the games of a season are like; strengths and sizes in Elo."""

    players: int = 2
    bots: int = 20
    matches: int = 1600
    spread: float = 104.0
    """The standard deviation of the strengths."""
    lot: float = 0.5
    """The share of the blocks that are paired by lot."""
    seat: float = 0.0
    """What the first seat is worth above the last one, those between in even steps."""
    block: float = 0.0
    """The standard deviation of what a block's deals are worth to each of its bots."""
    ties: float = 0.0
    """The share of ties between equals; the expected score of a pair stays as it is."""
    noise: str = "gumbel"
    """The shape of luck: `gumbel` (Plackett and Luce's), `normal` (Thurstone's) or `t3`."""
    rings: float = 0.0
    """The standard deviation of what each pair adds to the difference of its strengths."""
    rounds: int = 0
    """So often each company of bots plays a block, and then no other matches are played."""
    drift: float = 0.0
    """By how much the first bot gets stronger from the first match to the last, evenly."""
    wild: float = 0.0
    """The standard deviation of the logarithm of a bot's luck, for wild and steady bots."""
    jump: float = 0.0
    """By how much the first bot gets stronger at half-time, at once."""


@dataclass(frozen=True, slots=True)
class Game:
    """The bots by seat, the places they came in at, and the block they played in."""

    bots: tuple[int, ...]
    places: tuple[int, ...]
    block: int


@dataclass(frozen=True, slots=True)
class Season:
    """What was true at the end, in Elo, and what was played."""

    truth: Values
    """The strengths themselves: those in the company of bots that suit nobody."""
    field: Values
    """The strengths in this field: those that predict each bot's results against all others."""
    games: list[Game]


def season(case: Case, run: int) -> Season:
    """One season of a case; the same run comes out the same."""
    chance = np.random.default_rng([7, run])
    strength = chance.normal(0, case.spread / LOGIT, case.bots)
    ring = np.triu(chance.normal(0, case.rings / LOGIT, (case.bots, case.bots)), 1)
    ring -= ring.T
    seats = np.linspace(case.seat / LOGIT, 0, case.players)
    rating = np.zeros(case.bots)
    games: list[Game] = []
    played = np.zeros(case.bots)
    truth = strength.copy()
    luck = np.exp(chance.normal(0, case.wild, case.bots)) if case.wild else np.ones(case.bots)
    companies = []
    if case.rounds:
        companies = list(combinations(range(case.bots), case.players)) * case.rounds
    blocks = len(companies) or case.matches // case.players
    for block in range(blocks):
        met = np.array(companies[block]) if companies else _pair(case, rating, played, chance)
        now = strength.copy()
        now[0] += (case.drift * block / blocks + case.jump * (block >= blocks / 2)) / LOGIT
        deal = now[met] + chance.normal(0, case.block / LOGIT, case.players)
        deal = deal + ring[np.ix_(met, met)].sum(axis=1) / case.players
        for shift in range(case.players):
            order = np.roll(np.arange(case.players), -shift)
            places = _places(case, deal[order] + seats, luck[met[order]], chance)
            seated = met[order]
            games.append(Game(tuple(seated.tolist()), tuple(places.tolist()), block))
            _learn(rating, seated, places)
        played[met] += case.players
    truth[0] += (case.drift + case.jump) / LOGIT
    field = truth
    if case.rings or case.wild or case.block:
        field = _in_field(case, strength, ring, luck)
    return Season(_elos(truth), _elos(field), games)


def _elos(strength: Values) -> Values:
    """Strengths in Elo, around the mean of the field."""
    elos: Values = 1500 + LOGIT * (strength - strength.mean())
    return elos


def _in_field(case: Case, strength: Values, ring: Values, luck: Values) -> Values:
    """The strengths whose logistic curve has the mean results of bots in random companies."""
    chance = np.random.default_rng(11)
    met = chance.random((COMPANIES, case.bots)).argsort(axis=1)[:, : case.players]
    suits = ring[met[:, :, np.newaxis], met[:, np.newaxis, :]].sum(axis=2) / case.players
    deals = chance.normal(0, case.block / LOGIT, met.shape)
    shown = strength[met] + suits + deals + luck[met] * _luck(case, chance, COMPANIES)
    won, played = np.zeros((case.bots, case.bots)), np.zeros((case.bots, case.bots))
    for one, other in permutations(range(case.players), 2):
        np.add.at(won, (met[:, one], met[:, other]), shown[:, one] > shown[:, other])
        np.add.at(played, (met[:, one], met[:, other]), 1)
    share = won / np.maximum(played, 1)
    field = strength.copy()
    for _ in range(30):
        expected = 1 / (1 + np.exp(field[np.newaxis, :] - field[:, np.newaxis]))
        np.fill_diagonal(expected, 0)
        field += (share - expected).sum(axis=1) / (expected * (1 - expected)).sum(axis=1) / 2
    return field


def _pair(case: Case, rating: Values, played: Values, chance: np.random.Generator) -> Values:
    """The bots of the next block in the order to rotate."""
    lots = chance.random(case.bots)
    anchor = int(np.lexsort((lots, played))[0])
    due = played < played.min() + 2 * case.players
    due[anchor] = False
    if due.sum() < case.players - 1:
        due[:] = True
        due[anchor] = False
    stray = chance.normal(0, 0.8 / np.sqrt(1 + played / 10))
    far = lots if chance.random() < case.lot else np.abs(rating + stray - rating[anchor])
    company = [int(bot) for bot in np.argsort(far) if due[bot]][: case.players - 1]
    met = np.array([anchor, *company])
    chance.shuffle(met)
    return met


def _places(case: Case, worth: Values, luck: Values, chance: np.random.Generator) -> Values:
    """Who came in where, seat by seat; equal places are ties."""
    if case.players == 2 and case.ties:
        return _two(case, worth, chance)
    performance = worth + luck * _luck(case, chance, 1)[0]
    if case.ties:
        performance = np.floor((performance + chance.random()) / case.ties) * case.ties
    ahead: Values = (performance[np.newaxis, :] > performance[:, np.newaxis]).sum(axis=1)
    return 1 + ahead


def _luck(case: Case, chance: np.random.Generator, games: int) -> Values:
    """What strays about a strength: odds of two are as near the logistic curve as they can be."""
    if case.noise == "normal":
        return chance.normal(0, _PROBIT / sqrt(2), (games, case.players))
    if case.noise == "t3":
        return chance.standard_t(3, (games, case.players)) * 0.93
    if case.noise == "gumbel":
        return chance.gumbel(size=(games, case.players))
    raise ValueError(f"noise is gumbel, normal or t3, not {case.noise!r}")


def _two(case: Case, worth: Values, chance: np.random.Generator) -> Values:
    """A game of two with ties that take as much from either side as the score demands."""
    win = 1 / (1 + np.exp(worth[1] - worth[0]))
    tie = min(case.ties * 4 * win * (1 - win), 2 * min(win, 1 - win))
    drawn = chance.random()
    if drawn < tie:
        return np.array([1, 1])
    return np.array([1, 2] if drawn < tie + win - tie / 2 else [2, 1])


def _learn(rating: Values, seated: Values, places: Values) -> None:
    """The pairing's own Elo after a game: each two at the table are a comparison."""
    ahead = (np.sign(places[np.newaxis, :] - places[:, np.newaxis]) + 1) / 2
    expected = 1 / (1 + np.exp(rating[seated][np.newaxis, :] - rating[seated][:, np.newaxis]))
    rating[seated] += K * (ahead - expected).sum(axis=1) / (len(seated) - 1)
