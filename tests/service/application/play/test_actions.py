"""Acting: what is refused and why, and that an action counts once."""

from __future__ import annotations

import asyncio
import random
from contextlib import aclosing
from dataclasses import dataclass

import pytest
import redis

from saqqara_service import questions
from saqqara_service.application.caches.tables import Tables
from saqqara_service.application.folds.results import undecided
from saqqara_service.application.matches import matches
from saqqara_service.application.play import decisions, endings, explanations
from saqqara_service.application.service import Service, open_service
from saqqara_service.errors import (
    ActionIdReused,
    ApplicationError,
    IllegalAction,
    Malformed,
    MatchOver,
    NotFound,
    NotYourSeat,
    NotYourTurn,
    SeatResigned,
    StaleVersion,
    WrongState,
)
from saqqara_service.models import Acted, Caller, EndReason
from saqqara_service.settings import Settings
from saqqara_service.storage.matches.matches import Commit
from tests.service.actions import act
from tests.service.feed_items import feed_of, next_item, page_of
from tests.service.lookups import match_of
from tests.service.matches import (
    Seated,
    a_match,
    act_at_random,
    an_owner,
    legal_now,
    play_out,
    some_bots,
)
from tests.service.store_contents import contents


@dataclass(frozen=True, slots=True)
class Call:
    """The arguments of one `act` that would be accepted."""

    caller: Caller
    match_id: str
    action: str
    version: int
    action_id: str = "one"

    async def make(self, svc: Service, **other: object) -> Acted:
        """Make the call, with some arguments replaced."""
        fields = {name: getattr(self, name) for name in self.__slots__} | other
        return await act(svc, *fields.values())


async def a_good_call(svc: Service, seated: Seated) -> Call:
    """What the seat to act may do now."""
    match, legal = await legal_now(svc, seated.id)
    assert match.to_act is not None
    return Call(seated.callers[match.to_act], seated.id, legal[0], match.version)


def everything(settings: Settings) -> dict[bytes, object]:
    """All that the store holds, byte for byte, but for budgets, which lapse by themselves."""
    assert settings.redis_url is not None
    with redis.Redis.from_url(settings.redis_url) as client:
        return contents(client, [key for key in client.scan_iter() if b"budget" not in key])


WHY = {"action", "currentVersion", "count", "broken", "allowedWords"}
REFUSALS: list[tuple[dict[str, object], type[ApplicationError], set[str]]] = [
    ({"match_id": "nowhere"}, NotFound, set()),
    ({"match_id": "{b00}:match:x"}, NotFound, set()),
    ({"action": "place 9.9"}, IllegalAction, WHY),
    ({"action": "fly to the moon"}, IllegalAction, WHY),
    ({"action": ""}, IllegalAction, WHY),
    ({"action": "x" * 10_000}, IllegalAction, WHY),
    ({"action": "take 3"}, IllegalAction, WHY | {"place"}),
    ({"action": 10**6}, IllegalAction, {"action", "broken", "currentVersion"}),
    ({"version": 0}, StaleVersion, {"currentVersion", "events"}),
    ({"version": -1}, StaleVersion, {"currentVersion", "events"}),
    ({"version": 2}, StaleVersion, {"currentVersion", "events"}),
    ({"version": 10**30}, StaleVersion, {"currentVersion", "events"}),
    ({"action_id": ""}, Malformed, set()),
    ({"action_id": "auto:1"}, Malformed, set()),
    ({"action_id": "a" * 65}, Malformed, set()),
    ({"action_id": "line\nbreak"}, Malformed, set()),
]


@pytest.mark.parametrize(("other", "error", "facts"), REFUSALS)
async def test_a_refused_call_changes_nothing_and_says_why(
    svc: Service,
    settings: Settings,
    other: dict[str, object],
    error: type[ApplicationError],
    facts: set[str],
) -> None:
    """Every refusal is typed, carries its facts, and leaves the store as it was."""
    seated = await a_match(svc)
    call = await a_good_call(svc, seated)
    before = everything(settings)
    async with open_service(settings) as fresh_svc:
        for process in (svc, fresh_svc):
            with pytest.raises(error) as refusal:
                await call.make(process, **other)
            assert set(refusal.value.facts()) == facts
            assert len(refusal.value.message) < 400
    assert everything(settings) == before
    assert (await call.make(svc)).version == 2


