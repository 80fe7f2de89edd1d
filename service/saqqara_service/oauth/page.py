"""The page on which a person lets an app in; without any script."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from html import escape
from http import HTTPStatus
from pathlib import Path
from string import Template
from typing import Final

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from saqqara_service import languages
from saqqara_service.contract.rendered import Rendered
from saqqara_service.models import Scope
from saqqara_service.pages.security import POLICY, page_policy

STYLE: Final = "/oauth/page.css"
WHAT: Final = {
    Scope.MATCH_PLAY: "make and join matches, offer and answer challenges, and play in your name",
    Scope.MATCH_READ: "see what only your seats may see, and your challenges",
    Scope.LADDER_JOIN: "enter your bots in ladders, and withdraw them",
    Scope.ACCOUNT_MANAGE: (
        "make bots and tokens, hand programs in, run ladders, change your profile,"
        " and export everything that is stored about your account"
    ),
}
"""Everything that each scope lets an app do, as the page says it."""
CONSENT: Final = {
    "title": "Let {app} in?",
    "wants": "This app, at {origin}, wants to:",
    "token": "The token of your account",
    "promise": "The app never sees this token. It gets one of its own, which you can {revoke}.",
    "allow": "Let it in",
    "deny": "No",
}
DEVICE_WANTS: Final = (
    "The device that shows {code} wants to do this. Let it in only if that is yours:"
)
DEVICE: Final = {
    "title": "Which code does the device show?",
    "code": "The code",
    "go_on": "Go on",
}
UNKNOWN: Final = "No device shows this code, or it was typed too late."
DECIDED: Final = {True: "The device is let in", False: "The device is not let in"}
CLOSE: Final = "You can close this page."
GUEST: Final = "Play as a guest"
REVOKE: Final = "revoke"
REFUSED: Final = {
    "title": "This app cannot be let in",
    "again": "Begin again in the app, or tell its author.",
}
TEXTS: Final = (
    *(*WHAT.values(), *CONSENT.values(), GUEST, REVOKE, *REFUSED.values()),
    *(DEVICE_WANTS, *DEVICE.values(), UNKNOWN, *DECIDED.values(), CLOSE),
)
"""All that the pages say of themselves; why something is refused is told in English."""
_HERE: Final = Path(__file__).parent


def consent(
    *,
    app_name: str,
    origin: str | None,
    user_code: str | None,
    scopes: list[Scope],
    asked: dict[str, str],
    has_guests: bool,
    problem: str | None,
    language: str,
) -> Response:
    """The question; the browser may send the answer only to us and on to the app.

    An app on a device has a code that it shows in place of an origin.
    """
    say = _speaker(language)
    hidden = "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'
        for name, value in asked.items()
    )
    guest = f'<button name="decision" value="guest" formnovalidate>{say(GUEST)}</button>'
    revoke = f'<a href="/tokens" target="_blank" rel="noopener">{say(REVOKE)}</a>'
    gaps = {
        "app": escape(app_name),
        "origin": f"<strong>{escape(origin or '')}</strong>",
        "code": f"<strong>{escape(_shown(user_code or ''))}</strong>",
        "revoke": revoke,
    }
    texts = CONSENT if user_code is None else {**CONSENT, "wants": DEVICE_WANTS}
    text = _template("consent.html").substitute(
        {name: say(text).format(**gaps) for name, text in texts.items()},
        action="/oauth/authorize" if user_code is None else "/oauth/device",
        language=language,
        scopes="".join(f"<li>{say(WHAT[scope])}</li>" for scope in scopes),
        hidden=hidden,
        guest=guest if has_guests else "",
        problem=f'<p role="alert" lang="en">{escape(problem)}</p>' if problem else "",
    )
    status = HTTPStatus.BAD_REQUEST if problem else HTTPStatus.OK
    return HTMLResponse(text, status, _headers(page_policy(form_action=origin or "")))


def device(language: str, *, is_unknown: bool = False) -> Response:
    """The question for the code that a device shows."""
    say = _speaker(language)
    text = _template("device.html").substitute(
        {name: say(text) for name, text in DEVICE.items()},
        language=language,
        problem=f'<p role="alert">{say(UNKNOWN)}</p>' if is_unknown else "",
    )
    status = HTTPStatus.BAD_REQUEST if is_unknown else HTTPStatus.OK
    return HTMLResponse(text, status, _headers(page_policy(form_action="")))


def decided(language: str, *, is_let_in: bool) -> Response:
    """What a person has decided of a device."""
    say = _speaker(language)
    text = _template("decided.html").substitute(
        title=say(DECIDED[is_let_in]), close=say(CLOSE), language=language
    )
    return HTMLResponse(text, HTTPStatus.OK, _headers(page_policy()))


def _shown(user_code: str) -> str:
    """A short code as a device shows it: in two halves."""
    half = len(user_code) // 2
    return f"{user_code[:half]}-{user_code[half:]}"


def refused(why: str, language: str) -> Response:
    """The app cannot be let in, and why."""
    say = _speaker(language)
    texts = {name: say(text) for name, text in REFUSED.items()}
    text = _template("refused.html").substitute(texts, why=escape(why), language=language)
    return HTMLResponse(text, HTTPStatus.BAD_REQUEST, _headers(page_policy()))


def _speaker(language: str) -> Callable[[str], str]:
    """Tells a text in the language, as markup; its gaps stay."""
    texts = languages.words_of(language)
    return lambda text: escape(texts.gettext(text))


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
    return {POLICY: policy, "cache-control": "no-store", "vary": "accept-language"}
