"""A small suite for the tests: a whole game of the Duel, and the beginning of one of Imhotep."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

from typer.testing import CliRunner, Result

from saqqara_engine.game import Json, Options
from saqqara_engine.games import AnyGame, find_game
from saqqara_engine.plies import Ply, Resampling, state_after
from saqqara_engine.records.record import Origin, Record, record_of, to_json
from saqqara_sdk.cli import app
from saqqara_sdk.conformance.suite import Case, positions_of, write

SEED: Final = bytes(range(32))
CUT: Final = 12
ANEW: Final = Resampling(5, 1, "ab" * 32)
REFEREE: Final = Path(__file__).parent / "conformance_referee.py"
UNUSUAL: Final[dict[str, Json]] = {
    "players": 2,
    "sides": {"market": "B"},
    "newDynastyCards": True,
}


def conformance(*words: object) -> Result:
    """What a command of the group does."""
    return CliRunner().invoke(app, ["conformance", *map(str, words)])


def check(program: str, *words: object) -> Result:
    """What checking a program does, which never ends in a traceback."""
    done = conformance("check", program, *words)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exc_info
    assert "Traceback" not in done.output
    return done


def referee(*mistakes: str) -> str:
    """The command of the engine with these mistakes."""
    return f"{sys.executable} {REFEREE} {' '.join(mistakes)}"


def duel() -> Case:
    """A whole game."""
    record = _played("duel", {}, 10_000)
    return Case("001", ("a whole game",), record, tuple(positions_of(record)))


def imhotep() -> Case:
    """The beginning of a game that was given up, in which the hidden was drawn anew."""
    record = _played("imhotep", UNUSUAL, CUT, ANEW)
    shows = ("cards drawn anew", "a pair that lies face down", "a seat that gives up", "and more")
    return Case("002", shows, record, tuple(positions_of(record)))


def _played(name: str, asked: dict[str, Json], most: int, *anew: Resampling) -> Record:
    game = find_game(name)
    options: Options = game.parse_options(asked)
    plies = _plies(game, options, most, anew)
    return record_of(
        game,
        options,
        seed=SEED,
        match_id="conformance",
        seats=("seat 0", "seat 1"),
        plies=plies,
        resigned=(1,) if anew else (),
        ending="resigned" if anew else None,
        origin=Origin("before", CUT // 2) if anew else None,
        resamplings=anew,
    )


def _plies(game: AnyGame, options: Options, most: int, anew: Sequence[Resampling]) -> list[Ply]:
    chance, plies = Random(1), list[Ply]()
    while len(plies) < most:
        so_far = [one for one in anew if one.ply <= len(plies)]
        state = state_after(game, options, SEED, plies, so_far)
        if (seat := game.to_act(state)) is None:
            break
        plies.append(Ply(seat, str(chance.choice(game.legal_actions(state)))))
    return plies


def written(folder: Path) -> Path:
    """The archive of the suite."""
    file = folder / "small.tar.xz"
    write("small-1", (duel(), imhotep()), file)
    return file


def right_answers(case: Case) -> list[dict[str, Any]]:
    """What a right program says of a game, line by line."""
    document = to_json(case.record)
    end = {key: document[key] for key in ("scores", "placements", "houseValues")}
    return [*map(dict, case.positions), end]


def actor(folder: Path, body: str, *cases: Case) -> str:
    """The command of a small program, which knows the right `answers` to the games as lines."""
    answers = [json.dumps(one) for case in cases for one in right_answers(case)]
    (folder / "answers.json").write_text(json.dumps(answers))
    program = folder / "actor.py"
    head = (
        "import json, os, signal, sys\n"
        f"answers = json.load(open({str(folder / 'answers.json')!r}))\n"
        "def say(text):\n    sys.stdout.write(text + '\\n')\n    sys.stdout.flush()\n"
    )
    program.write_text(head + body)
    return f"{sys.executable} -I -S {program}"
