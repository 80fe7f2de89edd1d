"""A gauntlet that asks whether its challenger is stronger, and ends when that is known."""

from __future__ import annotations

from dataclasses import dataclass, field

import httpx
import pytest

from saqqara_service import questions
from saqqara_service.application.accounts import versions
from saqqara_service.application.ladders import (
    fits,
    ladders,
    rulings,
    scores,
    sequential,
)
from saqqara_service.application.ladders.forecasts import forecast_end_ms, planned_matches
from saqqara_service.application.service import Service
from saqqara_service.errors import Malformed
from saqqara_service.models import (
    LadderFormat,
    LadderStatus,
    LadderTerms,
    PairingKind,
    PairingReason,
    SequentialTest,
    SequentialTestStanding,
    SequentialVerdict,
)
from saqqara_service.storage.ladders.rows import CountedMatch, Planned, Schedule, StoredTerms
from saqqara_service.storage.ladders.rulings import Rulings
from tests.service.application.ladders.sequential_ladders import TEST, a_test, go_on
from tests.service.ladders import some_terms
from tests.service.lookups import ladder_of

NEW, OLD = "bNEW", "bOLD"


def stored() -> StoredTerms:
    """A gauntlet of the new bot with a test."""
    asked = some_terms(
        format=LadderFormat.GAUNTLET, blocks=None, rounds=200, challenger=NEW, sequential_test=TEST
    )
    return StoredTerms(**dict(asked.terms), id="l", account_id="a", players=2, created_ms=0)


@dataclass
class Plan:
    """A schedule that is written by hand, at tables for two."""

    found: dict[str, Planned] = field(default_factory=dict)
    outcomes: dict[str, str] = field(default_factory=dict)
    results: list[CountedMatch] = field(default_factory=list)

    def block(self, *became: str, version: int = 1) -> None:
        """One more block: a seating is `won` or `lost` by the new bot, `open`, or what became."""
        number = max((one.block for one in self.found.values()), default=-1) + 1
        for rotation, said in enumerate(became):
            one = Planned(
                block=number,
                rotation=rotation,
                attempt=1,
                bots=(NEW, OLD)[:: -1 if rotation else 1],
                pairing=PairingReason(kind=PairingKind.GAUNTLET, bots=[]),
            )
            match_id = one.match_id("l")
            self.found[match_id] = one
            if said not in {"won", "lost", "open"}:
                self.outcomes[match_id] = said
            elif said != "open":
                places = (1, 2) if (said == "won") is (rotation == 0) else (2, 1)
                self.outcomes[match_id] = str(len(self.results) + 1)
                self.results.append(
                    CountedMatch(
                        match_id=match_id,
                        bots=one.bots,
                        versions=tuple(version if bot == NEW else 1 for bot in one.bots),
                        places=places,
                        totals=(0, 0),
                        kept_time=(True, True),
                        ended_ms=0,
                    )
                )

    @property
    def standing(self) -> SequentialTestStanding | None:
        """What the test says of it."""
        schedule = Schedule(planned=self.found, outcomes=self.outcomes, results=self.results)
        return sequential.standing(stored(), schedule, Rulings())


def test_blocks_count_in_the_order_of_the_plan_and_whole() -> None:
    """A quick win is not counted before a slow game: who loses slowly would gain by it."""
    plan = Plan()
    plan.block("won", "open")
    for _ in range(40):
        plan.block("won", "won")
    assert plan.standing is None
    plan.outcomes["l-b0-r1"] = "given_up"
    now = plan.standing
    assert now is not None
    assert now.verdict is SequentialVerdict.ABOVE_ELO0
    assert now.over
    assert [(one.score, one.blocks) for one in now.counts] == [(1.0, now.blocks)]
    assert now.low < now.elo < now.high


def test_how_long_it_takes_is_told_from_the_start() -> None:
    """Before a block by the hypotheses, then by its blocks; no more than there are, and no less."""
    found = sequential.budget(stored())
    assert found is not None
    assert found.if_stronger == found.if_not < found.between
    plan = Plan()
    for _ in range(3):
        plan.block("won", "lost")
        now = plan.standing
        assert now is not None
        assert found.if_stronger // 2 < now.expected_blocks < 2 * found.between
    for _ in range(40):
        plan.block("won", "won")
    now = plan.standing
    assert now is not None
    assert now.expected_blocks == now.blocks < 43
    plan = Plan()
    plan.block("won", "lost")
    plan.block("won", "won", version=2)
    assert plan.standing is not None
    assert plan.standing.expected_blocks == 1, "it ended"
    assert sequential.budget(stored().model_copy(update={"sequential_test": None})) is None


