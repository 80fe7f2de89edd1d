"""`saqqara bot new`: a bot that plays, and its test."""

from __future__ import annotations

import re
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from saqqara_sdk.cli.console import output, stop

NAME = re.compile(r"[a-z][a-z0-9_]{0,39}")
BOT = Template('''"""$kind: describe how it chooses."""

from saqqara_sdk import Bot, LegalAction, Turn, run


class $kind(Bot):
    def choose(self, turn: Turn) -> LegalAction:
        # turn.view: what your seat knows; turn.clock: your time; turn.sample(seed): to look ahead
        return turn.random.choice(turn.legal_actions)


if __name__ == "__main__":
    run($kind)
''')
TEST = Template('''"""The bot follows the house rules. `make develop` installs pytest for it."""

from pathlib import Path

import pytest

from saqqara_contest.time_controls import parse_time_control
from saqqara_engine.games import GAMES
from saqqara_sdk.checks.course import CheckCourse, check

BOT = str(Path(__file__).with_name("$name.py"))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_it_keeps_the_rules(game):
    found = list(check(BOT, CheckCourse((game,), parse_time_control("fischer:60+1"))))
    assert not [finding for finding in found if finding.is_failure]
''')


def new(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="The bot's name, such as deep_digger", show_default=False
        ),
    ],
    *,
    folder: Annotated[
        Path,
        typer.Option("--in", metavar="DIR", help="The folder for the new files", file_okay=False),
    ] = Path(),
) -> None:
    """Create a bot that plays at random, and its test, as a starting point

    Existing files are not overwritten.
    """
    if NAME.fullmatch(name) is None:
        stop(
            f"Write the name like deep_digger, with lower-case letters, digits and _, not {name!r}."
        )
    kind = "".join(word.capitalize() for word in name.split("_"))
    texts = {
        folder / f"{name}.py": BOT.substitute(kind=kind),
        folder / f"test_{name}.py": TEST.substitute(name=name),
    }
    for path in texts:
        if path.exists():
            stop(f"{path} already exists. Choose another name, or move it away.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        stop(f"{folder} cannot be written: {error.strerror}.")
    bot = f"{folder / name}.py"
    for line in (
        *(f"wrote {path}" for path in texts),
        f"play it:  saqqara play {bot} random --blocks 10",
        f"check it: saqqara bot check {bot}",
    ):
        output().print(line, markup=False, soft_wrap=True)
