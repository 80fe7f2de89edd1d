"""What came of a ladder: its results, each with the ratings before and after it, and its tables."""

from __future__ import annotations

from saqqara_contest.seasons.aspects import FitAspect
from saqqara_service.models.values import Id, Instant, Model


class RatingChange(Model):
    """The change of a bot's rating through one result, with its reasons.

    Compare `place` with `expectedPlace`: a bot with a better place than expected gains. An
    unrated result changes nothing.
    """

    seat: int
    """The seat of the bot."""
    bot_id: Id
    """The bot's id."""
    bot_name: str
    """The bot's name."""
    version: int
    """The version that played; each version has its own rating."""
    total: int
    """The bot's points in the game."""
    kept_time: bool
    """Whether the bot never ran out of time."""
    place: int
    """The bot's place, 1 for first; tied seats share the better place."""
    expected_place: float
    """The mean place that the ratings predicted before the match."""
    elo_before: float
    """The live rating in Elo before the match. A new bot has 1500."""
    elo: float
    """The live rating in Elo after the match."""
    mu_before: float
    """The rating before, on the scale of Weng and Lin's model. A new bot has 25."""
    sigma_before: float
    """The uncertainty of `muBefore`, as a standard deviation."""
    mu: float
    """The rating after, on the same scale."""
    sigma: float
    """The uncertainty of `mu`, as a standard deviation."""


class LadderResult(Model):
    """A match that counts, with all its effects on the ratings.

    Results are numbered in the order in which they were settled. The standings follow only from
    the results in this order, without annulled ones.
    """

    number: int
    """The number of the result in the ladder, from 1."""
    match_id: Id
    """The id of the match and its record."""
    block: int
    """The number of the block, from 0."""
    rotation: int
    """The rotation of the block's bots over the seats, from 0."""
    ended_ms: Instant
    """When the match ended."""
    rated: bool
    """Whether it changes ratings and counters."""
    annulled_by: int | None
    """The number of the ruling that annulled the result; null if it counts."""
    seats: list[RatingChange]
    """The rating change of each seat's bot."""


class PairScore(Model):
    """The results of one bot version against another in all rated matches between them."""

    bot_id: Id
    """The first bot's id."""
    version: int
    """The version of the first bot; each version counts separately."""
    other_id: Id
    """The other bot's id."""
    other_version: int
    """The version of the first bot; each version counts separately."""
    matches: int
    """The number of matches between them."""
    wins: float
    """The number of matches in which the first bot placed ahead of the other; a tie counts half."""


class Standing(Model):
    """One row of a ladder's standings: a strength fitted to all rated results, best first.

    All results are fitted together. The model accounts for ties, seats and deals; `Ladder.fit`
    shows whether the results fit it. A version that no fit contains yet has an estimate instead.
    """

    place: int | None
    """The rank in its group, 1 for the best.

    Null for an estimate, for a version that has played too few matches, and for one that was
    replaced by a later one with results.
    """
    group: int | None
    """The number of its group, a set of bots connected by matches; 0 is the largest.

    Strengths of different groups are not comparable. Null for an estimate.
    """
    bot_id: Id
    """The bot's id."""
    bot_name: str
    """The bot's name."""
    version: int
    """The version of the bot; each version has its own row."""
    retired: bool
    """Whether a later version replaced it, so that it has no place."""
    elo: float
    """The strength in this field in Elo; 400 points are odds of ten to one to finish ahead.

    It holds over the deals and rivals of the season. 1500 is the mean of the ranked bots of its
    group. An estimate is the live rating; a new bot has 1500.
    """
    low: float
    """The lower bound of the 95 % confidence interval."""
    high: float
    """The upper bound of that interval."""
    next_stronger: float | None
    """The probability that it is stronger than the next bot in its group.

    Null for the last bot, and for an unranked one.
    """
    next_error: float | None
    """The 95 % confidence margin of the difference to the next bot, in Elo."""
    best: float | None
    """The chance that it is the strongest of its group, from 0 to 1; null if unranked."""
    place_low: int | None
    """The best place of the 95 % range of its places."""
    place_high: int | None
    """The worst place of that range."""
    band: int | None
    """The number of its band, 1 for the first.

    A band is a bot and all following ones that are not significantly weaker. Do not read the
    order within a band as a result.
    """
    change: float | None
    """The change of its strength in the season, in Elo, if significant; else null.

    If set, `elo` is the strength at the end.
    """
    anchored_elo: float | None
    """The strength on the scale of house bots, on which `mcts-1000` has 2000.

    It makes ladders with the same game, options and number of seats comparable across hosts.
    Null if its group has no house bot of known strength."""
    anchored_low: float | None
    """The lower bound of its 95 % confidence interval."""
    anchored_high: float | None
    """The upper bound of that interval."""
    matches: int
    """The number of its rated matches that count."""
    wins: float
    """The number of wins; bots that share the first place share the win."""
    mean_place: float
    """The mean of its places; 1 is the best."""
    flags: int
    """The number of matches in which it ran out of time."""


class FitCheck(Model):
    """One aspect in which results can deviate from the table's model, and whether they fit."""

    aspect: FitAspect
    """The aspect in which results can deviate."""
    size: float | None
    """The size of the deviation; null while there are too few results to estimate it."""
    low: float | None
    """The lower bound of the 95 % confidence interval."""
    high: float | None
    """The upper bound of that interval."""
    fits: bool
    """Whether the table is valid in spite of the deviation; if not, this check is a warning."""
    text: str
    """The finding in a sentence."""


class LadderFit(Model):
    """The fit between a ladder's results and the model of its standings."""

    matches: int
    """The number of results on which the check is based."""
    fits: bool
    """Whether no check is a warning."""
    checks: list[FitCheck]
    """The result for each aspect; empty before the first fit."""


class SeatLuck(Model):
    """The value of a seat: its mean result above the average, if first is 1 and last is 0."""

    seat: int
    """The number of the seat, from 0."""
    advantage: float
    """The difference between the seat's mean result and the mean of all seats."""
    low: float | None
    """The lower bound of the 95 % confidence interval; null if there is too little data."""
    high: float | None
    """The upper bound of that interval."""


class LadderLuck(Model):
    """The shares of skill, seat and chance in a ladder's results, from its full rated blocks.

    The shares are those of the variance of places, by an analysis of variance; they add up to
    1.
    """

    blocks: int
    """The number of full blocks on which the analysis is based."""
    skill: float | None
    """The share of the bots' skill; null while there are fewer than two full blocks."""
    seat: float | None
    """The share of the seat order."""
    chance: float | None
    """The share of everything else: cards, the bots' own randomness, good and bad opponents."""
    seats: list[SeatLuck]
    """The value of each seat."""
    block_error: float | None
    """The standard error of a bot's mean after one block; null until the same bots met twice."""
    games_error: float | None
    """The standard error after the same number of single games with random seats."""
