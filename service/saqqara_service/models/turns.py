"""A turn: what a seat is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, cast

from pydantic import JsonValue, PrivateAttr, SkipValidation, computed_field

from saqqara_engine.explain import Rule
from saqqara_engine.wire import view_json
from saqqara_service.models.values import Id, Instant, JsonObject, Model


class OfferedAction(Model):
    """One legal action, with its code, notation, kind and a readable label.

    The code is the action's number under the match's options (`engine/LEARNING.md`); it never
    changes during a match. Use either the code or the notation to take the action.
    """

    code: int
    """The action's number under the match's options; it never changes."""
    notation: str
    """The canonical notation of the action."""
    kind: str
    """The first word of the notation."""
    label: str
    """A readable description of the action."""
    parts: list[str]
    """The words of the notation.

    To build a compound action step by step, keep the actions whose parts begin with the parts
    chosen so far, and offer their next parts."""
    _action: object = PrivateAttr(default=None)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def details(self) -> JsonObject:
        """The action's kind and its parameters."""
        return {"kind": self.kind, **cast("JsonObject", view_json(self._action))}

    @property
    def action(self) -> object:
        """The engine's action that is offered."""
        return self._action

    def of(self, action: object) -> OfferedAction:
        """The offer with the engine's action that it is."""
        self._action = action
        return self


class Explanation(Model):
    """Whether an action is legal for the caller's seat now, and if not, the rule that it breaks.

    `place` is the number of the first word of the notation that fits no legal action, counted
    from 1. `allowedWords` are the words that would fit there.
    """

    match_id: Id
    """The match's id."""
    version: int
    """The match's version that the explanation applies to."""
    seat: int
    """The seat of the caller."""
    action: str
    """The explained action, in the notation."""
    legal: bool
    """Whether the action is legal now."""
    broken: Rule | None
    """The rule that the action breaks; null if it is legal."""
    reason: str
    """The reason, in a sentence."""
    place: int | None
    """The number of the first word that fits no legal action, from 1; null if none."""
    allowed_words: list[str]
    """The words that would fit there."""


class Receipt(Model):
    """The result of a seat's decision, and the time that it cost.

    If `late`, the time ran out before the answer arrived, and the autoplay policy took `action`
    instead (`auto`).
    """

    version: int
    """The match's version after the decision."""
    action: str
    """The action taken, in the notation."""
    auto: bool
    """Whether the autoplay policy chose the action."""
    late: bool
    """Whether the time ran out before the answer arrived."""
    charged_ms: int
    """The time charged to the seat's clock."""
    credited_ms: int
    """The time spent in the network and the service, which is not charged."""
    left_ms: int | None
    """The seat's remaining time afterwards; null if untimed."""


class Turn(Model):
    """Everything a bot needs to choose an action: its view, the legal actions and its clock.

    `last` is the result of the seat's previous decision; untimed matches have no deadline.
    """

    match_id: Id
    """The match's id."""
    commitment: str
    """The match's `commitment`; if it changes, the match has been restarted under its id."""
    game: str
    """The name of the game, which determines the type of the view."""
    version: int
    """The match version that the answer must name."""
    seat: int
    """The seat that has to act."""
    view: Annotated[JsonValue, SkipValidation]
    """The seat's view, as compact JSON with the fields of the game's view type."""
    actions: list[str]
    """The notation of every legal action."""
    left_ms: list[int | None]
    """Each seat's remaining time now; null if untimed."""
    deadline_ms: Instant | None
    """When the seat runs out of time; null if untimed."""
    now_ms: Instant
    """The service's time when this was sent."""
    last: Receipt | None = None
    """The result of the seat's previous decision; null before its first."""
    legal_actions: list[OfferedAction] | None = None
    """The same actions with all their details; null unless requested."""
    _offer: Callable[[], list[OfferedAction]] | None = PrivateAttr(default=None)

    def offering(self, offer: Callable[[], list[OfferedAction]]) -> Turn:
        """The turn with what tells its legal actions."""
        self._offer = offer
        return self

    def offered(self) -> list[OfferedAction]:
        """All that there is to tell of the legal actions, which is made only now."""
        return [] if self._offer is None else self._offer()

    def in_full(self) -> Turn:
        """The turn with all that there is to tell of its legal actions."""
        return self.model_copy(update={"legal_actions": self.offered()})
