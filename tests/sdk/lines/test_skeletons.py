"""The skeletons of `docs/howto/other-language.md`, compiled and played as the page says."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.docs.pages import ROOT, blocks_of
from tests.prerequisites import lacks
from tests.sandbox.needed import need_sandbox

PAGE = ROOT / "docs" / "howto" / "other-language.md"
SAQQARA = str(Path(sys.executable).parent / "saqqara")
PLACE = "../../bots"
ANSWER_S = 20
ODD = 'Nofretete "\\u00e9\\" \\\\ {[𓂀,:]}\t'
"""A name that a parser must not mistake for anything else."""

Message = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A row of the page's table."""

    language: str
    compile: tuple[str, ...]
    play: str

    @property
    def command(self) -> list[str]:
        """The bot's own command in the line that plays it."""
        return shlex.split(shlex.split(self.play)[2])

    @property
    def programs(self) -> set[str]:
        """The programs that must be installed."""
        first = {command.split()[0] for command in self.compile}
        return first | {self.command[0]} if "/" not in self.command[0] else first


def skeletons() -> list[Skeleton]:
    rows = re.findall(
        r"^\| (\S+) \| \[[^|]+ \|([^|]*)\| `(saqqara [^|]*)` \|$", PAGE.read_text(), re.MULTILINE
    )
    return [
        Skeleton(language, tuple(re.findall("`([^`]+)`", made)), play)
        for language, made, play in rows
    ]


SKELETONS = skeletons()


@pytest.fixture(scope="module", params=SKELETONS, ids=lambda one: one.language)
def skeleton(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Skeleton, Path]:
    """A compiled skeleton, and the folder with it."""
    chosen: Skeleton = request.param
    if missing := [name for name in sorted(chosen.programs) if shutil.which(name) is None]:
        lacks(f"{' and '.join(missing)} is not here, for {chosen.language}")
    folder = tmp_path_factory.mktemp(chosen.language.replace("+", "p"))
    (folder / "bots").symlink_to(ROOT / "bots")
    (inline,) = [block for block in blocks_of(PAGE) if block.saved_as]
    (folder / str(inline.saved_as)).write_text(inline.text)
    for command in chosen.compile:
        subprocess.run(shlex.split(command), cwd=folder, check=True, timeout=200)
    return chosen, folder


def test_the_table_lists_every_language() -> None:
    """A skeleton without a row would not be tested."""
    assert [one.language for one in SKELETONS] == ["Python", "JavaScript", "Rust", "Java", "C++"]
    text = PAGE.read_text()
    files = [one for one in (ROOT / "bots").glob("*/*") if one.parent.name != "saqqara_bots"]
    assert len(files) == len(SKELETONS) - 1
    assert [
        one.name for one in files if f"({PLACE}/{one.parent.name}/{one.name})" not in text
    ] == []


@pytest.mark.timeout(300)
@pytest.mark.parametrize("game", ["imhotep", "duel"])
def test_a_skeleton_plays(skeleton: tuple[Skeleton, Path], game: str) -> None:
    """Whole matches of both games without a fault, in the sandbox of `saqqara play`."""
    need_sandbox()
    chosen, folder = skeleton
    words = [SAQQARA, *shlex.split(chosen.play)[1:]]
    done = subprocess.run(
        [*words, "--game", game, "--blocks", "2", "--seed", "1", "--json"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert (report["matches"], report["faults"]) == (4, [])
    assert "run in sandboxes" in done.stderr


def conversation() -> list[tuple[Message, Message]]:
    """Messages with what a later version may add, each with what the answer must contain."""
    strange: Message = {"later": {"type": ODD, "actions": [ODD, {"version": 9}], ODD: None}}
    started = strange | {"matchId": ODD, "game": "duel", "seat": 0, "seed": "9f" * 32}
    view = {"seats": [{"sled": 0}], "ships": [{"spaces": [0, None]}], **strange}
    turn = strange | {"matchId": ODD, "leftMs": [None, 5], "last": {"version": 2}, "view": view}
    offered = [[ODD], ["sail 1 temple"], ["get", ODD, "place 1.1"]]
    ready: Message = {"type": "ready"}
    match: list[tuple[Message, Message]] = [
        (started | {"type": "match_started"}, ready),
        *(
            (
                {"seat": 0, "version": version, "actions": actions} | turn | {"type": "turn"},
                {"type": "answer", "version": version},
            )
            for version, actions in enumerate(offered, start=11)
        ),
        (strange | {"version": None, "message": ODD, "type": "error"}, ready),
        (strange | {"matchId": ODD, "result": {"reason": ODD}, "type": "match_ended"}, ready),
    ]
    hello = strange | {"protocol": 1, "type": "hello"}
    return [(hello, {"type": "hello", "protocol": 1}), *match, *match]


@pytest.mark.parametrize("is_ascii", [True, False])
def test_a_skeleton_ignores_unknown_fields(
    skeleton: tuple[Skeleton, Path],
    is_ascii: bool,  # noqa: FBT001
) -> None:
    """It answers each line with one line, whatever the names and texts contain, and ends by 0."""
    talk = conversation()
    sent = [json.dumps(message, ensure_ascii=is_ascii) for message, _ in talk]
    answers = answers_of(skeleton, sent)
    for (message, wanted), answer in zip(talk, answers, strict=True):
        assert answer.items() >= wanted.items(), message
        if answer["type"] == "answer":
            assert answer["action"] in message["actions"]


COMPILED = [one for one in SKELETONS if one.compile]


@pytest.mark.parametrize("skeleton", COMPILED, indirect=True, ids=lambda one: one.language)
def test_a_turn_without_actions_gets_an_error(skeleton: tuple[Skeleton, Path]) -> None:
    """The protocol has no such turn; a skeleton that divides by their number must not crash."""
    sent = ['{"type":"turn","version":3,"actions":[]}', '{"version":4,"type":"turn"}']
    answers = answers_of(skeleton, sent)
    assert [(one["type"], one["version"]) for one in answers] == [("error", 3), ("error", 4)]


def answers_of(skeleton: tuple[Skeleton, Path], sent: Sequence[str]) -> list[Message]:
    """Send lines and the end of the input to a skeleton, which must then end cleanly."""
    chosen, folder = skeleton
    done = subprocess.run(
        chosen.command,
        cwd=folder,
        input="".join(f"{line}\n" for line in sent).encode(),
        capture_output=True,
        check=False,
        timeout=ANSWER_S,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.decode().splitlines()]
