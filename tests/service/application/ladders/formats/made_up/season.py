"""A season of the made-up format, played by a service that has its module and its rows."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from saqqara_service import questions
from saqqara_service.application.ladders import ladders, scores
from saqqara_service.application.operations import server
from saqqara_service.application.service import open_service
from saqqara_service.errors import Malformed
from saqqara_service.models import LadderStatus
from saqqara_service.settings import Settings
from tests.service.ladder_folds import whole_schedule
from tests.service.ladders import a_ladder, finish, some_terms

BLOCKS = 5


async def season(redis_url: str, folder: str) -> None:
    """Play it, and look at all that the format decides."""
    settings = Settings(redis_url=redis_url, data=Path(folder), blobs=folder)
    async with open_service(settings) as svc:
        about = await server.about(svc, None, questions.NoQuestion())
        assert "hill" in {str(one.format) for one in about.formats}
        enrolled = await a_ladder(svc, 3, 2, BLOCKS, format="hill")
        ladder = await finish(svc, enrolled)
        assert (ladder.status, ladder.matches_settled) == (LadderStatus.FINISHED, 2 * BLOCKS)
        lines = await whole_schedule(svc, enrolled.id)
        names = {one.bot_id: one.bot_name for one in await svc.entries.listed(enrolled.id)}
        assert {line.reason for line in lines} == {
            f"{names[line.pairing.bots[0].bot_id]} is king" for line in lines if line.pairing
        }
        table = await scores.listed(svc, None, questions.LadderQuestion(ladder_id=enrolled.id))
        assert sum(row.points for row in table) == BLOCKS
        try:
            await ladders.create(svc, enrolled.owner, some_terms(format="hill", rounds=1))
        except Malformed as refusal:
            assert "The format hill has no number of rounds" in str(refusal)  # noqa: PT017
        else:
            raise AssertionError("rounds were accepted")


if __name__ == "__main__":
    asyncio.run(season(*sys.argv[1:]))
