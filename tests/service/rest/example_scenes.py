"""Scenes in which every REST operation is called once, as people and bots would call it.

They are played in this order on an empty store: so ids, and what is listed, are always the same.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from saqqara_service.application.accounts import accounts, authentication
from saqqara_service.application.ladders import fits
from saqqara_service.application.service import Service
from tests.service import jobs
from tests.service.fake_runners import a_hosted_bot
from tests.service.ladders import settle_all
from tests.service.rest.recorder import Recorder
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


Scene: TypeAlias = Callable[[Recorder, Cast], Awaitable[None]]


async def play(say: Recorder, svc: Service, *, is_kept: bool = False) -> None:
    """All scenes, or those of the golden store."""
    party = await opening(say)
    operator = (await accounts.issue_admin(svc)).token
    cast = Cast(svc, party, await stranger(say), operator)
    for scene in KEPT if is_kept else SCENES:
        await scene(say, cast)


async def opening(say: Recorder) -> Party:
    """An account is opened and has two bots, one of which gets a second version."""
    await say.record("service_about")
    await say.record("service_games", in_part={"options", "presets"})
    await say.record(
        "service_layout", game="duel", language="de", in_part={"sites", "boats", "tokens"}
    )
    await say.refused("service_layout", "malformed", game="duel", language="tlh")
    await say.refused("accounts_register", "malformed", body={"name": "He"})
    owner: str = (await say.record("accounts_register", body={"name": "Hemiunu"}))["token"]
    await say.record("accounts_register_guest", body={"name": "Visitor"})
    await say.refused("accounts_me", "unauthenticated")
    await say.record("accounts_me", owner)
    profile = {"displayName": "Имхотеп", "handle": "imhotep", "avatar": "pyramid-7"}
    await say.refused(
        "accounts_set_profile", "malformed", owner, {"links": ["javascript:alert(1)"]}
    )
    await say.record("accounts_set_profile", owner, {**profile, "links": ["https://example.org/"]})
    first = {"name": "Khufu", "note": "Takes what is worth most now.", "commit": "0a1b2c3"}
    khufu = await say.record("bots_create", owner, first)
    khafre = await say.record("bots_create", owner, {"name": "Khafre"})
    second = {"name": "second", "note": "Looks two turns ahead.", "commit": "4d5e6f7"}
    ids = {"botId": khufu["bot"]["id"]}
    await say.refused("bots_create_version", "forbidden", khafre["token"], second, **ids)
    await say.record("bots_create_version", owner, second, **ids)
    await say.record("bots_versions", **ids)
    await say.refused("bots_choose_version", "not_found", owner, {"number": 3}, **ids)
    await say.record("bots_choose_version", owner, {"number": 1}, **ids)
    await say.record("bots_page", owner)
    await say.record("bots_get", botId=khufu["bot"]["id"])
    await say.refused("bots_get", "not_found", botId="bDoesNotExist")
    account = {"accountId": khufu["account"]["id"]}
    await say.record("accounts_get", **account)
    await say.record("accounts_bots", **account)
    await say.record("accounts_named", prefix="khuf")
    return Party(owner, [khufu, khafre])


async def leaving(say: Recorder, cast: Cast) -> None:
    """Somebody deletes an account, which the name has to be repeated for; an operator says why."""
    gone = await say.heard("accounts_register", body={"name": "Djedi"})
    ids = {"accountId": gone["account"]["id"]}
    await say.refused("accounts_export", "forbidden", cast.party.owner, **ids)
    await say.record("accounts_export", gone["token"], **ids)
    await say.refused("accounts_delete", "malformed", gone["token"], {"name": "Djed"}, **ids)
    await say.refused("accounts_undelete", "wrong_state", gone["token"], **ids)
    await say.record("accounts_delete", gone["token"], {"name": "Djedi"}, **ids)
    await say.record("accounts_undelete", gone["token"], **ids)
    other = (await say.heard("accounts_register", body={"name": "Rededjet"}))["account"]["id"]
    why = {"reason": "asked for it by mail"}
    await say.refused("accounts_delete", "forbidden", cast.party.owner, why, accountId=other)
    await say.heard("accounts_delete", cast.operator, why, accountId=other)
    await say.refused("accounts_verify", "wrong_state", cast.operator, why, accountId=other)
    known = {"accountId": cast.party.bots[0]["account"]["id"]}
    met = {"reason": "met at the championship"}
    await say.refused("accounts_verify", "forbidden", cast.party.owner, met, **known)
    await say.record("accounts_verify", cast.operator, met, **known)
    shared = {"reason": "two people share it"}
    await say.record("accounts_unverify", cast.operator, shared, **known)


async def stranger(say: Recorder) -> Party:
    """Somebody else, and a bot of theirs."""
    owner: str = (await say.heard("accounts_register", body={"name": "Ankhhaf"}))["token"]
    return Party(owner, [await say.heard("bots_create", owner, {"name": "Sneferu"})])


async def keys(say: Recorder, cast: Cast) -> None:
    """A bot gets a token that can only read, which is rotated and revoked; somebody is invited."""
    owner, bot_id = cast.party.owner, cast.party.ids[0]
    await say.record("tokens_about", cast.party.tokens[0])
    ask = {"name": "board on the wall", "botId": bot_id, "scopes": ["match_read"]}
    beyond = {**ask, "scopes": ["admin"]}
    await say.refused("tokens_create", "forbidden", owner, beyond)
    lasting = {**ask, "expiresInMs": A_DAY_MS}
    made = await say.record("tokens_create", owner, lasting)
    await say.record("tokens_page", owner)
    old = {"tokenId": made["info"]["id"]}
    unknown = {"tokenId": "0" * 16}
    await say.record("tokens_revoke", owner, **old)
    await say.refused("tokens_rotate", "not_found", owner, {}, **unknown)
    worn = {"tokenId": cast.party.bots[1]["info"]["id"]}
    await say.record("tokens_rotate", owner, {"overlapMs": 3_600_000}, **worn)
    await say.refused("accounts_invite", "forbidden", owner, {})
    await say.record("accounts_invite", cast.operator, {"expiresInMs": A_DAY_MS})


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
    made = await say.record("matches_create", cast.party.owner, ask, **by_key)
    match = {"matchId": made["id"]}
    await say.refused("matches_get", "not_found", matchId="mDoesNotExist")
    await say.record("matches_get", **match)
    await say.record("matches_view", cast.party.tokens[0], **match)
    await say.record("bots_matches", botId=cast.party.ids[0], first=1)
    account_id = (await say.heard("accounts_me", cast.party.owner))["id"]
    await say.record("accounts_matches", accountId=account_id, game="imhotep", first=1)
    for token in cast.party.tokens:
        await say.record("matches_abort", token, **match)
    await say.refused("matches_start", "wrong_state", cast.party.owner, **match)


async def sitting_down(say: Recorder, cast: Cast) -> None:
    """A match with a free seat is found, taken and started."""
    ask = {"seats": [cast.party.ids[0], None], "start": False, **DUEL}
    made = await say.heard("matches_create", cast.party.owner, ask)
    match = {"matchId": made["id"]}
    await say.refused("matches_view", "wrong_state", **match)
    await say.refused("matches_record", "wrong_state", **match)
    await say.record("matches_page", joinable=True, game="duel", first=10)
    await say.record("matches_lobby", game="duel")
    await say.streamed("matches_lobby", "match", cast.party.owner, game="duel")
    await say.record("matches_join", cast.rival.tokens[0], {"seat": 1}, **match)
    await say.refused("matches_join", "seat_taken", cast.party.tokens[1], {"seat": 1}, **match)
    await say.record("matches_start", cast.party.owner, **match)
    await game(say, cast, match)
    await afterwards(say, cast, match)


async def game(say: Recorder, cast: Cast, match: Json) -> None:
    """Somebody chooses, with an eye on what is legal, and what happened is followed."""
    bots = [cast.party.tokens[0], cast.rival.tokens[0]]
    made = await say.heard("matches_get", **match)
    asked, waits = bots[made["toAct"]], bots[1 - made["toAct"]]
    await say.refused("matches_turns", "unauthenticated", None)
    turn = (await say.record("matches_turns", asked, legalActions=True))["items"][0]
    await say.streamed("matches_turns", "turn", asked)
    await say.record("bots_present", first=10)
    await say.refused("matches_explain", "not_your_turn", waits, action="place 1.1", **match)
    await say.record("matches_explain", asked, action="unload r1", **match)
    await say.refused("matches_hint", "not_your_turn", waits, **match)
    await say.record("matches_hint", asked, **match)
    await say.refused("matches_preview", "not_your_turn", waits, action="place 1.1", **match)
    await say.record("matches_preview", asked, action=turn["actions"][0], **match)
    ask = {
        "action": turn["actions"][0],
        "expectedVersion": turn["version"],
        "actionId": f"khufu-{turn['version']}",
    }
    await say.record("matches_act", asked, ask, **match)
    await say.refused("matches_act", "stale_version", waits, {**ask, "actionId": "late"}, **match)
    await say.refused("matches_events", "bad_cursor", after="yesterday", **match)
    start = (await say.heard("matches_events", first=1, **match))["items"][0]
    await say.record("matches_events", after=start["cursor"], first=10, **match)
    await say.streamed("matches_events", "event", waits, **match)


async def afterwards(say: Recorder, cast: Cast, match: Json) -> None:
    """A seat gives up; the record is read, and an analysis begins in the middle of the match."""
    await say.record("matches_resign", cast.rival.tokens[0], **match)
    await say.refused("matches_resign", "match_over", cast.party.tokens[0], **match)
    await say.refused("matches_abort", "match_over", cast.party.tokens[0], **match)
    await say.record("matches_record", **match)
    record = await say.heard("matches_record", **match)
    await say.record(
        "matches_record_views", None, {"record": record, "version": 2, "first": 1, "seat": 0}
    )
    await say.refused("matches_record_views", "malformed", None, {"record": {}})
    ask = {**match, "version": 2, "chance": "resampled", "seenBy": 0, "seats": cast.party.ids}
    late = {**ask, "version": 99}
    await say.refused("matches_fork", "malformed", cast.party.owner, late)
    forked = {"matchId": (await say.record("matches_fork", cast.party.owner, ask))["id"]}
    void = {"note": "The power will be cut at noon.", "reason": "voided"}
    await say.refused("matches_void", "forbidden", cast.party.owner, void, **forked)
    await say.record("matches_void", cast.operator, void, **forked)


async def meeting(say: Recorder, cast: Cast) -> None:
    """Challenges are made, listed and answered in each way."""
    khufu, rival = cast.party.tokens[0], cast.rival.tokens[0]
    ask = {**DUEL, "challenged": cast.rival.ids, "expiresInMs": A_DAY_MS}
    oneself = {**ask, "challenged": cast.party.ids[:1]}
    await say.refused("challenges_create", "malformed", khufu, oneself)
    by_key = {"Idempotency-Key": "challenge-1"}
    made = await say.record("challenges_create", khufu, ask, **by_key)
    first = {"challengeId": made["id"]}
    await say.record("challenges_get", khufu, **first)
    await say.refused("challenges_get", "unauthenticated", **first)
    await say.record("challenges_page", rival, status="pending", first=10)
    await say.refused("challenges_accept", "not_found", cast.party.tokens[1], {}, **first)
    mine = {"botId": cast.rival.ids[0]}
    made = await say.record("challenges_accept", cast.rival.owner, mine, **first)
    await say.refused("challenges_cancel", "wrong_state", khufu, **first)
    await say.heard("matches_resign", rival, matchId=made["matchId"])
    second = {"challengeId": (await say.heard("challenges_create", khufu, ask))["id"]}
    reason = {**mine, "reason": "too_fast"}
    await say.refused("challenges_decline", "wrong_state", rival, reason, **first)
    await say.record("challenges_decline", rival, reason, **second)
    third = {"challengeId": (await say.heard("challenges_create", khufu, ask))["id"]}
    await say.record("challenges_cancel", khufu, **third)


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
    await say.refused("bots_set_policy", "unknown_option", cast.rival.owner, unknown, **bot)
    await say.record("bots_set_policy", cast.rival.owner, policy, **bot)
    await say.refused("bots_policy", "forbidden", cast.party.owner, **bot)
    await say.record("bots_policy", cast.rival.tokens[0], **bot)
    seats = [cast.party.ids[0], cast.rival.ids[0]]
    pairs = [
        {"key": "round-1-table-1", "seats": seats},
        {"key": "round-1-table-2", "seats": [cast.party.ids[1], "bDoesNotExist"]},
    ]
    await say.refused("matches_pair", "forbidden", cast.rival.tokens[0], {**DUEL, "pairs": pairs})
    await say.record("matches_pair", cast.party.owner, {**DUEL, "pairs": pairs})


async def trials(say: Recorder, cast: Cast) -> None:
    """A program plays another bot of its owner by the terms of a ladder; strangers cannot."""
    owner, (other, hosted) = cast.party.owner, cast.party.ids[:2]
    bot: Json = {"botId": hosted}
    await a_hosted_bot(cast.svc, await authentication.verify(cast.svc, cast.party.tokens[1]))
    ask = {"name": "Trial Cup", "blocks": 1, "concurrency": 1, "game": "duel"}
    made = await say.heard("ladders_create", owner, {**ask, "timeControl": UNHURRIED})
    ladder = {"ladderId": made["id"]}
    await say.heard("ladders_enrol", owner, {"botId": other}, **ladder)
    asked = {**bot, "opponents": [other]}
    await say.refused("ladders_play_trials", "forbidden", cast.rival.owner, asked, **ladder)
    played = await say.record("ladders_play_trials", owner, asked, **ladder)
    await say.heard(
        "matches_void", cast.operator, {"note": "over"}, matchId=played["items"][0]["matchId"]
    )
    await say.heard("ladders_cancel", owner, **ladder)


async def programs(say: Recorder, cast: Cast) -> None:
    """A program is handed in, checked by a runner and played; the operator takes it out."""
    owner = cast.party.owner
    bot: Json = {"botId": cast.party.ids[1]}
    runner = (await accounts.issue_runner(cast.svc, "runner")).token
    await say.refused("submissions_submit", "forbidden", cast.rival.owner, **bot)
    handed = await say.record("submissions_submit", owner, note="Looks two turns ahead.", **bot)
    one = {"submissionId": handed["id"]}
    asked = {"runnerId": "cellar-1", "places": 4, "sandbox": "bubblewrap", "load": 0.25}
    await say.refused("runners_tend", "forbidden", owner, asked)
    await say.heard("runners_tend", runner, asked)
    await say.record("runners_archive", runner, archiveHash=handed["archiveHash"])
    await say.refused("submissions_activate", "wrong_state", owner, **one)
    passed = {"runnerId": "cellar-1", "passed": True, "report": "3 games, no fault"}
    await say.record("runners_report_check", runner, passed, **one)
    await cast.svc.hosting.want({handed["id"]: 0})
    held = {"submissionId": handed["id"], "ready": "process-1"}
    await say.record("runners_tend", runner, {**asked, "held": [held]})
    failure = {
        "runnerId": "cellar-1",
        "matchId": "mDoesNotExist",
        "version": 7,
        "kind": "exit",
        "detail": "KeyError: 3",
    }
    await say.record("runners_report_failure", runner, failure, **one)
    await say.record("submissions_of_bot", owner, **bot)
    await say.record("submissions_get", owner, **one)
    await say.refused("submissions_get", "not_found", cast.rival.owner, **one)
    await say.record("submissions_log", owner, **one)
    await say.record("submissions_activate", owner, **one)
    await say.record("submissions_page", cast.operator, first=10)
    await say.record("submissions_quarantine", cast.operator, {"reason": "it was reported"}, **one)
    await say.record("submissions_release", cast.operator, **one)
    await say.record("submissions_withdraw", owner, **one)
    await say.record("submissions_delete", cast.operator, **one)
    await say.refused("submissions_acts", "forbidden", owner)
    await say.record("submissions_acts", cast.operator, first=10)
    await say.record("service_workload", cast.operator)
    await say.heard("bots_choose_version", owner, {"number": 1}, **bot)


async def ruled(say: Recorder, owner: str, match_id: str, ladder: Json) -> None:
    """A match of a ladder is annulled, and then it is not."""
    wrong = {"matchId": match_id, "reason": "one bot had seen the source of the other"}
    right = {"number": 1, "reason": "it had not"}
    await say.refused("ladders_annul", "malformed", owner, {"reason": "unsaid"}, **ladder)
    await say.record("ladders_annul", owner, wrong, **ladder)
    await say.refused("ladders_restore", "not_found", owner, {**right, "number": 2}, **ladder)
    await say.record("ladders_restore", owner, right, **ladder)
    await say.record("ladders_rulings", **ladder)


async def read_tables(say: Recorder, ladder: Json) -> None:
    """All that is told of who is ahead, and why."""
    tables = (
        "standings",
        "matches",
        "scores",
        "teams",
        "results",
        "pairs",
        "fit",
        "luck",
    )
    for what in tables:
        await say.record(f"ladders_{what}", **ladder)


async def entered(say: Recorder, cast: Cast, ladder: Json) -> None:
    """A guide says how to enter; two bots do, and one of them alone cannot start it."""
    owner, bots = cast.party.owner, cast.party.ids
    await say.record("ladders_guide", **ladder)
    await say.refused("ladders_enrol", "forbidden", owner, {"botId": cast.rival.ids[0]}, **ladder)
    await say.record("ladders_enrol", owner, {"botId": bots[0]}, **ladder)
    await say.refused("ladders_start", "wrong_state", owner, **ladder)
    await say.record("ladders_enrol", owner, {"botId": bots[1]}, **ladder)


async def contest(say: Recorder, cast: Cast) -> None:
    """A ladder is made, filled and started; its first match ends and counts; it is called off."""
    owner, bots = cast.party.owner, cast.party.ids
    ask = {"name": "Nile Cup", "blocks": 1, "concurrency": 2, "game": "duel"}
    ask |= {"timeControl": UNHURRIED, "sameOwner": "allowed"}
    teams = zip(("Memphis", "Thebes"), bots, strict=False)
    ask |= {"teams": [{"name": name, "members": [bot]} for name, bot in teams]}
    await say.refused("ladders_create", "malformed", owner, {**ask, "blocks": 0})
    ladder = {"ladderId": (await say.record("ladders_create", owner, ask))["id"]}
    await entered(say, cast, ladder)
    await say.record("ladders_start", owner, **ladder)
    for bot_id in bots:
        await cast.svc.engagements.be_present(bot_id, A_DAY_MS)
    await say.record("bots_ladders", botId=bots[0])
    await say.record("ladders_entries", **ladder)
    await jobs.pair(cast.svc, ladder["ladderId"])
    await jobs.start(cast.svc, ladder["ladderId"])
    await say.record("ladders_page", first=10)
    played = (await say.heard("ladders_matches", **ladder))["items"][0]
    await say.heard("matches_resign", cast.party.tokens[1], matchId=played["id"])
    await settle_all(cast.svc)
    await fits.fit(cast.svc, ladder["ladderId"])
    await say.record("ladders_get", **ladder)
    await say.streamed("ladders_get", None, owner, **ladder)
    await say.refused("ladders_get", "not_found", ladderId="lDoesNotExist")
    await read_tables(say, ladder)
    await ruled(say, owner, played["id"], ladder)
    await say.record("ladders_pause", owner, **ladder)
    await say.record("ladders_resume", owner, **ladder)
    await say.refused("ladders_resume", "forbidden", cast.rival.owner, **ladder)
    await say.record("ladders_extend", owner, {"blocks": 2}, **ladder)
    await say.refused("ladders_extend", "malformed", owner, {"blocks": 1}, **ladder)
    rival = {"botId": cast.rival.ids[0]}
    await say.refused("ladders_withdraw", "not_found", cast.rival.owner, rival, **ladder)
    await say.record("ladders_readmit", owner, {"botId": bots[1]}, **ladder)
    await say.refused("ladders_readmit", "not_found", cast.rival.owner, rival, **ladder)
    await say.record("ladders_withdraw", owner, {"botId": bots[1]}, **ladder)
    await say.record("ladders_cancel", owner, **ladder)
    await say.refused("ladders_pause", "wrong_state", owner, **ladder)


KEPT: Final[tuple[Scene, ...]] = (
    keys,
    table,
    sitting_down,
    meeting,
    pairing,
    programs,
    contest,
    leaving,
)
"""The scenes of the golden store, which is compared as it was written."""
SCENES: Final = (*KEPT[:-1], trials, leaving)
