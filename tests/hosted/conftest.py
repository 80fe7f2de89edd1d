"""Bots that are handed in need a sandbox: without one they are not tried, which fails in CI."""

from __future__ import annotations

import os

import pytest

from saqqara_sdk.sandbox import NoSandbox, require_sandbox


@pytest.fixture(scope="session", autouse=True)
def sandbox() -> None:
    """Skip without bubblewrap; fail in CI."""
    try:
        require_sandbox()
    except NoSandbox as error:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(str(error))
