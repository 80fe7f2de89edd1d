"""What can be wrong with the clock of a match that is asked for, as cases."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.service.api.refusals import Scene, create
from tests.service.transports import UNHURRIED, Answer, Transport


async def timed(transport: Transport, scene: Scene, fault: str, **control: object) -> Answer:
    """A match with that time control, refused at that place."""
    answer = await create(transport, scene, timeControl=control)
    assert answer.facts["pointer"] == fault, answer
    return answer


async def no_base(transport: Transport, scene: Scene) -> Answer:
    answer = await timed(transport, scene, "/timeControl", kind="fischer")
    assert "fischer baseMs: Field required" in answer.message
    return answer


async def time_of_another_kind(transport: Transport, scene: Scene) -> Answer:
    answer = await timed(
        transport, scene, "/timeControl", kind="delay", baseMs=500, delayMs=5, days=2
    )
    assert "delay days" in answer.message
    return answer


async def time_for_an_untimed_match(transport: Transport, scene: Scene) -> Answer:
    return await timed(transport, scene, "/timeControl", kind="untimed", responseMs=500)


async def endless_days(transport: Transport, scene: Scene) -> Answer:
    return await timed(transport, scene, "/timeControl/days", kind="correspondence", days=15)


async def hasty_response(transport: Transport, scene: Scene) -> Answer:
    place = "/timeControl/responseMs"
    return await timed(transport, scene, place, kind="fischer", baseMs=500, responseMs=5)


async def processor_time_without_runners(transport: Transport, scene: Scene) -> Answer:
    place = "/timeControl/wallFactor"
    answer = await timed(transport, scene, place, kind="fischer", baseMs=500, wallFactor=4)
    assert "runners" in answer.message
    return answer


async def unknown_kind(transport: Transport, scene: Scene) -> Answer:
    return await create(transport, scene, timeControl={**UNHURRIED, "kind": "sundial"})


async def forfeit_among_three(transport: Transport, scene: Scene) -> Answer:
    seats = [*scene.party.ids, None]
    answer = await create(transport, scene, options={"players": 3}, seats=seats, onFlag="forfeit")
    assert answer.facts["pointer"] == "/onFlag"
    return answer


async def unknown_flag_rule(transport: Transport, scene: Scene) -> Answer:
    return await create(transport, scene, onFlag="forgive")


async def odds_for_a_third(transport: Transport, scene: Scene) -> Answer:
    answer = await create(transport, scene, timeOdds=[1, 0.5, 2])
    assert answer.facts["pointer"] == "/timeOdds"
    return answer


async def odds_of_nothing(transport: Transport, scene: Scene) -> Answer:
    answer = await create(transport, scene, timeOdds=[1, 0])
    assert answer.facts["pointer"] == "/timeOdds/1"
    return answer


async def odds_without_a_clock(transport: Transport, scene: Scene) -> Answer:
    answer = await create(transport, scene, timeControl={"kind": "untimed"}, timeOdds=[1, 2])
    assert answer.facts["pointer"] == "/timeOdds"
    return answer


CASES: list[tuple[str, Callable[[Transport, Scene], Awaitable[Answer]]]] = [
    ("malformed", case)
    for case in (
        no_base,
        time_of_another_kind,
        time_for_an_untimed_match,
        endless_days,
        hasty_response,
        processor_time_without_runners,
        unknown_kind,
        forfeit_among_three,
        unknown_flag_rule,
        odds_for_a_third,
        odds_of_nothing,
        odds_without_a_clock,
    )
]
