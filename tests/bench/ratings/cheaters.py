"""Seasons with planted cheats, and clean ones, as somebody would simulate them who doubts us.

No code of the product is used: `sceptic` has the games and the pairing. What a cheat does is
written down here in the plainest way; clean seasons have what honest bots may have in common with
cheats: the same style, the same author's library, long thoughts, bad networks, many versions.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from tests.bench.ratings.sceptic import LOGIT, Case, Values, _learn, _pair, _places

CERTAIN = 6.0
"""So many logits below the others plays who loses on purpose."""
DECISIONS = 20
"""So many decisions of a bot in a match are on questions that others are asked, too."""
QUESTIONS = 300
CHOICES = 5


@dataclass(frozen=True, slots=True)
class Planted:
    """A season's games, and what bots do in it that they should not; bots by number."""

    case: Case = field(default_factory=Case)
    puppets: int = 0
    """Bots 1 to so many lose to bot 0 on purpose."""
    throws: float = 1.0
    """The share of the matches with bot 0 that a puppet loses on purpose."""
    partners: bool = False
    """Bots 0 and 1 play against the others at their table: `help` for each of both."""
    help: float = 150.0
    """What help at a table is worth, in Elo."""
    bags: float = 0.0
    """By so much, in Elo, bot 0 plays below its strength in the first two fifths of the season."""
    progress: float = 0.0
    """By so much, in Elo, every third bot from 0 on gets stronger over the season, honestly."""
    dodges: bool = False
    """Bot 0 is away when it is to meet the strongest quarter, until a tenth of its blocks."""
    stalls: float = 1.0
    """So many times as long bot 0 thinks where it loses."""
    copy: float = 1.0
    """Bot 1 chooses by lot in this share, and else as bot 0 would; 1: it is a bot of its own."""
    style: float = 0.0
    """How much the habits of each four bots, from 0 on, have in common, from 0 to 1."""
    spam: int = 0
    """Bot 0 has a new version after so many matches; 0: never."""
    careless: float = 0.01
    """The share of blocks for which a bot is away; of every fifth bot ten times as much."""


@dataclass(slots=True)
class Played:
    """One match; `spent` are milliseconds per decision, `answers` questions and choices."""

    bots: tuple[int, ...]
    versions: tuple[int, ...]
    places: tuple[int, ...]
    block: int
    spent: tuple[float, ...]
    answers: tuple[tuple[Values, Values], ...]


@dataclass(slots=True)
class Season:
    """True strengths in Elo, the matches, and for each missed block who was meant and away."""

    truth: Values
    played: list[Played]
    missed: list[tuple[tuple[int, ...], tuple[int, ...]]]


def season(plan: Planted, run: int, *, answers: bool = True) -> Season:
    """One season of a plan; the same run comes out the same."""
    case, chance = plan.case, np.random.default_rng([11, run])
    throws = np.random.default_rng([13, run])
    field = _field(plan, chance)
    made = Season(1500 + LOGIT * (field.strength - field.strength.mean()), [], [])
    rating, played = np.zeros(case.bots), np.zeros(case.bots)
    seats = np.linspace(case.seat / LOGIT, 0, case.players)
    blocks, block, own_misses = case.matches // case.players, 0, 0
    while block < blocks:
        met = np.array(_pair(case, rating, played, chance))
        share = np.where(met % 5 == 4, 10, 1) * plan.careless
        away = {*met[chance.random(case.players) < share].tolist()}
        is_due = plan.dodges and 0 in met and field.strong & {*met.tolist()}
        if is_due and own_misses < played[0] / case.players / 9:
            away.add(0)
            own_misses += 1
        if away:
            made.missed.append((tuple(met.tolist()), tuple(away)))
            continue
        worth = field.strength[met] + chance.normal(0, case.block / LOGIT, case.players)
        worth = worth + field.ring[np.ix_(met, met)].sum(axis=1) / case.players
        worth = worth + _bent(plan, met, block / blocks)
        for shift in range(case.players):
            turn = np.roll(np.arange(case.players), -shift)
            now = worth + _thrown(plan, met, throws)
            places = _places(case, now[turn] + seats, np.ones(case.players), chance)
            made.played.append(field.match(met[turn], places, block, answers=answers))
            _learn(rating, met[turn], places)
        played[met] += case.players
        block += 1
    return made


