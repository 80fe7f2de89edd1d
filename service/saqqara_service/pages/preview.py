"""The picture of a match at a moment, for whoever shows a link to it.

It tells only what the public may see, and costs whoever asks as much as any question.
"""

from __future__ import annotations

import re
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from saqqara_service.application.limits.meter import in_thread
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.matches import courses, layouts
from saqqara_service.application.operations.observation import name_match, observed
from saqqara_service.application.service import Service
from saqqara_service.contract.rendered import FOR_EVER, cacheable
from saqqara_service.errors import Malformed
from saqqara_service.models import MatchStatus
from saqqara_service.pages.picture import THEMES, Picture, PictureSeat, drawn

PATH: Final = "/matches/{match_id}/preview.png"
PLY: Final = re.compile(r"[0-9]{1,6}")
_OVER: Final = frozenset({MatchStatus.FINISHED, MatchStatus.VOID})


def routes() -> list[Route]:
    """The address of the picture."""
    return [Route(PATH, _served)]


async def _served(request: Request) -> Response:
    """The picture at `ply` (default: as far as it is told) in the colours of `theme`."""
    svc: Service = request.app.state.service
    match_id: str = request.path_params["match_id"]
    client = request.state.client
    svc.rate_limits.demand_unspent(client, None, Charge.USUAL)
    await svc.rate_limits.charge(client, None, Charge.USUAL)
    with observed(svc, "pages", "preview", request.headers):
        name_match(match_id)
        version, theme = _version(request), _theme(request)
        await svc.cost_queue.enter(("pages", "preview"))
        course = await courses.course(svc, match_id, version)
        png = await in_thread(drawn, _picture(course, theme))
    answer = cacheable(request, Response(png, media_type="image/png"))
    if version is not None and course.match.status in _OVER:
        answer.headers["cache-control"] = FOR_EVER
    return answer


def _version(request: Request) -> int | None:
    """The version after that ply; the page of the match counts in the same way."""
    text = request.query_params.get("ply")
    if text is None:
        return None
    if PLY.fullmatch(text) is None:
        raise Malformed("`ply` must be a whole number from 0, such as ?ply=12.", pointer="/ply")
    return int(text) + 1


def _theme(request: Request) -> str:
    theme = request.query_params.get("theme", "light")
    if theme not in THEMES:
        raise Malformed(f"`theme` must be one of {', '.join(THEMES)}.", pointer="/theme")
    return theme


def _picture(course: courses.PointsCourse, theme: str) -> Picture:
    match = course.match
    table = layouts.layout(match.game, match.options, None)
    last, shown = match.version - 1, len(course.points) - 1
    return Picture(
        title=table.title,
        moment=f"{shown} of {last}",
        players=tuple(
            PictureSeat(
                name=seat.player_name or "",
                colour_name=colour.title,
                colour=colour.colour,
                points=tuple(points[seat.seat] for points in course.points),
            )
            for seat, colour in zip(match.seats, table.seats, strict=True)
        ),
        theme=theme,
    )
