"""What the compiler is told about classes; where nothing is compiled it means nothing.

Whoever may be the base of a class that is not compiled says so.

Which modules are compiled stands in `hatch_build.py`, and why in `docs/explanation/speed.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr  # noqa: PLC0414
else:
    K = TypeVar("K", bound=type)

    def mypyc_attr(**_attributes: bool) -> Callable[[K], K]:
        """Leaves a class as it is."""
        return lambda kind: kind
