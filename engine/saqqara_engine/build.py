"""The running build of the rules: compiled modules, or their Python sources."""

from __future__ import annotations

from typing import Final

from saqqara_engine.imhotep import flow

IS_COMPILED: Final = not str(flow.__file__).endswith(".py")
"""Whether the rules run compiled, which only changes their speed."""
