"""What is asked of ladders."""

from __future__ import annotations

from saqqara_service.inputs.time_controls import TimeControlTerms
from saqqara_service.inputs.values import Key, PageSize, Text
from saqqara_service.models import JsonObject, Model


class CreateLadder(Model):
    """Make a ladder of `blocks` blocks, of which at most `concurrency` matches are played at once.

    A block is one match for every rotation of its bots over the seats.
    """

    name: Text
    """What to call the ladder."""
    game: Text
    """The game to be played, by its word."""
    options: JsonObject | None = None
    """What to play; what is not said is as the game's table says. Null: all defaults."""
    time_control: TimeControlTerms
    """How its matches are timed."""
    blocks: int
    """How many blocks to play in all."""
    concurrency: int
    """How many matches to play at once, at most."""


class Enrol(Model):
    """Enter a bot in a ladder that has not started."""

    bot_id: Key
    """The bot to enter, which must be the caller's."""


class LadderFilter(Model):
    """Which ladders to list, newest first."""

    first: PageSize = 20
    """How many ladders a page has, at most."""
    after: Key | None = None
    """Tell only those after this cursor; null: from the newest on."""
