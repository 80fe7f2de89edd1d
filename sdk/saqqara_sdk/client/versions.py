"""The version of this SDK, and the warning when the service has another one."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from typing import Final

HEADER: Final = "Saqqara-Version"

_log = logging.getLogger(__name__)


@cache
def own() -> str:
    """Return the version of this SDK."""
    return version("saqqara")


@cache
def user_agent() -> str:
    """Return the `User-Agent` of this SDK (RFC 9110)."""
    return f"saqqara-sdk/{own()}"


def is_compatible(service_version: str) -> bool:
    """Return whether both have the same contract, which may change with the minor version."""
    return _minor(service_version) == _minor(own())


class Handshake:
    """Compares versions and warns once if they differ; no call fails because of it."""

    def __init__(self, server: str) -> None:
        self._server = server
        self._service_version: str | None = None

    def heard(self, headers: Mapping[str, str]) -> None:
        """Check the version in a response; a missing or odd one is ignored."""
        service_version = headers.get(HEADER)
        if service_version is None or service_version == self._service_version:
            return
        self._service_version = service_version
        theirs, ours = _minor(service_version), _minor(own())
        if theirs is None or ours is None or theirs == ours:
            return
        then = (
            "new fields are ignored; install a newer SDK (pip install -U saqqara)"
            if theirs > ours
            else "the server refuses newer requests of this SDK"
        )
        _log.warning(
            "%s is version %s, this SDK %s: %s", self._server, service_version, own(), then
        )


def _minor(text: str) -> tuple[int, int] | None:
    """Return the first two numbers of a version; None if it has none."""
    parts = text.split(".")[:2]
    if len(parts) == 2 and all(one.isascii() and one.isdecimal() for one in parts):  # noqa: PLR2004
        return int(parts[0]), int(parts[1])
    return None
