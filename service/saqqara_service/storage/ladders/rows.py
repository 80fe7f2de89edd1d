"""What is kept of a ladder: its terms, its schedule, its results and the rows of its standings."""

from __future__ import annotations

from pydantic import Field

from saqqara_contest.tournaments.eliminations import Bracket
from saqqara_service.models import (
    FitCheck,
    Instant,
    LadderStatus,
    LadderTerms,
    Model,
    PairingReason,
    SequentialTestStanding,
)


class StoredTerms(LadderTerms):
    """What was agreed when the ladder was made, and by extensions since then.

    `field` are those who take part where that is fixed at the start, in the order of the draw;
    `qualified` those who go on without it, best first, if it is a `playoff`.
    """

    id: str
    account_id: str
    players: int
    created_ms: Instant
    season: int | None = None
    previous_season_id: str | None = None
    stage: int | None = None
    previous_stage_id: str | None = None
    field: tuple[str, ...] = ()
    playoff: bool = False
    qualified: tuple[str, ...] = ()


class Progress(Model):
    """A ladder and its progress.

    `seed`, in hexadecimal, decides who meets whom by chance; it is secret until the ladder is over.
    `revision` counts its extensions. Of the blocks that were planned some were `blocks_dropped`
    before any of their matches began. `entered` are the bots that may get matches.
    `rounds_planned` are those of a Swiss or an elimination. `next_id` is the season or stage that
    follows. The kept table is that of the first `fitted` results and
    `rulings_fitted` rulings, the rows of standings that of `rulings_folded`; the table rests if it
    was fitted a moment ago. It was `moved_ms` when a match of it began last, or it itself.
    `backoff` times in a row, the first time at `backoff_since_ms`, nothing could be done for it,
    and until then nobody tries; `woken` counts what may have changed that. While it
    `is_held` a worker has its lease.
    """

    terms: StoredTerms
    status: LadderStatus
    seed: str = Field(repr=False)
    revision: int
    blocks_planned: int
    blocks_dropped: int
    rounds_planned: int
    given_up: int
    entered: int
    queued: int
    playing: int
    settled: int
    fitted: int
    fit_rests: bool
    is_held: bool = False
    rulings: int = 0
    rulings_folded: int = 0
    rulings_fitted: int = 0
    given_up_fitted: int = 0
    test_standing: SequentialTestStanding | None = None
    annulled: int = 0
    closed_ms: Instant = 0
    next_id: str | None = None
    started_ms: Instant | None = None
    settled_ms: Instant | None = None
    moved_ms: Instant | None = None
    pause_reason: str | None = None
    backoff: int = 0
    backoff_since_ms: Instant = 0
    backoff_until_ms: Instant = 0
    woken: int = 0

    @property
    def has_begun(self) -> bool:
        """Whether matches are under way or wait to begin."""
        return self.queued > 0 or self.playing > 0

    @property
    def is_done(self) -> bool:
        """Whether it is over, with no match under way and the last table fitted."""
        is_last = self.status is LadderStatus.CANCELLED or not self.must_follow
        is_settled = not self.playing and self.is_fitted and self.is_folded
        return self.status.is_over and is_settled and is_last

    @property
    def is_fitted(self) -> bool:
        """Whether the kept table is that of all results and rulings."""
        is_tested = not self.terms.sequential_test or self.given_up_fitted >= self.given_up
        return self.fitted >= self.settled and self.rulings_fitted >= self.rulings and is_tested

    @property
    def is_decided(self) -> bool:
        """Whether a sequential test needs no further block."""
        return self.test_standing is not None and self.test_standing.over

    @property
    def is_folded(self) -> bool:
        """Whether the rows of standings are those of all rulings."""
        return self.rulings_folded >= self.rulings

    @property
    def must_follow(self) -> bool:
        """Whether a season or stage is to follow that is not made yet, after one with results.

        What is to follow a playoff follows it also if nobody could play that.
        """
        has_more = self.terms.every is not None or bool(self.terms.stages)
        was_played = self.settled > 0 or self.terms.playoff
        return has_more and self.next_id is None and was_played


class Planned(Model):
    """One match of the schedule; a void one is played again as the next attempt."""

    block: int
    rotation: int
    attempt: int
    bots: tuple[str, ...]
    pairing: PairingReason
    rated: bool = True

    def match_id(self, ladder_id: str) -> str:
        """The same for everybody who plans this match, so that it is made once."""
        again = f"-a{self.attempt}" if self.attempt > 1 else ""
        return f"{ladder_id}-b{self.block}-r{self.rotation}{again}"

    @property
    def place(self) -> int:
        """Where the match stands in the plan, and so in the queue."""
        return (self.block * 10 + self.rotation) * 100 + self.attempt

    @property
    def again(self) -> Planned:
        """The match that is played instead of this one."""
        return self.model_copy(update={"attempt": self.attempt + 1})

    @property
    def block_of(self) -> list[Planned]:
        """The matches of its block at their first attempts."""
        rotations = range(len(self.bots))
        return [self.model_copy(update={"rotation": one, "attempt": 1}) for one in rotations]


class CountedMatch(Model):
    """One match that counts, seat by seat; `versions` are those of the bots that played it."""

    match_id: str
    bots: tuple[str, ...]
    versions: tuple[int, ...]
    places: tuple[int, ...]
    totals: tuple[int, ...]
    kept_time: tuple[bool, ...]
    ended_ms: Instant
    rated: bool = True


class StandingRow(Model):
    """What the standings say of one version of a bot."""

    bot_id: str
    version: int
    mu: float
    sigma: float
    matches: int = 0
    wins: float = 0.0
    place_sum: int = 0
    flags: int = 0


class FitRow(Model):
    """What a fit says of one version of a bot, in Elo, and how many rated matches speak for it."""

    place: int | None
    group: int
    bot_id: str
    version: int
    elo: float
    low: float
    high: float
    matches: int
    next_stronger: float | None
    next_error: float | None
    change: float | None
    best: float | None = None
    place_low: int | None = None
    place_high: int | None = None
    band: int | None = None
    anchored_elo: float | None = None
    anchored_low: float | None = None
    anchored_high: float | None = None


class Fit(Model):
    """The strengths by the first results and rulings of a ladder, each group's greatest first.

    `test` is the ladder's sequential test, if it has one, which also knows what was given up.
    """

    results: int
    rulings: int = 0
    given_up: int = 0
    rows: list[FitRow]
    checks: list[FitCheck] = Field(default_factory=list)
    test: SequentialTestStanding | None = None


class Schedule(Model):
    """Matches of a ladder by id, all or some, and what became of those that are not waiting."""

    planned: dict[str, Planned] = Field(default_factory=dict)
    playing: frozenset[str] = frozenset()
    outcomes: dict[str, str] = Field(default_factory=dict)
    results: list[CountedMatch] = Field(default_factory=list)
    away: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Who was away from a match that was dropped, or had left before one that was given up."""
    byes: dict[str, tuple[int, ...]] = Field(default_factory=dict)
    bracket: Bracket | None = None
