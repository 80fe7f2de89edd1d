"""What happens in a match besides actions, in words for people."""

from __future__ import annotations

from typing import Final

from saqqara_engine.messages import Message, say
from saqqara_service.models import EventKind

_MESSAGES: Final = {
    EventKind.STARTED: say("The match begins"),
    EventKind.FLAGGED: say("Seat {seat} runs out of time"),
    EventKind.RESIGNED: say("Seat {seat} resigns"),
    EventKind.ABORT_AGREED: say("Seat {seat} agrees to call the match off"),
    EventKind.ABORTED: say("The match is called off"),
    EventKind.VOIDED: say("The match ends without an outcome"),
    EventKind.ROLLED_BACK: say("The store lost the latest events; play goes on from here"),
}


def word_of(kind: EventKind, seat: int | None) -> Message:
    """The event in words; seats count from 0."""
    message = _MESSAGES[kind]
    return message if seat is None else say(message.text, seat=seat)