async def test_only_the_seat_that_is_asked_may_act(svc: Service) -> None:
    """Another seat hears whose turn it is, who has no seat hears so."""
    seated = await a_match(svc)
    call = await a_good_call(svc, seated)
    other = next(caller for caller in seated.callers if caller != call.caller)
    with pytest.raises(NotYourTurn) as refusal:
        await call.make(svc, caller=other)
    assert refusal.value.facts() == {"seat": 0, "currentVersion": 1}
    (stranger,) = await some_bots(svc, await an_owner(svc, "stranger"), 1)
    with pytest.raises(NotYourSeat):
        await call.make(svc, caller=stranger)
    with pytest.raises(NotYourSeat, match="own token"):
        await call.make(svc, caller=seated.owner)


async def test_an_illegal_action_is_told_from_a_misspelt_one(svc: Service) -> None:
    """The sentence says whether the notation was wrong or the moment, and how many are legal."""
    seated = await a_match(svc)
    call = await a_good_call(svc, seated)
    _match, legal = await legal_now(svc, seated.id)
    with pytest.raises(IllegalAction, match=f"not valid notation.*{len(legal)} actions are legal"):
        await call.make(svc, action="Sail Away")
    with pytest.raises(IllegalAction, match=r"No action `take` is legal now\. Legal: get, place\."):
        await call.make(svc, action="take 3")


async def test_an_offered_action_can_be_taken_by_its_code(svc: Service) -> None:
    """The code on offer names the action; with one action id it is one decision with the text."""
    seated = await a_match(svc)
    call = await a_good_call(svc, seated)
    async with aclosing(feed_of(svc, call.caller)) as feed:
        turn = (await next_item(feed)).turn
    assert turn is not None
    offered = turn.offered()[-1]
    first = await call.make(svc, action=offered.code)
    assert (await page_of(svc, seated.id, None, 10))[0][-1].action == offered.notation
    again = await call.make(svc, action=offered.notation)
    assert again == first.model_copy(update={"repeated": True})


async def test_who_is_late_hears_what_happened_since(svc: Service, other_svc: Service) -> None:
    """A stale action is told the events it missed, the first fifty of them."""
    seated = await a_match(svc)
    rng = random.Random(4)
    for _ in range(60):
        await act_at_random(svc, seated, rng)
    log = await svc.matches.log(seated.id, 0, None)
    for process in (svc, other_svc):
        for version in (1, 7, 58, 60):
            call = Call(seated.callers[0], seated.id, "get", version)
            with pytest.raises(StaleVersion) as refusal:
                await call.make(process)
            assert refusal.value.events == log[version : version + 50]


async def test_explaining_changes_nothing_and_agrees_with_acting(
    svc: Service, settings: Settings
) -> None:
    """Every action is explained as acting would answer it."""
    seated = await a_match(svc)
    rng = random.Random(5)
    for _ in range(30):
        match, legal = await legal_now(svc, seated.id)
        assert match.to_act is not None
        caller = seated.callers[match.to_act]
        before = everything(settings)
        for text in ("get", "place 1.1", "sail 1 market", "take 2", "place 9", legal[0]):
            explanation = await explanations.explain(
                svc, caller, questions.Explain(match_id=seated.id, action=text)
            )
            assert (explanation.version, explanation.seat, explanation.action) == (
                match.version,
                match.to_act,
                text,
            )
            assert explanation.legal == (text in legal)
            if not explanation.legal:
                with pytest.raises(IllegalAction) as refusal:
                    await act(svc, caller, seated.id, text, match.version, "probe")
                assert refusal.value.message.startswith(explanation.reason)
                assert refusal.value.broken == explanation.broken
                assert refusal.value.allowed_words == explanation.allowed_words
        assert everything(settings) == before
        with pytest.raises(NotYourTurn):
            await explanations.explain(
                svc,
                seated.callers[1 - match.to_act],
                questions.Explain(match_id=seated.id, action="get"),
            )
        await act_at_random(svc, seated, rng)
    await play_out(svc, seated, rng)
    with pytest.raises(MatchOver):
        await explanations.explain(
            svc, seated.callers[0], questions.Explain(match_id=seated.id, action="get")
        )


async def test_before_the_start_nobody_acts(svc: Service) -> None:
    """A match that waits for its start takes no action."""
    seated = await a_match(svc, start=False)
    with pytest.raises(WrongState):
        await act(svc, seated.callers[0], seated.id, "get", 0, "one")


async def test_a_repeated_action_is_answered_as_the_first_time(
    svc: Service, other_svc: Service
) -> None:
    """The same id and payload give the same answer, also later, elsewhere and after the end."""
    seated = await a_match(svc)
    call = await a_good_call(svc, seated)
    first = await call.make(svc)
    assert not first.repeated
    for process in (svc, other_svc):
        again = await call.make(process)
        assert again == first.model_copy(update={"repeated": True})
    await play_out(svc, seated, random.Random(1))
    for process in (svc, other_svc):
        assert (await call.make(process)) == first.model_copy(update={"repeated": True})


