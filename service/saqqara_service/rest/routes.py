"""Everything REST answers, as one list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping
from typing import Final

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from saqqara_service.application.limits.rate_limits import Charge
from saqqara_service.models import FeedItem, Ladder, MatchNews
from saqqara_service.rest import health
from saqqara_service.rest.endpoints import Endpoint
from saqqara_service.rest.handlers import (
    accounts,
    challenges,
    credentials,
    endings,
    following,
    forks,
    games,
    ladders,
    matches,
    play,
    policies,
    server,
)

PREFIX: Final = "/api/v1"
KEY_HEADER: Final = {"Idempotency-Key": "key"}
ACTION_HEADERS: Final = {"Idempotency-Key": "actionId", "If-Match": "expectedVersion"}

ENDPOINTS: Final[tuple[Endpoint, ...]] = (
    Endpoint("GET", "/server", server.about),
    Endpoint("GET", "/games", games.page),
    Endpoint("POST", "/accounts", accounts.register, 201, charge=Charge.REGISTRATION),
    Endpoint("GET", "/me", accounts.me),
    Endpoint("GET", "/bots", accounts.bots),
    Endpoint("POST", "/bots", accounts.create_bot, 201),
    Endpoint("GET", "/bots/{bot_id}/versions", accounts.bot_versions),
    Endpoint("POST", "/bots/{bot_id}/versions", accounts.create_version, 201),
    Endpoint("POST", "/bots/{bot_id}/version", accounts.choose_version),
    Endpoint("GET", "/token", credentials.token),
    Endpoint("GET", "/tokens", credentials.tokens),
    Endpoint("POST", "/tokens", credentials.create_token, 201),
    Endpoint("POST", "/tokens/{token_id}/rotate", credentials.rotate_token, 201),
    Endpoint("POST", "/tokens/{token_id}/revoke", credentials.revoke_token),
    Endpoint("POST", "/invitations", credentials.invite, 201),
    Endpoint("GET", "/bots/{bot_id}/policy", policies.get),
    Endpoint("POST", "/bots/{bot_id}/policy", policies.put),
    Endpoint("GET", "/matches", matches.page),
    Endpoint("POST", "/matches", matches.create, 201, headers=KEY_HEADER),
    Endpoint("GET", "/matches/{match_id}", matches.get),
    Endpoint("POST", "/matches/{match_id}/join", matches.join),
    Endpoint("POST", "/matches/{match_id}/start", matches.start),
    Endpoint("POST", "/matches/{match_id}/resign", endings.resign),
    Endpoint("POST", "/matches/{match_id}/abort", endings.abort),
    Endpoint("POST", "/matches/{match_id}/void", endings.void),
    Endpoint("GET", "/matches/{match_id}/view", matches.view),
    Endpoint(
        "POST",
        "/matches/{match_id}/actions",
        play.act,
        headers=ACTION_HEADERS,
        charge=Charge.ACTION,
    ),
    Endpoint("GET", "/matches/{match_id}/explanation", play.explain),
    Endpoint("GET", "/matches/{match_id}/events", following.events, stream=MatchNews),
    Endpoint("GET", "/matches/{match_id}/record", matches.record),
    Endpoint("POST", "/forks", forks.fork, 201),
    Endpoint("GET", "/challenges", challenges.page),
    Endpoint("POST", "/challenges", challenges.create, 201, headers=KEY_HEADER),
    Endpoint("GET", "/challenges/{challenge_id}", challenges.get),
    Endpoint("POST", "/challenges/{challenge_id}/accept", challenges.accept),
    Endpoint("POST", "/challenges/{challenge_id}/decline", challenges.decline),
    Endpoint("POST", "/challenges/{challenge_id}/cancel", challenges.cancel),
    Endpoint("POST", "/pairings", challenges.pair),
    Endpoint("GET", "/presence", challenges.present),
    Endpoint("GET", "/turns", following.turns, stream=FeedItem),
    Endpoint("GET", "/ladders", ladders.page),
    Endpoint("POST", "/ladders", ladders.create, 201),
    Endpoint("GET", "/ladders/{ladder_id}", ladders.get, stream=Ladder),
    Endpoint("POST", "/ladders/{ladder_id}/entries", ladders.enrol),
    Endpoint("GET", "/ladders/{ladder_id}/entries", ladders.entries),
    Endpoint("POST", "/ladders/{ladder_id}/withdraw", ladders.withdraw),
    Endpoint("POST", "/ladders/{ladder_id}/readmit", ladders.readmit),
    Endpoint("POST", "/ladders/{ladder_id}/start", ladders.start),
    Endpoint("POST", "/ladders/{ladder_id}/pause", ladders.pause),
    Endpoint("POST", "/ladders/{ladder_id}/resume", ladders.resume),
    Endpoint("POST", "/ladders/{ladder_id}/extend", ladders.extend),
    Endpoint("POST", "/ladders/{ladder_id}/cancel", ladders.cancel),
    Endpoint("GET", "/ladders/{ladder_id}/standings", ladders.standings),
    Endpoint("GET", "/ladders/{ladder_id}/scores", ladders.scores),
    Endpoint("GET", "/ladders/{ladder_id}/matches", ladders.schedule),
    Endpoint("GET", "/ladders/{ladder_id}/results", ladders.results),
    Endpoint("GET", "/ladders/{ladder_id}/pairs", ladders.pairs),
    Endpoint("GET", "/ladders/{ladder_id}/table", ladders.table),
    Endpoint("GET", "/ladders/{ladder_id}/luck", ladders.luck),
)


def routes() -> list[Route]:
    """One route a path, so that a wrong method is told all the right ones."""
    by_path: defaultdict[str, dict[str, Endpoint]] = defaultdict(dict)
    for endpoint in ENDPOINTS:
        by_path[PREFIX + endpoint.path][endpoint.method] = endpoint
    api = [Route(path, _by_method(rows), methods=list(rows)) for path, rows in by_path.items()]
    return [*api, Route("/livez", health.livez), Route("/readyz", health.readyz)]


def _by_method(rows: Mapping[str, Endpoint]) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return await rows["GET" if request.method == "HEAD" else request.method](request)

    return answer
