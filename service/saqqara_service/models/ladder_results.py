"""What came of a ladder: its results, each with the ratings before and after it, and its tables."""

from __future__ import annotations

from saqqara_service.models.values import Id, Model


class RatingChange(Model):
    """How one result changed the rating of a seat's bot, and why.

    Compare `place` with `expected_place`: a bot whose place is better than expected gains. An
    unrated result changes nothing.
    """

    seat: int
    """The seat that it had."""
    bot_id: Id
    """The bot, by its id."""
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
    mu_before: float
    """The estimate of its strength before."""
    sigma_before: float
    """How uncertain that was, as a standard deviation."""
    mu: float
    """The estimate of its strength after."""
    sigma: float
    """How uncertain that is."""


class LadderResult(Model):
    """One match that counts, with all that it changed.

    Results are numbered in the order in which they were settled. The standings follow from the
    results in this order and from nothing else.
    """

    number: int
    """Its number among the results of the ladder, from 1."""
    match_id: Id
    """The match, whose record is kept under this id."""
    block: int
    """The block that it belongs to, from 0."""
    rotation: int
    """Which rotation of the block's bots over the seats it is, from 0."""
    rated: bool
    """Whether it changes ratings and counters."""
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

    It is the maximum of the Plackett-Luce likelihood of the whole season, so neither the order of
    the results nor the live rating matters.
    """

    place: int
    """The rank, 1 for the best."""
    bot_id: Id
    """The bot, by its id."""
    bot_name: str
    """What the bot is called."""
    version: int
    """Which version of the bot; each has a row of its own."""
    elo: float
    """Its strength in Elo around the field's mean: 400 points are odds of ten to one."""
    low: float
    """Where the interval of 95 % confidence begins."""
    high: float
    """Where it ends."""
    matches: int
    """How many rated matches it is computed from."""
    provisional: bool
    """Whether too little is known about it to rank it."""


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
