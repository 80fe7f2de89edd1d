"""The scripts of what is ruled about the results of a ladder."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from saqqara_service.storage.ladders.entry.scripts import NOTICE
from saqqara_service.storage.redis.scripts import Digits, Script, UnlessMoved


class Rule(NamedTuple):
    """A ruling, after so many others, and the bots whose feeds are told."""

    ladder_id: str
    before: int
    ruling: str
    bots: Sequence[str]


class BotRows(NamedTuple):
    """A bot and the rows of its versions."""

    bot: str
    rows: str


class Refold(NamedTuple):
    """The rows that follow from so many results and rulings, and how many results are annulled."""

    results: int
    rulings: int
    annulled: Digits
    rows: Sequence[BotRows]


RULE: Final = Script(
    "ladders/ruling/rule.lua",
    ("ladder_rulings", "ladder_notices", "ladder_moved"),
    Rule,
    UnlessMoved,
    NOTICE,
)
REFOLD: Final = Script(
    "ladders/ruling/refold.lua",
    ("ladder", "ladder_results", "ladder_rulings", "ladder_rows"),
    Refold,
    UnlessMoved,
)
