"""A file with the finished blocks of a run, from which the run can be resumed.

JSON lines: the first describes the run, each other one is a block, in the order of their numbers.
An incomplete last line, which a killed process may leave, is ignored.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from pydantic import TypeAdapter, ValidationError

from saqqara_engine.game import Json
from saqqara_sdk.arena.played import Block, BlockRows, from_rows, to_rows
from saqqara_sdk.records.files import NotKept

_LINE = TypeAdapter(tuple[int, BlockRows])


class OtherRun(Exception):
    """The file belongs to another run or is not a journal; the message says what to do."""


class Journal:
    """The blocks of a run so far, and the file to which new ones are appended."""

    def __init__(self, path: Path, head: Mapping[str, Json]) -> None:
        """Read the existing blocks; raises `OtherRun` if the head differs, and `OSError`."""
        whole = [one for one in _lines(path) if one.endswith("\n")]
        self.blocks: list[Block] = []
        if whole:
            self._compare(path, head_of(path), head)
            self.blocks = [_read(path, number, one) for number, one in enumerate(whole[1:], 1)]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(whole) or json.dumps(head) + "\n", encoding="utf-8")
        self._file: TextIO = path.open("a", encoding="utf-8")

    def add(self, number: int, block: Block) -> None:
        """Append the next block; raises `NotKept`."""
        try:
            self._file.write(_LINE.dump_json((number, to_rows(block))).decode() + "\n")
            self._file.flush()
        except OSError as error:
            why = (
                f"{self._file.name} cannot be written ({error}). Free disk space and resume the"
                " run."
            )
            raise NotKept(why) from error
        self.blocks.append(block)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _compare(self, path: Path, there: Mapping[str, Json], head: Mapping[str, Json]) -> None:
        for name, value in json.loads(json.dumps(head)).items():
            if there.get(name) == value:
                continue
            if name != "programs":
                raise OtherRun(
                    f"{path} belongs to a run with {name} {there.get(name)!r}, but this run has"
                    f" {value!r}. Resume with the same arguments, or name another file."
                )
            before = there.get(name)
            known = before if isinstance(before, dict) else {}
            changed = ", ".join(bot for bot in value if value[bot] != known.get(bot))
            raise OtherRun(
                f"Changed since the blocks in {path} were played: {changed}. Undo the change, or"
                " name another file."
            )


def head_of(path: Path) -> Mapping[str, Json]:
    """Return the head of the file, empty if the file is missing or empty; raises `OtherRun`."""
    first = next(iter(_lines(path)), "{}\n")
    try:
        head = json.loads(first)
    except ValueError:
        head = None
    if not isinstance(head, dict):
        raise OtherRun(f"{path} is not a resume file. Name another file.")
    return head


def _lines(path: Path) -> list[str]:
    if not path.exists():
        return []
    return path.read_text(encoding="utf-8").splitlines(keepends=True)


def _read(path: Path, number: int, text: str) -> Block:
    try:
        entry, matches = _LINE.validate_json(text)
    except ValidationError as error:
        raise OtherRun(
            f"{path}, line {number + 1}: not a block. Remove this line and all later ones."
        ) from error
    if entry != number:
        raise OtherRun(
            f"{path}, line {number + 1}: block {entry} instead of {number}. Name another file."
        )
    return from_rows(matches)
