"""Ladders, by GraphQL."""

from __future__ import annotations

import strawberry

from saqqara_service import inputs
from saqqara_service.graphql.types import asked
from saqqara_service.models import Id


@asked
class CreateLadderInput(inputs.CreateLadder):
    """Make a ladder of `blocks` blocks; a block is one match for every seating of its bots."""


@asked
class EnrolInput(inputs.Enrol):
    """Enter a bot in a ladder that has not started."""

    ladder_id: Id


@strawberry.type
class LadderQuery:
    """Ladders, their schedules and their standings."""
