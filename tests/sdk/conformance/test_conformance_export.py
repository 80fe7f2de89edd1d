"""`saqqara conformance export` and `list`, the archives, and answers that are of any other kind."""

from __future__ import annotations

import io
import json
import lzma
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from saqqara_engine.records import record
from saqqara_sdk.conformance import extraction
from saqqara_sdk.conformance import suite as suites_of
from saqqara_sdk.conformance.answers import truncated
from saqqara_sdk.conformance.comparison import at_end, at_position
from saqqara_sdk.conformance.differences import ComparedPlaces
from saqqara_sdk.records import files
from tests.sdk.conformance import conformance_suites as suites
from tests.sdk.conformance.conformance_suites import conformance


@pytest.fixture(scope="module")
def suite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The archive of the small suite."""
    return suites.written(tmp_path_factory.mktemp("suite"))


def test_an_export_has_every_game(suite: Path, tmp_path: Path) -> None:
    """Records that hold, a line for each position, and what each game shows."""
    done = conformance("export", tmp_path / "to" / "here", "--suite", suite)
    assert done.exit_code == 0, done.output
    home = tmp_path / "to" / "here" / "small-1"
    assert [path.name for path in sorted(home.iterdir())] == [
        *("001.positions.jsonl", "001.record.json", "002.positions.jsonl", "002.record.json"),
        "games.json",
    ]
    record.verify(files.load(home / "001.record.json"))
    lines = (home / "002.positions.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == list(suites.imhotep().positions)
    size = sum(path.stat().st_size for path in home.iterdir())
    positions = len(suites.duel().positions) + suites.CUT + 1
    assert done.stdout == f"{home}: 2 games, {positions} positions, {size:,} bytes\n"
    assert [path.name for path in home.parent.iterdir()] == ["small-1"]


def test_what_is_published_can_be_exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Into a folder beside whoever asks, or one that is empty."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "conformance").mkdir()
    done = conformance("export", "--game", "duel")
    assert done.exit_code == 0, done.output
    assert (tmp_path / "conformance" / "duel-1" / "games.json").exists()
    again = conformance("export")
    assert again.exit_code == 2
    assert again.stderr == "conformance is not empty. Name another folder, or remove it first.\n"


def test_a_folder_that_cannot_be_written(suite: Path, tmp_path: Path) -> None:
    """One sentence."""
    (tmp_path / "file").touch()
    done = conformance("export", tmp_path / "file" / "within", "--suite", suite)
    assert done.exit_code == 2
    assert "cannot be written" in done.stderr


@pytest.mark.parametrize("is_there", [False, True])
def test_an_export_that_is_interrupted_leaves_nothing(
    suite: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, is_there: bool
) -> None:
    """Not even a folder, unless it was there."""

    def entries(file: Any) -> Iterator[Any]:
        found = real(file)
        yield next(found)
        raise KeyboardInterrupt

    real = suites_of.entries
    monkeypatch.setattr(suites_of, "entries", entries)
    folder = tmp_path / "folder"
    if is_there:
        folder.mkdir()
    with suite.open("rb") as file, pytest.raises(KeyboardInterrupt):
        extraction.unpack({"small-1": file}, folder)
    assert folder.exists() == is_there
    assert not is_there or not list(folder.iterdir())


def archive(file: Path, *entries: tuple[str, bytes], kind: bytes = tarfile.REGTYPE) -> Path:
    """An archive with such files."""
    with lzma.open(file, "wb") as packed, tarfile.open(fileobj=packed, mode="w") as made:
        for name, data in entries:
            entry = tarfile.TarInfo(name)
            entry.type, entry.size, entry.linkname = kind, len(data), "/etc/passwd"
            made.addfile(entry, io.BytesIO(data))
    return file


GAMES = b'{"format": 1, "suite": "s-1", "games": [{"name": "001", "shows": []}]}'


@pytest.mark.parametrize(
    ("entries", "says"),
    [
        ([("../games.json", GAMES)], "which does not belong to a suite"),
        ([("/etc/games.json", GAMES)], "which does not belong to a suite"),
        ([("s-1/../games.json", GAMES)], "which does not belong to a suite"),
        ([("s-1/run.sh", b"")], "which does not belong to a suite"),
        (
            [("s-1/games.json", GAMES), ("s-2/001.record.json", b"")],
            "which does not belong to a suite",
        ),
        ([("s-1/games.json", GAMES)], "lacks '001.record.json'"),
        ([("s-1/001.record.json", GAMES)], "lacks 'games.json'"),
        ([("s-2/games.json", GAMES)], "The archive of 's-1' has the folder s-2"),
        ([("s-2/games.json", GAMES.replace(b"s-1", b"../s-2"))], "has the folder s-2"),
        ([("s-1/games.json", b"[")], "games.json in the archive cannot be read"),
        ([("s-1/games.json", b"[" * 10_000)], "games.json in the archive cannot be read"),
        ([("s-1/games.json", b'{"format": 2}')], "has format 2, but this release supports 1"),
        (
            [
                ("s-1/games.json", GAMES),
                ("s-1/001.record.json", b"{}"),
                ("s-1/001.positions.jsonl", b""),
            ],
            "001.record.json in the archive cannot be read",
        ),
    ],
)
def test_a_broken_archive_is_refused(
    tmp_path: Path, entries: list[tuple[str, bytes]], says: str
) -> None:
    """By whatever reads it, with code 2 and one sentence."""
    made = archive(tmp_path / "made.tar.xz", *entries)
    done = conformance("list", "--suite", made)
    assert done.exit_code == 2, done.output
    assert says in done.stderr
    assert isinstance(done.exception, SystemExit)


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE])
def test_an_archive_has_nothing_but_files(tmp_path: Path, kind: bytes) -> None:
    """A link would lead out of the folder."""
    made = archive(tmp_path / "made.tar.xz", ("s-1/games.json", b""), kind=kind)
    done = conformance("export", tmp_path / "out", "--suite", made)
    assert done.exit_code == 2
    assert "which does not belong to a suite" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_cut_archive_is_refused(suite: Path, tmp_path: Path) -> None:
    """Wherever it was cut."""
    data = suite.read_bytes()
    cut = tmp_path / "cut.tar.xz"
    for size in (0, 10, len(data) // 2, len(data) * 3 // 4):
        cut.write_bytes(data[:size])
        done = conformance("export", tmp_path / "out", "--suite", cut)
        assert done.exit_code == 2, size
        assert not (tmp_path / "out").exists()


def test_positions_belong_to_their_record(tmp_path: Path) -> None:
    """One for each action and one before them."""
    case = suites.imhotep()
    wrong = suites_of.Case("001", (), case.record, case.positions[1:])
    suites_of.write("small-1", (wrong,), tmp_path / "wrong.tar.xz")
    done = conformance("check", "cat", "--suite", tmp_path / "wrong.tar.xz")
    assert done.exit_code == 2
    assert "001.positions.jsonl in the archive does not match its record" in done.stderr


def test_games_are_listed(suite: Path) -> None:
    """With players, plies, and what each was chosen for."""
    first, second = json.loads(conformance("list", "--suite", suite, "--json").stdout)
    assert first["shows"] == ["a whole game"]
    assert second["options"] == ["sides.market=B", "newDynastyCards=true"]
    assert (second["players"], second["plies"]) == (2, suites.CUT)
    lines = conformance("list", "--suite", suite).stdout.splitlines()
    (row,) = [line.split(maxsplit=4) for line in lines if " 002 " in line]
    assert row[:4] == ["small-1", "002", "2", "12"]
    assert row[4].startswith("cards drawn anew; a pair that lies face down")


def test_every_published_suite_can_be_listed() -> None:
    """Both games have one."""
    listing = json.loads(conformance("list", "--json").stdout)
    assert {one["suite"] for one in listing} == suites_of.published().keys()


ODD: list[Any] = [7, -1, 1.5, "x", None, [], {}, True, [[1]], [None, 1], [{}, [], 2], {"a": []}]
ODD.append(json.loads("[" * 900 + "]" * 900))


def replaced(value: Any, odd: Any, depth: int) -> Iterator[Any]:
    """The value with something odd in the place of each part of it."""
    yield odd
    if not depth:
        return
    for key in value if isinstance(value, dict) else ():
        yield from ({**value, key: one} for one in replaced(value[key], odd, depth - 1))
    for number in range(len(value)) if isinstance(value, list) else ():
        for one in replaced(value[number], odd, depth - 1):
            yield [*value[:number], one, *value[number + 1 :]]


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_whatever_stands_in_an_answer_is_compared(odd: Any) -> None:
    """At any place, at a position and at the end: it is a difference that can be told."""
    case = suites.imhotep()
    *positions, end = suites.right_answers(case)
    for said in replaced(positions[0], odd, 4):
        if isinstance(said, dict) and said != positions[0]:
            found = at_position(case.positions[0], said, ComparedPlaces())
            assert all(json.dumps(truncated(one.yours)) and one.words for one in found)
            assert found or said.keys() != positions[0].keys() or odd == {}
    for said in replaced(end, odd, 5):
        if isinstance(said, dict) and said != end:
            found = at_end(case.record, said, ComparedPlaces())
            assert all(json.dumps(truncated(one.yours)) and one.words for one in found)
            assert found
