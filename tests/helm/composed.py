"""The services of helm/compose.yaml as plain processes: the same programs, words and variables.

What containers would give each is given here: names of hosts become ports of this machine, volumes
become folders. Nothing else is changed.
"""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import redis
import yaml

from saqqara_service.storage.redis import binary
from tests.helm.cluster import free_port, tool
from tests.leftovers import SHARED
from tests.prerequisites import lacks

FILE: Final = Path(__file__).parents[2] / "helm" / "compose.yaml"
LISTENS: Final = {"redis": 6379, "s3": 7070, "api-1": 8000, "api-2": 8000, "mcp": 8090}
"""Where services listen that others name."""
METRICS: Final = 9090
NETWORK: Final = "172.30.99.0/24"
START_S: Final = 300.0
STOP_S: Final = 60.0
Service = dict[str, Any]


def services(variables: Mapping[str, str]) -> dict[str, Service]:
    """What the file says, with the variables put in; raises `KeyError` where one is required."""
    found: dict[str, Service] = _put_in(yaml.safe_load(FILE.read_text())["services"], variables)
    return found


def _put_in(value: Any, variables: Mapping[str, str]) -> Any:
    def named(match: re.Match[str]) -> str:
        name, kind, rest = match.groups()
        if kind == "?" and not variables.get(name):
            raise KeyError(f"{name}: {rest}")
        return variables.get(name) or rest

    if isinstance(value, dict):
        return {name: _put_in(one, variables) for name, one in value.items()}
    if isinstance(value, list):
        return [_put_in(one, variables) for one in value]
    if isinstance(value, str):
        return re.sub(r"\$\{(\w+):([-?])([^}]*)\}", named, value)
    return value


def programs() -> dict[str, str]:
    """Where the programs of the images are here; skips where one is not."""
    found = {"caddy": tool("caddy"), "versitygw": tool("versitygw")}
    if lacking := [name for name, path in found.items() if path is None]:
        lacks(f"{' and '.join(lacking)} not here: `make caddy s3` builds them, with go")
    here = {name: path for name, path in found.items() if path is not None}
    return here | {
        "valkey-server": binary.choose(None).path,
        "python": sys.executable,
        "mkdir": "mkdir",
        "saqqara": str(Path(sys.executable).with_name("saqqara")),
    }


