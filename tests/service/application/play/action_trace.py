"""What an action passes through in the process that serves it: calls, files and shapes."""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, Final

import saqqara_service

SERVICE: Final = str(Path(saqqara_service.__file__).parent)


@dataclass(slots=True)
class Passed:
    """What one task passed through; `has_action` if it received the action."""

    has_action: bool = False
    depth: int = 0
    files: set[str] = field(default_factory=set)
    shapes: list[str] = field(default_factory=list)


class ActionTrace:
    """A profiler that follows one action by its id through the tasks of this process.

    Only functions of the service count. `depth` is the greatest number of them on the stack of a
    task that received the action, `files` those that these tasks passed through, and `shapes` what
    held the id on its way: a class, a mapping, a sequence, or the arguments of a function that
    receives the text of the action beside it.
    """

    def __init__(self, action: str, action_id: str) -> None:
        self._action, self._id = action, action_id
        self._tasks: defaultdict[int, Passed] = defaultdict(Passed)
        self._names: dict[int, asyncio.Task[Any] | None] = {}

    def __enter__(self) -> ActionTrace:
        sys.setprofile(self._look)
        return self

    def __exit__(self, *_: object) -> None:
        sys.setprofile(None)

    @property
    def depth(self) -> int:
        """The greatest number of calls within one another."""
        return max(task.depth for task in self._received())

    @property
    def files(self) -> set[str]:
        """The files of the service, relative to it."""
        return set[str]().union(*(task.files for task in self._received()))

    @property
    def shapes(self) -> list[str]:
        """What held the action, in order."""
        return list(dict.fromkeys(shape for task in self._received() for shape in task.shapes))

    def _received(self) -> list[Passed]:
        return [task for task in self._tasks.values() if task.has_action]

    def _look(self, frame: FrameType, event: str, _: object) -> None:
        if event != "call" or not frame.f_code.co_filename.startswith(SERVICE):
            return
        task = asyncio.current_task()
        if task is None:
            return
        self._names[id(task)] = task  # it stays, so that no other task gets its id
        passed = self._tasks[id(task)]
        passed.files.add(frame.f_code.co_filename[len(SERVICE) + 1 :])
        passed.depth = max(passed.depth, _depth(frame))
        if shape := self._shape(frame):
            passed.has_action = True
            passed.shapes.append(shape)

    def _shape(self, frame: FrameType) -> str | None:
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        values = [frame.f_locals.get(name) for name in names]
        if self._id in map(_text, values) and self._action in map(_text, values):
            return f"{len(values)} arguments"
        return next((shape for value in values if (shape := self._held_by(value))), None)

    def _held_by(self, value: object) -> str | None:
        match value:
            case dict():
                return "mapping" if self._id in map(_text, value.values()) else None
            case list() | tuple():
                return "sequence" if self._id in map(_text, value) else None
        names = (*getattr(type(value), "__slots__", ()), *getattr(value, "__dict__", ()))
        held = (_text(getattr(value, name, None)) for name in names)
        return type(value).__name__ if self._id in held else None


def _text(value: object) -> str | None:
    """A text, also where it is bytes; nothing else is asked whether it equals one."""
    if isinstance(value, bytes):
        return value.decode(errors="replace")
    return value if isinstance(value, str) else None


def _depth(frame: FrameType | None) -> int:
    depth = 0
    while frame is not None:
        depth += frame.f_code.co_filename.startswith(SERVICE)
        frame = frame.f_back
    return depth
