"""What can be wrong with naming an action, with explaining it and with ending a match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from tests.service.api.refusals import Scene, act
from tests.service.transports import Answer, Transport


async def action_named_twice(transport: Transport, scene: Scene) -> Answer:
    return await act(transport, scene, scene.to_act, code=0)


async def action_not_named(transport: Transport, scene: Scene) -> Answer:
    return await act(transport, scene, scene.to_act, action=None)


async def unknown_code(transport: Transport, scene: Scene) -> Answer:
    answer = await act(transport, scene, scene.to_act, action=None, code=999_999)
    assert answer.facts["broken"] == "notation"
    return answer


async def explain_of_a_stranger(transport: Transport, scene: Scene) -> Answer:
    return await transport.explain(scene.stranger, {"action": "get"}, scene.match["id"])


async def explain_to_who_waits(transport: Transport, scene: Scene) -> Answer:
    return await transport.explain(scene.waiting, {"action": "get"}, scene.match["id"])


async def explain_nothing(transport: Transport, scene: Scene) -> Answer:
    return await transport.explain(scene.to_act, {}, scene.match["id"])


async def explain_an_unknown_code(transport: Transport, scene: Scene) -> Answer:
    return await transport.explain(scene.to_act, {"code": 999_999}, scene.match["id"])


async def end(
    transport: Transport, scene: Scene, how: str, token: str | None, **ask: object
) -> Answer:
    return await transport.do(how, token, ask, scene.match["id"])


async def resign_of_a_stranger(transport: Transport, scene: Scene) -> Answer:
    return await end(transport, scene, "resignMatch", scene.stranger)


async def resign_of_the_owner(transport: Transport, scene: Scene) -> Answer:
    return await end(transport, scene, "resignMatch", scene.party.owner)


async def resign_of_nobody(transport: Transport, scene: Scene) -> Answer:
    return await end(transport, scene, "resignMatch", None)


async def resign_nowhere(transport: Transport, scene: Scene) -> Answer:
    return await transport.do("resignMatch", scene.to_act, {}, "mDoesNotExist")


async def abort_of_a_stranger(transport: Transport, scene: Scene) -> Answer:
    return await end(transport, scene, "abortMatch", scene.stranger)


async def abort_with_a_reason(transport: Transport, scene: Scene) -> Answer:
    return await end(transport, scene, "abortMatch", scene.to_act, note="tired")


async def void_of_a_bot(transport: Transport, scene: Scene) -> Answer:
    return await end(transport, scene, "voidMatch", scene.to_act, note="unfair")


async def void_of_the_owner(transport: Transport, scene: Scene) -> Answer:
    return await end(transport, scene, "voidMatch", scene.party.owner, note="unfair")


async def void_without_a_note(transport: Transport, scene: Scene) -> Answer:
    return await end(transport, scene, "voidMatch", scene.party.owner)


async def void_with_an_empty_note(transport: Transport, scene: Scene) -> Answer:
    return await end(transport, scene, "voidMatch", scene.party.owner, note="")


async def void_for_another_reason(transport: Transport, scene: Scene) -> Answer:
    return await end(transport, scene, "voidMatch", scene.party.owner, note="so", reason="played")


CASES: list[tuple[str, Callable[[Transport, Scene], Awaitable[Answer]]]] = [
    ("malformed", action_named_twice),
    ("malformed", action_not_named),
    ("illegal_action", unknown_code),
    ("not_your_seat", explain_of_a_stranger),
    ("not_your_turn", explain_to_who_waits),
    ("malformed", explain_nothing),
    ("illegal_action", explain_an_unknown_code),
    ("not_your_seat", resign_of_a_stranger),
    ("not_your_seat", resign_of_the_owner),
    ("unauthenticated", resign_of_nobody),
    ("not_found", resign_nowhere),
    ("not_your_seat", abort_of_a_stranger),
    ("malformed", abort_with_a_reason),
    ("forbidden", void_of_a_bot),
    ("forbidden", void_of_the_owner),
    ("malformed", void_without_a_note),
    ("malformed", void_with_an_empty_note),
    ("malformed", void_for_another_reason),
]
