"""The judge: compares what clients wrote down with the logs that Redis has.

Nothing of the service is used here; the engine is, for the rules. Each violation begins with the
invariant that it breaks (README.md lists them).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from saqqara_engine.game import placements
from saqqara_engine.games import find_game
from saqqara_engine.wire import view_json
from tests.chaos.clocks_check import clock_faults
from tests.chaos.history import OK, REFUSED, Attempt, Followed, History, digest_of
from tests.chaos.redis_log import Event, StoredMatch
from tests.chaos.system import BURST, PER_S

SLACK_CALLS: Final = 60
"""Calls under way when a budget's end is noticed."""

Logs: TypeAlias = Mapping[str, StoredMatch]
Name: TypeAlias = tuple[str, int, str]
"""A match, a seat and an action id."""


def judge(history: History, logs: Logs, *, is_over: bool) -> list[str]:
    """Every violation; while the siege goes on, what is not yet over is not asked about."""
    attempts: defaultdict[str, list[Attempt]] = defaultdict(list)
    for one in history.attempts:
        attempts[one.match_id].append(one)
    return [
        *history.faults,
        *lost_or_doubled(history, logs),
        *order(history),
        *(fault for stored in logs.values() for fault in folded(stored, history)),
        *(fault for one in history.followed for fault in followed(one, logs, is_over=is_over)),
        *(fault for stored in logs.values() for fault in clock_faults(stored, attempts[stored.id])),
        *(f"C8 {one.action_id}: internal" for one in history.attempts if one.code == "internal"),
        *admitted(history),
    ]


def lost_or_doubled(history: History, logs: Logs) -> Iterator[str]:
    """C1: acknowledged once, refused never, unknown at most once; an id has one answer."""
    by_id: defaultdict[Name, list[Attempt]] = defaultdict(list)
    for attempt in history.attempts:
        by_id[attempt.match_id, attempt.seat, attempt.action_id].append(attempt)
    explained: dict[tuple[str, int], Name] = {}
    for name, attempts in by_id.items():
        yield from _in_log(name, attempts, logs, explained)
        yield from _one_answer(name, attempts)
    asked = {(match_id, seat) for match_id, seat, _ in by_id}
    for stored in logs.values():
        for event in stored.log:
            is_asked = event.kind == "action" and (stored.id, event.seat) in asked
            is_known = event.is_auto or (stored.id, event.version) in explained
            is_asked = is_asked and event.at_ms < history.until - 1
            if is_asked and not is_known:
                yield f"C1 {stored.id}: nobody's id explains version {event.version}"


def _in_log(
    name: Name, attempts: list[Attempt], logs: Logs, explained: dict[tuple[str, int], Name]
) -> Iterator[str]:
    """Where the log has what was acknowledged, and each of its versions by one id only."""
    match_id, seat, action_id = name
    stored = logs.get(match_id)
    log = {event.version: event for event in stored.log} if stored else {}
    for version in {one.version for one in attempts if one.outcome == OK}:
        event = log.get(version)
        if event is None or (event.seat, event.action) != (seat, attempts[0].action):
            yield f"C1 {name}: acknowledged at {version}, where the log has {event}"
        if (other := explained.setdefault((match_id, version), name)) != name:
            yield f"C1 {name}: acknowledged at {version}, as was {other}"
    applied = stored.acts.get(f"{seat}:{action_id}") if stored else None
    if applied is not None:
        explained.setdefault((match_id, int(applied.split("|")[1])), name)


def _one_answer(where: Name, attempts: list[Attempt]) -> Iterator[str]:
    versions = {one.version for one in attempts if one.outcome == OK}
    if len(versions) > 1:
        yield f"C1 {where}: acknowledged at versions {sorted(versions)}"
    refused = sorted({one.code for one in attempts if one.outcome == REFUSED} - {"rate_limited"})
    asked = {one.expected for one in attempts}
    if versions and refused and len(asked) == 1:
        yield f"C1 {where}: applied at {versions} and also refused as {refused}"
    applied = [one for one in attempts if one.outcome == OK]
    if sum(not one.is_repeated for one in applied) > 1:
        yield f"C1 {where}: told more than once that it was applied anew"


