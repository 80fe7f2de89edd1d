"""A browser, a page on an origin of its own, and the service that it talks to."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import threading
from collections.abc import AsyncIterator, Iterator
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright

from saqqara_service.application.service import Service, open_service
from saqqara_service.settings import Settings
from tests.browser.board_page import board, easel, elements
from tests.prerequisites import lacks
from tests.service.conftest import redis_server, redis_url, settings, swept_redis

__all__ = ["board", "easel", "elements", "redis_server", "redis_url", "settings", "swept_redis"]

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
HERE = Path(__file__).parent
FRONT_END = HERE / "front_end"
SCHEMA = HERE.parents[1] / "openapi" / "schema.graphql"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of these run in the session's loop: a browser can be driven only from where it began."""
    for item in items:
        if item.path.is_relative_to(HERE) and item.get_closest_marker("asyncio"):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Tests need no access log."""


def _sources() -> str:
    """What tells whether the small front end is to be built again."""
    paths = [each for each in FRONT_END.rglob("*") if each.is_file()]
    own = [each for each in paths if not {"node_modules", "generated", "built"} & {*each.parts}]
    return sha256(b"".join(each.read_bytes() for each in sorted([*own, SCHEMA]))).hexdigest()


@pytest.fixture(scope="session")
def front_end() -> str:
    """The path of the small front end, whose types come from the schema and are checked first."""
    npm, modules = shutil.which("npm"), FRONT_END / "node_modules"
    if npm is None or not (modules / ".installed").exists():
        lacks("run `make clients` first; it needs npm and the network")
    with (modules / ".built").open("a+") as built:
        fcntl.flock(built, fcntl.LOCK_EX)
        built.seek(0)
        if built.read() != (sources := _sources()):
            for script in ("generate", "check", "build"):
                words = [npm, "run", "--silent", script]
                made = subprocess.run(
                    words, cwd=FRONT_END, capture_output=True, text=True, check=False
                )
                assert made.returncode == 0, made.stdout + made.stderr
            built.truncate(0)
            built.write(sources)
    return "/front_end/index.html"


@pytest.fixture
def origin() -> Iterator[str]:
    """The origin of the page: another port of this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=HERE)) as server:
        serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        serving.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            serving.join()


@pytest_asyncio.fixture(loop_scope="session")
async def svc(settings: Settings) -> AsyncIterator[Service]:
    """The service of one process."""
    async with open_service(settings) as service:
        yield service


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """One browser without a window for all tests; where there is none it skips, in CI it fails."""
    if CHROMIUM is None:
        lacks("there is no `chromium` on PATH")
    async with async_playwright() as driver:
        chromium = driver.chromium
        began = await chromium.launch(executable_path=CHROMIUM, args=["--disable-dev-shm-usage"])
        try:
            yield began
        finally:
            await began.close()


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A page in a context of its own: storage, cookies, cache and permissions end with the test."""
    async with await browser.new_context() as context:
        yield await context.new_page()
