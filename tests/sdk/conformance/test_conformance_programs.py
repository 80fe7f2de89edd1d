"""`saqqara conformance check`: programs that do what no referee should, each told in time."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.sdk.conformance import conformance_suites as suites
from tests.sdk.conformance.conformance_suites import actor, check

WAITS = "while True: signal.pause()\n"
ONE_IS_RIGHT = "sys.stdin.readline(); say(answers[0]); sys.stdin.readline()\n"
"""It answers the first line well, and hears the second one."""


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of the small suite."""
    return suites.written(tmp_path_factory.mktemp("suite"))


SAID = {
    "no JSON": ("say('hello')", "its answer is not JSON (Expecting value"),
    "nothing": ("say('')", "its answer is not JSON"),
    "a list": ("say('[]')", "its answer is not a JSON object"),
    "lists in lists": ("say('[' * 10_000 + ']' * 10_000)", "its answer is nested too deep"),
    "objects in objects": ("say('{\"a\":' * 10_000)", "its answer is nested too deep"),
    "not a number": ("say('{\"seat\": NaN}')", "its answer has NaN, which is not JSON"),
    "no end": ("say('{\"seat\": -Infinity}')", "its answer has -Infinity, which is not JSON"),
    "too large": ("say('{\"seat\": 1e999}')", "has the number 1e999, which is too large"),
    "many digits": ("say('{\"seat\": ' + '7' * 5000 + '}')", "a number with too many digits"),
    "a key twice": ('say(\'{"seat": 0, "seat": 1}\')', 'has the key "seat" twice in one object'),
    "no text": ("os.write(1, b'{\"\\xff\": 1}\\n')", "its answer is not UTF-8"),
    "100 MB": ("say('7' * 100_000_000)", "it wrote more than 8388608 bytes at once"),
    "two lines": (
        "say('{}\\n{}')",
        "it wrote too much: each line needs exactly one line as answer",
    ),
    "an error and more": (
        'say(\'{"error": "no"}\\n\')',
        "it wrote too much: each line needs exactly one line as answer",
    ),
}


@pytest.mark.parametrize("name", SAID)
def test_what_is_no_answer(tmp_path: Path, suite: Path, name: str) -> None:
    """It is told what it was, and the code is 3."""
    act, says = SAID[name]
    done = check(actor(tmp_path, f"sys.stdin.readline()\n{act}\n{WAITS}"), "--suite", suite)
    assert done.exit_code == 3, done.output
    assert says in done.stdout
    assert "game 001 (2 players; a whole game), at its beginning" in done.stdout


DONE = {
    "ends well": (ONE_IS_RIGHT + "sys.exit(0)", "its process ended with code 0"),
    "ends badly": (ONE_IS_RIGHT + "sys.exit(7)", "its process ended with code 7"),
    "is killed": (
        ONE_IS_RIGHT + "os.kill(os.getpid(), signal.SIGKILL)",
        "its process was ended by SIGKILL",
    ),
    "closes its output": (ONE_IS_RIGHT + f"os.close(1)\n{WAITS}", "closed its standard output"),
    "closes its input": (
        f"sys.stdin.readline(); os.close(0); say(answers[0])\n{WAITS}",
        "closed its standard input",
    ),
    "says two things well": (
        f"sys.stdin.readline(); say(answers[0] + '\\n' + answers[1])\n{WAITS}",
        "it wrote too much: each line needs exactly one line as answer",
    ),
}


@pytest.mark.parametrize("name", DONE)
def test_a_program_that_leaves(tmp_path: Path, suite: Path, name: str) -> None:
    """After the first answer, which was right."""
    act, says = DONE[name]
    done = check(actor(tmp_path, f"{act}\n", suites.duel()), "--suite", suite)
    assert done.exit_code == 3, done.output
    assert says in done.stdout
    assert "after 1 action, seat 1 chooses" in done.stdout


SILENT = {
    "reads nothing": WAITS,
    "reads and is silent": f"sys.stdin.readline()\n{WAITS}",
    "half a line": f"sys.stdin.readline(); os.write(1, b'{{\"seat\"')\n{WAITS}",
    "drop by drop": (
        "sys.stdin.readline()\n"
        "while True:\n    os.write(1, b' ')\n    signal.sigtimedwait([], 0.05)\n"
    ),
}


@pytest.mark.parametrize("name", SILENT)
def test_a_program_that_is_silent(tmp_path: Path, suite: Path, name: str) -> None:
    """An answer has a deadline, however it fails to come."""
    program = actor(tmp_path, SILENT[name])
    done = check(program, "--suite", suite, "--answer-s", "0.5")
    assert done.exit_code == 3, done.output
    assert "your program: it did not answer within 0.5 s" in done.stdout


def test_a_program_that_speaks_first(tmp_path: Path, suite: Path) -> None:
    """A greeting is no answer, whether it is there before the first line is told or after."""
    greets = actor(tmp_path, f"say('ready')\nsys.stdin.readline(); say('{{}}')\n{WAITS}")
    done = check(greets, "--suite", suite)
    assert done.exit_code == 3, done.output
    assert "it wrote too much" in done.stdout or '"ready"' in done.stdout


