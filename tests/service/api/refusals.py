"""What can be wrong with a request, as cases: who asks what, and the code they must hear."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from saqqara_service.application.accounts import tokens
from saqqara_service.application.accounts.grants import Grant
from saqqara_service.application.accounts.issuance import issue
from saqqara_service.application.service import Service
from saqqara_service.models import SCOPES, Caller, TokenKind
from tests.service.transports import UNHURRIED, Answer, Json, Party, Transport


@dataclass(frozen=True, slots=True)
class Scene:
    """A running match of two bots, somebody else's bot, and who is asked."""

    svc: Service
    party: Party
    stranger: str
    match: Json

    @property
    def to_act(self) -> str:
        """The token of the bot that is asked."""
        return self.party.tokens[self.match["toAct"]]

    @property
    def waiting(self) -> str:
        """The token of the bot that is not."""
        asked: int = self.match["toAct"]
        return self.party.tokens[1 - asked]

    def action(self, **other: object) -> Json:
        """A good action, but for what is said otherwise."""
        return {
            "action": "get",
            "expectedVersion": self.match["version"],
            "actionId": "first",
            **other,
        }


async def act(transport: Transport, scene: Scene, token: str | None, **other: object) -> Answer:
    """Act in the scene's match."""
    return await transport.do("act", token, scene.action(**other), scene.match["id"])


async def expired_token(scene: Scene) -> str:
    """A token that was good until a moment ago."""
    bot = Caller(kind=TokenKind.BOT, account_id="a", bot_id="bExpired")
    now_ms = await scene.svc.connection.now_ms()
    grant = Grant(SCOPES[bot.kind], now_ms - 5_000)
    token, _info = await issue(scene.svc, bot, "expired", grant)
    return token


async def unknown_match(transport: Transport, scene: Scene) -> Answer:
    return await transport.do("act", scene.to_act, scene.action(), "mDoesNotExist")


async def unreadable_match_id(transport: Transport, scene: Scene) -> Answer:
    return await transport.match("no such {match}")


async def wrong_seat(transport: Transport, scene: Scene) -> Answer:
    return await act(transport, scene, scene.stranger)


async def not_your_turn(transport: Transport, scene: Scene) -> Answer:
    return await act(transport, scene, scene.waiting)


async def illegal_action(transport: Transport, scene: Scene) -> Answer:
    answer = await act(transport, scene, scene.to_act, action="sail 1 temple")
    assert answer.facts["action"] == "sail 1 temple"
    assert answer.facts["count"] > 0
    assert str(answer.facts["count"]) in answer.message
    assert (answer.facts["broken"], answer.facts["place"]) == ("kind", 1)
    assert set(answer.facts["allowedWords"]) == {"get", "place"}
    return answer


async def no_notation(transport: Transport, scene: Scene) -> Answer:
    return await act(transport, scene, scene.to_act, action="to the moon!")


async def stale_version(transport: Transport, scene: Scene) -> Answer:
    answer = await act(transport, scene, scene.to_act, expectedVersion=scene.match["version"] - 1)
    assert answer.facts["currentVersion"] == scene.match["version"]
    assert [event["kind"] for event in answer.facts["events"]] == ["started"]
    return answer


async def version_to_come(transport: Transport, scene: Scene) -> Answer:
    return await act(transport, scene, scene.to_act, expectedVersion=scene.match["version"] + 1)


async def no_token(transport: Transport, scene: Scene) -> Answer:
    return await act(transport, scene, None)


async def junk_token(transport: Transport, scene: Scene) -> Answer:
    return await act(transport, scene, "junk")


async def mistyped_token(transport: Transport, scene: Scene) -> Answer:
    return await act(transport, scene, scene.to_act[:-1] + "?")


async def unknown_token(transport: Transport, scene: Scene) -> Answer:
    return await act(transport, scene, tokens.make(TokenKind.BOT))


async def token_that_expired(transport: Transport, scene: Scene) -> Answer:
    return await act(transport, scene, await expired_token(scene))


async def nobody_asks_who_they_are(transport: Transport, scene: Scene) -> Answer:
    return await transport.me(None)


async def owner_acts(transport: Transport, scene: Scene) -> Answer:
    return await act(transport, scene, scene.party.owner)


async def bot_makes_a_bot(transport: Transport, scene: Scene) -> Answer:
    return await transport.do("createBot", scene.to_act, {"name": "another"})


async def bad_name(transport: Transport, scene: Scene) -> Answer:
    return await transport.do("register", None, {"name": "<script>"})


async def number_as_text(transport: Transport, scene: Scene) -> Answer:
    return await act(transport, scene, scene.to_act, expectedVersion="1")


async def missing_field(transport: Transport, scene: Scene) -> Answer:
    ask = scene.action()
    del ask["actionId"]
    return await transport.do("act", scene.to_act, ask, scene.match["id"])


async def unknown_field(transport: Transport, scene: Scene) -> Answer:
    return await act(transport, scene, scene.to_act, hurry=True)


