"""The service as a release to come might be: the Duel has newer rules, and the older ones beside.

By the rules of version 2 each seat has one point more at the end.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from saqqara_engine.duel.options import Options, parse_options
from saqqara_engine.duel.rules import DUEL
from saqqara_engine.duel.scoring import scores
from saqqara_engine.duel.state import State
from saqqara_engine.game import Json, SeatScore
from saqqara_engine.games import GAMES, AnyGame

VERSIONS = ("1", "2")


def _parsed(asked: Mapping[str, Json]) -> Options:
    version = asked.get("rulesVersion", VERSIONS[-1])
    if version not in VERSIONS:
        return parse_options(asked)
    return replace(parse_options({**asked, "rulesVersion": "1"}), rules_version=str(version))


def _scored(state: State) -> tuple[SeatScore, ...]:
    if state.options.rules_version == "1":
        return scores(state)
    return tuple(
        replace(
            seat,
            total=seat.total + 1,
            lines=(replace(seat.lines[0], points=seat.lines[0].points + 1), *seat.lines[1:]),
        )
        for seat in scores(state)
    )


NEXT_DUEL: AnyGame = replace(
    DUEL,
    rules_versions=VERSIONS,
    choices=tuple(
        replace(choice, values=VERSIONS, default="2") if choice.name == "rulesVersion" else choice
        for choice in DUEL.choices
    ),
    parse_options=_parsed,
    scores=_scored,
)

if __name__ == "__main__":
    GAMES["duel"] = NEXT_DUEL
    from saqqara_service.cli import main

    main()
