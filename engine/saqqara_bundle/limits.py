"""The limits of a submitted program."""

from __future__ import annotations

from typing import Final

MIB: Final = 1 << 20
MOST_PACKED: Final = 16 * MIB
MOST_UNPACKED: Final = 64 * MIB
MOST_FILES: Final = 2_000
MOST_ENTRIES: Final = 2 * MOST_FILES
"""Entries of a tar, where folders and extended headers count as well."""
MOST_STREAM: Final = MOST_UNPACKED + 2_048 * MOST_ENTRIES
"""Bytes of a tar: its files, and the header and padding of each entry."""
LONGEST_HEADER: Final = 8_192
"""Bytes of an extended header, which holds a long name."""
MOST_RECORDS: Final = 64
"""Records of an extended header: 4,000 headers full of empty ones took eight seconds to read."""
LONGEST_NAME: Final = 240
"""Bytes of a path."""
DEEPEST: Final = 16
"""Parts of a path."""
MOST_MANIFEST: Final = 4_096
"""Bytes. `tomllib` takes a second for a dotted key of 16 KiB, and 0.07 s for one of 4 KiB."""
MOST_WORDS: Final = 64
LONGEST_WORD: Final = 1_000
LONGEST_LANGUAGE: Final = 40
