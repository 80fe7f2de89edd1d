"""Writes every drawing to `engine/drawings`."""

from __future__ import annotations

from pathlib import Path

from rules_drawings.drawings import drawings

FOLDER = Path(__file__).parents[1] / "drawings"

if __name__ == "__main__":
    for name, drawing in drawings().items():
        (FOLDER / name).write_text(drawing, encoding="utf-8")
