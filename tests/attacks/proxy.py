"""An API process behind the proxy of helm/Caddyfile, as a public host runs it."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import httpx

from tests.helm.cluster import free_port, tool
from tests.prerequisites import lacks
from tests.service.replicas import Api, apis

FILE: Final = Path(__file__).parents[2] / "helm" / "Caddyfile"
TRUSTED: Final = "127.0.0.1"
"""Where the proxy comes from; who attacks over it comes from another address of this machine."""
START_S: Final = 60.0
STOP_S: Final = 30.0


@contextmanager
def guarded(redis_url: str, log: Path, count: int, **environ: str) -> Iterator[tuple[Api, ...]]:
    """So many API processes, each with a proxy: the port is the proxy's, the pid the process'."""
    if (program := tool("caddy")) is None:
        lacks("caddy not here: `make caddy` builds it, with go")
    behind = {"SAQQARA_TRUSTED_PROXIES": TRUSTED, **environ}
    with apis(redis_url, log, count, **behind) as started, ExitStack() as held:
        yield tuple(held.enter_context(_proxy(program, log.parent, api)) for api in started)


@contextmanager
def _proxy(program: str, folder: Path, api: Api) -> Iterator[Api]:
    before = Api(free_port(), api.pid)
    places = dict.fromkeys(("XDG_DATA_HOME", "XDG_CONFIG_HOME"), str(folder))
    site = {"SAQQARA_SITE": f"http://:{before.port}", "SAQQARA_UPSTREAMS": f"127.0.0.1:{api.port}"}
    with (folder / f"proxy-{before.port}.log").open("wb") as log:
        process = subprocess.Popen(
            [program, "run", "--config", str(FILE), "--adapter", "caddyfile"],
            env={**os.environ, **places, **site},
            stdout=log,
            stderr=log,
        )
    try:
        _wait_until_ready(before, process)
        yield before
    finally:
        process.kill()
        process.wait(STOP_S)


def _wait_until_ready(api: Api, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + START_S
    while time.monotonic() < until:
        assert process.poll() is None, "the proxy ended"
        try:
            if httpx.get(f"{api.address}/readyz", trust_env=False).is_success:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)
    raise AssertionError("the proxy did not become ready")
