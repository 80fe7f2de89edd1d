"""A guide to a ladder, for those who would enter it."""

from __future__ import annotations

from saqqara_service.models.next_calls import NextCall
from saqqara_service.models.values import Id, Model


class LadderGuide(Model):
    """A guide to a ladder in its current state: what is played, the limits, and how to enter."""

    ladder_id: Id
    """The ladder's id."""
    text: str
    """The guide in English, as Markdown."""
    calls: list[NextCall]
    """The calls that enter a bot, in their order; empty if no bot can enter now.

    GraphQL omits those that only REST has."""
