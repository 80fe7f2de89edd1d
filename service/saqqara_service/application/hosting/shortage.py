"""What an operator has to do so that programs that were handed in can play."""

from __future__ import annotations

from saqqara_service.application.service import Service


async def warnings(svc: Service) -> list[str]:
    """Why programs wait although they are wanted, as sentences that say what to do."""
    programs = await svc.hosting.needed()
    if not await svc.hosting.has_runner():
        waiting = [
            *(["a match waits for hosted programs"] if programs else []),
            *(["a submission waits for its check"] if await svc.hosting.pending() else []),
        ]
        remedy = "no runner is active: start `saqqara-server runner`"
        return [f"{why}, and {remedy}" for why in waiting]
    places = sum(one.places for one in await svc.hosting.runners())
    if not 0 < places < programs:
        return []
    lack = f"a match waits for {programs} programs at once, but the runners have {places} places"
    return [f"{lack} in total: start another runner, or raise --places"]
