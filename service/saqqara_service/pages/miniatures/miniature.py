"""The small picture of a match: its table at a moment, and who plays with how many points."""

from __future__ import annotations

from collections.abc import Sequence

from saqqara_engine.chance import SEED_BYTES
from saqqara_engine.duel.view import Builder
from saqqara_engine.duel.view import View as DuelView
from saqqara_engine.games import find_game
from saqqara_engine.imhotep.views.table_view import SeatView as ImhotepSeat
from saqqara_engine.imhotep.views.view import View as ImhotepView
from saqqara_engine.layout import Layout
from saqqara_service.application.matches.views import PublicView
from saqqara_service.models import MatchStatus
from saqqara_service.pages.miniatures import canvas, duel, imhotep


def miniature(seen: PublicView, theme: str) -> str:
    """The picture as SVG, from what the public sees alone."""
    layout, palette = find_game(seen.match.game).layout(seen.view.options), canvas.PALETTES[theme]
    picture = canvas.Picture(
        title=str(layout.title),
        sitters=sitters(seen, layout),
        body=_body(seen.view, layout, palette),
    )
    return canvas.drawn(picture, palette)


def beginning(name: str, theme: str) -> str:
    """How a game begins, as one table of it may: the same for everybody."""
    game, palette = find_game(name), canvas.PALETTES[theme]
    options = game.parse_options({})
    layout = game.layout(options)
    view = game.view(game.new_game(options, bytes(SEED_BYTES)), None)
    picture = canvas.Picture(
        title=str(layout.title),
        sitters=[
            canvas.Sitter(
                name=str(one.title),
                colour=one.colour,
                points=0,
                is_asked=view.to_act == one.seat,
                is_first=False,
            )
            for one in layout.seats
        ],
        body=_body(view, layout, palette),
    )
    return canvas.drawn(picture, palette)


def sitters(seen: PublicView, layout: Layout) -> list[canvas.Sitter]:
    """Who sits there, with the points that the match would end with at that moment."""
    match, view = seen.match, seen.view
    scores = [one.projected for one in _parts(view)]
    places = {one.seat: one.place for one in match.result.seats} if match.result else {}
    is_over = view.to_act is None and match.status is MatchStatus.FINISHED
    return [
        canvas.Sitter(
            name=seat.player_name or colour.title.text,
            colour=colour.colour,
            points=score.total,
            is_asked=view.to_act == seat.seat,
            is_first=is_over and places.get(seat.seat) == 1,
        )
        for seat, colour, score in zip(match.seats, layout.seats, scores, strict=True)
    ]


def _parts(view: ImhotepView | DuelView) -> Sequence[ImhotepSeat | Builder]:
    return view.builders if isinstance(view, DuelView) else view.seats


def _body(view: ImhotepView | DuelView, layout: Layout, palette: canvas.Palette) -> list[str]:
    match view:
        case DuelView():
            return duel.body(view, palette)
        case ImhotepView():
            return imhotep.body(view, layout, palette)
