"""`saqqara conformance check`: a right program agrees, and each mistake is told in words."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from saqqara_sdk.conformance.differences import PARTS
from tests.sdk.conformance import conformance_suites as suites
from tests.sdk.conformance.conformance_suites import check, referee


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of the small suite."""
    return suites.written(tmp_path_factory.mktemp("suite"))


def report(program: str, suite: Path, *words: str) -> dict[str, Any]:
    """What `--json` tells."""
    document: dict[str, Any] = json.loads(check(program, "--suite", suite, "--json", *words).stdout)
    return document


def test_the_engine_agrees_with_itself(suite: Path) -> None:
    """With all that there is to compare, also what was drawn anew in the middle."""
    done = check(referee(), "--suite", suite)
    assert done.exit_code == 0, done.output
    first, second = done.stdout.splitlines()
    positions = len(suites.duel().positions) + suites.CUT + 1
    assert first.startswith(f"2 games, {positions} positions in ")
    assert first.endswith(" s: all agree")
    assert second == f"compared: {', '.join(PARTS)}"
    assert done.stderr == ""


def test_order_and_the_way_of_writing_numbers_are_free(suite: Path) -> None:
    """Legal actions are a set, and 1.0 is 1."""
    assert check(referee("turns_everything_round"), "--suite", suite).exit_code == 0


AT_FIRST = "small-1, game 002 (2 players; cards drawn anew; a pair that lies face down; "
AT_FIRST += (
    "a seat that gives up and 1 more), at its beginning, seat 0 chooses the main action of its "
)
AT_FIRST += "turn:"
AT_LAST = "at its end after 12 actions:"


@pytest.mark.parametrize(
    ("mistake", "where", "words"),
    [
        ("drops_an_action", AT_FIRST, "legal: your program lacks get"),
        ("adds_an_action", AT_FIRST, "legal: your program has an extra draw"),
        ("names_an_action_twice", AT_FIRST, "your program has get more than once"),
        ("asks_another_seat", AT_FIRST, "seat: expected 0, but your answer has 1"),
        ("asks_another_question", AT_FIRST, 'question: expected "turn", but your answer has "pi'),
        (
            "sees_other_points",
            AT_FIRST,
            "view of seat 1, sites[2].points[0]: expected 0, but your answer has 5",
        ),
        ("says_true_for_one", AT_FIRST, "public view, round: expected 1, but your answer has true"),
        (
            "misspells_a_field",
            AT_FIRST,
            'view of seat 0: the contract has no key "roundz"; did you mean round?',
        ),
        ("misspells_views", AT_FIRST, 'has a key "view", which is not in the protocol'),
        ("forgets_legal", AT_FIRST, "your answer lacks the required key legal"),
        ("scores_less", AT_LAST, "score of seat 1: "),
        ("breaks_ties_otherwise", AT_LAST, "tieBreak of seat 0: "),
        (
            "places_otherwise",
            AT_LAST,
            "placements: expected [1, 2], but your answer has [2, 1]",
        ),
        (
            "says_true_for_a_place",
            AT_LAST,
            "placements: expected [1, 2], but your answer has [true, 2]",
        ),
        ("knows_no_house_values", AT_LAST, "houseValues: your program lacks H-"),
        ("cannot", AT_FIRST, r'it cannot answer: "no \u001b[31mMarket\u001b[0m yet"'),
    ],
)
def test_a_mistake_is_told_in_words(suite: Path, mistake: str, where: str, words: str) -> None:
    """The game, the place in it and the difference; then what helps to look at it."""
    done = check(referee(mistake), "--suite", suite, "--only", "002")
    assert done.exit_code == 1, done.output
    heading, *lines = done.stdout.splitlines()
    assert heading.endswith(where)
    assert any(line.startswith("  ") and words in line for line in lines), done.stdout
    assert any(line.startswith("  options: sides.market=B newDynastyCards=true") for line in lines)
    assert "\x1b" not in done.output


def test_a_difference_says_how_it_came_about_and_how_to_look(suite: Path) -> None:
    """The last actions, and the command that shows the table there."""
    done = check(referee("places_otherwise"), "--suite", suite, "--only", "002")
    lines = done.stdout.splitlines()
    last = suites.imhotep().record.plies[-3:]
    actions = "; ".join(f"seat {one.seat} {one.action}" for one in last)
    assert f"  last actions: {actions}" in lines
    show = "  show it: saqqara record show conformance/small-1/002.record.json --ply 12"
    assert show in lines
    assert f"  to write that file: saqqara conformance export --suite {suite}" in lines
    assert lines[-1] == f"compared: {', '.join(PARTS)}"


def test_points_are_told_source_by_source(suite: Path) -> None:
    """So their author knows where to look."""
    (difference,) = report(referee("scores_less"), suite, "--only", "001")["differences"]
    assert difference["path"] == "scores[1].total"
    assert difference["expected"] - difference["yours"] == 3
    assert (
        f"expected {difference['expected']}, but your answer has {difference['yours']} (expected "
        in difference["words"]
    )