def test_a_program_that_is_not_there(suite: Path) -> None:
    """Nothing else is told."""
    done = check("no-such-referee --fast", "--suite", suite)
    assert done.exit_code == 3
    assert done.stderr == "there is no program 'no-such-referee'\n"
    assert done.stdout == ""


def test_its_last_words_are_shown(tmp_path: Path, suite: Path) -> None:
    """The end of its standard error, where no sign moves the terminal."""
    complains = "for number in range(40): print('line', number, '\\x1b[2J', file=sys.stderr)\n"
    done = check(actor(tmp_path, complains + "sys.exit(1)\n"), "--suite", suite)
    assert done.exit_code == 3
    assert "the last lines of its standard error:" in done.stdout
    assert "line 39" in done.stdout
    assert "line 29" not in done.stdout
    assert "\x1b" not in done.output
    document = json.loads(check(actor(tmp_path, complains), "--suite", suite, "--json").stdout)
    assert document["failures"][0]["what"] == "crash"
    assert "line 39" in document["failures"][0]["standardError"]


def test_texts_that_would_move_a_terminal(tmp_path: Path, suite: Path) -> None:
    """Signs, half a surrogate and very long texts are escaped and cut, in JSON too."""
    act = "answer = json.loads(answers[0])\n"
    act += "answer['legal'] += ['\\x1b[2J', '\\ud800', 'x' * 100_000, '\\u202e', 'two\\nlines']\n"
    act += f"sys.stdin.readline(); say(json.dumps(answer))\n{WAITS}"
    program = actor(tmp_path, act, suites.duel())
    done = check(program, "--suite", suite)
    assert done.exit_code == 1, done.output
    (line,) = [one for one in done.stdout.splitlines() if one.startswith("  legal: ")]
    assert r'"\u001b[2J"' in line
    assert r'"\ud800"' in line
    assert r'"two\nlines"' in line
    assert len(line) < 500
    output = check(program, "--suite", suite, "--json").stdout
    assert output.isascii()
    assert len(output) < 3000


def test_after_a_crash_another_process_goes_on(tmp_path: Path, suite: Path) -> None:
    """With --keep-going each game has its turn, and what differs decides the code."""
    ends = "start = json.loads(sys.stdin.readline())['start']\n"
    ends += "if start['game'] == 'duel': sys.exit(9)\n"
    ends += 'say(\'{"error": "not this one"}\')\nsys.stdin.readline()\n'
    program = actor(tmp_path, ends)
    assert check(program, "--suite", suite).exit_code == 3
    done = check(program, "--suite", suite, "--keep-going", "--json")
    assert done.exit_code == 1
    document = json.loads(done.stdout)
    assert [(one["game"], one["what"]) for one in document["failures"]] == [("001", "crash")]
    assert [(one["game"], one["what"]) for one in document["differences"]] == [("002", "error")]


def test_one_process_plays_a_whole_suite(tmp_path: Path, suite: Path) -> None:
    """It is told all games one after the other; the end of its input is the end of the suite."""
    plays = f"print('begun', file=open({str(tmp_path / 'log')!r}, 'a'))\n"
    plays += "for line in answers: sys.stdin.readline(); say(line)\n"
    plays += f"print(repr(sys.stdin.readline()), file=open({str(tmp_path / 'log')!r}, 'a'))\n"
    program = actor(tmp_path, plays, suites.duel(), suites.imhotep())
    assert check(program, "--suite", suite).exit_code == 0
    assert (tmp_path / "log").read_text() == "begun\n''\n"


def test_more_than_the_last_answer_is_too_much(tmp_path: Path, suite: Path) -> None:
    """Also after the end of the last game."""
    answers = suites.right_answers(suites.duel())
    plays = f"for line in answers[:{len(answers) - 1}]: sys.stdin.readline(); say(line)\n"
    plays += f"sys.stdin.readline(); say(answers[-1] + '\\n{{}}')\n{WAITS}"
    done = check(actor(tmp_path, plays, suites.duel()), "--suite", suite, "--only", "001")
    assert done.exit_code == 3, done.output
    assert "at its end after" in done.stdout


def test_ctrl_c_ends_the_program_too(tmp_path: Path, suite: Path) -> None:
    """Code 130, no traceback, and nothing is left behind."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    program = actor(tmp_path, f"print(os.getpid(), file=open({str(pipe)!r}, 'w'))\n{WAITS}")
    words = (sys.executable, "-c", "from saqqara_sdk.cli import app; app()", "conformance")
    with subprocess.Popen(
        (*words, "check", program, "--suite", str(suite), "--answer-s", "600"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        started = int(pipe.read_text())
        process.send_signal(signal.SIGINT)
        _, complaint = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in complaint
    with pytest.raises(ProcessLookupError):
        os.kill(started, 0)
