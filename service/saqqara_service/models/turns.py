"""A turn: what a seat is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, cast

from pydantic import JsonValue, PrivateAttr, SkipValidation, computed_field

from saqqara_engine.explain import Rule
from saqqara_engine.messages import ENGLISH, Words
from saqqara_engine.wire import view_json
from saqqara_service.models.values import Id, Instant, JsonObject, Model


class OfferedAction(Model):
    """One legal action: its code, its notation, its kind and a label for people.

    The code is the action's number under the match's options (`engine/LEARNING.md`); it never
    changes during a match. An action may be taken by either.
    """

    code: int
    """Its number under the match's options; it never changes."""
    notation: str
    """Its canonical text, by which a bot can choose it."""
    kind: str
    """The first word of the notation."""
    label: str
    """What it does, in words for people."""
    parts: list[str]
    """The words of its notation. A compound action is built step by step: keep the actions whose
    parts begin with what was chosen so far, and offer their next parts."""
    _action: object = PrivateAttr(default=None)

    @computed_field  # type: ignore[prop-decorator]
    @property
    def details(self) -> JsonObject:
        """The kind again, and what is chosen with it."""
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
    1, and `allowedWords` are the words that would fit there.
    """

    match_id: Id
    """The match, by its id."""
    version: int
    """The version of the match that was looked at."""
    seat: int
    """The seat of the caller."""
    action: str
    """The action in question, in the notation."""
    legal: bool
    """Whether it may be taken now."""
    broken: Rule | None
    """Which rule it breaks; null if it is legal."""
    reason: str
    """A sentence that says why."""
    place: int | None
    """The number of the first word that fits no legal action, from 1; null if none."""
    allowed_words: list[str]
    """The words that would fit there."""


class Receipt(Model):
    """The result of a seat's decision, and the time that it cost.

    If it is `late`, the time was over before an answer came: the declared policy took `action`
    instead (`auto`).
    """

    version: int
    """The version that the decision made."""
    action: str
    """What was played, in the notation."""
    auto: bool
    """Whether the declared policy chose it."""
    late: bool
    """Whether the time was over before an answer came."""
    charged_ms: int
    """The time that was charged to the seat's clock."""
    credited_ms: int
    """The time that the network and the service took, which is not charged."""
    left_ms: int | None
    """The time left to the seat then; null where untimed."""


class Turn(Model):
    """Everything a bot needs to choose: the view of its seat, what is legal, and its clock.

    `last` is the result of the seat's previous decision; untimed matches have no deadline.
    """

    match_id: Id
    """The match, by its id."""
    commitment: str
    """The match's `commitment`; with another one, the match has been made again under its id."""
    game: str
    """The game that is played, which tells what the view is."""
    version: int
    """The version that the answer must name."""
    seat: int
    """The seat that has to act."""
    view: Annotated[JsonValue, SkipValidation]
    """What the seat knows, as compact JSON with the fields of the game's view type."""
    actions: list[str]
    """The notation of every legal action."""
    left_ms: list[int | None]
    """The time left to each seat now; null where untimed."""
    deadline_ms: Instant | None
    """When the time of the seat runs out; null where untimed."""
    now_ms: Instant
    """The service's time when this was sent."""
    last: Receipt | None = None
    """The result of the seat's previous decision; null before its first."""
    legal_actions: list[OfferedAction] | None = None
    """The same actions with all their details; null unless requested."""
    _offer: Callable[[Words], list[OfferedAction]] | None = PrivateAttr(default=None)
    _words: Words = PrivateAttr(default=ENGLISH)

    def offering(self, offer: Callable[[Words], list[OfferedAction]]) -> Turn:
        """The turn with what tells its legal actions."""
        self._offer = offer
        return self

    def worded(self, words: Words) -> Turn:
        """The turn with its labels in these words; others may hold the same turn."""
        return self.model_copy().in_words(words)

    def in_words(self, words: Words) -> Turn:
        """This turn itself with its labels in these words."""
        self._words = words
        return self

    def offered(self) -> list[OfferedAction]:
        """All that there is to tell of the legal actions, which is made only now."""
        return [] if self._offer is None else self._offer(self._words)

    def in_full(self) -> Turn:
        """The turn with all that there is to tell of its legal actions."""
        return self.model_copy(update={"legal_actions": self.offered()})