@dataclass
class Composed:
    """The services, those of them that run, and what each is told in place of a container."""

    folder: Path
    services: dict[str, Service]
    programs: dict[str, str]
    held: ExitStack
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    ports: dict[tuple[str, int], int] = field(default_factory=dict)

    def port(self, service: str, number: int) -> int:
        """The port of this machine at which a service listens."""
        return self.ports.setdefault((service, number), free_port())

    def start(self, name: str) -> None:
        """Start a service when those that it needs are as it needs them."""
        if name in self.running:
            return
        for other, need in self.services[name].get("depends_on", {}).items():
            self.start(other)
            self._wait(other, need["condition"])
        with SHARED.starting():
            self.running[name] = self.held.enter_context(self._process(name))

    def run(self, name: str) -> str:
        """Run a service to its end; what it printed. It must end with 0."""
        self.start(name)
        code = self.running.pop(name).wait(START_S)
        log = self.log(name)
        assert code == 0, log
        return log

    def log(self, name: str) -> str:
        """What a service has printed."""
        return (self.folder / f"{name}.log").read_text()

    def stop(self, name: str) -> None:
        """Stop a service as Docker does; it must end with 0."""
        process = self.running.pop(name)
        process.send_signal(signal.SIGTERM)
        assert process.wait(STOP_S) == 0, self.log(name)

    @contextmanager
    def _process(self, name: str) -> Iterator[subprocess.Popen[bytes]]:
        with (self.folder / f"{name}.log").open("wb") as log:
            process = subprocess.Popen(
                self.words(name), env=self.environment(name), stdout=log, stderr=log
            )
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(STOP_S)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def words(self, name: str) -> list[str]:
        """The command of a service, with its image's own beginning."""
        service = self.services[name]
        first = {
            "saqqara": [sys.executable, "-m", "saqqara_service.cli"],
            "versity/versitygw": [self.programs["versitygw"]],
        }.get(service["image"].partition(":")[0], [])
        command = [*service.get("entrypoint", []), *service.get("command", [])]
        words = [self.programs.get(word) or self._here(name, word) for word in command]
        return words if "entrypoint" in service else [*first, *words]

    def environment(self, name: str) -> dict[str, str]:
        """The variables of a service and no other, and where it listens."""
        variables = {
            variable: self._here(name, value)
            for variable, value in self.services[name].get("environment", {}).items()
        }
        if name.startswith("api-"):
            variables["SAQQARA_PORT"] = str(self.port(name, LISTENS[name]))
        return variables

    def _here(self, name: str, text: str) -> str:
        """A word as it is without containers: hosts are ports, volumes are folders."""
        for inside, outside in self._places(name).items():
            if text == inside or text.startswith(f"{inside}/"):
                return f"{outside}{text.removeprefix(inside)}"
        for other, number in LISTENS.items():
            here = f"127.0.0.1:{self.port(other, number)}"
            text = re.sub(rf"\b{other}:{number}\b", here, text)
        text = text.replace("api:8000", f"127.0.0.1:{self.port('api-1', 8000)}")
        own = {LISTENS.get(name, 0), METRICS}
        for number in own - {0}:
            text = re.sub(rf"^(|:){number}$", rf"\g<1>{self.port(name, number)}", text)
            text = text.replace(f"127.0.0.1:{number}/", f"127.0.0.1:{self.port(name, number)}/")
            text = text.replace(f"0.0.0.0:{number}", f"0.0.0.0:{self.port(name, number)}")
        return text.replace("0.0.0.0", "127.0.0.1").replace(NETWORK, "127.0.0.0/8")  # noqa: S104

    def _places(self, name: str) -> dict[str, Path]:
        """The folders of a container, and where they are here."""
        service = self.services[name]
        places = dict.fromkeys(service.get("tmpfs", []), self.folder / f"{name}-tmp")
        for volume in service.get("volumes", []):
            source, inside = volume.split(":")[:2]
            is_beside = source.startswith(".")
            places[inside] = FILE.parent / source if is_beside else self.folder / source
        return places

    def _wait(self, name: str, condition: str) -> None:
        process = self.running[name]
        if condition == "service_completed_successfully":
            assert process.wait(START_S) == 0, self.log(name)
        if condition == "service_healthy":
            until = time.monotonic() + START_S
            while not self.is_healthy(name):
                assert process.poll() is None, self.log(name)
                assert time.monotonic() < until, self.log(name)
                time.sleep(0.2)

    def is_healthy(self, name: str) -> bool:
        """What the service's own check says."""
        _cmd, *words = self.services[name]["healthcheck"]["test"]
        if words == ["valkey-cli", "ping"]:
            secret = self.services[name]["environment"]["REDISCLI_AUTH"]
            return _pings(self.port(name, LISTENS[name]), secret)
        command = [self.programs.get(word) or self._inside(name, word) for word in words]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    def _inside(self, name: str, word: str) -> str:
        """A word of a check, which asks its own container."""
        for number in (LISTENS.get(name, METRICS), METRICS):
            word = word.replace(f"127.0.0.1:{number}/", f"127.0.0.1:{self.port(name, number)}/")
        return word


def _pings(port: int, password: str) -> bool:
    try:
        with redis.Redis(port=port, password=password) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False


@contextmanager
def composed(folder: Path, variables: Mapping[str, str]) -> Iterator[Composed]:
    """The services of the file, none of them started; all are stopped at the end."""
    found = programs()
    for volume in ("redis", "s3", "proxy", "proxy-config"):
        (folder / volume).mkdir()
    with ExitStack() as held:
        yield Composed(folder, services(variables), found, held)
