"""How large an archive may be, and what is said of one that is larger."""

from __future__ import annotations

from typing import Final

MIB: Final = 1 << 20
MOST_PACKED: Final = 16 * MIB
MOST_UNPACKED: Final = 64 * MIB
MOST_FILES: Final = 2_000
MOST_ENTRIES: Final = 2 * MOST_FILES
"""Folders count as well, and are forgotten: a file makes the folders above it."""
MOST_STREAM: Final = MOST_UNPACKED + 2_048 * MOST_ENTRIES
"""All bytes of a tar: its files, and around each entry its head and what fills it up."""
LONGEST_NAME: Final = 240
DEEPEST: Final = 16
MOST_MANIFEST: Final = 16_384
