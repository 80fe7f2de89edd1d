"""`saqqara-server` as it is installed, which says so if the server's libraries are not."""

from __future__ import annotations

import sys
from importlib import import_module

MISSING = 2


def main() -> None:
    """Run the command, unless what it needs is missing."""
    try:
        import_module("saqqara_service.cli").main()
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("saqqara"):
            raise
        print(
            f"saqqara-server needs the extra `server`, and {error.name} is not installed:"
            " in a checkout `make install-server`, else pip install the wheel with [server].",
            file=sys.stderr,
        )
        sys.exit(MISSING)