def test_a_program_may_tell_less(suite: Path) -> None:
    """Then it agrees, and the summary tells what was never compared."""
    done = check(referee("shows_no_views"), "--suite", suite)
    assert done.exit_code == 0, done.output
    *_, compared, never = done.stdout.splitlines()
    assert compared == "compared: seat, legal, scores, placements"
    assert never == "never compared: question, views, scores[].lines, houseValues"


def test_fields_of_views_may_be_left_out(suite: Path) -> None:
    """Each that was is named."""
    words = ("--suite", suite, "--only", "002")
    done = check(referee("leaves_out_fields"), *words)
    assert done.exit_code == 0, done.output
    never = "never compared: views.seats[].projected, views.steps"
    assert done.stdout.splitlines()[-1] == never
    verdict = report(referee("leaves_out_fields"), suite, "--only", "002")
    assert verdict["notCompared"] == ["views.seats[].projected", "views.steps"]
    assert {"views", "views.sites[].points", "views.seats[].scored"} <= {*verdict["compared"]}


def test_what_is_left_out_here_and_there_is_told(tmp_path: Path, suite: Path) -> None:
    """It was compared, but not everywhere."""
    forgets = "for line in answers:\n    sys.stdin.readline()\n    answer = json.loads(line)\n"
    forgets += "    if answer.get('seat') == 1: del answer['views']\n    say(json.dumps(answer))\n"
    program = suites.actor(tmp_path, forgets, suites.imhotep())
    verdict = report(program, suite, "--only", "002")
    assert (verdict["partlyCompared"], verdict["notCompared"]) == (["views"], [])
    done = check(program, "--suite", suite, "--only", "002")
    assert done.stdout.splitlines()[-1].endswith("and not compared there: views")


def test_the_first_difference_ends_it_unless_it_is_to_keep_going(suite: Path) -> None:
    """Then every game is told with its own first difference."""
    verdict = report(referee("adds_an_action"), suite)
    assert [(one["game"], one["ply"]) for one in verdict["differences"]] == [("001", 0)]
    assert (verdict["suites"], verdict["games"], verdict["positions"]) == (["small-1"], 1, 1)
    verdict = report(referee("adds_an_action"), suite, "--keep-going")
    assert [(one["game"], one["ply"]) for one in verdict["differences"]] == [("001", 0), ("002", 0)]
    assert verdict["differences"][0] == {
        "suite": "small-1",
        "game": "001",
        "ply": 0,
        "isEnd": False,
        "what": "legal",
        "path": "legal",
        "expected": [],
        "yours": ["draw"],
        "words": "legal: your program has an extra draw",
    }


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["'"], "cannot be parsed"),
        ([""], "Name the command"),
        (["cat", "--game", "chess"], "There is no game 'chess'"),
        (["cat", "--only", "999"], "There is no game '999'. `saqqara conformance list` lists"),
        (["cat", "--suite", "nowhere.tar.xz"], "cannot be read: No such file"),
        (["cat", "--suite", __file__], "not the archive of a suite"),
        (["cat", "--answer-s", "0"], "--answer-s must be more than 0"),
        (["cat", "--answer-s", "nan"], "--answer-s must be more than 0"),
        (["cat", "--answer-s", "1e9"], "at most 3600"),
    ],
)
def test_what_is_typed_wrong(words: list[str], says: str) -> None:
    """Code 2 and one sentence, before any program is started."""
    done = check(*words)
    assert done.exit_code == 2, done.output
    assert says in done.stderr
    assert done.stdout == ""


def test_the_published_suites_are_checked() -> None:
    """Without a file it is those of the release; what `cat` says is no answer."""
    done = check("cat", "--json")
    assert done.exit_code == 1
    document = json.loads(done.stdout)
    assert document["suites"] == ["imhotep-2", "duel-1"]
    assert document["differences"][0]["path"] == "start"
    assert json.loads(check("cat", "--json", "--game", "duel").stdout)["suites"] == ["duel-1"]


def test_a_bar_moves_on_a_terminal_alone(suite: Path) -> None:
    """It goes to standard error, and is gone at the end."""
    ours, theirs = pty.openpty()
    program = (sys.executable, "-c", "from saqqara_sdk.cli import app; app()", "conformance")
    with subprocess.Popen(
        (*program, "check", referee(), "--suite", str(suite)),
        stdout=subprocess.PIPE,
        stderr=theirs,
        env={"PATH": os.environ["PATH"], "TERM": "xterm", "NO_COLOR": "1"},
    ) as process:
        os.close(theirs)
        shown = b""
        while chunk := _read(ours):
            shown += chunk
        assert process.stdout is not None
        assert b"all agree" in process.stdout.read()
    os.close(ours)
    assert b"small-1" in shown
    assert b"2/2" in shown


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # the other side was closed
        return b""
