"""Wheels have compiled rules, and editable installations only if asked."""

from __future__ import annotations

import shutil

import pytest

from hatch_build import reason_not_to

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
