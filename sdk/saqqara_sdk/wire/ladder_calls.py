"""Each call about ladders as a value; like `calls`, nothing here sends anything."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from urllib.parse import quote

from pydantic import JsonValue

from saqqara_sdk.wire.call import Call, get, reading
from saqqara_sdk.wire.ladder_models import (
    Ladder,
    LadderEntry,
    LadderLuck,
    LadderMatch,
    LadderResult,
    LadderScore,
    PairScore,
    Standing,
    TableRow,
)
from saqqara_sdk.wire.models import Page
from saqqara_sdk.wire.time_controls import TimeControl


def create_ladder(
    name: str,
    options: Mapping[str, JsonValue],
    time_control: TimeControl,
    *,
    game: str = "imhotep",
    concurrency: int,
    format: str = "continuous",  # noqa: A002 - the word of the interface
    blocks: int | None = None,
    rounds: int | None = None,
    challenger: str | None = None,
    start_at_ms: int | None = None,
    end_at_ms: int | None = None,
    entry: str = "open",
    invited: Sequence[str] = (),
    bots_per_account: int | None = None,
    late_entry: bool = False,
    same_owner: str = "forbidden",
    max_replays: int = 3,
    key: str | None = None,
) -> Call[Ladder]:
    """Make a ladder of so many blocks, so many matches of it under way at once.

    Of the formats `round_robin`, `gauntlet` (of a `challenger` against all others) and `swiss` it
    has so many `rounds` instead.
    It is made once however often it is sent: its key is made here unless it is given. With
    `start_at_ms` it starts by itself, and from `end_at_ms` on no match begins. Only `invited` bots
    and accounts enter with `entry="invited"`, at most `bots_per_account`, and with `late_entry`
    also while it runs. `same_owner` says whether bots of one account meet (`forbidden`, `unrated`,
    `allowed`), `max_replays` how often a match that nobody won is played again.
    """
    terms: dict[str, JsonValue] = {
        "name": name,
        "game": game,
        "options": dict(options),
        "timeControl": time_control.model_dump(by_alias=True),
        "format": format,
        "blocks": blocks,
        "rounds": rounds,
        "challenger": challenger,
        "concurrency": concurrency,
        "startAtMs": start_at_ms,
        "endAtMs": end_at_ms,
        "entry": entry,
        "invited": list(invited),
        "botsPerAccount": bots_per_account,
        "lateEntry": late_entry,
        "sameOwner": same_owner,
        "maxReplays": max_replays,
        "key": key or uuid.uuid4().hex,
    }
    return Call("POST", "/ladders", reading(Ladder), is_repeatable=True, body=terms)


def ladder(ladder_id: str) -> Call[Ladder]:
    """A ladder: its terms and how far it is."""
    return get(_ladder(ladder_id), reading(Ladder))


def ladders(*, first: int = 20, after: str | None = None) -> Call[Page[Ladder]]:
    """Ladders, newest first; `after` is the cursor of the previous page."""
    query: dict[str, str | int] = (
        {"first": first} if after is None else {"first": first, "after": after}
    )
    return get("/ladders", reading(Page[Ladder]), query)


def enrol(ladder_id: str, bot_id: str) -> Call[Ladder]:
    """Enter a bot of the account, before the start or while late entries are taken."""
    return _changed(ladder_id, "entries", {"botId": bot_id})


def withdraw(ladder_id: str, bot_id: str) -> Call[Ladder]:
    """Take a bot of the account out; matches under way are played on, and its results stay."""
    return _changed(ladder_id, "withdraw", {"botId": bot_id})


def readmit(ladder_id: str, bot_id: str) -> Call[Ladder]:
    """Let a benched bot of the account get matches again."""
    return _changed(ladder_id, "readmit", {"botId": bot_id})


def start_ladder(ladder_id: str) -> Call[Ladder]:
    """Let the matches begin."""
    return _changed(ladder_id, "start", {})


def pause_ladder(ladder_id: str) -> Call[Ladder]:
    """Let no match begin until the ladder is resumed; those under way count."""
    return _changed(ladder_id, "pause", {})


def resume_ladder(ladder_id: str) -> Call[Ladder]:
    """Let a paused ladder go on."""
    return _changed(ladder_id, "resume", {})


def extend_ladder(
    ladder_id: str,
    *,
    blocks: int | None = None,
    rounds: int | None = None,
    end_at_ms: int | None = None,
    invited: Sequence[str] = (),
) -> Call[Ladder]:
    """Let a ladder have so many blocks or rounds in all, a later end, or more who are invited."""
    more: dict[str, JsonValue] = {
        "blocks": blocks,
        "rounds": rounds,
        "endAtMs": end_at_ms,
        "invited": list(invited),
    }
    return _changed(ladder_id, "extend", more)


def cancel_ladder(ladder_id: str) -> Call[Ladder]:
    """Call a ladder off for good; matches under way are played on and count."""
    return _changed(ladder_id, "cancel", {})


def ladder_entries(ladder_id: str) -> Call[Page[LadderEntry]]:
    """Every bot of a ladder and whether it gets matches."""
    return get(f"{_ladder(ladder_id)}/entries", reading(Page[LadderEntry]))


def standings(ladder_id: str) -> Call[Page[Standing]]:
    """The table of a ladder, best first."""
    return get(f"{_ladder(ladder_id)}/standings", reading(Page[Standing]))


def ladder_scores(ladder_id: str) -> Call[Page[LadderScore]]:
    """The bots of a ladder by points and tie-breaks, as tournaments count."""
    return get(f"{_ladder(ladder_id)}/scores", reading(Page[LadderScore]))


def ladder_matches(
    ladder_id: str, *, first: int = 20, after: str | None = None
) -> Call[Page[LadderMatch]]:
    """The schedule of a ladder with what has been played; `after` is the last page's cursor."""
    query: dict[str, str | int] = {"first": first}
    if after is not None:
        query["after"] = after
    return get(f"{_ladder(ladder_id)}/matches", reading(Page[LadderMatch]), query)


def ladder_results(
    ladder_id: str, *, bot_id: str | None = None, first: int = 20, after: str | None = None
) -> Call[Page[LadderResult]]:
    """Results of a ladder in their order, each with what it changed; of one bot or of all."""
    query: dict[str, str | int] = {"first": first}
    if bot_id is not None:
        query["botId"] = bot_id
    if after is not None:
        query["after"] = after
    return get(f"{_ladder(ladder_id)}/results", reading(Page[LadderResult]), query)


def ladder_pairs(ladder_id: str) -> Call[Page[PairScore]]:
    """How every version of a bot did against every other that it met."""
    return get(f"{_ladder(ladder_id)}/pairs", reading(Page[PairScore]))


def ladder_table(ladder_id: str) -> Call[Page[TableRow]]:
    """The published table of a ladder: strength by all rated results at once, with intervals."""
    return get(f"{_ladder(ladder_id)}/table", reading(Page[TableRow]))


def ladder_luck(ladder_id: str) -> Call[LadderLuck]:
    """How much of a ladder's results was skill, seat and chance."""
    return get(f"{_ladder(ladder_id)}/luck", reading(LadderLuck))


def _ladder(ladder_id: str) -> str:
    return f"/ladders/{quote(ladder_id, safe='')}"


def _changed(ladder_id: str, how: str, body: Mapping[str, JsonValue]) -> Call[Ladder]:
    """A call that comes to the same however often it is sent."""
    path = f"{_ladder(ladder_id)}/{how}"
    return Call("POST", path, reading(Ladder), is_repeatable=True, body=body)