@pytest.mark.parametrize("change", [{"action": "pass"}, {"version": 2}])
async def test_an_action_id_names_one_action_at_one_version(
    svc: Service, change: dict[str, object]
) -> None:
    """The same id with another action or version is refused, and the first stands."""
    seated = await a_match(svc)
    call = await a_good_call(svc, seated)
    await call.make(svc)
    with pytest.raises(ActionIdReused):
        await call.make(svc, **change)
    assert (await match_of(svc, seated.id)).version == 2


async def test_after_the_end_nobody_acts(svc: Service) -> None:
    """A finished match refuses with its last version."""
    seated = await a_match(svc)
    call = await a_good_call(svc, seated)
    match = await play_out(svc, seated, random.Random(2))
    with pytest.raises(MatchOver) as refusal:
        await call.make(svc, action_id="late")
    assert refusal.value.facts() == {"currentVersion": match.version}


@pytest.mark.parametrize("how", ["voided", "resigned"])
async def test_the_script_refuses_what_changed_behind_a_process(
    svc: Service, other_svc: Service, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    """Its reason and version are the answer; the process does not look again to find them out."""
    seated = await a_match(svc, 3)
    call = await a_good_call(svc, seated)
    if how == "voided":
        await endings.void(other_svc, None, questions.VoidMatch(match_id=seated.id, note="a trial"))
    else:
        await endings.resign(other_svc, call.caller, questions.ResignMatch(match_id=seated.id))
    version = (await matches.load(other_svc, seated.id)).match.version
    with monkeypatch.context() as patch:
        patch.setattr(Tables, "fresh", None)
        with pytest.raises(MatchOver if how == "voided" else SeatResigned) as caught:
            await call.make(svc)
    assert caught.value.facts() == {"currentVersion": version}
    assert version > call.version


async def test_of_two_writers_one_wins(svc: Service, other_svc: Service) -> None:
    """Two processes commit at the same version: one is applied, the other told the new version."""
    for _ in range(20):
        seated = await a_match(svc)
        call = await a_good_call(svc, seated)
        await other_svc.tables.fresh(seated.id)
        answers = await asyncio.gather(
            call.make(svc, action_id="here"),
            call.make(other_svc, action_id="there"),
            return_exceptions=True,
        )
        (loser,) = [answer for answer in answers if isinstance(answer, StaleVersion)]
        (winner,) = [answer for answer in answers if isinstance(answer, Acted)]
        assert winner.version == loser.current_version == 2
        assert (await match_of(svc, seated.id)).version == 2


async def test_the_same_action_at_once_counts_once(svc: Service, other_svc: Service) -> None:
    """Ten simultaneous calls with one id, over two processes, are one action and one answer."""
    seated = await a_match(svc)
    call = await a_good_call(svc, seated)
    answers = await asyncio.gather(*(call.make(one) for one in [svc, other_svc] * 5))
    assert sorted(answer.repeated for answer in answers) == [False] + [True] * 9
    first, *others = sorted(answers, key=lambda answer: answer.repeated)
    assert all(other == first.model_copy(update={"repeated": True}) for other in others)
    assert (await match_of(svc, seated.id)).version == 2


async def test_a_caller_that_goes_away_does_not_undo_its_action(svc: Service) -> None:
    """Cancelling a call cannot half-apply it: the script runs to its end or never began."""
    seated = await a_match(svc)
    rng = random.Random(3)
    for _ in range(30):
        call = await a_good_call(svc, seated)
        task = asyncio.create_task(call.make(svc, action_id=f"c-{call.version}"))
        await asyncio.sleep(rng.random() * 0.002)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        answer = await call.make(svc, action_id=f"c-{call.version}")
        assert answer.version == call.version + 1
    assert (await act_at_random(svc, seated, rng)).version == 32


async def test_a_draft_that_is_tried_again_keeps_no_result(svc: Service) -> None:
    """A table that was behind may have ended the game; the next try on another does not."""
    seated = await a_match(svc)
    match, legal = await legal_now(svc, seated.id)
    table, _now = await svc.tables.fresh(seated.id)
    commit = Commit(seated.id, match.to_act or 0, legal[0], match.version, "one")
    commit.result = undecided(EndReason.OUTAGE)
    action = decisions.admit(table, commit.seat, commit.version, commit.action)
    _reply, after = await decisions.commit_action(svc, table, commit, action)
    assert after.match.result is None
