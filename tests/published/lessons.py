"""The lessons of `/learn`: positions of the conformance suites, and what becomes of what one does.

`make lessons` writes them anew. Their texts stand in `site/learn/learn-words.ts`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from saqqara_engine.game import Json
from saqqara_engine.games import AnyGame, find_game
from saqqara_engine.learning import action_codes
from saqqara_engine.records import record
from saqqara_engine.wire import layout_json, view_json
from saqqara_sdk.conformance import suite
from saqqara_service.languages import known, words_of

FOLDER: Final = Path(__file__).parents[2] / "service" / "pages" / "site" / "learn"


@dataclass(frozen=True, slots=True)
class Step:
    """One position: its name, the suite's game, the number of plies before it, what to do."""

    name: str
    case: str
    plies: int
    wanted: str
    """A regular expression for the notations of actions that do what is asked."""


LESSONS: Final = {
    "imhotep": (
        Step("place", "029", 0, r"place .*"),
        Step("get", "029", 4, r"get"),
        Step("pyramids", "029", 10, r"sail 2 pyramids"),
        Step("temple", "029", 26, r"sail 2 temple"),
        Step("burial", "029", 64, r"sail 1 burial"),
        Step("obelisks", "029", 5, r"sail 3 obelisks"),
        Step("market", "029", 17, r"sail 3 market"),
        Step("card", "029", 18, r"take .*"),
        Step("blue", "029", 20, r"chisel 1\.. 2\.."),
        Step("end", "029", 105, r"sail 1 burial"),
    ),
    "duel": (
        Step("place", "009", 0, r"place .*"),
        Step("unload", "023", 6, r"unload r1"),
        Step("obelisks", "019", 4, r"unload c2"),
        Step("temple", "021", 41, r"unload r3"),
        Step("pyramids", "019", 32, r"unload r3"),
        Step("tombs", "022", 30, r"unload c2"),
        Step("take", "019", 27, r"take (r1\.3|c3\.1)"),
        Step("two", "023", 20, r"place-unload 3\.1 r[12] r[12]"),
        Step("swap", "023", 13, r"swap r2\.1 2 r2"),
        Step("end", "023", 62, r"unload c2"),
    ),
}
"""The steps of each game, in their order."""


def lesson(name: str) -> dict[str, Any]:
    """All that the page needs to know of a game."""
    game = find_game(name)
    archive = suite.published()[suite.suite_name(game)]
    with archive.open("rb") as file:
        records = {case.name: case.record for case in suite.outlines(file)}
    options = game.parse_options({"players": 2})
    return {
        "layouts": {tag: layout_json(game, options, tag, words_of(tag)) for tag in sorted(known())},
        "steps": [_step(game, step, records[step.case]) for step in LESSONS[name]],
    }


def _step(game: AnyGame, step: Step, played: record.Record) -> Json:
    state = next(state for plies, state in enumerate(record.replay(played)) if plies == step.plies)
    seat = game.to_act(state)
    view, legal = game.view(state, seat), list(game.legal_actions(state))
    wanted = [action for action in legal if re.fullmatch(step.wanted, str(action))]
    if seat is None or not wanted:
        raise LookupError(step)
    codes = action_codes(game.name, game.parse_options(played.options))
    return {
        "name": step.name,
        "seat": seat,
        "view": view_json(view),
        "legal": [
            {
                "code": codes.code(action),
                "notation": str(action),
                "kind": action.kind,
                "parts": str(action).split(" "),
                "labels": {tag: game.label(view, action, words_of(tag)) for tag in sorted(known())},
            }
            for action in legal
        ],
        "after": dict(_after(game, played, step, seat, [*map(str, wanted)])),
    }


def _after(
    game: AnyGame, played: record.Record, step: Step, seat: int, wanted: list[str]
) -> Iterator[tuple[str, Json]]:
    """What the seat sees after each action that does what is asked."""
    for notation in wanted:
        states = record.replay(played)
        state = next(state for plies, state in enumerate(states) if plies == step.plies)
        game.advance(state, game.parse_action(notation))
        yield notation, view_json(game.view(state, seat))


def written(name: str) -> str:
    """The file of a game's lesson, a line for each step."""
    whole = lesson(name)
    steps = ",\n".join(map(_packed, whole["steps"]))
    return f'{{"layouts":{_packed(whole["layouts"])},"steps":[\n{steps}\n]}}\n'


def _packed(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    for each in LESSONS:
        (FOLDER / f"lesson-{each}.json").write_text(written(each), encoding="utf-8")
