"""`python -m saqqara_service.cli`, as the supervisor calls it."""

from __future__ import annotations

from saqqara_service.cli import main

main()
