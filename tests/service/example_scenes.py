"""Scenes in which every REST operation is called once, as people and bots would call it.

They are played in this order on an empty store: so ids, and what is listed, are always the same.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from saqqara_service.application.accounts import accounts
from saqqara_service.application.ladders import fits, jobs
from saqqara_service.application.service import Service
from tests.service.enrolled import settle_all
from tests.service.recorder import Recorder
from tests.service.transports import UNHURRIED, Json, Party

A_DAY_MS: Final = 86_400_000
DELAYED: Final[Json] = {"kind": "delay", "baseMs": 600_000, "delayMs": 5_000}
DUEL: Final[Json] = {"game": "duel", "timeControl": DELAYED}


@dataclass(frozen=True, slots=True)
class Cast:
    """Who is there: a party of two bots, somebody else's bot, and an operator's token."""

    svc: Service
    party: Party
    rival: Party
    operator: str


async def play(say: Recorder, svc: Service) -> None:
    """All scenes."""
    party = await opening(say)
    operator = (await accounts.issue_admin(svc)).token
    cast = Cast(svc, party, await stranger(say), operator)
    for scene in SCENES:
        await scene(say, cast)


async def opening(say: Recorder) -> Party:
    """An account is opened and has two bots, one of which gets a second version."""
    await say.told("server_about")
    await say.told("games_page", in_part={"options", "presets"})
    await say.refused("accounts_register", "malformed", body={"name": "He"})
    owner: str = (await say.told("accounts_register", body={"name": "Hemiunu"}))["token"]
    await say.refused("accounts_me", "unauthenticated")
    await say.told("accounts_me", owner)
    first = {"name": "Khufu", "note": "Takes what is worth most now.", "commit": "0a1b2c3"}
    khufu = await say.told("accounts_create_bot", owner, first)
    khafre = await say.told("accounts_create_bot", owner, {"name": "Khafre"})
    second = {"name": "second", "note": "Looks two turns ahead.", "commit": "4d5e6f7"}
    told = {"botId": khufu["bot"]["id"]}
    await say.refused("accounts_create_version", "forbidden", khafre["token"], second, **told)
    await say.told("accounts_create_version", owner, second, **told)
    await say.told("accounts_bot_versions", **told)
    await say.refused("accounts_choose_version", "not_found", owner, {"number": 3}, **told)
    await say.told("accounts_choose_version", owner, {"number": 1}, **told)
    await say.told("accounts_bots", owner)
    return Party(owner, [khufu, khafre])


async def stranger(say: Recorder) -> Party:
    """Somebody else, and a bot of theirs."""
    owner: str = (await say.heard("accounts_register", body={"name": "Ankhhaf"}))["token"]
    return Party(owner, [await say.heard("accounts_create_bot", owner, {"name": "Sneferu"})])


async def keys(say: Recorder, cast: Cast) -> None:
    """A bot gets a token that can only read, which is rotated and revoked; somebody is invited."""
    owner, bot_id = cast.party.owner, cast.party.ids[0]
    await say.told("credentials_token", cast.party.tokens[0])
    ask = {"name": "board on the wall", "botId": bot_id, "scopes": ["match_read"]}
    beyond = {**ask, "scopes": ["admin"]}
    await say.refused("credentials_create_token", "forbidden", owner, beyond)
    lasting = {**ask, "expiresInMs": A_DAY_MS}
    made = await say.told("credentials_create_token", owner, lasting)
    await say.told("credentials_tokens", owner)
    old = {"tokenId": made["info"]["id"]}
    unknown = {"tokenId": "0" * 16}
    await say.told("credentials_revoke_token", owner, **old)
    await say.refused("credentials_rotate_token", "not_found", owner, {}, **unknown)
    worn = {"tokenId": cast.party.bots[1]["info"]["id"]}
    await say.told("credentials_rotate_token", owner, {"overlapMs": 3_600_000}, **worn)
    await say.refused("credentials_invite", "forbidden", owner, {})
    await say.told("credentials_invite", cast.operator, {"expiresInMs": A_DAY_MS})


async def table(say: Recorder, cast: Cast) -> None:
    """A match of Imhotep is made and looked at, and called off by both bots."""
    ask = {
        "game": "imhotep",
        "options": {"players": 2, "sides": {"market": "B"}},
        "timeControl": {**UNHURRIED, "firstMoveMs": 5_000, "responseMs": 30_000},
        "seats": cast.party.ids,
    }
    by_key = {"Idempotency-Key": "evening-1"}
    wrong = {**ask, "options": {"players": 5}}
    await say.refused("matches_create", "unknown_option", cast.party.owner, wrong)
    made = await say.told("matches_create", cast.party.owner, ask, **by_key)
    match = {"matchId": made["id"]}
    await say.refused("matches_get", "not_found", matchId="mDoesNotExist")
    await say.told("matches_get", **match)
    await say.told("matches_view", cast.party.tokens[0], **match)
    for token in cast.party.tokens:
        await say.told("endings_abort", token, **match)
    await say.refused("matches_start", "wrong_state", cast.party.owner, **match)


async def sitting_down(say: Recorder, cast: Cast) -> None:
    """A match with a free seat is found, taken and started."""
    ask = {"seats": [cast.party.ids[0], None], "start": False, **DUEL}
    made = await say.heard("matches_create", cast.party.owner, ask)
    match = {"matchId": made["id"]}
    await say.refused("matches_view", "wrong_state", **match)
    await say.refused("matches_record", "wrong_state", **match)
    await say.told("matches_page", joinable=True, game="duel", first=10)
    await say.told("matches_join", cast.rival.tokens[0], {"seat": 1}, **match)
    await say.refused("matches_join", "seat_taken", cast.party.tokens[1], {"seat": 1}, **match)
    await say.told("matches_start", cast.party.owner, **match)
    await game(say, cast, match)
    await afterwards(say, cast, match)


async def game(say: Recorder, cast: Cast, match: Json) -> None:
    """Somebody chooses, with an eye on what is legal, and what happened is followed."""
    bots = [cast.party.tokens[0], cast.rival.tokens[0]]
    made = await say.heard("matches_get", **match)
    asked, waits = bots[made["toAct"]], bots[1 - made["toAct"]]
    await say.refused("following_turns", "forbidden", cast.party.owner)
    turn = (await say.told("following_turns", asked, legalActions=True))["items"][0]
    await say.streamed("following_turns", "turn", asked)
    await say.told("challenges_present", first=10)
    await say.refused("play_explain", "not_your_turn", waits, action="place 1.1", **match)
    await say.told("play_explain", asked, action="unload r1", **match)
    ask = {
        "action": turn["actions"][0],
        "expectedVersion": turn["version"],
        "actionId": f"khufu-{turn['version']}",
    }
    await say.told("play_act", asked, ask, **match)
    await say.refused("play_act", "stale_version", waits, {**ask, "actionId": "late"}, **match)
    await say.refused("following_events", "bad_cursor", after="yesterday", **match)
    start = (await say.heard("following_events", first=1, **match))["items"][0]
    await say.told("following_events", after=start["cursor"], first=10, **match)
    await say.streamed("following_events", "event", waits, **match)


async def afterwards(say: Recorder, cast: Cast, match: Json) -> None:
    """A seat gives up; the record is read, and an analysis begins in the middle of the match."""
    await say.told("endings_resign", cast.rival.tokens[0], **match)
    await say.refused("endings_resign", "match_over", cast.party.tokens[0], **match)
    await say.refused("endings_abort", "match_over", cast.party.tokens[0], **match)
    await say.told("matches_record", **match)
    ask = {**match, "version": 2, "chance": "resampled", "seenBy": 0, "seats": cast.party.ids}
    late = {**ask, "version": 99}
    await say.refused("forks_fork", "malformed", cast.party.owner, late)
    forked = {"matchId": (await say.told("forks_fork", cast.party.owner, ask))["id"]}
    void = {"note": "The power will be cut at noon.", "reason": "voided"}
    await say.refused("endings_void", "forbidden", cast.party.owner, void, **forked)
    await say.told("endings_void", cast.operator, void, **forked)


async def meeting(say: Recorder, cast: Cast) -> None:
    """Challenges are made, listed and answered in each way."""
    khufu, rival = cast.party.tokens[0], cast.rival.tokens[0]
    ask = {**DUEL, "challenged": cast.rival.ids, "expiresInMs": A_DAY_MS}
    oneself = {**ask, "challenged": cast.party.ids[:1]}
    await say.refused("challenges_create", "malformed", khufu, oneself)
    by_key = {"Idempotency-Key": "challenge-1"}
    made = await say.told("challenges_create", khufu, ask, **by_key)
    first = {"challengeId": made["id"]}
    await say.told("challenges_get", khufu, **first)
    await say.refused("challenges_get", "unauthenticated", **first)
    await say.told("challenges_page", rival, status="pending", first=10)
    await say.refused("challenges_accept", "not_found", cast.party.tokens[1], {}, **first)
    mine = {"botId": cast.rival.ids[0]}
    made = await say.told("challenges_accept", cast.rival.owner, mine, **first)
    await say.refused("challenges_cancel", "wrong_state", khufu, **first)
    await say.heard("endings_resign", rival, matchId=made["matchId"])
    second = {"challengeId": (await say.heard("challenges_create", khufu, ask))["id"]}
    reason = {**mine, "reason": "too_fast"}
    await say.refused("challenges_decline", "wrong_state", rival, reason, **first)
    await say.told("challenges_decline", rival, reason, **second)
    third = {"challengeId": (await say.heard("challenges_create", khufu, ask))["id"]}
    await say.told("challenges_cancel", khufu, **third)


async def pairing(say: Recorder, cast: Cast) -> None:
    """A policy is said, and an organiser seats bots; one pairing of two cannot be."""
    policy = {
        "mode": "accept",
        "games": [{"game": "duel"}, {"game": "imhotep", "presets": ["base"]}],
        "players": [2],
        "timeControls": [{"kind": "fischer", "minBaseMs": 60_000}],
        "maxMatches": 8,
    }
    bot: Json = {"botId": cast.rival.ids[0]}
    unknown = {"games": [{"game": "senet"}]}
    await say.refused("policies_put", "unknown_option", cast.rival.owner, unknown, **bot)
    await say.told("policies_put", cast.rival.owner, policy, **bot)
    await say.refused("policies_get", "forbidden", cast.party.owner, **bot)
    await say.told("policies_get", cast.rival.tokens[0], **bot)
    seats = [cast.party.ids[0], cast.rival.ids[0]]
    pairs = [
        {"key": "round-1-table-1", "seats": seats},
        {"key": "round-1-table-2", "seats": [cast.party.ids[1], "bDoesNotExist"]},
    ]
    await say.refused(
        "challenges_pair", "forbidden", cast.rival.tokens[0], {**DUEL, "pairs": pairs}
    )
    await say.told("challenges_pair", cast.party.owner, {**DUEL, "pairs": pairs})


async def contest(say: Recorder, cast: Cast) -> None:
    """A ladder is made, filled and started; its first match ends and counts; it is called off."""
    owner, bots = cast.party.owner, cast.party.ids
    ask = {"name": "Nile Cup", "blocks": 1, "concurrency": 2, "game": "duel"}
    ask |= {"timeControl": UNHURRIED, "sameOwner": "allowed"}
    await say.refused("ladders_create", "malformed", owner, {**ask, "blocks": 0})
    ladder = {"ladderId": (await say.told("ladders_create", owner, ask))["id"]}
    await say.refused("ladders_enrol", "forbidden", owner, {"botId": cast.rival.ids[0]}, **ladder)
    await say.told("ladders_enrol", owner, {"botId": bots[0]}, **ladder)
    await say.refused("ladders_start", "wrong_state", owner, **ladder)
    await say.told("ladders_enrol", owner, {"botId": bots[1]}, **ladder)
    await say.told("ladders_start", owner, **ladder)
    for bot_id in bots:
        await cast.svc.engagements.be_present(bot_id, A_DAY_MS)
    await say.told("ladders_entries", **ladder)
    await jobs.pair(cast.svc, ladder["ladderId"])
    await jobs.start(cast.svc, ladder["ladderId"])
    await say.told("ladders_page", first=10)
    played = (await say.heard("ladders_schedule", **ladder))["items"][0]
    await say.heard("endings_resign", cast.party.tokens[1], matchId=played["id"])
    await settle_all(cast.svc)
    await fits.fit(cast.svc, ladder["ladderId"])
    await say.told("ladders_get", **ladder)
    await say.streamed("ladders_get", None, owner, **ladder)
    await say.refused("ladders_get", "not_found", ladderId="lDoesNotExist")
    for what in ("standings", "schedule", "scores", "results", "pairs", "table", "luck"):
        await say.told(f"ladders_{what}", **ladder)
    await say.told("ladders_pause", owner, **ladder)
    await say.told("ladders_resume", owner, **ladder)
    await say.refused("ladders_resume", "forbidden", cast.rival.owner, **ladder)
    await say.told("ladders_extend", owner, {"blocks": 2}, **ladder)
    await say.refused("ladders_extend", "malformed", owner, {"blocks": 1}, **ladder)
    rival = {"botId": cast.rival.ids[0]}
    await say.refused("ladders_withdraw", "not_found", cast.rival.owner, rival, **ladder)
    await say.told("ladders_readmit", owner, {"botId": bots[1]}, **ladder)
    await say.refused("ladders_readmit", "not_found", cast.rival.owner, rival, **ladder)
    await say.told("ladders_withdraw", owner, {"botId": bots[1]}, **ladder)
    await say.told("ladders_cancel", owner, **ladder)
    await say.refused("ladders_pause", "wrong_state", owner, **ladder)


SCENES: Final[tuple[Callable[[Recorder, Cast], Awaitable[None]], ...]] = (
    keys,
    table,
    sitting_down,
    meeting,
    pairing,
    contest,
)
