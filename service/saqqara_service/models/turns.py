"""A turn: what a seat is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from pydantic import JsonValue, PrivateAttr, computed_field

from saqqara_engine.explain import Rule
from saqqara_engine.wire import view_json
from saqqara_service.models.values import Id, Instant, JsonObject, Model


class OfferedAction(Model):
    """One legal action: its code, its notation, its kind and a label for people.

    The code is the action's number under the match's options (`engine/LEARNING.md`); it never
    changes during a match. An action may be taken by either.
    """

    code: int
    notation: str
    kind: str
    label: str
    _action: object = PrivateAttr(default=None)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def details(self) -> JsonObject:
        """The kind again, and the fields of that kind."""
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
    """Whether an action is legal for the caller's seat now, and if not, which rule it breaks.

    `place` is the number of the first word of its notation that fits no legal action, counted from
    1, and `allowed` are the words that would fit there.
    """

    match_id: Id
    version: int
    seat: int
    action: str
    legal: bool
    broken: Rule | None
    reason: str
    place: int | None
    allowed: list[str]


class Receipt(Model):
    """What became of a seat's decision, and what it cost.

    If it is `late`, its time had passed before an answer came: the declared policy took `action`
    in its place (`auto`).
    """

    version: int
    action: str
    auto: bool
    late: bool
    charged_ms: int
    credited_ms: int
    left_ms: int | None


class Turn(Model):
    """Everything a bot needs to choose: the view of its seat, what is legal, and its clock.

    `last` tells of the seat's previous decision; untimed matches have no deadline.
    """

    match_id: Id
    game: str
    version: int
    seat: int
    view: JsonValue
    actions: list[str]
    left_ms: list[int | None]
    deadline_ms: Instant | None
    now_ms: Instant
    last: Receipt | None = None
    _offer: Callable[[], list[OfferedAction]] = PrivateAttr(default=list)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def legal_actions(self) -> list[OfferedAction]:
        """The same actions, each with all that there is to tell; made when asked for."""
        return self._offer()

    def offering(self, offer: Callable[[], list[OfferedAction]]) -> Turn:
        """The turn with what tells its legal actions."""
        self._offer = offer
        return self
