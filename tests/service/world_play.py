"""What is played in every world: all changes that can be made, then one match that is looked at."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import Final

from saqqara_service.application.accounts import accounts
from saqqara_service.application.ladders import fits, rulings
from tests.service import jobs
from tests.service.archives import a_submission
from tests.service.ladders import settle_all
from tests.service.transports import UNHURRIED, Json, Transport
from tests.service.world_questions import Named, ask, follow, stream
from tests.service.worlds import Deal, World, quiet

A_DAY_MS: Final = 86_400_000
IS_LONG: Final = "SIEGE_LONG" in os.environ


@dataclass(slots=True)
class Play:
    """A world in play through one transport."""

    world: World
    transport: Transport
    deal: Deal
    done: set[str] = field(default_factory=set)
    blind: dict[str, int] = field(default_factory=dict)
    operator: str = ""
    owner: str = ""
    rival: str = ""
    bots: list[Json] = field(default_factory=list)
    other: Json = field(default_factory=dict)

    @property
    def terms(self) -> Json:
        """What every match is made of."""
        return {"game": self.deal.game, "options": self.deal.options, "timeControl": UNHURRIED}

    @property
    def lookers(self) -> list[str | None]:
        """Who has no seat; of all that are meant to be told the same, few in the short form."""
        return [None, self.owner, self.rival, self.operator] if IS_LONG else [None]

    @property
    def ids(self) -> list[str]:
        """The ids of the bots at the table."""
        return [bot["bot"]["id"] for bot in self.bots]

    async def do(self, what: str, token: str | None, ask: Json, thing: str = "") -> Json:
        """A change that is made."""
        answer = await self.transport.do(what, token, ask, thing)
        assert answer.code is None, (what, answer)
        self.done.add(what)
        return answer.data

    async def people(self) -> None:
        """Accounts, bots and tokens are made, changed and revoked."""
        self.operator = (await accounts.issue_admin(self.world.svc)).token
        for name in ("Hemiunu", "Ankhhaf"):
            token = (await self.do("register", None, {"name": name}))["token"]
            self.world.names[token] = name
            self.owner, self.rival = self.owner or token, token
        self.world.names[(await self.do("registerGuest", None, {"name": "Guest"}))["token"]] = (
            "guest"
        )
        names = [f"seat {number}" for number in range(self.deal.players)]
        self.bots = [await self.do("createBot", self.owner, {"name": one}) for one in names]
        self.other = await self.do("createBot", self.rival, {"name": "other"})
        for name, bot in zip([*names, "other"], [*self.bots, self.other], strict=True):
            self.world.names[bot["token"]] = name
            await self.world.svc.engagements.be_present(bot["bot"]["id"], A_DAY_MS)
        self.world.names[self.operator] = "operator"
        bot = self.other["bot"]["id"]
        await self.do("setProfile", self.rival, {"displayName": "Имхотеп"})
        gone = await self.do("register", None, {"name": "Djedi"})
        self.world.names[gone["token"]] = "gone"
        await self.do("deleteAccount", gone["token"], {"name": "Djedi"}, gone["account"]["id"])
        await self.do("undeleteAccount", gone["token"], {}, gone["account"]["id"])
        reason = {"reason": "asked by mail"}
        await self.do("deleteAccount", self.operator, reason, gone["account"]["id"])
        for what in ("verifyAccount", "unverifyAccount"):
            whose = self.other["account"]["id"]
            await self.do(what, self.operator, {"reason": "met its owner"}, whose)
        await self.do("createBotVersion", self.rival, {"name": "two"}, bot)
        await self.do("chooseBotVersion", self.rival, {"number": 1}, bot)
        made = await self.do("createToken", self.rival, {"name": "wall"})
        again = await self.do("rotateToken", self.rival, {}, made["info"]["id"])
        await self.do("revokeToken", self.rival, {}, again["info"]["id"])
        await self.do("invite", self.operator, {"expiresInMs": A_DAY_MS})
        await self.do("setPolicy", self.rival, {"mode": "ask"}, bot)
        await self.programs(bot)

    async def programs(self, bot: str) -> None:
        """Two programs are handed in for a bot; each change is made to one of them."""
        runner = (await accounts.issue_runner(self.world.svc, "runner")).token
        self.world.names[runner] = "runner"
        client = self.world.client
        first = (await a_submission(client, self.rival, bot))["id"]
        await self.do("tendRunner", runner, {"runnerId": "one", "places": 1})
        passed = {"runnerId": "one", "passed": True, "report": "well"}
        failed = {"runnerId": "one", "matchId": "m", "kind": "exit"}
        await self.do("reportFailure", runner, failed, first)
        await self.do("reportCheck", runner, passed, first)
        await self.do("activateSubmission", self.rival, {}, first)
        await self.trial(bot)
        await self.do("quarantineSubmission", self.operator, {"reason": "odd"}, first)
        await self.do("releaseSubmission", self.operator, {}, first)
        await self.do("withdrawSubmission", self.rival, {}, first)
        await self.do("deleteSubmission", self.operator, {}, first)
        await self.do("chooseBotVersion", self.rival, {"number": 1}, bot)

    async def trial(self, bot: str) -> None:
        """The program that passed plays a bot of a ladder, which asks and so does not accept."""
        more = {"name": "Trials", "blocks": 1, "concurrency": 1}
        ladder = (await self.do("createLadder", self.owner, {**self.terms, **more}))["id"]
        for one in self.ids:
            await self.do("enrol", self.owner, {"botId": one}, ladder)
        asked = {"botId": bot, "opponents": self.ids}
        await self.do("playTrials", self.rival, asked, ladder)
        await self.do("cancelLadder", self.owner, {}, ladder)

    async def meetings(self) -> str:
        """Challenges are made and answered in each way; the id of one that waits."""
        asked = {**self.terms, "expiresInMs": A_DAY_MS}
        asked["challenged"] = [*self.ids[1:-1], self.other["bot"]["id"]]
        challenger, ids = self.bots[0]["token"], list[str]()
        for _ in range(4):
            ids.append((await self.do("createChallenge", challenger, asked))["id"])
        mine = {"botId": self.other["bot"]["id"]}
        await self.do("acceptChallenge", self.rival, mine, ids[0])
        await self.do("declineChallenge", self.rival, {**mine, "reason": "too_fast"}, ids[1])
        await self.do("cancelChallenge", challenger, {}, ids[2])
        pairs = [{"key": "one", "seats": self.ids}]
        await self.do("pairMatches", self.owner, {**self.terms, "pairs": pairs})
        return ids[3]

    async def contest(self) -> str:
        """A ladder is played and ruled in each way; one match of it counts. Its id."""
        owner, svc = self.owner, self.world.svc
        more = {"name": "Nile Cup", "blocks": 1, "concurrency": 1, "sameOwner": "allowed"}
        ladder = (await self.do("createLadder", owner, {**self.terms, **more, "lateEntry": True}))[
            "id"
        ]
        for bot in self.ids:
            await self.do("enrol", owner, {"botId": bot}, ladder)
        await self.do("startLadder", owner, {}, ladder)
        await jobs.pair(svc, ladder)
        await jobs.start(svc, ladder)
        first = (await svc.ladders.schedule(ladder)).playing
        await self.resigned((await self.transport.match(min(first))).data)
        await settle_all(svc)
        await fits.fit(svc, ladder)
        await self.do("pauseLadder", owner, {}, ladder)
        await self.do("resumeLadder", owner, {}, ladder)
        await self.do("extendLadder", owner, {"blocks": 2}, ladder)
        await self.do("readmit", owner, {"botId": self.ids[0]}, ladder)
        await self.do("withdraw", owner, {"botId": self.ids[0]}, ladder)
        await self.do("annul", owner, {"botId": self.ids[0], "reason": "copied"}, ladder)
        await self.do("restore", owner, {"number": 1, "reason": "not copied"}, ladder)
        await rulings.refold(svc, ladder)
        await fits.fit(svc, ladder)
        await self.do("cancelLadder", owner, {}, ladder)
        return str(ladder)

    async def resigned(self, match: Json) -> None:
        """All but the first seat give up."""
        by_id = {bot["bot"]["id"]: bot["token"] for bot in self.bots}
        for seat in match["seats"][1:]:
            await self.do("resignMatch", by_id[seat["botId"]], {}, match["id"])

    async def act(self, match_id: str) -> int:
        """The seat that is asked does something that turns nothing over; the version then."""
        table, _now = await self.world.svc.tables.fresh(match_id)
        match = table.match
        action = [*quiet(table.game, table.state), *map(str, table.game.legal_actions(table.state))]
        ask = {"action": action[0], "expectedVersion": match.version, "actionId": "one"}
        assert match.to_act is not None
        by_id = {bot["bot"]["id"]: bot["token"] for bot in self.bots}
        token = by_id[str(match.seats[match.to_act].bot_id)]
        is_secret = bool(self.blind) and match.to_act != self.deal.seat
        ask["note"] = {"words": self.world.secrets.words() if is_secret else "Everybody knows."}
        for _ in range(2):
            version = (await self.do("act", token, ask, match_id))["version"]
        return int(version)

    async def act_in_secret(self, match_id: str) -> None:
        """Actions until another seat than the one that looks has said something with its own."""
        known = len(self.world.secrets.said)
        while len(self.world.secrets.said) == known:
            await self.act(match_id)

    async def over(self) -> str:
        """A match that was played and is over: all of it is told to everybody."""
        made = await self.do("createMatch", self.owner, {**self.terms, "seats": self.ids})
        for _ in range(2):
            await self.act(made["id"])
        await self.resigned(made)
        path = f"/api/v1/matches/{made['id']}/record"
        record = (await self.world.client.get(path)).json()
        await self.do("viewRecord", None, {"record": record, "first": 2})
        void = await self.do("createMatch", self.owner, {**self.terms, "seats": self.ids})
        await self.do("voidMatch", self.operator, {"note": "a try"}, void["id"])
        return str(made["id"])

    async def begun(self) -> str:
        """The match with secrets of this world."""
        seats: list[str | None] = [*self.ids[:-1], None]
        made = await self.do(
            "createMatch", self.owner, {**self.terms, "seats": seats, "start": False}
        )
        match_id = str(made["id"])
        await self.do("joinMatch", self.bots[-1]["token"], {}, match_id)
        self.close_eyes()
        with self.world.secrets.own():
            await self.do("startMatch", self.owner, {}, match_id)
        await self.do("abortMatch", self.bots[self.deal.seat or 0]["token"], {}, match_id)
        return match_id

    async def forked(self, match_id: str) -> str:
        """A fork of the one that is over, with all that the seat did not see drawn anew."""
        ask = {"matchId": match_id, "version": 3, "chance": "resampled", "seats": self.ids}
        ask |= {"timeControl": UNHURRIED, "start": True}
        ask |= {} if self.deal.seat is None else {"seenBy": self.deal.seat}
        with self.world.secrets.own():
            made = await self.do(
                "forkMatch", self.owner, {**ask, "timeControl": UNHURRIED, "start": True}
            )
        return str(made["id"])

    def close_eyes(self) -> None:
        """From now on the other seats may be told what this one may not know."""
        self.blind = {
            f"seat {number}": len(self.world.answers)
            for number in range(self.deal.players)
            if number != self.deal.seat
        }

    async def look(self, named: Named, *, of_match: bool) -> None:
        """Everybody who may not tell the worlds apart asks everything."""
        table, _now = await self.world.svc.tables.fresh(named.match_id)
        match = table.match
        seat = self.deal.seat
        tokens: list[str | None] = [*self.lookers]
        if seat is not None:
            tokens.append(self.bots[seat]["token"])
        for token in tokens:
            await ask(self.world, token, named, of_match=of_match)
            is_asked = seat is not None and token == tokens[-1] and match.to_act == seat
            await follow(self.world, token, named, match.version, int(is_asked))
            path = f"/api/v1/matches/{named.match_id}/events?views=true&legalActions=true"
            await stream(self.world, token, path, match.version)
            if named.ladder_id:
                await stream(self.world, token, f"/api/v1/ladders/{named.ladder_id}", 1)
            if is_asked:
                await stream(self.world, token, "/api/v1/turns?legalActions=true", 1)


async def played(play: Play) -> Play:
    """All of it."""
    await play.people()
    challenge, ladder = await play.meetings(), await play.contest()
    finished, match_id = await play.over(), await play.begun()
    account = play.bots[0]["account"]["id"]
    named = Named(match_id, account, play.ids[0], ladder, challenge)
    await play.look(named, of_match=False)
    await play.act_in_secret(match_id)
    await play.look(named, of_match=True)
    forked = Named(await play.forked(finished), account, play.ids[0], ladder, challenge)
    await play.act_in_secret(forked.match_id)
    await play.look(forked, of_match=True)
    return play


async def match_alone(play: Play) -> None:
    """Only what is about the match with secrets of this world."""
    await play.people()
    named = Named(await play.begun(), "", play.ids[0], "", "")
    await play.act_in_secret(named.match_id)
    await play.look(named, of_match=True)
