"""The logs of bots: their folders, their bounds, and what a disk or a name may do to them."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from saqqara_sdk.lines.logs import FROM_BOT, MOST_OF_SEAT, PRINTED, TO_BOT, Logs, new_run
from saqqara_sdk.records.files import NotKept


def files(folder: Path) -> list[str]:
    """The logs in a folder."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*.log"))


def test_each_run_has_a_folder_of_its_own(tmp_path: Path) -> None:
    """No log is written over; a folder that cannot be made is one sentence."""
    folder = tmp_path / "new" / "logs"
    assert [new_run(folder), new_run(folder)] == [folder / "run-1", folder / "run-2"]
    (tmp_path / "file").touch()
    with pytest.raises(NotKept, match=r"^Logs cannot be written to .*\. Choose another folder\.$"):
        new_run(tmp_path / "file" / "logs")


def test_a_line_has_its_time_and_its_direction(tmp_path: Path) -> None:
    """What a bot prints before its first match begins the log of it."""
    log = Logs(tmp_path).of("greedy#2")()
    log.add(PRINTED, b"imported")
    log.begin("m1", 1)
    log.add(TO_BOT, b'{"type":"turn"}\n')
    log.add(FROM_BOT, b"\x1b[31m" + b"x" * 5_000)
    log.close()
    assert files(tmp_path) == ["m1/1-greedy#2.log"]
    early, sent, heard = (tmp_path / "m1" / "1-greedy#2.log").read_text().splitlines()
    assert float(early.split()[0]) <= 0 <= float(sent.split()[0])
    assert early.endswith("! imported")
    assert sent.endswith('> {"type":"turn"}')
    assert len(heard) < 2_100
    assert "\x1b" not in heard


def test_logs_are_bounded(tmp_path: Path) -> None:
    """A log ends, and says so; of all logs the oldest are deleted."""
    log = Logs(tmp_path, most=2 * MOST_OF_SEAT + 100_000).of("a")()
    for number in range(4):
        log.begin(f"m{number}", 0)
        for _ in range(2 * MOST_OF_SEAT // 1_000):
            log.add(PRINTED, b"x" * 1_000)
    log.close()
    assert files(tmp_path) == ["m2/0-a.log", "m3/0-a.log"]
    assert not (tmp_path / "m0").exists()
    text = (tmp_path / "m3" / "0-a.log").read_text()
    assert MOST_OF_SEAT - 2_000 < len(text) < MOST_OF_SEAT + 100
    assert text.endswith(f"The log ends here, at {MOST_OF_SEAT} bytes.\n")


def test_a_name_leads_nowhere_else(tmp_path: Path) -> None:
    """Names of bots and ids of matches come from strangers."""
    log = Logs(tmp_path / "run-1").of("../../up\n")()
    (tmp_path / "run-1").mkdir()
    log.begin("../m", 0)
    log.close()
    assert files(tmp_path) == ["run-1/_m/0-_.._up_.log"]


def test_a_disk_that_fails_ends_the_log_alone(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The match goes on, and a warning says why there is no log."""
    log = Logs(tmp_path / "gone").of("a")()
    with caplog.at_level(logging.WARNING):
        log.begin("m1", 0)
        log.add(PRINTED, b"lost")
    assert caplog.messages == ["The log of a cannot be written: No such file or directory"]


def test_a_restarted_bot_goes_on_with_its_log(tmp_path: Path) -> None:
    """A match has one log for each seat, whatever became of the process."""
    logs = Logs(tmp_path)
    for word in (b"one", b"two"):
        log = logs.of("a")()
        log.begin("m1", 0)
        log.add(PRINTED, word)
        log.close()
    text = (tmp_path / "m1" / "0-a.log").read_text()
    assert [line.split()[-1] for line in text.splitlines()] == ["one", "two"]


def test_a_log_is_not_deleted_while_it_is_written(tmp_path: Path) -> None:
    """Neither is its bound counted anew, if its bot is started again in a match."""
    logs = Logs(tmp_path, most=MOST_OF_SEAT // 2)
    one, other = logs.of("a")(), logs.of("b")()
    one.begin("m1", 0)
    one.add(PRINTED, b"one")
    one.close()
    one.begin("m1", 0)
    other.begin("m2", 0)
    for _ in range(MOST_OF_SEAT // 1_000):
        other.add(PRINTED, b"x" * 1_000)
    other.close()
    one.add(PRINTED, b"two")
    one.close()
    assert (tmp_path / "m1" / "0-a.log").read_text().splitlines()[-1].endswith("! two")
