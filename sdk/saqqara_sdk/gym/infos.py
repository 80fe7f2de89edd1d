"""The infos of Gymnasium environments for one seat."""

from __future__ import annotations

from typing import TypedDict, cast

import numpy as np
from numpy.typing import NDArray


class Info(TypedDict, total=False):
    """The info of one game."""

    action_mask: NDArray[np.int8]
    """The legal codes; all zeros at the end."""
    points: int
    """The seat's final points, once the game is over."""
    place: int
    """The seat's place, once the game is over."""


class Infos(TypedDict, total=False):
    """The infos of several games; a key with an underscore marks the games with such an info."""

    action_mask: NDArray[np.int8]
    _action_mask: NDArray[np.bool_]
    final_obs: NDArray[np.object_]
    """The last observations of games that the step ended."""
    _final_obs: NDArray[np.bool_]
    final_info: dict[str, NDArray[np.generic]]
    """The last infos of games that the step ended."""
    _final_info: NDArray[np.bool_]


def final_info(infos: Infos, place: int) -> Info:
    """Return the last info of the game that a step ended at a place."""
    ended = infos["final_info"]
    names = [name for name in ended if not name.startswith("_")]
    return cast("Info", {name: ended[name][place] for name in names if ended[f"_{name}"][place]})