@pytest.mark.parametrize(
    "test",
    [
        {"elo0": -1000, "elo1": -999},
        {"elo1": 0.1, "alpha": 1e-9, "beta": 1e-9},
        {"elo1": 10, "alpha": 1e-309, "beta": 5e-324},
    ],
)
async def test_a_test_that_would_take_for_ever_breaks_no_list(
    svc: Service, client: httpx.AsyncClient, test: dict[str, float]
) -> None:
    """Whoever asks for it: how long it takes is told as far as a number of the schema can."""
    enrolled, _ = await a_test(svc)
    terms = enrolled.ladder.model_dump(include={*LadderTerms.model_fields})
    asked = some_terms(**terms | {"blocks": None, "sequential_test": test})
    made = await ladders.create(svc, enrolled.owner, asked)
    text = "{ ladders(first: 5) { nodes { id testBudget { ifStronger ifNot between } } } }"
    body = (await client.post("/graphql", json={"query": text})).json()
    assert "errors" not in body
    (found,) = [one for one in body["data"]["ladders"]["nodes"] if one["id"] == made.id]
    assert all(0 < blocks < 2**31 for blocks in found["testBudget"].values())


def test_what_comes_after_the_verdict_does_not_change_it() -> None:
    """Also where many blocks were under way when it fell."""
    plan = Plan()
    for _ in range(40):
        plan.block("won", "won")
    before = plan.standing
    for _ in range(200):
        plan.block("lost", "lost")
    assert before is not None
    assert plan.standing == before


def test_another_version_ends_the_test() -> None:
    """What was measured is not what would be measured; nor can one try again until it goes well."""
    plan = Plan()
    plan.block("won", "lost")
    plan.block("won", "won", version=2)
    for _ in range(40):
        plan.block("won", "won")
    now = plan.standing
    assert now is not None
    assert (now.verdict, now.over, now.blocks) == (SequentialVerdict.OPEN, True, 1)


@pytest.mark.parametrize(
    "changed",
    [
        {"sequential_test": SequentialTest(elo0=10, elo1=10)},
        {"format": LadderFormat.ROUND_ROBIN, "challenger": None},
        {"every": "hour 15"},
        {"sequential_test": None, "rounds": 200},
    ],
)
async def test_a_test_that_cannot_be_made_is_refused(changed: dict[str, object]) -> None:
    """With what is wrong, before anything is made."""
    asked = dict(stored()) | changed
    terms = LadderTerms.model_validate({name: asked[name] for name in LadderTerms.model_fields})
    with pytest.raises(Malformed):
        ladders.checked(terms)


async def test_a_ladder_ends_when_its_test_is_decided(svc: Service) -> None:
    """No match begins after that, those that wait are given up, and the last table has it."""
    enrolled, new = await a_test(svc)
    (old,) = enrolled.callers.keys() - {new}
    ladder = enrolled.ladder
    while ladder.status is LadderStatus.RUNNING:
        ladder = await go_on(svc, enrolled, old)
    assert ladder.status is LadderStatus.FINISHED
    now = ladder.test_standing
    assert now is not None
    assert (now.verdict, now.over, now.flags) == (SequentialVerdict.ABOVE_ELO0, True, 0)
    points = {
        one.bot_id: one.points
        for one in await scores.listed(svc, None, questions.LadderQuestion(ladder_id=ladder.id))
    }
    assert points == {new: 1, old: 0}
    assert now.blocks * 2 <= ladder.matches_settled < 100
    assert ladder.matches_settled + ladder.matches_given_up <= ladder.matches_planned
    await fits.fit(svc, ladder.id)
    found = await svc.seasons.progress(ladder.id)
    assert found is not None
    assert found.is_done

    await rulings.annul(
        svc,
        enrolled.owner,
        questions.Annul(ladder_id=ladder.id, bot_id=old, reason="it gave games away"),
    )
    await rulings.refold(svc, ladder.id)
    await fits.fit(svc, ladder.id)
    assert (await ladder_of(svc, ladder.id)).test_standing is None


async def test_a_new_version_ends_a_running_test(svc: Service) -> None:
    """The verdict stays open; whoever wants to know makes another test."""
    enrolled, new = await a_test(svc)
    (old,) = enrolled.callers.keys() - {new}
    ladder = await go_on(svc, enrolled, old)
    await fits.fit(svc, ladder.id)
    found = await svc.seasons.progress(ladder.id)
    assert found is not None
    assert found.test_standing is not None
    assert found.settled_ms is not None
    assert found.started_ms is not None
    lasts_ms = found.settled_ms - found.started_ms
    expected = 2 * found.test_standing.expected_blocks
    assert forecast_end_ms(found) == found.started_ms + lasts_ms * expected // found.settled
    assert expected < planned_matches(found), "the test ends before its rounds do"
    await versions.create(svc, enrolled.owner, questions.CreateBotVersion(bot_id=old, name="two"))
    ladder = enrolled.ladder
    while ladder.status is LadderStatus.RUNNING:
        ladder = await go_on(svc, enrolled, new)
    assert ladder.test_standing is not None
    assert ladder.test_standing.verdict is SequentialVerdict.OPEN
    assert ladder.test_standing.over
    assert ladder.matches_settled < 20
