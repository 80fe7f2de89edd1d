"""What a match is played by: a game with its options, clocks and what follows when time is gone."""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import TypeAdapter

from saqqara_contest.autoplay import POLICIES
from saqqara_engine.errors import UnknownOption as EngineUnknownOption
from saqqara_engine.game import Options
from saqqara_engine.games import GAMES, AnyGame
from saqqara_service.application.matches.clocks import demand_fair, demand_wall
from saqqara_service.errors import Malformed, UnknownOption
from saqqara_service.models import JsonObject, MatchTerms

FURTHEST_MS = 7 * 86_400_000
"""How far ahead the start of a match may be."""

_JSON: TypeAdapter[JsonObject] = TypeAdapter(JsonObject)


def checked(
    terms: MatchTerms, seats: int, newest: str | None = None, *, is_hosted: bool = False
) -> MatchTerms:
    """The terms with all their options spelled out, if so many seats can play by them.

    `newest` are the newest rules that every process plays, which count where none are named; None
    are those of this process. `is_hosted` says that the host's runners play for all of them.
    """
    game = find_game(terms.game)
    newest = newest or game.rules_version
    options = parse_options(game, {"rulesVersion": newest, **terms.options})
    if int(options.rules_version) > int(newest):
        raise UnknownOption(
            f"Rules {options.rules_version} of {terms.game} are not available until every"
            f" process of the service is upgraded. Omit `rulesVersion` to play by {newest}."
        )
    if terms.autoplay not in POLICIES:
        raise UnknownOption(
            f"There is no autoplay policy {terms.autoplay[:40]!r}. Use one of {_list(POLICIES)}."
        )
    if seats != options.players:
        raise Malformed(
            f"The options set {options.players} players, but the request has {seats} seats."
        )
    demand_wall(terms.time_control, is_hosted=is_hosted)
    demand_fair(terms.time_control, terms.on_flag, terms.time_odds, seats)
    return terms.model_copy(update={"options": _JSON.validate_python(options.to_json())})


def demand_soon(start_at_ms: int | None, now_ms: int) -> None:
    """Refuse an instant that is too far ahead; one that has passed is now."""
    if start_at_ms is not None and start_at_ms > now_ms + FURTHEST_MS:
        raise Malformed(
            f"`startAtMs` must be at most {FURTHEST_MS} ms from now, which is {now_ms}.",
            pointer="/startAtMs",
        )


def find_game(name: str) -> AnyGame:
    """The rules of a game; raises `UnknownOption` naming the known ones."""
    game = GAMES.get(name)
    if game is None:
        raise UnknownOption(f"There is no game {name[:40]!r}. Use one of {_list(GAMES)}.")
    return game


def parse_options(rules: AnyGame, options: JsonObject) -> Options:
    """The game's options, checked; raises `UnknownOption`."""
    try:
        checked: Options = rules.parse_options(options)
    except EngineUnknownOption as error:
        raise UnknownOption(str(error)) from error
    return checked


def _list(names: Iterable[str]) -> str:
    return ", ".join(sorted(names))
