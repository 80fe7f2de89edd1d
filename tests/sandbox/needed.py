"""Tests of programs in a sandbox say nothing without one."""

from __future__ import annotations

import os

import pytest

from saqqara_sdk.sandbox import NoSandbox, require_sandbox


def need_sandbox() -> None:
    """Skip the test where there is no sandbox; fail it in CI."""
    try:
        require_sandbox()
    except NoSandbox as error:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(str(error))
