"""Notes of bots: what `Bot.note` or a line of a program says, read within the bounds of a note.

A malformed note is dropped, since it must not cost a match, and named once in each match.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import cast

from saqqara_engine.choices import camel
from saqqara_engine.errors import MalformedNote
from saqqara_engine.game import Json
from saqqara_engine.records.notes import Note, note_of
from saqqara_sdk.bots.offers import LegalAction

_log = logging.getLogger(__name__)


class NoteReader:
    """Reads the notes of one seat, match after match."""

    def __init__(self) -> None:
        self._named_in: str | None = None
        """The match in which a malformed note was last named."""

    def read(self, match_id: str, data: Json) -> Note | None:
        """Return the note in JSON; None if there is none, or if it is malformed."""
        try:
            return None if data is None else note_of(data)
        except MalformedNote as error:
            if self._named_in != match_id:
                self._named_in = match_id
                _log.warning("match %s: a note was dropped: %s", match_id, error)
            return None

    def take(self, match_id: str, pending: Mapping[str, object] | None) -> Note | None:
        """Return the note of the arguments of `Bot.note`."""
        return None if pending is None else self.read(match_id, _as_json(pending))


def _as_json(pending: Mapping[str, object]) -> Json:
    """Return the arguments as JSON, with actions as texts and numbers of NumPy as numbers."""
    return {camel(name): _plain(value) for name, value in pending.items()}


def _plain(value: object) -> Json:
    if value is None or isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(inner) for inner in value]
    if callable(item := getattr(value, "item", None)) and not getattr(value, "ndim", 1):
        return cast("Json", item())
    if isinstance(value, LegalAction):
        return value.notation
    return str(value) if hasattr(value, "kind") else cast("Json", value)
