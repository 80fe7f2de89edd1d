"""The tests of `make test`: `python -m tests.tiers`."""

from __future__ import annotations

import sys

from tests.tiers.tries import run

if __name__ == "__main__":
    sys.exit(run(["-mnot long"]))
