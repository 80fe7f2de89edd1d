"""What browsers get from the package is what its sources and its locks build."""

from __future__ import annotations

import gzip
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.lacking import lacks

ROOT = Path(__file__).parents[2]
SERVICE = ROOT / "service"
BUILT = {
    "explorer": SERVICE / "saqqara_service" / "pages" / "built",
    "pages": SERVICE / "saqqara_pages" / "built",
}
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


@pytest.mark.parametrize("name", BUILT)
def test_the_build_gives_what_lies_in_the_package(name: str, tmp_path: Path) -> None:
    """Who changes a source or the lock builds anew; nobody changes the built files by hand."""
    folder, npm = SERVICE / name, shutil.which("npm")
    if npm is None or not (folder / "node_modules" / ".installed").exists():
        lacks("needs npm: `make clients`")
    words = [npm, "run", "--silent", "--if-present", "generate"]
    subprocess.run(words, cwd=folder, check=True, capture_output=True, timeout=240)
    build = [str(shutil.which("node")), "build.mjs", str(tmp_path)]
    subprocess.run(build, cwd=folder, check=True, capture_output=True, timeout=240)
    made, kept = contents(tmp_path), contents(BUILT[name])
    assert made.keys() == kept.keys(), f"run `make {name}`"
    assert [file for file in made if made[file] != kept[file]] == [], f"run `make {name}`"


@pytest.mark.parametrize("name", BUILT)
def test_what_the_scripts_are_made_of_is_named_with_its_licence(name: str) -> None:
    """Nobody's work is passed on without its terms."""
    text = gzip.decompress((BUILT[name] / "LICENSES.txt.gz").read_bytes()).decode()
    for package in MADE_OF[name]:
        assert package in text
