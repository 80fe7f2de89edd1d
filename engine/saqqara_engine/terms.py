"""Fixed vocabularies: what a text in a view can be, and what each word means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The words of one kind, each with its meaning; it stands in the metadata of an annotation."""

    name: str
    """What the kind of word is called in published contracts."""
    text: str
    """What such words name."""
    words: Mapping[str, str]
    """Every word with its meaning."""
