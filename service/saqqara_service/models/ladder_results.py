"""What came of a ladder: its results, each with the ratings before and after it, and its tables."""

from __future__ import annotations

from saqqara_contest.season_checks import FitAspect
from saqqara_service.models.values import Id, Instant, Model


class RatingChange(Model):
    """How one result changed the rating of a seat's bot, and why.

    Compare `place` with `expected_place`: a bot whose place is better than expected gains. An
    unrated result changes nothing.
    """

    seat: int
    """The seat that it had."""
    bot_id: Id
    """The bot, by its id."""
    bot_name: str
    """What the bot is called."""
    version: int
    """Which of its versions played; each has a rating of its own."""
    total: int
    """Its points in the game."""
    kept_time: bool
    """Whether it kept its time."""
    place: int
    """Its place, 1 for first; seats that tie share the better place."""
    expected_place: float
    """The mean place that the ratings predicted before the match."""
    elo_before: float
    """Its live rating in Elo before. A new bot has 1500."""
    elo: float
    """Its live rating in Elo after."""
    mu_before: float
    """The rating before, in the scale of Weng and Lin's model. A new bot has 25."""
    sigma_before: float
    """How uncertain `mu_before` was, as a standard deviation."""
    mu: float
    """The rating after, in the same scale."""
    sigma: float
    """How uncertain `mu` is, as a standard deviation."""


class LadderResult(Model):
    """One match that counts, with all that it changed.

    Results are numbered in the order in which they were settled. The standings follow from the
    results in this order, without those that were annulled, and from nothing else.
    """

    number: int
    """Its number among the results of the ladder, from 1."""
    match_id: Id
    """The match, whose record is kept under this id."""
    block: int
    """The block that it belongs to, from 0."""
    rotation: int
    """Which rotation of the block's bots over the seats it is, from 0."""
    ended_ms: Instant
    """When the match ended."""
    rated: bool
    """Whether it changes ratings and counters."""
    annulled_by: int | None
    """The number of the ruling that annulled it, so that it changes nothing; null: it counts."""
    seats: list[RatingChange]
    """How it changed the rating of each seat's bot."""


class PairScore(Model):
    """The results of one bot version against another, in all rated matches that both played in."""

    bot_id: Id
    """The one, by its bot's id."""
    version: int
    """Which of its versions played; each counts by itself."""
    other_id: Id
    """The other, by its bot's id."""
    other_version: int
    """Which of its versions played; each counts by itself."""
    matches: int
    """How many matches both played in."""
    wins: float
    """In how many of them the first bot was placed before the other; a tie counts as half."""


class TableRow(Model):
    """One row of the published table: strength by all rated results at once, best first.

    All results are fitted together, so the live rating does not matter. Ties, seats and deals are
    accounted for. `Ladder.fit` tells whether the results are as this model says.
    """

    place: int | None
    """The rank in its group, 1 for the best.

    Null while it has played too few matches, and of a version after which another one played.
    """
    group: int
    """Which group it belongs to: the bots that matches connect. 0 is the largest group.

    Strengths of different groups cannot be compared.
    """
    bot_id: Id
    """The bot, by its id."""
    bot_name: str
    """What the bot is called."""
    version: int
    """Which version of the bot; each has a row of its own."""
    elo: float
    """Its strength in Elo. 400 points are odds of ten to one.

    1500 is the mean of the bots of its group that have a place.
    """
    low: float
    """Where the interval of 95 % confidence begins."""
    high: float
    """Where it ends."""
    next_stronger: float | None
    """The likelihood that it is stronger than the bot at the next place of its group.

    Null for the last one, and without a place.
    """
    next_error: float | None
    """How far the difference of the two may be from the one told, by 95 % confidence, in Elo."""
    change: float | None
    """By how much its strength changed in the season, in Elo, if it surely did; else null.

    Its strength is then the one at the end.
    """
    anchored_elo: float | None
    """Its strength on the scale of house bots, on which the one called `mcts-1000` has 2000.

    By that ladders of the same game, options and number of seats can be compared, of whatever host.
    Null where no house bot of known strength is in its group."""
    anchored_low: float | None
    """Where the interval of 95 % confidence of that begins."""
    anchored_high: float | None
    """Where it ends."""
    matches: int
    """How many rated matches it is computed from."""
    provisional: bool
    """Whether too little is known about it to rank it."""


class FitCheck(Model):
    """One way in which results may stray from the table's model: how far, and whether it fits."""

    aspect: FitAspect
    """In what results may stray."""
    size: float | None
    """How far they do; null while the results cannot tell."""
    low: float | None
    """Where the interval of 95 % confidence begins."""
    high: float | None
    """Where it ends."""
    fits: bool
    """Whether the table means what it says in spite of it."""
    text: str
    """The same in a sentence."""


class LadderFit(Model):
    """Whether the results of a ladder are as the model of its published table says."""

    matches: int
    """How many results it is computed from."""
    fits: bool
    """Whether they are, in every aspect."""
    checks: list[FitCheck]
    """Each aspect; empty before the first fit."""


class SeatLuck(Model):
    """The value of a seat: how far its result is above the mean, if first is 1 and last is 0."""

    seat: int
    """Which seat it is, counted from 0."""
    advantage: float
    """How much better its result is than the mean of all seats."""
    low: float | None
    """Where the interval of 95 % confidence begins; null while too little is known."""
    high: float | None
    """Where it ends."""


class LadderLuck(Model):
    """How much of a ladder's results was skill, seat and chance, from its whole rated blocks.

    The shares are those of the variance of places, by an analysis of variance; they add up to 1.
    """

    blocks: int
    """How many whole blocks it is computed from."""
    skill: float | None
    """The share of the bots' skill; null while there are fewer than two whole blocks."""
    seat: float | None
    """The share of the seats."""
    chance: float | None
    """The share of everything else: cards, the bots' own randomness, good and bad opponents."""
    seats: list[SeatLuck]
    """What each seat is worth."""
    block_error: float | None
    """The standard error of a bot's mean after one block.

    Null until the same bots have met twice.
    """
    games_error: float | None
    """The standard error after the same number of single games with random seats."""
