"""What browsers get from the package is what its sources and its locks build."""

from __future__ import annotations

import gzip
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.prerequisites import lacks

ROOT = Path(__file__).parents[2]
SERVICE = ROOT / "service"
BUILT = {
    "explorer": SERVICE / "saqqara_service" / "pages" / "built",
    "pages": SERVICE / "saqqara_pages" / "built",
}
BOARDS = {"elements.js.gz", "record.js.gz", "shared-board-choosing.js.gz"}
MADE_OF = {
    "explorer": ("graphiql 4.", "react 19.", "graphql 16.", "graphql-ws 6."),
    "pages": ("lit 3.", "graphql-ws 6."),
}


def contents(folder: Path) -> dict[str, bytes]:
    """The files of a folder, as a browser reads them."""
    return {
        path.name: gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        for path in folder.iterdir()
    }


def installed(name: str) -> Path:
    """Return a folder of sources with its packages of npm."""
    folder = SERVICE / name
    if shutil.which("npm") is None or not (folder / "node_modules" / ".installed").exists():
        lacks("needs npm: `make clients`")
    return folder


def build(folder: Path, target: Path) -> dict[str, bytes]:
    """Return the files that a folder of sources builds."""
    command = ["node", "build.mjs", str(target)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=240)
    return contents(target)


@pytest.mark.parametrize("name", BUILT)
def test_the_build_gives_what_lies_in_the_package(name: str, tmp_path: Path) -> None:
    """Who changes a source or the lock builds anew; nobody changes the built files by hand."""
    folder = installed(name)
    words = ["npm", "run", "--silent", "--if-present", "generate"]
    subprocess.run(words, cwd=folder, check=True, capture_output=True, timeout=240)
    made, kept = build(folder, tmp_path), contents(BUILT[name])
    assert made.keys() == kept.keys(), f"run `make {name}`"
    assert [file for file in made if made[file] != kept[file]] == [], f"run `make {name}`"


@pytest.mark.parametrize(
    ("source", "text", "built"),
    [
        ("site/ladder/ladder-luck.ts", "What each seat is worth", {"ladder-page.js.gz"}),
        ("site/host/host-words.ts", 'en: "', {"host-page.js.gz"}),
        ("board/texts.ts", "Nothing to draw", BOARDS),
    ],
)
def test_a_change_of_one_panel_rebuilds_few_files(
    source: str, text: str, built: set[str], tmp_path: Path
) -> None:
    """Names carry no hash, so the files that import a changed one stay as they are."""
    folder = tmp_path / "pages"
    folder.mkdir()
    for each in installed("pages").iterdir():
        if each.name == "node_modules":
            (folder / each.name).symlink_to(each)
        elif each.is_dir():
            shutil.copytree(each, folder / each.name)
        else:
            shutil.copy(each, folder)
    before = build(folder, tmp_path / "before")
    changed = folder / source
    changed.write_text(changed.read_text().replace(text, f"{text}changed ", 1))
    after = build(folder, tmp_path / "after")
    assert before.keys() == after.keys()
    assert {name for name in after if after[name] != before[name]} == built


@pytest.mark.parametrize("name", BUILT)
def test_what_the_scripts_are_made_of_is_named_with_its_licence(name: str) -> None:
    """Nobody's work is passed on without its terms."""
    text = gzip.decompress((BUILT[name] / "LICENSES.txt.gz").read_bytes()).decode()
    for package in MADE_OF[name]:
        assert package in text
