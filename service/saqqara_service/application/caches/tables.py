"""Matches folded from their logs, kept while they are in use; any of them may be dropped."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from typing import Final, cast
from weakref import WeakValueDictionary

from pydantic import JsonValue

from saqqara_engine.errors import UnknownOption
from saqqara_engine.game import Options
from saqqara_engine.games import GAMES, AnyGame
from saqqara_engine.learning import ActionCodes, action_codes
from saqqara_engine.plies import Beginning, state_after
from saqqara_engine.wire import view_json
from saqqara_service.application.folds.past import after_actions, after_events, visible_events
from saqqara_service.application.folds.results import undecided
from saqqara_service.errors import Busy, NotFound, WrongState
from saqqara_service.models import (
    EndReason,
    EventKind,
    Match,
    MatchEvent,
    MatchStatus,
    Receipt,
    SeatView,
)
from saqqara_service.storage.matches.logs import Reading
from saqqara_service.storage.matches.matches import MatchStore
from saqqara_service.storage.matches.rows import StoredMatch

RETRY_MS: Final = 1_000


@dataclass(frozen=True, slots=True)
class Table:
    """A started match and the state that its log folds to, both at one version.

    The state is shared: look at it, copy it before advancing.
    """

    stored: StoredMatch
    game: AnyGame
    state: object = field(repr=False)
    seed: bytes = field(repr=False)
    codes: ActionCodes = field(repr=False)
    receipts: tuple[Receipt | None, ...]
    """Of each seat's last decision."""
    asked_at: int
    """The version at which what is asked now was asked; what came since changed nothing in that."""
    beginning: Beginning | None = field(default=None, repr=False)
    """What a fork took over."""

    @property
    def match(self) -> Match:
        """The match as anybody may see it."""
        return self.stored.match

    def view(self, seat: int | None) -> JsonValue:
        """What a seat (None: the public) may know, as JSON: the only way out of a state."""
        return cast("JsonValue", view_json(self.game.view(self.state, seat)))

    def seen_by(self, seat: int | None) -> SeatView:
        """The view with all that names it."""
        return SeatView(
            match_id=self.match.id,
            game=self.match.game,
            version=self.match.version,
            seat=seat,
            view=self.view(seat),
        )


class Tables:
    """The tables most recently used by this process, and a lock for each match in work."""

    def __init__(self, store: MatchStore, limit: int = 2048) -> None:
        self._store = store
        self._limit = limit
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._gone_back: dict[str, StoredMatch] = {}
        """How matches stood whose store was seen to go back, until somebody tells the loss."""
        self.era = object()
        """Another one whenever all tables are forgotten: what was read before is not kept."""
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def lock(self, match_id: str) -> asyncio.Lock:
        """One writer per match in this process; others are held off by the version."""
        return self._locks.setdefault(match_id, asyncio.Lock())

    def known(self, match_id: str) -> Table | None:
        """The table as this process last saw it."""
        table = self._tables.get(match_id)
        if table is not None:
            self._tables.move_to_end(match_id)
        return table

    def keep(self, table: Table, era: object) -> None:
        """Remember a table of this era unless a newer one is known."""
        if era is not self.era:
            self._doubt(table.stored)  # it may have been acknowledged by the store of before
            return
        match = table.match
        known = self._tables.get(match.id)
        if known is None or known.match.version < match.version:
            self._tables[match.id] = table
        self._tables.move_to_end(match.id)
        if len(self._tables) > self._limit:
            self._tables.popitem(last=False)

    def forget(self) -> list[StoredMatch]:
        """Forget all tables, also those that are being read; answers how the matches stood."""
        forgotten, self.era = self._tables, object()
        self._tables = OrderedDict()
        return [*self.doubtful(), *(table.stored for table in forgotten.values())]

    def doubtful(self) -> list[StoredMatch]:
        """How matches stood which the store may have lost in part; they are answered once."""
        doubtful, self._gone_back = self._gone_back, {}
        return list(doubtful.values())

    def _doubt(self, stored: StoredMatch) -> None:
        known = self._gone_back.get(stored.match.id)
        if known is None or known.match.version < stored.match.version:
            self._gone_back[stored.match.id] = stored

    def forget_of(self, player_ids: Collection[str]) -> None:
        """Forget the tables at which one of these sits: what they are called has changed."""
        for match_id, table in list(self._tables.items()):
            if not {seat.player_id for seat in table.match.seats}.isdisjoint(player_ids):
                del self._tables[match_id]

    async def fresh(self, match_id: str) -> tuple[Table, int]:
        """The table as Redis has it, and the instant by Redis; raises if it has not started."""
        known = self.known(match_id)
        era = self.era
        reading = await self._store.read(match_id, known.stored if known else None)
        if reading is None:
            raise no_match(match_id)
        match = reading.stored.match
        if match.status is MatchStatus.OPEN:
            raise _not_started()
        if known is not None and reading.after != known.match.version:  # the store went back
            self._doubt(known.stored)
            self._tables.pop(match_id, None)
            known = None
        if known is not None and known.match.version == match.version:
            return replace(known, stored=reading.stored), reading.now_ms
        game = rules_of(match)
        if game is None:
            await self._retire(match)
            raise _no_longer_played(match)
        table = _fold(game, known, reading)
        self.keep(table, era)
        return table, reading.now_ms

    async def at(self, match_id: str, version: int) -> Table:
        """The table at that version or a later one; Redis is asked only if it is not known here."""
        known = self._known_at(match_id, version)
        if known is not None:
            return known
        async with self.lock(match_id):  # several may ask: one of them asks for all
            known = self._known_at(match_id, version) or await self._followed(match_id)
            return known or (await self.fresh(match_id))[0]

    async def _followed(self, match_id: str) -> Table | None:
        """The table after what has come since; None where its log alone does not tell how it is."""
        known, era = self.known(match_id), self.era
        events = await self._store.since(known.stored) if known else None
        if known is None or not events:
            return None
        match = after_actions(known.match, events)
        if match is None:
            return None
        stored = replace(known.stored, match=match, last_ms=events[-1].at_ms)
        table = _moved(replace(known, stored=stored), events)
        self.keep(table, era)
        return table

    def _known_at(self, match_id: str, version: int) -> Table | None:
        known = self.known(match_id)
        return known if known is not None and known.match.version >= version else None

    async def then(self, match_id: str, delay_ms: int) -> Table:
        """The table as it was so long ago, folded anew; raises if it had not started."""
        reading = await self._store.read(match_id)
        if reading is None:
            raise no_match(match_id)
        match = reading.stored.match
        visible = visible_events(reading.events, reading.now_ms - delay_ms)
        if not visible:
            raise _not_started()
        game = rules_of(match)
        if game is None:
            raise _no_longer_played(match)
        return _fold_first(game, reading, len(visible))

    async def past(self, table: Table, version: int) -> Table:
        """The table of the same match at an earlier version, folded anew."""
        reading = await self._store.read(table.match.id)
        if reading is None:
            raise no_match(table.match.id)
        return _fold_first(table.game, reading, version)

    async def _retire(self, match: Match) -> None:
        if match.status is MatchStatus.RUNNING:
            await self._store.void(match.id, undecided(EndReason.RULES_CHANGED))


