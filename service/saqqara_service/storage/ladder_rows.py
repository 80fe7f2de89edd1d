"""What is kept of a ladder: its terms, its schedule, its results and the rows of its standings."""

from __future__ import annotations

from saqqara_service.models import Instant, JsonObject, LadderStatus, Model, TimeControl


class Terms(Model):
    """What was agreed when the ladder was made; never changes."""

    id: str
    name: str
    game: str
    options: JsonObject
    time_control: TimeControl
    players: int
    blocks: int
    concurrency: int
    account_id: str
    created_ms: Instant

    @property
    def matches(self) -> int:
        """How many matches will count: every block has as many seatings as seats."""
        return self.blocks * self.players


class Progress(Model):
    """A ladder and how far it is."""

    terms: Terms
    status: LadderStatus
    blocks_planned: int
    queued: int
    playing: int
    settled: int


class Planned(Model):
    """One match of the schedule; a void one is played again as the next attempt."""

    block: int
    rotation: int
    attempt: int
    bots: tuple[str, ...]

    def match_id(self, ladder_id: str) -> str:
        """The same for everybody who plans this match, so that it is made once."""
        again = f"-a{self.attempt}" if self.attempt > 1 else ""
        return f"{ladder_id}-b{self.block}-r{self.rotation}{again}"

    @property
    def place(self) -> int:
        """Where the match stands in the queue."""
        return self.block * 10 + self.rotation


class Counted(Model):
    """One match that counts, seat by seat."""

    match_id: str
    bots: tuple[str, ...]
    places: tuple[int, ...]
    kept_time: tuple[bool, ...]


class Row(Model):
    """What the standings say of one bot."""

    bot_id: str
    bot_name: str
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
