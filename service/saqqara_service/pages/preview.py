"""The pictures of a match at a moment: for whoever shows a link to it, and for cards of matches.

They tell only what the public may see, and cost whoever asks as much as any question.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Final, TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from saqqara_engine.games import GAMES
from saqqara_service.application.limits.meter import in_thread
from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.application.matches import courses, layouts, views
from saqqara_service.application.operations.observation import name_match, observed
from saqqara_service.application.service import Service
from saqqara_service.contract.rendered import FOR_EVER, Rendered, cacheable
from saqqara_service.errors import Malformed, NotFound
from saqqara_service.models import Match, MatchStatus
from saqqara_service.pages.miniatures.miniature import beginning, miniature
from saqqara_service.pages.picture import THEMES, Picture, PictureSeat, drawn

SVG: Final = "image/svg+xml"
PLY: Final = re.compile(r"[0-9]{1,6}")
_OVER: Final = frozenset({MatchStatus.FINISHED, MatchStatus.VOID})
Drawer: TypeAlias = Callable[[Service, str, int | None, str], Awaitable[tuple[Match, Response]]]
"""Draws a match by its id at a version (None: as far as it is told) in the colours of a theme."""


def routes() -> list[Route]:
    """The addresses of the pictures."""
    matches = [Route(f"/matches/{{match_id}}/{name}", _served) for name in _DRAWERS]
    return [*matches, Route("/games/{game}/board.svg", _begun)]


async def _served(request: Request) -> Response:
    """The picture at `ply` (default: as far as it is told) in the colours of `theme`."""
    svc: Service = request.app.state.service
    match_id: str = request.path_params["match_id"]
    name = request.url.path.rpartition("/")[2]
    operation, draw = _DRAWERS[name]
    client = request.state.client
    svc.rate_limits.demand_unspent(client, None, Charge.USUAL)
    await svc.rate_limits.charge(client, None, Charge.USUAL)
    with observed(svc, "pages", operation, request.headers):
        name_match(match_id)
        version, theme = _version(request), _theme(request)
        await svc.cost_queue.enter(("pages", operation))
        match, picture = await draw(svc, match_id, version, theme)
    answer = cacheable(request, picture)
    if version is not None and match.status in _OVER:
        answer.headers["cache-control"] = FOR_EVER
    return answer


async def _begun(request: Request) -> Response:
    """How a game begins, for a page that has no match to show."""
    game = request.path_params["game"]
    if game not in GAMES:
        raise NotFound(f"There is no game {game[:40]!r}. Use one of {', '.join(GAMES)}.")
    return _beginning(game, _theme(request)).answer(request)


@cache
def _beginning(game: str, theme: str) -> Rendered:
    return Rendered(beginning(game, theme), SVG)


async def _preview(
    svc: Service, match_id: str, version: int | None, theme: str
) -> tuple[Match, Response]:
    course = await courses.course(svc, match_id, version)
    png = await in_thread(drawn, _picture(course, theme))
    return course.match, Response(png, media_type="image/png")


async def _board(
    svc: Service, match_id: str, version: int | None, theme: str
) -> tuple[Match, Response]:
    seen = await views.public(svc, match_id, version)
    return seen.match, Response(miniature(seen, theme), media_type=SVG)


_DRAWERS: Final[dict[str, tuple[str, Drawer]]] = {
    "preview.png": ("preview", _preview),
    "board.svg": ("board", _board),
}


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
