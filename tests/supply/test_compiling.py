"""Wheels have compiled rules, and editable installations if asked or if they had them."""

from __future__ import annotations

import shutil
import sysconfig
from pathlib import Path
from typing import Any

import pytest

import hatch_build
from hatch_build import MADE, CustomBuildHook, reason_not_to

ROOT = Path(__file__).parents[2]
MODULE = f"saqqara_engine/chance{sysconfig.get_config_var('EXT_SUFFIX')}"

CASES = [
    ("editable", None, False),
    ("editable", "0", False),
    ("editable", "1", True),
    ("standard", None, True),
    ("standard", "0", False),
    ("standard", "1", True),
]


@pytest.mark.parametrize(("version", "asked", "is_tried"), CASES)
def test_only_wheels_are_compiled_unasked(
    monkeypatch: pytest.MonkeyPatch,
    version: str,
    asked: str | None,
    is_tried: bool,  # noqa: FBT001
) -> None:
    """`make demo` and `make install` wait for no compiler; what is left out says what to set."""
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.delenv("SAQQARA_COMPILE", raising=False)
    if asked is not None:
        monkeypatch.setenv("SAQQARA_COMPILE", asked)
    reason = reason_not_to(version)
    assert (reason is None) is is_tried
    assert is_tried or "make compiled" in (reason or "")


def built(folder: Path) -> dict[str, str]:
    """What an editable installation gets beside its sources, by file; empty: nothing."""
    data: dict[str, Any] = {"force_include_editable": {}}
    hook = CustomBuildHook(str(folder), {}, None, None, "", "wheel")  # type: ignore[arg-type]
    hook.initialize("editable", data)
    return {name: file for file, name in data["force_include_editable"].items()}


@pytest.fixture
def compilations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Each time that something was compiled; a copy of the sources is in `tmp_path`."""
    for package, room in hatch_build.ROOMS.items():
        kept = shutil.ignore_patterns("*.so", "__pycache__", "weights")
        shutil.copytree(ROOT / room / package, tmp_path / room / package, ignore=kept)
    shutil.copy(ROOT / hatch_build.FINDER, tmp_path / "engine")
    made: list[Path] = []

    def compile_one(_root: Path, folder: Path) -> None:
        made.append(folder)
        (folder / MODULE).parent.mkdir()
        (folder / MODULE).write_bytes(b"compiled")

    monkeypatch.setattr(hatch_build, "_compile", compile_one)
    monkeypatch.setattr(sysconfig, "get_path", lambda _name: str(tmp_path / "site"))
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.delenv("SAQQARA_COMPILE", raising=False)
    return made


def install(files: dict[str, str], tmp_path: Path) -> None:
    """Put what was built where an installation has it."""
    shutil.rmtree(tmp_path / "site", ignore_errors=True)
    for name, file in files.items():
        target = tmp_path / "site" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)


def test_modules_that_fit_are_used_again(
    tmp_path: Path, compilations: list[Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Unasked and asked; other sources are compiled if asked, and not at all if not wanted."""
    assert built(tmp_path) == {}
    monkeypatch.setenv("SAQQARA_COMPILE", "1")
    install(built(tmp_path), tmp_path)
    assert len(compilations) == 1
    for asked in ("1", ""):
        monkeypatch.setenv("SAQQARA_COMPILE", asked) if asked else monkeypatch.delenv(
            "SAQQARA_COMPILE"
        )
        again = built(tmp_path)
        assert Path(again[f"{MADE}/{MODULE}"]).read_bytes() == b"compiled"
        install(again, tmp_path)
    assert len(compilations) == 1
    monkeypatch.setenv("SAQQARA_COMPILE", "0")
    assert built(tmp_path) == {}
    monkeypatch.delenv("SAQQARA_COMPILE")
    with (tmp_path / "engine/saqqara_engine/chance.py").open("a") as source:
        source.write("\n")
    assert built(tmp_path) == {}
    monkeypatch.setenv("SAQQARA_COMPILE", "1")
    assert f"{MADE}/{MODULE}" in built(tmp_path)
    assert len(compilations) == 2
