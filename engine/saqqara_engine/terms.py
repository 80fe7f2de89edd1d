"""Vocabularies: the words that a field can have, with their meanings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Vocabulary:
    """The words of one kind with their meanings, used as metadata of an annotation."""

    name: str
    """The name of the type in published contracts."""
    text: str
    """A description of what the words name."""
    words: Mapping[str, str]
    """The words with their meanings."""
