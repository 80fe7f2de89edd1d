"""The page on which a person sees, revokes and makes the tokens of the account.

It is the same for everybody: what it shows it asks by GraphQL, with the token that is typed there.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from saqqara_service.contract.rendered import Rendered
from saqqara_service.pages.files import HTML, KINDS
from saqqara_service.pages.security import POLICY, page_policy

PAGE: Final = "/tokens"
NAMES: Final = ("tokens.js", "tokens.css")
_HERE: Final = Path(__file__).parent


def routes() -> list[Route]:
    """The page, and what it loads."""
    return [
        Route(PAGE, _served),
        *(Route(f"{PAGE}/{name}", _served) for name in NAMES),
    ]


async def _served(request: Request) -> Response:
    _, _, name = request.url.path.removeprefix(PAGE).rpartition("/")
    return _file(name or "tokens.html").answer(request)


@cache
def _file(name: str) -> Rendered:
    text = (_HERE / name).read_text(encoding="utf-8")
    kind = KINDS[Path(name).suffix]
    return Rendered(text, kind, _policy() if kind == HTML else None)


def _policy() -> dict[str, str]:
    """No form is sent, and with trusted types no script can turn text into markup."""
    trusted = page_policy(require_trusted_types_for="'script'", trusted_types="'none'")
    return {POLICY: trusted}
