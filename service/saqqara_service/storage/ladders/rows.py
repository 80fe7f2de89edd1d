"""What is kept of a ladder: its terms, its schedule, its results and the rows of its standings."""

from __future__ import annotations

from pydantic import Field

from saqqara_service.models import (
    Instant,
    LadderFormat,
    LadderStatus,
    LadderTerms,
    Model,
    PairingReason,
)


class StoredTerms(LadderTerms):
    """What was agreed when the ladder was made, and by extensions since then.

    `field` are those who take part where that is fixed at the start: in round robins and gauntlets.
    """

    id: str
    account_id: str
    players: int
    created_ms: Instant
    field: tuple[str, ...] = ()


class Progress(Model):
    """A ladder and its progress.

    `revision` counts its extensions. Of the blocks that were planned some were `blocks_dropped`
    before any of their matches began. `entered` are the bots that may get matches.
    `rounds_planned` are those of a Swiss. The kept table is that of the first `fitted` results;
    it rests if it was fitted a moment ago.
    """

    terms: StoredTerms
    status: LadderStatus
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

    @property
    def rounds_left(self) -> int:
        """How many rounds of a Swiss are still to be planned."""
        is_swiss = self.terms.format is LadderFormat.SWISS
        return (self.terms.rounds or 0) - self.rounds_planned if is_swiss else 0

    @property
    def blocks_left(self) -> int:
        """How many blocks are still to be planned; of a Swiss with the bots that are there now."""
        if self.terms.format is LadderFormat.SWISS:
            return self.rounds_left * (self.entered // self.terms.players)
        return (self.terms.blocks or 0) - self.blocks_planned + self.blocks_dropped

    @property
    def matches(self) -> int:
        """How many matches will count: every block has as many seatings as seats."""
        blocks = self.blocks_planned - self.blocks_dropped + self.blocks_left
        return blocks * self.terms.players

    @property
    def has_begun(self) -> bool:
        """Whether matches are under way or wait to begin."""
        return self.queued > 0 or self.playing > 0

    @property
    def is_done(self) -> bool:
        """Whether it is over, with no match under way and the last table fitted."""
        return self.status.is_over and not self.playing and self.fitted >= self.settled

    @property
    def is_planned_out(self) -> bool:
        """Whether no more blocks will be planned."""
        return self.blocks_left <= 0 and self.rounds_left <= 0


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

    bot_id: str
    version: int
    elo: float
    low: float
    high: float
    matches: int


class Fit(Model):
    """The strengths by the first `results` of a ladder, the greatest first."""

    results: int
    rows: list[FitRow]


class Schedule(Model):
    """Matches of a ladder by id, all or some, and what became of those that are not waiting."""

    planned: dict[str, Planned] = Field(default_factory=dict)
    playing: frozenset[str] = frozenset()
    outcomes: dict[str, str] = Field(default_factory=dict)
    results: list[CountedMatch] = Field(default_factory=list)
    byes: dict[str, int] = Field(default_factory=dict)
