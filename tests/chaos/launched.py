"""A process of the service with a wrong clock, or with one of its protections taken away.

Only tests run this. What is taken away stands in `sabotage.py`; the product knows nothing of it.
"""

from __future__ import annotations

import os
import time
from typing import Final

SABOTAGE: Final = "SIEGE_SABOTAGE"
SKEW_MS: Final = "SIEGE_SKEW_MS"


def skew(milliseconds: int) -> None:
    """Set this process's wall clock ahead; what counts durations is not touched."""
    seconds, nanoseconds = time.time, time.time_ns
    time.time = lambda: seconds() + milliseconds / 1000
    time.time_ns = lambda: nanoseconds() + milliseconds * 1_000_000


def main() -> None:
    """Change what is to be changed, then run the service's own command."""
    skew(int(os.environ.get(SKEW_MS, "0")))
    if name := os.environ.get(SABOTAGE, ""):
        from tests.chaos.sabotage import SABOTAGES  # noqa: PLC0415 - only where it is wanted

        SABOTAGES[name]()
    from saqqara_service.cli import app  # noqa: PLC0415 - after all is changed

    app()


if __name__ == "__main__":
    main()
