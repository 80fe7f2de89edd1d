"""Accept policies: what each limit lets pass, who may say them, and that they stay said."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from saqqara_service import questions
from saqqara_service.application.matches import policies
from saqqara_service.application.matches.policies import Offer, objection
from saqqara_service.application.matches.terms import checked
from saqqara_service.application.service import Service
from saqqara_service.errors import ApplicationError, Forbidden, NotFound, UnknownOption
from saqqara_service.models import AcceptPolicy, Caller, MatchTerms, Player, TokenKind
from saqqara_service.questions import SetPolicy
from tests.service.matches import an_owner, some_bots
from tests.service.transports import Json, Transport, a_party

ME = Player(id="b1", name="mine", account_id="a1")
THEM = Player(id="b2", name="theirs", account_id="a2")
THIRD = Player(id="b3", name="third", account_id="a3")
FISCHER = {"kind": "fischer", "baseMs": 60_000, "incrementMs": 1_000}
NOTHING: Json = {"name": "side", "values": []}
B_MARKET = {"game": "imhotep", "options": [{"name": "sides.market", "values": ["B"]}]}
DAYS = {"kind": "correspondence", "days": 3}


def offered(policy: Json, **other: Any) -> str | None:
    """What the policy of `ME` objects to in a match that `THEM` offers."""
    table = other.pop("table", (ME, THEM))
    terms = MatchTerms.model_validate(
        {
            "game": "imhotep",
            "options": {"players": len(table), **other.pop("options", {})},
            "time_control": FISCHER,
            **other,
        }
    )
    offer = Offer(
        account_id="a2",
        player_id="b2",
        terms=checked(terms, len(table)),
        table=table,
        seats=tuple(range(len(table))),
    )
    return objection(SetPolicy.model_validate({"botId": "b"} | policy).policy, ME, offer)


@pytest.mark.parametrize(
    ("policy", "offer", "expected"),
    [
        ({}, {}, None),
        ({"acceptFrom": "account"}, {}, "not_allowed"),
        ({"acceptFrom": "listed"}, {}, "not_allowed"),
        ({"acceptFrom": "listed", "allowed": ["a2"]}, {}, None),
        ({"acceptFrom": "listed", "allowed": ["b2"]}, {}, None),
        ({"allowed": ["b3"]}, {}, None),
        ({"blocked": ["a2"]}, {}, "not_allowed"),
        ({"blocked": ["b2"]}, {}, "not_allowed"),
        ({"blocked": ["a1", "b1"]}, {}, None),
        ({"blocked": ["a3"]}, {}, None),
        ({"blocked": ["a3"]}, {"table": (THEM, ME, THIRD)}, "not_allowed"),
        ({"blocked": ["b3"], "acceptFrom": "listed", "allowed": ["a2"]}, {}, None),
        ({"games": []}, {}, "game"),
        ({"games": [{"game": "duel"}]}, {}, "game"),
        ({"games": [{"game": "duel"}, {"game": "imhotep"}]}, {}, None),
        ({"games": [{"game": "imhotep", "presets": ["base"]}]}, {}, None),
        ({"games": [{"game": "imhotep", "presets": []}]}, {}, "options"),
        (
            {"games": [{"game": "imhotep", "presets": ["base"]}]},
            {"options": {"sides": {"market": "B"}}},
            "options",
        ),
        (
            {"games": [{"game": "imhotep", "presets": ["base", "b-sides"]}]},
            {"options": {"preset": "b-sides"}},
            None,
        ),
        (
            {
                "games": [
                    {"game": "imhotep", "options": [{"name": "sides.market", "values": ["B"]}]}
                ]
            },
            {},
            "options",
        ),
        (
            {
                "games": [
                    {"game": "imhotep", "options": [{"name": "sides.market", "values": ["B"]}]}
                ]
            },
            {"options": {"sides": {"market": "B"}}},
            None,
        ),
        ({"players": [3, 4]}, {}, "players"),
        ({"players": [3, 4]}, {"table": (ME, THEM, THIRD)}, None),
        ({"timeControls": []}, {}, "time_control"),
        ({"timeControls": [{"kind": "untimed"}]}, {}, "time_control"),
        ({"timeControls": [{"kind": "fischer"}]}, {}, None),
        ({"timeControls": [{"kind": "fischer", "minBaseMs": 60_000}]}, {}, None),
        ({"timeControls": [{"kind": "fischer", "minBaseMs": 60_001}]}, {}, "too_fast"),
        ({"timeControls": [{"kind": "fischer", "maxBaseMs": 60_000}]}, {}, None),
        ({"timeControls": [{"kind": "fischer", "maxBaseMs": 59_999}]}, {}, "too_slow"),
        ({"timeControls": [{"kind": "fischer", "minIncrementMs": 1_001}]}, {}, "too_fast"),
        ({"timeControls": [{"kind": "fischer", "maxIncrementMs": 999}]}, {}, "too_slow"),
        (
            {
                "timeControls": [
                    {"kind": "fischer", "maxBaseMs": 1_000},
                    {"kind": "fischer", "minBaseMs": 30_000},
                ]
            },
            {},
            None,
        ),
        ({"timeControls": [{"kind": "correspondence"}]}, {"time_control": DAYS}, None),
        (
            {"timeControls": [{"kind": "correspondence", "maxDays": 2}]},
            {"time_control": DAYS},
            "too_slow",
        ),
        (
            {"timeControls": [{"kind": "delay", "minDelayMs": 500}]},
            {"time_control": {"kind": "delay", "baseMs": 1_000, "delayMs": 400}},
            "too_fast",
        ),
        (
            {"timeControls": [{"kind": "per_move", "minMoveMs": 500, "minBankMs": 1}]},
            {"time_control": {"kind": "per_move", "moveMs": 500}},
            "too_fast",
        ),
        ({"flagRules": ["autoplay"]}, {"on_flag": "forfeit"}, "flag_rule"),
        ({"flagRules": ["forfeit"]}, {"on_flag": "forfeit"}, None),
        ({}, {"time_odds": [1, 2]}, "handicap"),
        ({"handicaps": True}, {"time_odds": [1, 2]}, None),
        (
            {"handicaps": True, "timeControls": [{"kind": "fischer", "minBaseMs": 60_000}]},
            {"time_odds": [2, 0.9]},
            "too_fast",
        ),
    ],
)
def test_each_limit_lets_pass_what_keeps_it(
    policy: Json, offer: Json, expected: str | None
) -> None:
    """A row is a policy, an offer and the first objection of the policy to it."""
    assert offered(policy, **offer) == expected


@pytest.mark.parametrize(
    ("limit", "refusal"),
    [
        ({"games": [{"game": "senet"}]}, UnknownOption),
        ({"games": [{"game": "imhotep", "presets": ["easy"]}]}, UnknownOption),
        ({"games": [{"game": "duel", "options": [{"name": "x", "values": [1]}]}]}, UnknownOption),
        (
            {"games": [{"game": "imhotep", "options": [{"name": "players", "values": [True]}]}]},
            UnknownOption,
        ),
    ],
)
async def test_a_limit_that_nothing_keeps_is_refused(
    svc: Service, limit: Json, refusal: type[ApplicationError]
) -> None:
    """What no match could ever be is a mistake; the policy stays as it was."""
    (bot,) = await some_bots(svc, await an_owner(svc), 1)
    assert bot.bot_id is not None
    with pytest.raises(refusal):
        await policies.put(
            svc, bot, bot.bot_id, SetPolicy.model_validate({"botId": "b"} | limit).policy
        )
    assert (
        await policies.of_bot(svc, bot, questions.BotQuestion(bot_id=bot.bot_id)) == AcceptPolicy()
    )


async def test_only_the_owner_and_the_bot_have_its_policy(svc: Service, other_svc: Service) -> None:
    """Neither strangers nor the account's other bots read or write it; every process has it."""
    owner, stranger = await an_owner(svc), await an_owner(svc, "stranger")
    bot, sibling = await some_bots(svc, owner, 2)
    assert bot.bot_id is not None
    admin = Caller(kind=TokenKind.ADMIN, account_id="a")
    for number, caller in enumerate((owner, bot, admin)):
        policy = AcceptPolicy(max_matches=number)
        await policies.put(svc, caller, bot.bot_id, policy)
        assert (
            await policies.of_bot(other_svc, caller, questions.BotQuestion(bot_id=bot.bot_id))
            == policy
        )
    for caller in (stranger, sibling, *await some_bots(svc, stranger, 1)):
        with pytest.raises(Forbidden):
            await policies.of_bot(svc, caller, questions.BotQuestion(bot_id=bot.bot_id))
        with pytest.raises(Forbidden):
            await policies.put(svc, caller, bot.bot_id, AcceptPolicy())
    with pytest.raises(NotFound):
        await policies.of_bot(svc, owner, questions.BotQuestion(bot_id="bNobody"))


