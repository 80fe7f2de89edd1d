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
    game: Text
    options: JsonObject | None = None
    time_control: TimeControlTerms
    blocks: int
    concurrency: int


class Enrol(Model):
    """Enter a bot in a ladder that has not started."""

    bot_id: Key


class LadderFilter(Model):
    """Which ladders to list, newest first."""

    first: PageSize = 20
    after: Key | None = None
