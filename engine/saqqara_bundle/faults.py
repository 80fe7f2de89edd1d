"""The reasons for refusing a program.

One tree::

    * BundleFault
      + ManifestFault      `bot.toml` is invalid
      + BundleTooLarge     a size or a number exceeds its limit
"""

from __future__ import annotations


class BundleFault(ValueError):
    """The program is invalid; the message names the file and says what to do."""


class ManifestFault(BundleFault):
    """`bot.toml` is invalid; the message names the line, if one is at fault."""


class BundleTooLarge(BundleFault):
    """The program exceeds `limit`; the message says of what."""

    def __init__(self, message: str, limit: int = 0) -> None:
        super().__init__(message)
        self.limit = limit
