"""Prompts: a template file with named gaps, and the texts of a turn that fill them.

A template is a text with the gaps of `GAPS`; `$$` is a dollar sign. Those of `REQUIRED` must occur.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Final

from saqqara_engine.game import Options
from saqqara_engine.games import AnyGame
from saqqara_sdk.bots.turn import Turn
from saqqara_sdk.models.chapters import chapter, chapters
from saqqara_sdk.models.errors import UnusableSetting

PROMPT: Final = Path(__file__).with_name("prompt.txt")
HIDDEN_PROMPT: Final = Path(__file__).with_name("prompt_hidden.txt")
"""The prompt without legal actions: a model has to know them from the rules."""
CHAPTERS: Final = ("table", "rules", "notation")
"""The gaps for the table in play, for all other chapters of the rules, and for the notation."""
GAPS: Final = ("game", "seat", "last_seat", "position", "events", "clock", "actions", *CHAPTERS)
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
        options = turn.view.options
        texts: dict[str, object] = {
            "game": turn.rules.title,
            "seat": turn.seat,
            "last_seat": turn.players - 1,
            "position": turn.rules.draw(turn.view),
            "events": "\n".join(events) or "none",
            "actions": "\n".join(f"{one.notation}: {one.label}" for one in turn.legal_actions),
        }
        for name in self.template.get_identifiers():
            if name in CHAPTERS:
                texts[name] = _chapters(turn.rules, options, name)
        timeless = self.template.substitute(texts, clock="")
        return self.template.substitute(texts, clock=_clock(turn)), digest(timeless.encode())


def _chapters(rules: AnyGame, options: Options, gap: str) -> str:
    """Return the text of a gap that stays the same during a match."""
    if gap != "rules":
        return chapter(rules, options, gap)
    names = [name for name in chapters(rules) if name not in CHAPTERS]
    return "\n\n".join(f"## {name}\n{chapter(rules, options, name)}" for name in names)


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