@dataclass(slots=True)
class _Field:
    """What the bots of a season are like."""

    plan: Planted
    chance: np.random.Generator
    strength: Values
    ring: Values
    habits: Values
    pace: Values
    strong: set[int]
    matches: Values

    def match(self, seated: Values, places: Values, block: int, *, answers: bool) -> Played:
        """A match with how long each thought, what it answered and which version played."""
        plan, chance = self.plan, self.chance
        spent = self.pace[seated] * np.exp(chance.normal(0, 0.5, len(seated)))
        spent[(seated == 0) & (places == places.max())] *= plan.stalls
        said = []
        for bot in seated if answers else []:
            asked = (QUESTIONS * chance.random(DECISIONS) ** 2).astype(int)
            drawn = chance.random(DECISIONS)[:, np.newaxis]
            said.append((asked, (self.habits[bot][asked] < drawn).sum(axis=1)))
        had = self.matches[0] // plan.spam if plan.spam else 0
        self.matches[seated] += 1
        return Played(
            tuple(seated.tolist()),
            tuple(1 + int(had) * (bot == 0) for bot in seated.tolist()),
            tuple(places.tolist()),
            block,
            tuple(spent.tolist()),
            tuple(said),
        )


def _field(plan: Planted, chance: np.random.Generator) -> _Field:
    """Bots with strengths of the case's spread; who has puppets ends the first third."""
    case = plan.case
    strength = chance.normal(0, case.spread / LOGIT, case.bots)
    if plan.puppets:
        strength = np.sort(strength)[::-1].copy()
        main = strength[case.bots // 3]
        strength = chance.permutation(np.delete(strength, case.bots // 3))
        strength = np.concatenate([[main], strength])
    ring = np.triu(chance.normal(0, case.rings / LOGIT, (case.bots, case.bots)), 1)
    return _Field(
        plan=plan,
        chance=chance,
        strength=strength,
        ring=ring - ring.T,
        habits=_habits(plan, chance),
        pace=np.exp(chance.normal(6, 1, case.bots)),
        strong={*np.argsort(-strength)[: case.bots // 4].tolist()} - {0},
        matches=np.zeros(case.bots),
    )


def _bent(plan: Planted, met: Values, when: float) -> Values:
    """What cheats add to the strengths of those at a table."""
    added = np.zeros(len(met))
    at = {int(bot): place for place, bot in enumerate(met)}
    for bot in at.keys() & {*range(0, plan.case.bots, 3)}:
        added[at[bot]] += plan.progress * (when - 1) / LOGIT
    if 0 in at:
        if plan.bags and when < 2 / 5:
            added[at[0]] -= plan.bags / LOGIT
        if plan.partners and 1 in at:
            added[[at[0], at[1]]] += plan.help / LOGIT
    return added


def _thrown(plan: Planted, met: Values, chance: np.random.Generator) -> Values:
    """What puppets at a table with their bot add to its strengths in one match."""
    is_puppet = (met > 0) & (met <= plan.puppets) & (0 in met)
    thrown: Values = np.where(is_puppet & (chance.random(len(met)) < plan.throws), -CERTAIN, 0.0)
    return thrown


def _habits(plan: Planted, chance: np.random.Generator) -> Values:
    """With which chance each bot makes each choice on each question, summed up."""
    shape = (plan.case.bots, QUESTIONS, CHOICES)
    common, family = chance.normal(size=shape[1:]), chance.normal(size=shape)
    family = family[np.arange(plan.case.bots) // 4]
    liking = plan.style * family + (1 - plan.style) * chance.normal(size=shape) + common
    sharp = np.exp(chance.normal(1.5, 0.7, plan.case.bots))[:, np.newaxis, np.newaxis]
    odds = np.exp(sharp * liking)
    habits = odds / odds.sum(axis=2, keepdims=True)
    if plan.copy < 1:
        habits[1] = plan.copy / CHOICES + (1 - plan.copy) * habits[0]
    summed: Values = habits.cumsum(axis=2)
    return summed
