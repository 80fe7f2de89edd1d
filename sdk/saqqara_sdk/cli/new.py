"""`saqqara bot new`: a bot that plays, its test, and notes for coding agents."""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import Template
from typing import Annotated

import typer

from saqqara_sdk.cli.console import AsJson, output, stop
from saqqara_sdk.cli.online.credentials import CredentialsFault, kept_credentials
from saqqara_sdk.client.access import find_access

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
AGENTS = Template("""# Notes for coding agents

`$name.py` is a bot: a class whose `choose(turn)` returns one of `turn.legal_actions`. Make it
stronger, prove it, then hand it in. Commands print JSON with `--json`; `next` in it is the command
that usually follows. Words in capitals in `next` are yours to fill in.

## The knowledge of a bot

`Turn` and the simulator, and the views of both games:

    python -m pydoc saqqara_sdk.bots.turn.Turn
    python -m pydoc saqqara_engine.imhotep.views.view.View
    python -m pydoc saqqara_engine.duel.view.View

## The loop

Play, check, and look where matches were lost:

    saqqara play $name.py greedy --blocks 2 --records records --json
    saqqara bot check $name.py --game duel --json
    saqqara bot improve $kind records --json

Keep the old program, change `$name.py`, and test whether it is stronger:

    cp $name.py old.py
    saqqara sprt $name.py old.py --max-blocks 3 --json

Three blocks only try the command. A verdict takes eight or more; more blocks decide smaller
differences. Hand in only a program that the test calls stronger:

    saqqara account register NAME --json
    saqqara bot create $name --json
    saqqara bot submit $name.py --bot $name --json
    saqqara ladder guide LADDER --json
    saqqara ladder join LADDER $name --json

Later read its matches on the server, and begin again:

    saqqara bot improve $name --json

## Failures

- An exception, an action that is not legal, or no answer in time: autoplay decides, and in a ladder
  the match may be lost. Three such matches in a row bench the bot.
- `FAIL` of `bot check`, or its exit code 1: the host would refuse the program.
- Exit codes of `sprt`: 0 stronger than elo0, 5 below elo1, 6 undecided, 1 a bot was at fault.
- Exit code 4: the server refused; `code` and `message` say why, `next` what helps. 2: the command
  line is wrong. 3: the server was not reached.
""")


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
    as_json: AsJson = False,
) -> None:
    """Create a bot that plays at random, its test, and notes for agents, as a starting point

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
    notes = folder / "AGENTS.md"
    if not notes.exists():
        texts[notes] = AGENTS.substitute(name=name, kind=kind)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        stop(f"{folder} cannot be written: {error.strerror}.")
    bot = f"{folder / name}.py"
    if as_json:
        written = [str(path) for path in texts]
        typer.echo(json.dumps({"files": written, "next": _next(bot, name)}))
        return
    for line in (
        *(f"wrote {path}" for path in texts),
        f"play it:  saqqara play {bot} random --blocks 10",
        f"check it: saqqara bot check {bot}",
    ):
        output().print(line, markup=False, soft_wrap=True)


def _next(bot: str, name: str) -> str:
    """The command that hands the bot in, or what is missing for it on the usual server."""
    try:
        kept = kept_credentials().at(find_access(None, None).server)
    except (CredentialsFault, ValueError) as fault:
        stop(str(fault))
    if kept.account is None:
        return "saqqara account register NAME --json"
    if kept.bot(name) is None:
        return f"saqqara bot create {name} --json"
    return f"saqqara bot submit {bot} --bot {name} --json"
