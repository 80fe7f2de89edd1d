"""Which form of the siege is played, and by which seed."""

from __future__ import annotations

import os
import secrets
from typing import Final

IS_LONG: Final = bool(os.environ.get("SIEGE_LONG"))


def seeded() -> int:
    """The seed: the one that SIEGE_SEED names, else a new one."""
    return int(os.environ.get("SIEGE_SEED") or secrets.randbelow(10**6))
