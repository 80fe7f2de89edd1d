"""Gradients of the losses, derived by hand so that training needs only numpy."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from saqqara_bots.learned.network import Array, Network

CLIP: Final = 0.2
"""The maximum relative change of an action's probability in one update (PPO's clip)."""

VALUE_SHARE: Final = 0.5
STEEPEST: Final = 0.5
"""The maximum norm of the gradient."""


def softmax(logits: Array, masks: NDArray[np.bool_]) -> Array:
    """Return probabilities that sum to one over the legal codes."""
    legal = np.where(masks, logits, np.float32(-1e9))
    legal -= legal.max(axis=1, keepdims=True)
    np.exp(legal, out=legal)
    legal /= legal.sum(axis=1, keepdims=True)
    return legal


@dataclass(frozen=True, slots=True)
class Decisions:
    """Observations, actions and their results."""

    rows: Array
    masks: NDArray[np.bool_]
    codes: NDArray[np.int64]
    chances: Array
    """The probability with which each code was chosen."""
    gained: Array
    """The advantage of each action."""
    targets: Array
    """The reward of each seat, the own seat first."""

    def some(self, chosen: NDArray[np.int64]) -> Decisions:
        """Return the decisions with these indexes."""
        return Decisions(*(getattr(self, field.name)[chosen] for field in fields(self)))


def gradients(
    network: Network, done: Decisions, entropy_share: float
) -> tuple[dict[str, Array], dict[str, float]]:
    """Return the gradient of every weight, and the losses, for some decisions."""
    rows, masks, codes, gained = done.rows, done.masks, done.codes, done.gained
    count = len(rows)
    first = np.maximum(rows @ network.first + network.first_bias, 0)
    second = np.maximum(first @ network.second + network.second_bias, 0)
    chances = softmax(network.logits(second), masks)
    values = network.values(second)

    places = np.arange(count)
    likelier = chances[places, codes] / done.chances
    is_kept = np.where(gained > 0, likelier < 1 + CLIP, likelier > 1 - CLIP)
    pull = (gained * likelier * is_kept / count).astype(np.float32)
    logs = np.log(chances + 1e-9)
    entropies = -(chances * logs).sum(axis=1)
    at_logits = chances * pull[:, None]
    at_logits[places, codes] -= pull
    at_logits += entropy_share / count * chances * (logs + entropies[:, None])

    errors = values - done.targets
    at_values = VALUE_SHARE / count * errors * (1 - values * values)

    at_second = at_logits @ network.policy.T + at_values @ network.value.T
    at_second *= second > 0
    at_first = at_second @ network.second.T
    at_first *= first > 0
    slopes = {
        "first": rows.T @ at_first,
        "first_bias": at_first.sum(axis=0),
        "second": first.T @ at_second,
        "second_bias": at_second.sum(axis=0),
        "policy": second.T @ at_logits,
        "policy_bias": at_logits.sum(axis=0),
        "value": second.T @ at_values,
        "value_bias": at_values.sum(axis=0),
    }
    losses = {"value": float((errors * errors).mean()), "entropy": float(entropies.mean())}
    return slopes, losses


@dataclass(slots=True)
class Adam:
    """The Adam optimiser (Kingma and Ba, 2015)."""

    steps: int = 0
    means: dict[str, Array] = field(default_factory=dict)
    squares: dict[str, Array] = field(default_factory=dict)

    def move(self, weights: dict[str, Array], slopes: dict[str, Array], rate: float) -> None:
        """Take one gradient step."""
        self.steps += 1
        length = np.sqrt(sum(float((slope * slope).sum()) for slope in slopes.values()))
        scale = np.float32(min(1.0, STEEPEST / (length + 1e-9)))
        fade = rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for name, slope in slopes.items():
            mean = self.means.setdefault(name, np.zeros_like(slope))
            square = self.squares.setdefault(name, np.zeros_like(slope))
            scaled = slope * scale
            mean += np.float32(0.1) * (scaled - mean)
            square += np.float32(0.001) * (scaled * scaled - square)
            weights[name] -= np.float32(fade) * mean / (np.sqrt(square) + np.float32(1e-5))
