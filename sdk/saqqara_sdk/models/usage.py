"""Counts of what a model's decisions took: outcomes, tokens, money and time."""

from __future__ import annotations

from dataclasses import dataclass, field

from saqqara_sdk.models.replies import Outcome, Reply


@dataclass(slots=True)
class Usage:
    """The counts of one decision or of one match."""

    decisions: int = 0
    """The decisions."""
    undecided: int = 0
    """The decisions among them that the model did not take."""
    outcomes: dict[Outcome, int] = field(default_factory=lambda: dict.fromkeys(Outcome, 0))
    """The requests by outcome."""
    prompt_tokens: int = 0
    """The tokens of all prompts, as the endpoint counted them."""
    completion_tokens: int = 0
    """The tokens of all replies, as the endpoint counted them."""
    cost: float | None = None
    """The price of the tokens, in the currency of the endpoint's prices; None without prices."""
    seconds: float = 0.0
    """The duration of the decisions, pauses included."""

    def count(self, reply: Reply, cost: float | None) -> None:
        """Count one request."""
        if reply.outcome is not None:
            self.outcomes[reply.outcome] += 1
        self.prompt_tokens += reply.prompt_tokens
        self.completion_tokens += reply.completion_tokens
        if cost is not None:
            self.cost = (self.cost or 0.0) + cost

    def end(self, seconds: float, *, is_undecided: bool) -> None:
        """Count the end of a decision."""
        self.decisions += 1
        self.undecided += is_undecided
        self.seconds += seconds

    def add(self, other: Usage) -> None:
        """Add the counts of another match."""
        for outcome, number in other.outcomes.items():
            self.outcomes[outcome] += number
        self.decisions += other.decisions
        self.undecided += other.undecided
        self.prompt_tokens += other.prompt_tokens
        self.completion_tokens += other.completion_tokens
        if other.cost is not None:
            self.cost = (self.cost or 0.0) + other.cost
        self.seconds += other.seconds
