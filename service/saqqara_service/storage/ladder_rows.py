"""What is kept of a ladder: its terms, its schedule, its results and the rows of its standings."""

from __future__ import annotations

from saqqara_service.models import Instant, LadderStatus, LadderTerms, Model


class Terms(LadderTerms):
    """What was agreed when the ladder was made, and by extensions since then."""

    id: str
    account_id: str
    players: int
    created_ms: Instant

    @property
    def matches(self) -> int:
        """How many matches will count: every block has as many seatings as seats."""
        return self.blocks * self.players


class Progress(Model):
    """A ladder and how far it is.

    `revision` counts its extensions. Of the blocks that were planned some were `blocks_dropped`
    before any of their matches began. `entered` are the bots that may get matches.
    """

    terms: Terms
    status: LadderStatus
    revision: int
    blocks_planned: int
    blocks_dropped: int
    given_up: int
    entered: int
    queued: int
    playing: int
    settled: int

    @property
    def blocks_left(self) -> int:
        """How many blocks are still to be planned."""
        return self.terms.blocks - self.blocks_planned + self.blocks_dropped

    @property
    def is_played_out(self) -> bool:
        """Whether nothing is left to plan, to start or to settle."""
        return self.blocks_left <= 0 and not self.queued and not self.playing


class Planned(Model):
    """One match of the schedule; a void one is played again as the next attempt."""

    block: int
    rotation: int
    attempt: int
    bots: tuple[str, ...]
    rated: bool = True

    def match_id(self, ladder_id: str) -> str:
        """The same for everybody who plans this match, so that it is made once."""
        again = f"-a{self.attempt}" if self.attempt > 1 else ""
        return f"{ladder_id}-b{self.block}-r{self.rotation}{again}"

    @property
    def place(self) -> int:
        """Where the match stands in the queue."""
        return self.block * 10 + self.rotation

    @property
    def again(self) -> Planned:
        """The match that is played instead of this one."""
        return self.model_copy(update={"attempt": self.attempt + 1})

    @property
    def block_of(self) -> list[Planned]:
        """The matches of its block at their first attempts."""
        rotations = range(len(self.bots))
        return [self.model_copy(update={"rotation": one, "attempt": 1}) for one in rotations]


class Counted(Model):
    """One match that counts, seat by seat; `versions` are those of the bots that played it."""

    match_id: str
    bots: tuple[str, ...]
    versions: tuple[int, ...]
    places: tuple[int, ...]
    totals: tuple[int, ...]
    kept_time: tuple[bool, ...]
    rated: bool = True


class Row(Model):
    """What the standings say of one version of a bot."""

    bot_id: str
    version: int
    mu: float
    sigma: float
    matches: int = 0
    wins: float = 0.0
    place_sum: int = 0
    flags: int = 0


class Schedule(Model):
    """Every match of a ladder by id, and what became of those that are not waiting."""

    planned: dict[str, Planned]
    playing: frozenset[str]
    outcomes: dict[str, str]
    results: list[Counted]