def rules_of(match: Match) -> AnyGame | None:
    """The rules that the match follows, None if they are too old; raises `Busy` if too new."""
    if is_newer(match):
        raise _newer(match)
    game = GAMES[match.game]
    return game if match.rules_version in game.rules_versions else None


def is_newer(match: Match) -> bool:
    """Whether only a later release can play the match: another process may be one."""
    game = GAMES.get(match.game)
    if game is None or int(match.rules_version) > int(game.rules_version):
        return True
    if match.rules_version not in game.rules_versions:
        return False
    try:
        game.parse_options(match.options)
    except UnknownOption:  # they were checked when it was made
        return True
    return False


def first_state(
    game: AnyGame, options: Options, seed: bytes, beginning: Beginning | None
) -> object:
    """The state before the first event of a match's log: a new game, or a fork's."""
    if beginning is None:
        state: object = game.new_game(options, seed)
        return state
    return state_after(game, options, seed, beginning.plies, beginning.resamplings)


def no_match(match_id: str) -> NotFound:
    """The refusal of an id that names no match."""
    return NotFound(
        f"There is no match {match_id[:80]!r}. Old matches are deleted; see `retention`"
        " of `server`."
    )


def _newer(match: Match) -> Busy:
    return Busy(
        f"The match uses rules {match.rules_version!r} of {match.game} with options that"
        " this older replica does not support. Try again to reach another replica.",
        retry_after_ms=RETRY_MS,
    )


def _no_longer_played(match: Match) -> WrongState:
    return WrongState(f"The service no longer supports the match's rules {match.rules_version!r}.")


def _not_started() -> WrongState:
    return WrongState("The match has not started. All seats must be taken first.")


def _fold_first(game: AnyGame, reading: Reading, count: int) -> Table:
    """The table after the first events of a whole log."""
    match = after_events(reading.stored.match, reading.events, count)
    stored = replace(reading.stored, match=match)
    return _fold(game, None, replace(reading, stored=stored, events=reading.events[:count]))


def _fold(game: AnyGame, known: Table | None, reading: Reading) -> Table:
    table = replace(known, stored=reading.stored) if known else _first(game, reading)
    return _moved(table, reading.events)


def _moved(table: Table, events: list[MatchEvent]) -> Table:
    """The table with what the events have changed in its state."""
    draft, receipts = table.game.copy(table.state), list(table.receipts)
    asked_at = table.asked_at
    for event in events:
        if event.kind is EventKind.ACTION and event.action is not None and event.seat is not None:
            table.game.advance(draft, table.game.parse_action(event.action))
            receipts[event.seat] = _receipt(event, event.seat, event.action)
            asked_at = event.version
    return replace(table, state=draft, receipts=tuple(receipts), asked_at=asked_at)


def _first(game: AnyGame, reading: Reading) -> Table:
    if not reading.seed:  # it was voided before it began
        raise _not_started()
    options = game.parse_options(reading.stored.match.options)
    return Table(
        stored=reading.stored,
        game=game,
        state=first_state(game, options, reading.seed, reading.beginning),
        seed=reading.seed,
        codes=action_codes(game.name, options),
        receipts=(None,) * options.players,
        asked_at=1,
        beginning=reading.beginning,
    )


def _receipt(event: MatchEvent, seat: int, action: str) -> Receipt:
    return Receipt(
        version=event.version,
        action=action,
        auto=event.auto,
        late=event.auto,
        charged_ms=event.charged_ms,
        credited_ms=event.credited_ms,
        left_ms=event.left_ms[seat],
    )
