"""`helm test`, by helm and a real API server; what a kubelet does with a pod, the test does."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.helm.cluster import Cluster, Manifest, until
from tests.helm.test_chart import CHART, REDIS, helm, helm_program
from tests.stack.test_up import ONE_EACH, up

POD: Final = "demo-saqqara-test"


def test_helm_test_plays_a_rated_match(cluster: Cluster, namespace: str, tmp_path: Path) -> None:
    """The pod's command and script play on a service that runs, and helm hears how it went."""
    rest = ("--namespace", namespace, *cluster.access)
    installed = helm("install", "demo", str(CHART), *REDIS, *rest)
    assert installed.returncode == 0, installed.stderr
    path = f"/api/v1/namespaces/{namespace}/pods/{POD}"
    words = ("test", "demo", "--timeout", "10m", *rest)
    with up(tmp_path / "data", *ONE_EACH) as running, started(*words) as asked:
        until(lambda: asked.poll() is not None or cluster.http.get(path).is_success)
        code = played(cluster, namespace, running.server, tmp_path)
        answer = cluster.http.patch(
            f"{path}/status",
            headers={"content-type": "application/merge-patch+json"},
            json={"status": {"phase": "Failed" if code else "Succeeded"}},
        )
        assert answer.is_success, answer.text
        output, complaint = asked.communicate(timeout=120)
    assert asked.returncode == 0, complaint
    assert "Succeeded" in output
    until(lambda: not cluster.http.get(path).is_success)


@contextmanager
def started(*words: str) -> Iterator[subprocess.Popen[str]]:
    """Helm at work, until the block ends."""
    pipe = subprocess.PIPE
    with subprocess.Popen([helm_program(), *words], stdout=pipe, stderr=pipe, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def played(cluster: Cluster, namespace: str, server: str, folder: Path) -> int:
    """Run the pod's container as the API server has it; its exit code."""
    base = f"/api/v1/namespaces/{namespace}"
    spec: Manifest = cluster.http.get(f"{base}/pods/{POD}").json()["spec"]
    (container,) = spec["containers"]
    volumes = {one["name"]: one for one in spec["volumes"]}
    places = {}
    for mount in container["volumeMounts"]:
        place = folder / mount["name"]
        place.mkdir()
        places[mount["mountPath"]] = place
        if files := volumes[mount["name"]].get("configMap"):
            data = cluster.http.get(f"{base}/configmaps/{files['name']}").json()["data"]
            for name, text in data.items():
                (place / name).write_text(text)
    words = [_here(word, places) for word in container["command"]]
    environ = {one["name"]: one["value"] for one in container["env"]}
    assert environ["SAQQARA_SERVER"] == "http://demo-saqqara:80"
    environ |= {"SAQQARA_SERVER": server, "LIMIT_S": "300"}
    return subprocess.run(words, env=environ, check=False).returncode


def _here(word: str, places: Mapping[str, Path]) -> str:
    """A word of the pod's command, as it is outside of its image."""
    if word == "python":
        return sys.executable
    for inside, place in places.items():
        if word.startswith(f"{inside}/"):
            return f"{place}{word.removeprefix(inside)}"
    return word
