"""Tests of programs in a sandbox say nothing without one."""

from __future__ import annotations

from saqqara_sdk.sandbox import NoSandbox, require_sandbox
from tests.prerequisites import lacks


def need_sandbox() -> None:
    """Skip the test where there is no sandbox; fail it in CI."""
    try:
        require_sandbox()
    except NoSandbox as error:
        lacks(str(error))
