"""The audit of locked packages: it finds what the database knows, and says if it asked nobody."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.prerequisites import lacks
from tests.supply.locks import LOCKS, names_in
from tests.supply.vulnerabilities import AUDITED, PROGRAM, NotAuditedError, known_in

HOLE = {
    "id": "GHSA-0000-0000-0000",
    "affected": [
        {
            "package": {"name": "starlette", "ecosystem": "PyPI"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "99.1"}]}],
        }
    ],
}
NOBODY = "http://127.0.0.1:9/v1/query"


@pytest.fixture(autouse=True)
def _program() -> None:
    if not PROGRAM.exists():
        lacks("pip-audit is not here; `make audit` installs it")


class Database(BaseHTTPRequestHandler):
    """Knows one hole in one package."""

    def do_POST(self) -> None:
        """Answer one query of OSV's form."""
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        found = [HOLE] if asked["package"]["name"] == "starlette" else []
        body = json.dumps({"vulns": found} if found else {}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


@pytest.fixture
def database() -> Iterator[str]:
    """The address of a database of vulnerabilities."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Database) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1/query"
        server.shutdown()


def test_the_locks_that_are_audited_hold_every_locked_package() -> None:
    """Nothing is left out because it is in a smaller lock."""
    audited = {name for purpose in AUDITED for name in names_in(LOCKS[purpose])}
    assert audited == {name for lock in LOCKS.values() for name in names_in(lock)}


@pytest.mark.timeout(600)
def test_what_the_database_knows_is_told(database: str) -> None:
    """One line for the one hole in all that is locked, with the version that closes it."""
    (line,) = known_in(LOCKS["server"], database)
    assert line.startswith("starlette 1.")
    assert line.endswith(": GHSA-0000-0000-0000, fixed in ['99.1']")


@pytest.mark.timeout(600)
def test_nobody_asked_is_not_nothing_found() -> None:
    """Where the database cannot be reached the audit says so, and does not pass for a clean one."""
    with pytest.raises(NotAuditedError):
        known_in(LOCKS["server"], NOBODY)