def order(history: History) -> Iterator[str]:
    """C4: what ended before another call began has the lower version, and readers see it."""
    acknowledged: defaultdict[str, list[tuple[float, float, int]]] = defaultdict(list)
    for one in history.attempts:
        if one.outcome == OK and not one.is_repeated:
            acknowledged[one.match_id].append((one.t0, one.t1, one.version))
    for match_id, lines in acknowledged.items():
        ended = sorted(lines, key=lambda line: line[1])
        for began, _, version in lines:
            before = max((v for _, t1, v in ended if t1 < began), default=0)
            if before >= version:
                yield f"C4 {match_id}: {version} was acknowledged after {before}"
    for read in history.reads:
        before = max((v for _, t1, v in acknowledged[read.match_id] if t1 < read.t0), default=0)
        if read.version < before:
            yield f"C4 {read.match_id}: read at {read.version} after {before} was acknowledged"


def folded(stored: StoredMatch, history: History) -> Iterator[str]:
    """C2 and C3: no gap, every action legal for who was asked, every view and result as told."""
    log = stored.log
    if [event.version for event in log] != list(range(1, len(log) + 1)):
        yield f"C2 {stored.id}: versions {[event.version for event in log]}"
        return
    if stored.row and log and int(stored.row["version"]) != log[-1].version:
        yield f"C3 {stored.id}: at version {stored.row['version']}, its log at {log[-1].version}"
    try:
        yield from _refolded(stored, _digests(stored, history))
    except Exception as error:  # noqa: BLE001 - whatever the rules say against it
        yield f"C2 {stored.id}: the log cannot be played: {type(error).__name__}: {error}"


def _digests(stored: StoredMatch, history: History) -> dict[int, set[tuple[int | None, str]]]:
    found: defaultdict[int, set[tuple[int | None, str]]] = defaultdict(set)
    for sight in history.sights.get(stored.id, ()):
        found[sight.version].add((sight.seat, sight.digest))
    return found


def _refolded(
    stored: StoredMatch, acknowledged: Mapping[int, set[tuple[int | None, str]]]
) -> Iterator[str]:
    game = find_game(stored.row["game"])
    state: object = game.new_game(game.parse_options(stored.options), stored.seed)
    gone: set[int] = set()
    for event in stored.log:
        if event.kind == "action" and event.action is not None:
            if game.to_act(state) != event.seat:
                yield f"C2 {stored.id}: seat {event.seat} acted at {event.version}, unasked"
                return
            state = game.apply(state, game.parse_action(event.action))
        if event.kind in {"resigned", "flagged"} and event.seat is not None:
            gone.add(event.seat)
        if event.status == "running" and event.to_act != game.to_act(state):
            yield f"C3 {stored.id}: asks {event.to_act} at {event.version}, not as the rules say"
        for seat, digest in acknowledged.get(event.version, ()):
            if digest_of(view_json(game.view(state, seat))) != digest:
                yield f"C3 {stored.id}: seat {seat} was told another view of {event.version}"
    if stored.log and stored.log[-1].status == "finished":
        yield from _ended_right(stored, placements(game.scores(state), gone))


def _ended_right(stored: StoredMatch, places: tuple[int, ...]) -> Iterator[str]:
    result = stored.result
    result_places = None if result is None else tuple(seat["place"] for seat in result["seats"])
    if result_places != places:
        yield f"C3 {stored.id}: places {result_places}, by the log {places}"


def followed(one: Followed, logs: Logs, *, is_over: bool) -> Iterator[str]:
    """C5: exactly the log after the cursor."""
    log = logs[one.match_id].log if one.match_id in logs else []
    expected = [_row(event) for event in log]
    version = one.after
    for event in one.events:
        if event[1] == "resync":
            version = event[0]
            continue
        version += 1
        if version > len(expected) or event != expected[version - 1]:
            heard = [row[0] for row in one.events]
            yield f"C5 {one.match_id}: told {event[:4]} as version {version}, after {heard[-8:]}"
            return
    if is_over and not one.is_over and log and log[-1].status in {"finished", "void"}:
        yield f"C5 {one.match_id}: never told of what came after version {version}"


def _row(event: Event) -> tuple[int, str, int | None, str | None, int]:
    return (event.version, event.kind, event.seat, event.action, event.at_ms)


def admitted(history: History) -> Iterator[str]:
    """C10: a budget admits its burst and what comes in meanwhile, no more."""
    for flood in history.floods:
        most = most_admitted(flood.t1 - flood.t0)
        if flood.admitted > most:
            yield f"C10 a flood: {flood.admitted} calls admitted, at most {most:.0f} may be"


def most_admitted(took_ms: float) -> float:
    """How many calls of one token may be admitted in a time, with those under way at its end."""
    return BURST + PER_S * took_ms / 1000 + SLACK_CALLS
