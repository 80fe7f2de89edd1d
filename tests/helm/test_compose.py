"""compose.yaml: what it starts plays a rated match through its proxy, in part replaced, too."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import httpx
import pytest

from saqqara_service.application.accounts.house import LEVELS
from saqqara_service.settings import Settings
from tests.helm.cluster import free_port, tool, until
from tests.helm.composed import FILE, METRICS, Composed, composed, services
from tests.prerequisites import lacks
from tests.sandbox.needed import need_sandbox

SECRET: Final = {"S3_SECRET": "a secret of this test", "REDIS_PASSWORD": "0123abc"}
COUNTED: Final = "2 rated matches, each counted once"
SERVED: Final = re.compile(r'^saqqara_operations_total\{.*outcome="ok".*\} [1-9]', re.MULTILINE)
RUNNER: Final = re.compile(
    r'^saqqara_operations_total\{operation="runner.*"ok".* [1-9]', re.MULTILINE
)
OTHERS: Final = re.compile(r"AWS_[A-Z_]+|SAQQARA_(SERVER|TOKEN|RUNNER_TOKEN)")


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Composed]:
    """All that `docker compose up` starts, and where its proxy answers."""
    site = f"http://127.0.0.1:{free_port()}"
    chosen = {"SAQQARA_SITE": site, "SAQQARA_SERVER": site, "SAQQARA_ARCHIVE_AFTER_MS": "0"}
    variables = {**SECRET, **chosen}
    with composed(tmp_path_factory.mktemp("composed"), variables) as started:
        for name, service in started.services.items():
            if "profiles" not in service:
                started.start(name)
        yield started


def site(running: Composed) -> str:
    """Where the proxy answers."""
    address: str = running.services["check"]["environment"]["SAQQARA_SERVER"]
    return address


def test_a_rated_match_is_played_through_the_proxy(running: Composed) -> None:
    """By both API processes, with the house's bots there; then the matches lie in the store."""
    assert COUNTED in running.run("check")
    for name in ("api-1", "api-2"):
        assert SERVED.search(log_of(running, name))
    assert running.is_healthy("worker")
    until(lambda: {level.bot_id for level in LEVELS} <= present(running))
    bucket = running.folder / "s3" / "buckets" / "saqqara"
    until(lambda: any(path.is_file() for path in bucket.rglob("*")))


def present(running: Composed) -> set[str]:
    """Bots that are there, as the proxy's callers see it."""
    answer = httpx.get(f"{site(running)}/api/v1/presence?first=100", trust_env=False)
    return {bot["id"] for bot in answer.json()["items"]}


def test_one_api_process_is_replaced_while_the_other_plays_on(running: Composed) -> None:
    """Stopped as Docker stops it, and begun again: callers of the proxy are always answered."""
    running.stop("api-2")
    assert COUNTED in running.run("check")
    running.start("api-2")
    until(lambda: running.is_healthy("api-2"))
    running.stop("worker")
    running.start("worker")
    assert COUNTED in running.run("check")


def test_a_runner_asks_for_bots_to_play(running: Composed) -> None:
    """With a token of the host's it is let in, and goes on asking."""
    need_sandbox()
    words = [*running.words("worker")[:-1], "token", "runner"]
    result = subprocess.run(
        words, env=running.environment("worker"), capture_output=True, text=True, check=True
    )
    running.services["runner"]["environment"]["SAQQARA_RUNNER_TOKEN"] = result.stdout.strip()
    running.start("runner")
    until(lambda: RUNNER.search(log_of(running, "api-1")))
    assert running.running["runner"].poll() is None, running.log("runner")


def log_of(running: Composed, name: str) -> str:
    """What a process tells Prometheus."""
    address = f"http://127.0.0.1:{running.port(name, METRICS)}/metrics"
    return httpx.get(address, trust_env=False).text


def test_callers_are_told_apart_behind_the_proxy(running: Composed) -> None:
    """The network of the file is trusted: the proxy's word on the caller's address is believed."""
    forged = {"X-Forwarded-For": "203.0.113.7"}
    answer = httpx.get(f"{site(running)}/api/v1/server", headers=forged, trust_env=False)
    assert answer.is_success
    text = running.log("api-1") + running.log("api-2")
    assert "203.0.113.7" not in text, "the proxy hands no address on that a caller made up"


def test_mcp_is_served_beside_the_api(running: Composed) -> None:
    """By the same proxy: who has no token hears where tokens are given."""
    url = f"{site(running)}/mcp"
    listed = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    until(lambda: httpx.post(url, json=listed, trust_env=False).status_code == 401)
    where = f"{site(running)}/.well-known/oauth-protected-resource/mcp"
    told = httpx.get(where, trust_env=False).json()
    assert told["resource"].endswith("/mcp")


def test_every_variable_is_one_that_is_read() -> None:
    """Of services of ours each is a setting, or told to a program or the store of archives."""
    known = {
        str(field.validation_alias or f"SAQQARA_{name.upper()}")
        for name, field in Settings.model_fields.items()
    }
    for name, service in services(SECRET).items():
        if service["image"].startswith("saqqara:"):
            strange = service["environment"].keys() - known
            assert not [one for one in strange if not OTHERS.fullmatch(one)], name


def test_a_secret_has_to_be_chosen() -> None:
    """There is none that all installations share."""
    with pytest.raises(KeyError, match="choose one"):
        services({})


def test_strangers_programs_reach_the_api_alone() -> None:
    """Redis asks for a password, the runner has no network with it, and everything is bounded."""
    found = services(SECRET)
    reached = {
        name
        for name, service in found.items()
        if set(service.get("networks", [])) & set(found["runner"]["networks"])
    }
    assert reached == {"api-1", "api-2", "house", "runner"}
    assert not set(found["redis"]["networks"]) & {"edge", "players"}
    assert "--requirepass" in found["redis"]["command"]
    assert found["redis"]["oom_score_adj"] < 0 < found["runner"]["oom_score_adj"]
    assert [name for name, service in found.items() if "mem_limit" not in service] == []


def test_programs_are_those_that_are_tried() -> None:
    """The images have the versions that `make s3` and `make caddy` build."""
    tools = Path(__file__).with_name("tools.sh").read_text()
    images = {service["image"] for service in services(SECRET).values()}
    gateway = re.search(r"versitygw@(\S+)", tools)
    caddy = re.search(r"cmd/caddy@v(\d+\.\d+)", tools)
    assert gateway is not None
    assert caddy is not None
    assert {f"versity/versitygw:{gateway[1]}", f"caddy:{caddy[1]}-alpine"} <= images


def test_compose_itself_reads_the_file(tmp_path: Path) -> None:
    """Its own loader finds no unknown field, and a name that is none is found."""
    program = tool("compose-spec")
    if program is None:
        lacks("compose-spec is not here: `make compose-spec` builds it, with go")
    wrong = tmp_path / "wrong.yaml"
    wrong.write_text(FILE.read_text().replace("restart: unless-stopped", "restrat: always", 1))
    for file, code in ((FILE, 0), (wrong, 1)):
        words = [program, "-no-interpolation", str(file)]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stderr
