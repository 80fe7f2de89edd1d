"""A match gone through event by event, for those who follow it with views."""

from __future__ import annotations

from typing import cast

from pydantic import JsonValue

from saqqara_engine.games import AnyGame
from saqqara_engine.messages import Words
from saqqara_engine.wire import view_json
from saqqara_service.application.caches.tables import first_state, rules_of
from saqqara_service.application.feeds.event_words import word_of
from saqqara_service.application.service import Service
from saqqara_service.models import EventKind, MatchEvent, SeatView


class FollowerState:
    """The state that a match's log folds to so far; it belongs to one follower."""

    def __init__(self, game: AnyGame, state: object) -> None:
        self._game = game
        self._state = state
        self._version = 0

    def advance(self, event: MatchEvent) -> None:
        """Go on to the version of the next event; one that was gone through changes nothing."""
        if event.version <= self._version:
            return
        self._version = event.version
        if event.kind is EventKind.ACTION and event.action is not None:
            self._game.advance(self._state, self._game.parse_action(event.action))

    def label(self, event: MatchEvent, words: Words) -> str:
        """What the next event is in words, as the public knows the game before it."""
        if event.action is None:
            return word_of(event.kind, event.seat).translate(words)
        action = self._game.parse_action(event.action)
        return self._game.label(self._game.view(self._state, None), action, words)

    def view(self, event: MatchEvent, seat: int | None) -> SeatView:
        """What a seat (None: the public) knows after the last event."""
        view = view_json(self._game.view(self._state, seat))
        return SeatView(
            match_id=event.match_id,
            game=self._game.name,
            version=event.version,
            seat=seat,
            view=cast("JsonValue", view),
        )


async def replay_to(svc: Service, match_id: str, version: int) -> FollowerState | None:
    """A replay of the first events up to a version; None if its rules are no longer played."""
    reading = await svc.matches.read(match_id)
    if reading is None or not reading.seed:
        return None
    match = reading.stored.match
    game = rules_of(match)
    if game is None:
        return None
    options = game.parse_options(match.options)
    replay = FollowerState(game, first_state(game, options, reading.seed, reading.beginning))
    for event in reading.events[:version]:
        replay.advance(event)
    return replay
