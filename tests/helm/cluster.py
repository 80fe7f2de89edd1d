"""A Kubernetes API server of the session's own, with its store: it keeps objects, runs no pod."""

from __future__ import annotations

import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import httpx
import yaml
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.prerequisites import lacks

TOOLS: Final = Path(__file__).parents[2] / ".tools"
START_S: Final = 180.0
MANAGER: Final = "tests"
Manifest = dict[str, Any]


def tool(name: str) -> str | None:
    """Where a program is, on the path or as `make` built it."""
    built = TOOLS / "bin" / name
    return shutil.which(name) or (str(built) if built.exists() else None)


@dataclass(frozen=True, slots=True)
class Cluster:
    """The server, and what an administrator needs to ask it."""

    address: str
    token: str
    authority: Path
    http: httpx.Client

    @property
    def access(self) -> tuple[str, ...]:
        """The options by which helm reaches it."""
        options = ("--kube-apiserver", self.address, "--kube-token", self.token)
        return (*options, "--kube-ca-file", str(self.authority))

    def apply(self, manifest: Mapping[str, Any], namespace: str) -> httpx.Response:
        """Apply on the server's side; an unknown field is refused."""
        return self.http.patch(
            f"{self.place(manifest, namespace)}/{manifest['metadata']['name']}",
            params={"fieldManager": MANAGER, "fieldValidation": "Strict", "force": "true"},
            headers={"content-type": "application/apply-patch+yaml"},
            content=yaml.safe_dump(dict(manifest)),
        )

    def place(self, manifest: Mapping[str, Any], namespace: str) -> str:
        """The path of all objects of its kind."""
        version, kind = manifest["apiVersion"], manifest["kind"]
        base = f"/apis/{version}" if "/" in version else f"/api/{version}"
        plural, is_in_namespace = _resources(self.http, base)[kind]
        return f"{base}/namespaces/{namespace}/{plural}" if is_in_namespace else f"{base}/{plural}"

    def make_namespace(self, name: str, level: str) -> None:
        """A namespace that admits pods of that security standard only, and its default account."""
        labels = {"pod-security.kubernetes.io/enforce": level}
        metadata = {"name": name, "labels": labels}
        for one in (
            {"apiVersion": "v1", "kind": "Namespace", "metadata": metadata},
            {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default"}},
        ):
            self.apply(one, name).raise_for_status()

    def define(self, definitions: Path) -> None:
        """Make kinds of objects known, and wait until they are."""
        found = [yaml.safe_load(path.read_text()) for path in definitions.glob("*.yaml")]
        for one in found:
            self.apply(one, "").raise_for_status()
        for one in found:
            path = f"{self.place(one, '')}/{one['metadata']['name']}"
            until(lambda path=path: _is_established(self.http.get(path).json()))
        _resources.cache_clear()


def until(condition: Any, limit_s: float = START_S) -> None:
    """Wait for a condition."""
    end = time.monotonic() + limit_s
    while not condition():
        assert time.monotonic() < end, "the condition did not come true"
        time.sleep(0.1)


def _is_established(definition: Manifest) -> bool:
    conditions = definition.get("status", {}).get("conditions", [])
    return any(one["type"] == "Established" and one["status"] == "True" for one in conditions)


@cache
def _resources(http: httpx.Client, base: str) -> dict[str, tuple[str, bool]]:
    answer = http.get(base)
    answer.raise_for_status()
    return {
        one["kind"]: (one["name"], one["namespaced"])
        for one in answer.json()["resources"]
        if "/" not in one["name"]
    }


@contextmanager
def running(folder: Path) -> Iterator[Cluster]:
    """Start both, and end them; skips where they are not here."""
    store, server = tool("etcd"), tool("kube-apiserver")
    if store is None or server is None or not (TOOLS / "crds").exists():
        lacks("etcd and kube-apiserver are not here: `make kube` builds them, with go")
    peers, clients, port = (free_port() for _ in range(3))
    token, certificates = secrets.token_hex(16), folder / "certificates"
    (folder / "tokens.csv").write_text(f'{token},admin,admin,"system:masters"\n')
    (folder / "key.pem").write_bytes(_key())
    places = {
        "listen-client-urls": f"http://127.0.0.1:{clients}",
        "advertise-client-urls": f"http://127.0.0.1:{clients}",
        "listen-peer-urls": f"http://127.0.0.1:{peers}",
        "initial-advertise-peer-urls": f"http://127.0.0.1:{peers}",
        "initial-cluster": f"default=http://127.0.0.1:{peers}",
        "data-dir": str(folder / "etcd"),
    }
    flags = {
        "etcd-servers": f"http://127.0.0.1:{clients}",
        "bind-address": "127.0.0.1",
        "secure-port": str(port),
        "cert-dir": str(certificates),
        "token-auth-file": str(folder / "tokens.csv"),
        "authorization-mode": "RBAC",
        "service-cluster-ip-range": "10.96.0.0/16",
        "service-account-issuer": "https://kubernetes.default.svc",
        "service-account-key-file": str(folder / "key.pem"),
        "service-account-signing-key-file": str(folder / "key.pem"),
    }
    with ExitStack() as held:
        held.enter_context(_started(store, [*_flags(places), "--unsafe-no-fsync"], folder))
        held.enter_context(_started(server, _flags(flags), folder))
        http = held.enter_context(_client(port, token))
        until(lambda: _is_ready(http))
        yield Cluster(str(http.base_url), token, certificates / "apiserver.crt", http)


def _flags(named: Mapping[str, str]) -> list[str]:
    return [f"--{name}={value}" for name, value in named.items()]


def _client(port: int, token: str) -> httpx.Client:
    # Its certificate is its own, made a moment ago, and nothing secret is sent.
    return httpx.Client(
        base_url=f"https://127.0.0.1:{port}",
        headers={"authorization": f"Bearer {token}"},
        verify=False,  # noqa: S501
        timeout=60,
    )


def _is_ready(http: httpx.Client) -> bool:
    try:
        return http.get("/readyz").is_success
    except httpx.TransportError:
        return False


@contextmanager
def _started(program: str, words: list[str], folder: Path) -> Iterator[None]:
    with (folder / f"{Path(program).name}.log").open("wb") as log:
        process = subprocess.Popen([program, *words], stdout=log, stderr=log, cwd=folder)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def _key() -> bytes:
    return rsa.generate_private_key(public_exponent=65537, key_size=2048).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.TraditionalOpenSSL,
        serialization.NoEncryption(),
    )
