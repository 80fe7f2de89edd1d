"""Compiles the rules, and the tree of a search, by mypyc while the package is built.

`SAQQARA_COMPILE=0` leaves them as Python, `SAQQARA_COMPILE=1` fails where they cannot be compiled.
Without it a wheel has compiled rules if there is a C compiler, and an editable installation has
those of the one that it replaces, if they still fit: compiling takes longer than everything else.
Sources are always in the package, and run where nothing is compiled (`docs/explanation/speed.md`).
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILED = (
    "saqqara_engine/chance.py",
    "saqqara_engine/duel/{flow,legality,scoring,setup,state,tokens}.py",
    "saqqara_engine/imhotep/{actions,figures,flow,harbour,part,scoring,setup,state,steps}.py",
    "saqqara_engine/imhotep/cards/{blue_cards,deck,piles}.py",
    "saqqara_engine/imhotep/views/{composed_view,projection}.py",
    "saqqara_engine/imhotep/expansions/{favor_actions,favor_card,favor_voyages,new_dynasty}.py",
    "saqqara_engine/imhotep/expansions/{pharaohs_favors,private_ships,prophecies}.py",
    "saqqara_engine/imhotep/expansions/{stonemasons_wager,wrath}.py",
    "saqqara_engine/imhotep/sites/{burial_chamber,market,market_b,market_cd}.py",
    "saqqara_engine/imhotep/sites/{obelisks,pyramids,temple}.py",
    "saqqara_bots/{tree,worths}.py",
    "saqqara_bots/learned/search.py",
)
"""What is compiled: behaviour. Dataclasses, enumerations and words for people are not."""

SETUP = """
from mypyc.build import mypycify
from setuptools import setup
files = {files!r}
setup(name="saqqara", packages=[], ext_modules=mypycify(["--strict", *files], opt_level="3"))
"""
MADE = "_saqqara_made"
"""Where the compiled modules of an installation that runs from this folder are."""

FINDER = "engine/hatch_finder.py"
"""What finds the compiled modules of an installation that runs from this folder."""

INSIDE = {
    "engine/conformance": "saqqara_sdk/conformance/archives",
    "engine/NOTATION.md": "saqqara_sdk/models/NOTATION.md",
    "engine/RULES.md": "saqqara_sdk/models/RULES.md",
}
"""Where the conformance suites and the pages of the rules are, here and in a wheel."""

SHOWN_LINES = 20
"""How much of a compiler's complaints is shown."""


ROOMS = {"saqqara_engine": "engine", "saqqara_bots": "bots"}
"""Where the packages of these files are."""


def sources() -> tuple[str, ...]:
    """The files that are compiled, as paths from the folder of their package on."""
    found: list[str] = []
    for row in COMPILED:
        before, brace, rest = row.partition("{")
        names, _, after = rest.partition("}")
        found += [f"{before}{name}{after}" for name in names.split(",")] if brace else [row]
    return tuple(found)


def reason_not_to(version: str = "standard") -> str | None:
    """Why nothing is compiled here; None if it can be tried."""
    asked = os.environ.get("SAQQARA_COMPILE", "0" if version == "editable" else "1")
    if asked == "0":
        return "set SAQQARA_COMPILE=1, or run `make compiled`, to compile them"
    if sys.implementation.name != "cpython" or sysconfig.get_config_var("Py_GIL_DISABLED"):
        return "only the usual CPython runs compiled modules"
    compiler = (sysconfig.get_config_var("CC") or "cl").split()[0]
    return (
        None
        if shutil.which(compiler)
        else f"there is no C compiler ({compiler}); install one, such as gcc or clang"
    )


class CustomBuildHook(BuildHookInterface[Any]):
    """Adds suites and compiled modules to a wheel; to an editable one what finds the modules."""

    def dependencies(self) -> list[str]:
        """What compiling needs, for those who build in an environment of its own."""
        return [] if reason_not_to() else ["mypy>=2", "setuptools>=80"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles, unless only the sources are packed."""
        if self.target_name != "wheel":
            return
        if version != "editable":
            for here, inside in INSIDE.items():
                build_data["force_include"][str(Path(self.root) / here)] = inside
        folder = Path(tempfile.mkdtemp(prefix="saqqara-compiled-"))
        reason = None
        if not (version == "editable" and self._reuse(folder)):
            reason = reason_not_to(version) or _compile(Path(self.root), folder)
        if reason is not None:
            shutil.rmtree(folder)
            if os.environ.get("SAQQARA_COMPILE") == "1":
                raise SystemExit(f"The rules cannot be compiled: {reason}.")
            print(f"The rules stay pure Python: {reason}.", file=sys.stderr)
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        if version == "editable":
            build_data["force_include_editable"].update(self._beside(folder))
        else:
            build_data["force_include"].update({str(file): name for file, name in _made(folder)})

    def _reuse(self, folder: Path) -> bool:
        """Copy the modules of the installation that is replaced; false where they do not fit."""
        made = Path(sysconfig.get_path("platlib"), MADE)
        if os.environ.get("SAQQARA_COMPILE") == "0" or not (made / "made.json").exists():
            return False
        of = json.loads((made / "made.json").read_text())
        if (of["sources"], of.get("build")) != (self._hashes(), _hash(Path(__file__))):
            return False
        has_any = any(_made(made))
        if has_any:
            shutil.copytree(made, folder, dirs_exist_ok=True)
        return has_any

    def _hashes(self) -> dict[str, str]:
        """The hash of each source that is compiled, by its path."""
        files = [Path(self.root, ROOMS[name.partition("/")[0]], name) for name in sources()]
        return {str(file): _hash(file) for file in files}

    def _beside(self, folder: Path) -> dict[str, str]:
        """Modules beside the folder that is edited, with hashes of the sources they stand for."""
        made = folder / "made.json"
        modules = {name.split(".")[0].replace("/", "."): name for _, name in _made(folder)}
        build = _hash(Path(__file__))
        made.write_text(json.dumps({"modules": modules, "sources": self._hashes(), "build": build}))
        starts = folder / "start.pth"
        starts.write_text("import _saqqara_compiled\n")
        return {
            **{str(file): f"{MADE}/{name}" for file, name in _made(folder)},
            str(made): f"{MADE}/made.json",
            str(starts): "_saqqara_compiled.pth",
            str(Path(self.root) / FINDER): "_saqqara_compiled.py",
        }


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _made(folder: Path) -> Iterator[tuple[Path, str]]:
    """The compiled modules, each with its path within the package."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    for file in sorted(folder.rglob(f"*{suffix}")):
        if "build" not in file.relative_to(folder).parts:
            yield file, str(file.relative_to(folder))


def _compile(root: Path, folder: Path) -> str | None:
    """Compiles a copy of the packages in place; tells why it failed."""
    for package, room in ROOMS.items():
        shutil.copytree(root / room / package, folder / package)
    for stale in folder.rglob("*.so"):
        stale.unlink()
    (folder / "setup.py").write_text(SETUP.format(files=sources()))
    # mypyc compiles what this folder's setup.py names, with the compiler of this Python.
    command = (sys.executable, "setup.py", "--quiet", "build_ext", "--inplace")
    result = subprocess.run(  # noqa: S603
        command, cwd=folder, capture_output=True, text=True, check=False
    )
    if result.returncode == 0:
        return None
    lines = (result.stdout + result.stderr).strip().splitlines()
    return "\n".join(["the compiler failed", *lines[-SHOWN_LINES:]])


if __name__ == "__main__" and (refusal := reason_not_to()):
    sys.exit(f"The rules cannot be compiled: {refusal}.")
