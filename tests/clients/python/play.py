"""Two bots play a match against each other, with nothing but what the OpenAPI document tells."""

from __future__ import annotations

import json
import sys
import time

from saqqara_client import AuthenticatedClient, Client
from saqqara_client.api.accounts import accounts_register
from saqqara_client.api.bots import bots_create
from saqqara_client.api.matches import matches_act, matches_create, matches_get, matches_turns
from saqqara_client.models import (
    Act,
    Acted,
    CreateBot,
    CreateMatch,
    Issued,
    Match,
    MatchStatus,
    PageTurn,
    Register,
    TimeControlKind,
    TimeControlTerms,
)


def main(server: str) -> None:
    """Make an account, two bots and a match of the Duel, and play it out."""
    with Client(base_url=server) as client:
        owner = accounts_register.sync(client=client, body=Register(name="python"))
    assert isinstance(owner, Issued), owner
    with AuthenticatedClient(base_url=server, token=owner.token) as client:
        bots = [bot(client, "first"), bot(client, "second")]
        made = matches_create.sync(
            client=client,
            body=CreateMatch(
                game="duel",
                time_control=TimeControlTerms(kind=TimeControlKind.FISCHER, base_ms=600_000),
                seats=[one.bot.id for one in bots if one.bot],
            ),
        )
        assert isinstance(made, Match), made
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            for one in bots:
                answer(server, one.token)
            now = matches_get.sync(match_id=made.id, client=client)
            assert isinstance(now, Match), now
            if now.status is MatchStatus.FINISHED and now.result:
                print(json.dumps({"match": now.id, "ends": [now.result.reason.value]}))
                return
    raise SystemExit("the match did not end within a minute")


def bot(client: AuthenticatedClient, name: str) -> Issued:
    """A new bot and its token."""
    made = bots_create.sync(client=client, body=CreateBot(name=name))
    assert isinstance(made, Issued), made
    return made


def answer(server: str, token: str) -> None:
    """Take the first action that is offered in every turn that waits for the bot."""
    with AuthenticatedClient(base_url=server, token=token) as client:
        waiting = matches_turns.sync(client=client)
        assert isinstance(waiting, PageTurn), waiting
        for turn in waiting.items:
            ask = Act(
                action=turn.actions[0],
                expected_version=turn.version,
                action_id=f"move-{turn.version}",
            )
            acted = matches_act.sync(match_id=turn.match_id, client=client, body=ask)
            assert isinstance(acted, Acted), acted


if __name__ == "__main__":
    main(sys.argv[1])
