"""`saqqara-server up`: what it prints, what it survives, what it leaves behind."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import httpx
import redis

from saqqara_service.storage.redis.binary import choose
from saqqara_service.storage.redis.embedded import EmbeddedRedis
from saqqara_service.storage.redis.keys import match_key
from tests.stack import process_table
from tests.stack.conditions import until

ONE_EACH = ("--apis", "1", "--workers", "1", "--runners", "0")
NO_HOUSE = "--no-house"


class Up:
    """A running `saqqara-server up` and what it has printed so far."""

    def __init__(self, process: subprocess.Popen[str], data: Path) -> None:
        self.process = process
        self.data = data
        self.printed = self._introduction()
        found = re.search(r"http://\S+:\d+", self.printed)
        assert found is not None
        self.server = found[0]

    def _introduction(self) -> str:
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if "Ctrl-C" in line:
                break
        return "".join(lines)

    def get(self, path: str, **headers: str) -> httpx.Response:
        return httpx.get(f"{self.server}{path}", headers=headers, timeout=30, trust_env=False)

    def post(self, path: str, body: object, **headers: str) -> httpx.Response:
        address = f"{self.server}{path}"
        return httpx.post(address, json=body, headers=headers, timeout=30, trust_env=False)

    @property
    def token(self) -> str:
        return (self.data / "admin-token").read_text().strip()

    def children(self, role: str) -> list[int]:
        """Pids of the supervisor's children of a role: `api` or `worker`."""
        return [
            row.pid
            for row in process_table.rows()
            if row.parent == self.process.pid and f"saqqara_service.cli {role}" in row.command
        ]

    def stop(self, sign: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(sign)
        return self.process.wait(60)


@contextmanager
def up(data: Path, *options: str, **environment: str) -> Iterator[Up]:
    house = () if "--house" in options else (NO_HOUSE,)
    command = [sys.executable, "-m", "saqqara_service.cli", "up", *options, *house]
    inherited = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    process = subprocess.Popen(
        command,
        env=inherited | own_folders(data) | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        try:
            yield Up(process, data)
        finally:
            if process.poll() is None:
                process.terminate()


def own_folders(data: Path) -> dict[str, str]:
    """The folders of a host of its own, and any free port."""
    return {
        "SAQQARA_DATA": str(data),
        "SAQQARA_PORT": "0",
        "XDG_CONFIG_HOME": str(data / "config"),
    }


def are_gone(pids: list[int]) -> bool:
    """Whether all these processes have ended."""
    return not set(pids) & {row.pid for row in process_table.rows()}


def test_introduces_itself_answers_and_leaves_nothing(tmp_path: Path) -> None:
    """It prints where both transports and the token are, both probes answer, and all of it ends."""
    with up(tmp_path) as running:
        server = str(choose(None))
        for shown in ("/api/v1", "/graphql", "/livez", "/readyz", "admin-token", server):
            assert shown in running.printed
        assert running.get("/livez").status_code == 200
        assert running.get("/readyz").status_code == 200
        assert "html" in running.get("/graphql", Accept="text/html").headers["content-type"]
        apis, workers = running.children("api"), running.children("worker")
        assert len(apis) == len(workers) == 2
        assert running.stop(signal.SIGINT) == 0
    assert are_gone(apis + workers)
    assert not EmbeddedRedis(tmp_path).is_running()


def test_token_is_for_its_owner_and_kept(tmp_path: Path) -> None:
    """The administrator's token works, only its owner reads it or the logs, a restart keeps it.

    A supervisor killed by signal 9 takes its children along, and the next one starts cleanly.
    """
    tmp_path.chmod(0o755)
    with up(tmp_path, *ONE_EACH) as running:
        token = running.token
        assert (tmp_path / "admin-token").stat().st_mode & 0o777 == 0o600
        assert tmp_path.stat().st_mode & 0o777 == 0o700
        assert running.get("/api/v1/me", Authorization=f"Bearer {token}").status_code == 200
        pids = running.children("api") + running.children("worker")
        running.stop(signal.SIGKILL)
        until(lambda: are_gone(pids))
    with up(tmp_path, *ONE_EACH) as running:
        assert running.token == token
        assert running.get("/api/v1/me", Authorization=f"Bearer {token}").status_code == 200
        assert running.get("/readyz").status_code == 200
        assert running.stop() == 0
    assert not EmbeddedRedis(tmp_path).is_running()


def test_the_stored_token_is_the_hosts(tmp_path: Path) -> None:
    """With `--as host` alone, a ladder of others' bots is made, played, judged and exported.

    A proxy of the environment hears nothing of it, nor of the house's bots.
    """
    nobody = dict.fromkeys(("HTTP_PROXY", "http_proxy", "ALL_PROXY"), "http://127.0.0.1:9")
    words = ("--apis", "1", "--workers", "1", "--runners", "0", "--house")
    with up(tmp_path, *words, **nobody) as running:
        assert f"--as host --server {running.server}" in running.printed
        environment = {**os.environ, **own_folders(tmp_path), "SAQQARA_SERVER": running.server}
        environment |= nobody

        def typed(*words: str) -> str:
            saqqara = str(Path(sys.executable).with_name("saqqara"))
            command = [saqqara, "ladder", *words, "--as", "host"]
            done = subprocess.run(
                command, env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, done.stderr
            return done.stdout

        terms = ("--time-control", "fischer:60+1", "--concurrency", "2", "--blocks", "1")
        made = json.loads(
            typed("create", "club", "--game", "duel", "--same-owner", "allowed", *terms, "--json")
        )
        for bot in ("houserandom", "housegreedy"):
            typed("join", "club", bot)
        typed("start", "club")
        until(lambda: '"status": "finished"' in typed("show", "club", "--json"))
        typed("annul", "club", "played by hand", "--match", f"{made['id']}-b0-r1")
        assert "played by hand" in typed("rulings", "club")
        season = tmp_path / "season"
        assert "2 matches with a result" in typed("export", "club", str(season))
        assert len(list((season / "records").iterdir())) == 2
        assert "houserandom" in (season / "standings.csv").read_text("utf-8")
        assert running.stop() == 0


def test_killed_processes_come_back(tmp_path: Path) -> None:
    """After signal 9 an API process, a worker and Redis are replaced, and requests go on."""
    with up(tmp_path) as running:
        for role in ("api", "worker"):
            victim = running.children(role)[0]
            os.kill(victim, signal.SIGKILL)
            until(partial(is_replaced, running, role, victim))
            assert running.get("/readyz").status_code == 200
        with EmbeddedRedis(tmp_path) as redis:
            os.kill(redis.pid, signal.SIGKILL)
            until(lambda: running.get("/readyz").status_code == 200 and redis.is_running())
        headers = {"Authorization": f"Bearer {running.token}"}
        until(lambda: running.get("/api/v1/me", **headers).status_code == 200)
        assert running.stop() == 0


def test_what_is_over_leaves_redis_for_the_data_folder(tmp_path: Path) -> None:
    """A match is archived beside our Redis, and another start of the stack still tells of it."""
    soon = {"SAQQARA_ARCHIVE_AFTER_MS": "0"}

    def documents_of(running: Up, match_id: str) -> list[object]:
        found = [running.get(f"/api/v1/matches/{match_id}{of}") for of in ("", "/events")]
        assert [one.status_code for one in found] == [200, 200]
        return [one.json() for one in found]

    with up(tmp_path, *ONE_EACH, **soon) as running:
        made = running.post("/api/v1/accounts", {"name": "Ptah"}).json()
        words = {"Authorization": f"Bearer {made['token']}"}
        ask = {
            "game": "imhotep",
            "options": {"players": 2},
            "timeControl": {"kind": "fischer", "baseMs": 600_000, "incrementMs": 0},
            "seats": [None, None],
        }
        match_id = running.post("/api/v1/matches", ask, **words).json()["id"]
        words = {"Authorization": f"Bearer {running.token}"}
        voided = running.post(f"/api/v1/matches/{match_id}/void", {"note": "a test"}, **words)
        assert voided.status_code == 200
        before = documents_of(running, match_id)
        until(lambda: any((tmp_path / "blobs" / "matches").glob("??/*")))
        assert documents_of(running, match_id) == before
        assert running.stop() == 0
    with EmbeddedRedis(tmp_path) as server, redis.Redis.from_url(server.url) as client:
        assert not client.exists(match_key("log", match_id))
    with up(tmp_path, *ONE_EACH, **soon) as running:
        assert documents_of(running, match_id) == before
        assert running.stop() == 0


def is_replaced(running: Up, role: str, victim: int) -> bool:
    pids = running.children(role)
    return len(pids) == 2 and victim not in pids


def test_taken_port_is_said(tmp_path: Path) -> None:
    """A port that is taken ends it with 1 and a sentence that says what to do."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        done = subprocess.run(
            [sys.executable, "-m", "saqqara_service.cli", "up"],
            env={**os.environ, "SAQQARA_DATA": str(tmp_path), "SAQQARA_PORT": str(port)},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 1
    assert f"port {port}" in done.stderr
    assert f"SAQQARA_PORT={port + 1}" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_named_server_that_is_not_there_is_said(tmp_path: Path) -> None:
    """In one sentence, and the bundled one does not run in its place."""
    done = subprocess.run(
        [sys.executable, "-m", "saqqara_service.cli", "up"],
        env={
            **{name: value for name, value in os.environ.items() if name != "REDIS_URL"},
            "SAQQARA_DATA": str(tmp_path),
            "SAQQARA_PORT": "0",
            "SAQQARA_REDIS_SERVER": "no-such-server",
        },
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    (line,) = done.stderr.strip().splitlines()
    assert "SAQQARA_REDIS_SERVER=no-such-server" in line


def two_free_ports() -> int:
    """The first of two ports side by side that nobody has."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as probe, suppress(OSError):
            first: int = probe.getsockname()[1]
            with socket.create_server(("127.0.0.1", first + 1)):
                return first


def test_settings_of_the_host_are_kept(tmp_path: Path) -> None:
    """With REDIS_URL nothing is started in the data directory, and that Redis is left running.

    From the metrics port that is set each process has one: first the workers, then the APIs.
    """
    first = two_free_ports()
    with EmbeddedRedis(tmp_path / "theirs") as theirs:
        settings = {"REDIS_URL": theirs.url, "SAQQARA_METRICS_PORT": str(first)}
        with up(tmp_path / "ours", *ONE_EACH, **settings) as running:
            assert "as REDIS_URL says, Valkey 9" in running.printed
            assert running.get("/readyz").status_code == 200
            worker, api = (
                httpx.get(f"http://127.0.0.1:{port}/metrics", trust_env=False).text
                for port in (first, first + 1)
            )
            assert running.stop() == 0
        assert theirs.is_running()
    assert not (tmp_path / "ours" / "redis").exists()
    assert 'saqqara_redis_seconds_count{command="PIPELINE"}' in worker
    assert 'saqqara_sweep_seconds_count{sweep="clocks"}' in api
    assert 'sweep="clocks"' not in worker