async def empty_action_id(transport: Transport, scene: Scene) -> Answer:
    answer = await act(transport, scene, scene.to_act, actionId="")
    assert answer.facts["pointer"] == "/actionId"
    return answer


async def long_action(transport: Transport, scene: Scene) -> Answer:
    answer = await act(transport, scene, scene.to_act, action="g" * 201)
    assert answer.facts["pointer"] == "/action"
    return answer


async def create(transport: Transport, scene: Scene, **other: object) -> Answer:
    ask = {
        "game": "imhotep",
        "options": {"players": 2},
        "timeControl": UNHURRIED,
        "seats": scene.party.ids,
    }
    return await transport.do("createMatch", scene.party.owner, {**ask, **other})


async def unknown_game(transport: Transport, scene: Scene) -> Answer:
    answer = await create(transport, scene, game="senet")
    assert "imhotep" in answer.message
    return answer


async def unknown_game_option(transport: Transport, scene: Scene) -> Answer:
    return await create(transport, scene, options={"players": 2, "sphinx": True})


async def unknown_autoplay(transport: Transport, scene: Scene) -> Answer:
    return await create(transport, scene, autoplay="telepathy")


async def hasty_clock(transport: Transport, scene: Scene) -> Answer:
    answer = await create(transport, scene, timeControl={**UNHURRIED, "baseMs": 1})
    assert answer.facts["pointer"] == "/timeControl/baseMs"
    return answer


async def nested_options(transport: Transport, scene: Scene) -> Answer:
    options: Json = {}
    for _ in range(600):
        options = {"deeper": options}
    return await create(transport, scene, options=options)


async def too_few_seats(transport: Transport, scene: Scene) -> Answer:
    return await create(transport, scene, seats=scene.party.ids[:1])


async def unknown_bot(transport: Transport, scene: Scene) -> Answer:
    return await create(transport, scene, seats=[scene.party.ids[0], "bNobody"])


async def late_joiner(transport: Transport, scene: Scene) -> Answer:
    return await transport.do("joinMatch", scene.stranger, {"seat": 0}, scene.match["id"])


async def second_start(transport: Transport, scene: Scene) -> Answer:
    return await transport.do("startMatch", scene.party.owner, {}, scene.match["id"])


async def half_a_json(transport: Transport, scene: Scene) -> Answer:
    return await transport.send(b'{"name": "Hemi')


async def no_json_at_all(transport: Transport, scene: Scene) -> Answer:
    return await transport.send(b"\xff\xfe")


async def list_for_a_body(transport: Transport, scene: Scene) -> Answer:
    return await transport.send(b"[1, 2]")


async def null_for_a_body(transport: Transport, scene: Scene) -> Answer:
    return await transport.send(b"null")


async def bottomless_body(transport: Transport, scene: Scene) -> Answer:
    return await transport.send(b'{"name":' * 5_000)


async def form_for_a_body(transport: Transport, scene: Scene) -> Answer:
    return await transport.send(b"name=Hemiunu", "application/x-www-form-urlencoded")


async def oversized_body(transport: Transport, scene: Scene) -> Answer:
    answer = await transport.send(b'{"name": "' + b"x" * 70_000 + b'"}')
    assert answer.facts == {"limit": 65_536}
    return answer


CASES: list[tuple[str, Callable[[Transport, Scene], Awaitable[Answer]]]] = [
    ("not_found", unknown_match),
    ("not_found", unreadable_match_id),
    ("not_your_seat", wrong_seat),
    ("not_your_turn", not_your_turn),
    ("illegal_action", illegal_action),
    ("illegal_action", no_notation),
    ("stale_version", stale_version),
    ("stale_version", version_to_come),
    ("unauthenticated", no_token),
    ("unauthenticated", junk_token),
    ("unauthenticated", mistyped_token),
    ("unauthenticated", unknown_token),
    ("unauthenticated", token_that_expired),
    ("unauthenticated", nobody_asks_who_they_are),
    ("not_your_seat", owner_acts),
    ("forbidden", bot_makes_a_bot),
    ("malformed", bad_name),
    ("malformed", number_as_text),
    ("malformed", missing_field),
    ("malformed", unknown_field),
    ("malformed", empty_action_id),
    ("malformed", long_action),
    ("unknown_option", unknown_game),
    ("unknown_option", unknown_game_option),
    ("unknown_option", unknown_autoplay),
    ("malformed", hasty_clock),
    ("malformed", nested_options),
    ("malformed", too_few_seats),
    ("not_found", unknown_bot),
    ("wrong_state", late_joiner),
    ("wrong_state", second_start),
    ("malformed", half_a_json),
    ("malformed", no_json_at_all),
    ("malformed", list_for_a_body),
    ("malformed", null_for_a_body),
    ("malformed", bottomless_body),
    ("malformed", form_for_a_body),
    ("too_large", oversized_body),
]
