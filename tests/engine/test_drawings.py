"""The drawings of the page of rules are what the package draws, and any page can show them."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from rules_drawings.drawings import drawings

DRAWINGS = Path(__file__).parents[2] / "engine" / "drawings"
FILES = sorted(DRAWINGS.glob("*.svg"))
SVG = "{http://www.w3.org/2000/svg}"
EM = 0.6
"""A character is about so wide, in sizes of the font."""

each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def root_of(file: Path) -> ET.Element:
    """The outermost element of a drawing."""
    return ET.fromstring(file.read_bytes())  # noqa: S314 - our own files


def text_of(root: ET.Element, name: str) -> str:
    """What an element right below the outermost one says."""
    return (root.findtext(f"{SVG}{name}") or "").strip()


def ends_of(words: ET.Element, root: ET.Element) -> tuple[float, float]:
    """About where words begin and end."""
    size = float(words.get("font-size") or root.attrib["font-size"])
    wide = len(words.text or "") * size * EM
    anchor = words.get("text-anchor") or root.attrib["text-anchor"]
    begin = float(words.attrib["x"]) - {"start": 0, "middle": wide / 2, "end": wide}[anchor]
    return begin, begin + wide


def test_the_files_are_what_is_drawn() -> None:
    """Byte for byte: `python engine/drawings/draw.py` draws them anew."""
    drawn = {name: words.encode() for name, words in drawings().items()}
    assert drawn == {file.name: file.read_bytes() for file in FILES}


def test_the_drawings_are_small() -> None:
    """All of them together are below 90 kB."""
    assert sum(file.stat().st_size for file in FILES) < 90_000


@each_file
def test_a_drawing_says_what_it_shows(file: Path) -> None:
    """It is an image with a title and a description."""
    root = root_of(file)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert text_of(root, "title")
    assert text_of(root, "desc").endswith(".")


@each_file
def test_a_drawing_needs_nothing_else(file: Path) -> None:
    """No script, and every reference is to a part of the drawing itself."""
    parts = list(root_of(file).iter())
    own = {f"#{part.get('id')}" for part in parts if part.get("id")}
    names = {part.tag.removeprefix(SVG) for part in parts}
    attributes = [item for part in parts for item in part.attrib.items()]
    assert names.isdisjoint({"script", "style", "image", "foreignObject", "a"})
    assert all(value in own for name, value in attributes if name.endswith("href"))
    assert not any("url(" in value or name.startswith("on") for name, value in attributes)


@each_file
def test_words_stay_inside_a_drawing(file: Path) -> None:
    """By a rough estimate, since every reader's font is another one."""
    root = root_of(file)
    width = float(root.attrib["viewBox"].split()[2])
    placed = [words for words in root.iter(f"{SVG}text") if words.get("x")]
    assert placed
    for words in placed:
        begin, end = ends_of(words, root)
        assert begin >= 0, words.text
        assert end <= width, words.text


@each_file
def test_words_are_large_enough_to_read(file: Path) -> None:
    """None is smaller than 11 pixels at the drawing's own size."""
    sizes = [float(part.get("font-size") or 11) for part in root_of(file).iter()]
    assert min(sizes) >= 11
