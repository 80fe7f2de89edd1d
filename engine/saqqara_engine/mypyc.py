"""Attributes of classes for the compiler, mypyc; without compilation they have no effect.

Compiled classes need `allow_interpreted_subclasses` if Python classes derive from them.

`hatch_build.py` lists the compiled modules; `docs/explanation/speed.md` gives the reasons.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr  # noqa: PLC0414
else:
    K = TypeVar("K", bound=type)

    def mypyc_attr(**_attributes: bool) -> Callable[[K], K]:
        """Return a decorator that does not change the class."""
        return lambda kind: kind
