"""Which build of the rules runs: compiled modules, or their sources as Python."""

from __future__ import annotations

from typing import Final

from saqqara_engine.imhotep import flow

IS_COMPILED: Final = not str(flow.__file__).endswith(".py")
"""Whether the rules run compiled; it makes no difference but in speed."""
