"""The page on which a person lets an app in; without any script."""

from __future__ import annotations

from functools import cache
from html import escape
from http import HTTPStatus
from pathlib import Path
from string import Template
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from saqqara_service.contract.rendered import Rendered
from saqqara_service.models import Scope
from saqqara_service.pages.security import POLICY, page_policy

STYLE: Final = "/oauth/page.css"
WHAT: Final = {
    Scope.MATCH_PLAY: "take seats and play in your name",
    Scope.MATCH_READ: "see your own seats and what is asked of you",
    Scope.LADDER_JOIN: "enter your bots in ladders",
    Scope.ACCOUNT_MANAGE: "make bots, tokens, matches and ladders, and change your profile",
}
"""What each scope lets an app do, as the page says it."""
_HERE: Final = Path(__file__).parent


def consent(
    *,
    app_name: str,
    origin: str,
    scopes: list[Scope],
    words: dict[str, str],
    has_guests: bool,
    problem: str | None,
) -> Response:
    """The question; the browser may send the answer only to us and on to the app."""
    hidden = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
        for name, value in words.items()
    )
    guest = '<button name="decision" value="guest" formnovalidate>Play as a guest</button>'
    text = _template("consent.html").substitute(
        app=escape(app_name),
        origin=escape(origin),
        scopes="".join(f"<li>{escape(WHAT[scope])}</li>" for scope in scopes),
        hidden=hidden,
        guest=guest if has_guests else "",
        problem=f'<p role="alert">{escape(problem)}</p>' if problem else "",
    )
    status = HTTPStatus.BAD_REQUEST if problem else HTTPStatus.OK
    return HTMLResponse(text, status, _headers(page_policy(form_action=origin)))


def refused(why: str) -> Response:
    """The app cannot be let in, and why."""
    text = _template("refused.html").substitute(why=escape(why))
    return HTMLResponse(text, HTTPStatus.BAD_REQUEST, _headers(page_policy()))


async def style(request: Request) -> Response:
    """The style sheet of both pages."""
    return _style().answer(request)


@cache
def _style() -> Rendered:
    return Rendered((_HERE / "page.css").read_bytes(), "text/css; charset=utf-8")


@cache
def _template(name: str) -> Template:
    return Template((_HERE / name).read_text(encoding="utf-8"))


def _headers(policy: str) -> dict[str, str]:
    return {POLICY: policy, "cache-control": "no-store"}
