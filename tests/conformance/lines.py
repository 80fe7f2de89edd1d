"""Which lines of the rules a game runs through, and from which line it came to each."""

from __future__ import annotations

import dis
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final, TypeAlias

import saqqara_engine
from saqqara_engine.build import IS_COMPILED

ENGINE: Final = Path(saqqara_engine.__file__).parent
RULES: Final = (
    "imhotep/cards/blue_cards.py",
    "imhotep/cards/piles.py",
    "imhotep/cards/deck.py",
    "imhotep/flow.py",
    "imhotep/harbour.py",
    "imhotep/views/projection.py",
    "imhotep/scoring.py",
    "imhotep/setup.py",
    "imhotep/steps.py",
    "imhotep/views/composed_view.py",
    "imhotep/sites/burial_chamber.py",
    "imhotep/sites/market.py",
    "imhotep/sites/market_b.py",
    "imhotep/sites/market_cd.py",
    "imhotep/sites/obelisks.py",
    "imhotep/sites/pyramids.py",
    "imhotep/sites/temple.py",
    "imhotep/expansions/favor_actions.py",
    "imhotep/expansions/favor_card.py",
    "imhotep/expansions/favor_voyages.py",
    "imhotep/expansions/new_dynasty.py",
    "imhotep/expansions/pharaohs_favors.py",
    "imhotep/expansions/private_ships.py",
    "imhotep/expansions/prophecies.py",
    "imhotep/expansions/stonemasons_wager.py",
    "imhotep/expansions/wrath.py",
    "duel/flow.py",
    "duel/legality.py",
    "duel/scoring.py",
    "duel/setup.py",
    "duel/view.py",
)
"""Where the rules stand; the other files of the engine tell of them in other ways."""

NO_RULES: Final = frozenset({
    "<module>", "label", "drawn", "features", "domain", "from_words", "text", "coded_actions",
    "visible_stones", "sampled", "sample", "play_on", "play_out", "projected", "projected_with",
    "projected_scores", "_ended", "points", "points_of", "__str__", "__init__", "_bonus_words",
    "read_pyramid", "row", "_cell", "_counts", "_card_phrase", "_scarab_phrase", "_read_site",
    "_site_word",
})  # fmt: skip
"""Functions there that no referee needs: notation, labels, drawings, numbers for learning."""

Arc: TypeAlias = "tuple[str, str, int, int]"
"""File, function, a line and the next one, -1 at the end."""


def rule_codes() -> Iterator[tuple[str, CodeType]]:
    """The functions of the rules, with their files."""
    for name in RULES:
        source = (ENGINE / name).read_text(encoding="utf-8")
        yield from ((name, code) for code in _within(compile(source, str(ENGINE / name), "exec")))


def _within(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_name not in NO_RULES and not _is_class(constant):
                yield constant
            yield from _within(constant)


def _is_class(code: CodeType) -> bool:
    return "__module__" in code.co_names and "__qualname__" in code.co_names


def rule_lines() -> set[tuple[str, int]]:
    """Every line of them that can be run, but those that only say what comes."""
    return {
        (name, line)
        for name, code in rule_codes()
        for _, line in dis.findlinestarts(code)
        if line is not None and line != code.co_firstlineno
    }


class Lines:
    """Notes what is run while it is entered; only in the build that is plain Python."""

    def __init__(self) -> None:
        if IS_COMPILED:
            raise RuntimeError("Set SAQQARA_PURE=1: compiled code has no lines.")
        self.arcs: set[Arc] = set()
        self._files: dict[CodeType, str | None] = {}

    def __enter__(self) -> Lines:
        sys.settrace(self._enter)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _file(self, code: CodeType) -> str | None:
        if code not in self._files:
            path = Path(code.co_filename)
            name = path.relative_to(ENGINE).as_posix() if path.is_relative_to(ENGINE) else ""
            is_rule = name in RULES and code.co_name not in NO_RULES and not _is_class(code)
            self._files[code] = name if is_rule else None
        return self._files[code]

    def _enter(self, frame: FrameType, _event: str, _arg: Any) -> Callable[..., Any] | None:
        code = frame.f_code
        file = self._file(code)
        if file is None:
            return None
        before = code.co_firstlineno
        arcs, name = self.arcs, code.co_name

        def step(frame: FrameType, event: str, _arg: Any) -> Any:
            nonlocal before
            if event == "line":
                arcs.add((file, name, before, frame.f_lineno))
                before = frame.f_lineno
            elif event == "return":
                arcs.add((file, name, before, -1))
            return step

        return step


def lines_of(arcs: set[Arc]) -> set[tuple[str, int]]:
    """The lines that were run."""
    return {(file, after) for file, _, _, after in arcs if after > 0}


def forget() -> None:
    """Empties what the rules remember, so that a game runs through all the lines that it needs."""
    for name, module in list(sys.modules.items()):
        if name.startswith("saqqara_engine."):
            for value in vars(module).values():
                if clear := getattr(value, "cache_clear", None):
                    clear()
