"""Bots at a table, for tests that play matches through the use cases."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from saqqara_engine.game import Action
from saqqara_engine.games import AnyGame
from saqqara_service import questions
from saqqara_service.application.accounts import accounts, authentication
from saqqara_service.application.matches import matches
from saqqara_service.application.service import Service
from saqqara_service.models import (
    Acted,
    Caller,
    Fischer,
    FlagRule,
    JsonObject,
    Match,
    MatchTerms,
    TimeControl,
    TokenKind,
)
from tests.service.actions import act
from tests.service.lookups import match_of

UNHURRIED = Fischer(base_ms=600_000, increment_ms=1_000)


@dataclass(frozen=True, slots=True)
class Seated:
    """A match, who owns it, and the caller of each seat."""

    match: Match
    owner: Caller
    callers: list[Caller]

    @property
    def id(self) -> str:
        """The match's id."""
        return self.match.id


async def an_owner(svc: Service, name: str = "Imhotep") -> Caller:
    """A caller with an account of its own."""
    issued = await accounts.register(svc, None, questions.Register(name=name))
    return Caller(kind=TokenKind.USER, account_id=issued.account.id)


async def some_bots(svc: Service, owner: Caller, count: int) -> list[Caller]:
    """Callers of new bots of the owner."""
    had = len(await accounts.bots(svc, owner, questions.NoQuestion()))
    names = [f"bot {number}" for number in range(had, had + count)]
    issued = [
        await accounts.create_bot(svc, owner, questions.CreateBot(name=name)) for name in names
    ]
    return [await authentication.authenticate(svc, one.token) for one in issued]


async def a_match(
    svc: Service,
    players: int = 2,
    time_control: TimeControl = UNHURRIED,
    ladder_id: str | None = None,
    *,
    on_flag: FlagRule = FlagRule.AUTOPLAY,
    time_odds: list[float] | None = None,
    start: bool = True,
    options: JsonObject | None = None,
) -> Seated:
    """A match of new bots with every seat taken, started unless told otherwise."""
    owner = await an_owner(svc)
    bots = await some_bots(svc, owner, players)
    return await a_match_of(
        svc,
        owner,
        bots,
        time_control,
        ladder_id,
        on_flag=on_flag,
        time_odds=time_odds,
        start=start,
        options=options,
    )


async def a_match_of(
    svc: Service,
    owner: Caller,
    bots: list[Caller],
    time_control: TimeControl = UNHURRIED,
    ladder_id: str | None = None,
    *,
    on_flag: FlagRule = FlagRule.AUTOPLAY,
    time_odds: list[float] | None = None,
    start: bool = True,
    options: JsonObject | None = None,
) -> Seated:
    """A match of the owner's bots, in the order of their seats."""
    match = await matches.create(
        svc,
        owner,
        MatchTerms(
            game="imhotep",
            options={"players": len(bots)} | (options or {}),
            time_control=time_control,
            on_flag=on_flag,
            time_odds=time_odds,
        ),
        seats=[bot.bot_id for bot in bots],
        ladder_id=ladder_id,
        start=start,
    )
    return Seated(match, owner, bots)


async def an_open_match(svc: Service, owner: Caller, players: int = 2, **other: Any) -> Match:
    """A match with every seat open; what is said otherwise is of the terms or of the making."""
    terms: dict[str, Any] = {
        "game": "imhotep",
        "options": {"players": players},
        "time_control": UNHURRIED,
        **{name: other.pop(name) for name in MatchTerms.model_fields if name in other},
    }
    call = {"seats": [None] * players} | other
    return await matches.create(svc, owner, MatchTerms(**terms), **call)


async def legal_now(svc: Service, match_id: str) -> tuple[Match, list[str]]:
    """The match as it stands and the notations of what is legal in it."""
    table, _now = await svc.tables.fresh(match_id)
    return table.match, [str(action) for action in table.game.legal_actions(table.state)]


async def act_at_random(svc: Service, seated: Seated, rng: random.Random) -> Acted:
    """One legal action of the seat that is asked."""
    match, legal = await legal_now(svc, seated.id)
    return await acted(svc, seated, match, rng.choice(legal))


async def acted(svc: Service, seated: Seated, match: Match, action: str) -> Acted:
    """An action of the seat that is asked."""
    assert match.to_act is not None
    caller = seated.callers[match.to_act]
    return await act(svc, caller, seated.id, action, match.version, f"act-{match.version}")


async def play_out(svc: Service, seated: Seated, rng: random.Random) -> Match:
    """The match after random play to its end."""
    while (match := await match_of(svc, seated.id, seated.owner)).to_act is not None:
        await act_at_random(svc, seated, rng)
    return match


async def until_response(svc: Service, seated: Seated, rng: random.Random) -> Match:
    """The match once it asks a seat outside its own turn, by actions at random that lead there."""
    while True:
        table, _now = await svc.tables.fresh(seated.id)
        game, state, match = table.game, table.state, table.match
        assert match.to_act is not None, "no such decision came in the whole match"
        if game.turn_seat(state) != match.to_act:
            return match
        legal = game.legal_actions(state)
        leading = [action for action in legal if _asks_another(game, state, action)]
        await acted(svc, seated, match, str(rng.choice(leading or legal)))


def _asks_another(game: AnyGame, state: object, action: Action) -> bool:
    """Whether after the action a seat is asked outside its own turn."""
    draft = game.copy(state)
    game.advance(draft, action)
    asked = game.to_act(draft)
    return asked is not None and asked != game.turn_seat(draft)
