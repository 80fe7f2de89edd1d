"""The tests of `make test`, or groups of `make test-long`: `python -m tests.tiers [GROUP…]`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from tests.tiers.groups import LONG
from tests.tiers.tries import run


def main(names: Sequence[str]) -> int:
    """0 if all tests passed, at their first or at their second try."""
    if unknown := [name for name in names if name not in LONG]:
        print(f"there is no group {unknown[0]!r}; there are {', '.join(LONG)}", file=sys.stderr)
        return 2
    if not names:
        return run(["-mnot long"])
    return run(["-mlong", *(f"tests/{path}" for name in names for path in LONG[name].paths)])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
