"""This machine, as a process with these settings would find it; Redis is not asked."""

from __future__ import annotations

import asyncio
import errno
import http.client
import json
import resource
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from saqqara_service.application.operations.doctor.findings import (
    Check,
    Finding,
    failed,
    good,
    skipped,
    warning,
    worst,
)
from saqqara_service.settings import Settings
from saqqara_service.storage.blobs.stores import folder_of

SCARCE: Final = 0.1
FEW_BYTES: Final = 1 << 30
NEARLY_NONE: Final = 64 << 20
ASK_S: Final = 5.0
_GIB: Final = 1 << 30
_MAKE_ROOM: Final = "free space, or use a larger disk in SAQQARA_DATA or SAQQARA_BLOBS"


async def files(settings: Settings) -> Finding:
    """How many files a process may hold open: each connection is one."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.max_connections
    if hard == resource.RLIM_INFINITY or hard > wanted:
        return good(f"a process can hold {wanted} connections")
    return warning(
        f"a process can open {hard} files, too few for {wanted} connections",
        "raise the limit (`ulimit -n`, LimitNOFILE), or lower SAQQARA_MAX_CONNECTIONS",
    )


async def disk(settings: Settings) -> Finding:
    """Room for data, logs and archives, where they are folders."""
    return await asyncio.to_thread(lambda: worst(_disks(settings)))


def _disks(settings: Settings) -> Iterator[Finding]:
    folders = {settings.data.absolute(), folder_of(settings.blob_store) or settings.data.absolute()}
    for folder in sorted(folders):
        try:
            usage = shutil.disk_usage(_existing(folder))
        except OSError as error:
            yield failed(f"{folder}: {error.strerror}", "use a readable folder")
            continue
        found = f"{folder} has {usage.free / _GIB:.1f} GiB free"
        if usage.free < NEARLY_NONE:
            yield failed(found, _MAKE_ROOM)
        elif usage.free < FEW_BYTES or usage.free < SCARCE * usage.total:
            yield warning(found, _MAKE_ROOM)
        else:
            yield good(found)


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    return next(one for one in (folder, *folder.parents) if one.exists())


async def port(settings: Settings) -> Finding:
    """The port of the API is free, or one of our processes answers there."""
    return await asyncio.to_thread(_port, settings.host, settings.port, "SAQQARA_PORT")


async def metrics_port(settings: Settings) -> Finding:
    """The first port of metrics is free, or one of our processes answers there."""
    if settings.metrics_port is None:
        return skipped("SAQQARA_METRICS_PORT is not set")
    name = "SAQQARA_METRICS_PORT"
    return await asyncio.to_thread(_port, settings.host, settings.metrics_port, name)


def _port(host: str, number: int, setting: str) -> Finding:
    if not number:
        return good("a free port is chosen")
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((host, number))
        except (OSError, UnicodeError) as error:
            return _taken(host, number, setting, error)
    return good(f"{host}:{number} is free")


def _taken(host: str, number: int, setting: str, error: OSError | UnicodeError) -> Finding:
    if not isinstance(error, OSError) or error.errno != errno.EADDRINUSE:
        found = f"cannot listen on {host}:{number}: {error}"
        return failed(found, f"set SAQQARA_HOST and {setting} to an address of this machine")
    status, _ = _response(host, number, "/livez")
    if status is None:
        found = f"another program listens on {host}:{number}"
        return failed(found, f"stop it, or choose another {setting}")
    ready, found = _response(host, number, "/readyz")
    if ready == http.client.SERVICE_UNAVAILABLE:
        reasons = "; ".join(_reasons(found)) or "no reason given"
        return failed(
            f"the process on {host}:{number} is not ready: {reasons}", "resolve these reasons"
        )
    return good(f"a Saqqara process answers on {host}:{number}")


def _response(host: str, number: int, path: str) -> tuple[int | None, str]:
    """Status and text of an answer; no status if what answers is no process of ours."""
    reached = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - not bound
    connection = http.client.HTTPConnection(reached, number, timeout=ASK_S)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        text = answer.read(1 << 16).decode(errors="replace")
    except (OSError, http.client.HTTPException):
        return None, ""
    finally:
        connection.close()
    is_alive = answer.status == http.client.OK and ("alive" in text or not text)
    is_ours = path != "/livez" or is_alive
    return (answer.status if is_ours else None), text


def _reasons(text: str) -> list[str]:
    try:
        return [str(one) for one in json.loads(text)["reasons"]]
    except (ValueError, KeyError, TypeError):
        return []


MACHINE: Final[tuple[Check[Settings], ...]] = (
    Check("machine.files", files),
    Check("machine.disk", disk),
    Check("machine.port", port),
    Check("machine.metrics_port", metrics_port),
)
