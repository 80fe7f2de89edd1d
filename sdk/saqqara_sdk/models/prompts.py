"""Prompts: a template file with named gaps, and the texts of a turn that fill them.

A template is a text with the gaps `$game`, `$seat`, `$last_seat`, `$position`, `$events`, `$clock`
and `$actions`; `$$` is a dollar sign. The gaps of `REQUIRED` must occur.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Final

from saqqara_sdk.bots.turn import Turn
from saqqara_sdk.models.errors import UnusableSetting

PROMPT: Final = Path(__file__).with_name("prompt.txt")
GAPS: Final = ("game", "seat", "last_seat", "position", "events", "clock", "actions")
REQUIRED: Final = ("game", "seat", "position")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt with gaps; `version` is the hash of its text."""

    template: Template
    version: str

    @staticmethod
    def read(path: Path) -> Prompt:
        """Read a prompt; raises `UnusableSetting` if its gaps are unknown, missing or malformed."""
        try:
            template = Template(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError) as error:
            raise UnusableSetting(f"The prompt {path} cannot be read: {error}") from error
        if not template.is_valid():
            raise UnusableSetting(f"{path} has a `$` without a name. Write `$$` for a dollar sign.")
        found = template.get_identifiers()
        if unknown := [name for name in found if name not in GAPS]:
            gaps = ", ".join(f"${name}" for name in GAPS)
            raise UnusableSetting(f"{path} has no text for ${unknown[0]}. Its gaps: {gaps}.")
        if missing := [name for name in REQUIRED if name not in found]:
            raise UnusableSetting(f"{path} lacks the gap ${missing[0]}.")
        return Prompt(template, digest(template.template.encode()))

    def fill(self, turn: Turn, events: Iterable[str]) -> tuple[str, str]:
        """Return the prompt of a turn, and the hash of the same prompt without the clock."""
        texts: dict[str, object] = {
            "game": turn.rules.title,
            "seat": turn.seat,
            "last_seat": turn.players - 1,
            "position": turn.rules.draw(turn.view),
            "events": "\n".join(events) or "none",
            "actions": "\n".join(f"{one.notation}: {one.label}" for one in turn.legal_actions),
        }
        timeless = self.template.substitute(texts, clock="")
        return self.template.substitute(texts, clock=_clock(turn)), digest(timeless.encode())


def digest(content: bytes) -> str:
    """Return the SHA-256 of some content, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()


def _clock(turn: Turn) -> str:
    if turn.clock.mine_ms is None:
        return "there is no clock"
    left = [
        f"seat {seat} has {left_ms / 1000:.0f} s left"
        for seat, left_ms in enumerate(turn.clock.left_ms)
        if left_ms is not None
    ]
    return ", ".join(left)