async def test_both_transports_keep_the_same_policy(
    client: httpx.AsyncClient, transport: Transport
) -> None:
    """What one transport is told, it tells again; a mistake is refused at its place."""
    party = await a_party(transport, 1)
    ask = {
        "mode": "accept",
        "acceptFrom": "listed",
        "allowed": [party.ids[0]],
        "games": [
            {
                "game": "imhotep",
                "presets": ["base"],
                "options": [{"name": "players", "values": [2, 3]}],
            }
        ],
        "players": [2],
        "timeControls": [{"kind": "fischer", "minBaseMs": 1_000, "maxIncrementMs": 0}],
        "flagRules": ["forfeit"],
        "maxMatches": 2,
        "needsPresence": True,
    }
    said = await transport.do("setPolicy", party.owner, ask, party.ids[0])
    policy = {name: said.data[name] for name in ask if name != "timeControls"}
    assert policy == {name: value for name, value in ask.items() if name != "timeControls"}
    assert said.data["timeControls"][0]["minBaseMs"] == 1_000
    assert (
        await transport.ask("policy", party.tokens[0], {}, botId=party.ids[0])
    ).data == said.data
    for place, fault in (
        ("/timeControls/0", {"timeControls": [{"kind": "fischer", "maxDays": 2}]}),
        ("/maxMatches", {"maxMatches": -1}),
        (
            "/games/0/options/0/values",
            {"games": [{"game": "duel", "options": [{"name": "x", "values": []}]}]},
        ),
    ):
        refused = await transport.do("setPolicy", party.owner, fault, party.ids[0])
        assert (refused.code, refused.facts["pointer"]) == ("malformed", place)
    assert (await transport.ask("policy", None, {}, botId=party.ids[0])).code == "unauthenticated"
    stranger = (await a_party(transport, 1)).owner
    assert (await transport.ask("policy", stranger, {}, botId=party.ids[0])).code == "forbidden"
    assert (await transport.do("setPolicy", stranger, {}, party.ids[0])).code == "forbidden"
