"""The latest fit of each ladder."""

from __future__ import annotations

from saqqara_service.storage.ladders.rows import Fit
from saqqara_service.storage.ladders.schedule.scripts import KEEP_FIT, KeepFit
from saqqara_service.storage.redis.connection import RedisConnection, answered
from saqqara_service.storage.redis.keys import key


class FitStore:
    """One table for each ladder."""

    def __init__(self, connection: RedisConnection) -> None:
        self._connection = connection

    @answered
    async def latest(self, ladder_id: str) -> Fit | None:
        """The latest fit."""
        text = await self._connection.read.hget(key("ladder_fit", ladder_id), "fit")
        return None if text is None else Fit.model_validate_json(text)

    @answered
    async def begin(self, ladder_id: str, rest_ms: int) -> bool:
        """Whether a fit may begin now; no other may for so long."""
        fitting = key("ladder_fitting", ladder_id)
        return bool(await self._connection.write.set(fitting, 1, nx=True, px=rest_ms))

    @answered
    async def rest(self, ladder_id: str, rest_ms: int) -> None:
        """Let no fit begin for so long from now on."""
        await self._connection.write.set(key("ladder_fitting", ladder_id), 1, px=rest_ms)

    async def keep(self, ladder_id: str, fit: Fit) -> None:
        """Keep a fit in place of one of fewer rulings, or of as many and fewer results.

        Where those are equal, in place of one that knew of fewer matches given up.
        """
        text = fit.model_dump_json(by_alias=False)
        arguments = KeepFit(
            results=fit.results,
            rulings=fit.rulings,
            given_up=fit.given_up,
            fit=text,
            test=fit.test.model_dump_json(by_alias=False) if fit.test else "",
        )
        await self._connection.run(KEEP_FIT, ladder_id, arguments)
