"""The chart on a real Kubernetes API server: it takes what is rendered, field by field."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from tests.helm.cluster import Cluster, Manifest
from tests.helm.test_chart import CHART, REDIS, helm, render

WHOLE: Final[dict[str, Any]] = {
    "durability": "replica",
    "allowedOrigins": ["https://play.example.org"],
    "trustedProxies": ["10.0.0.0/8", "fd00::/8"],
    "settings": {"token_burst": 500, "registration": "invitation"},
    "imagePullSecrets": [{"name": "registry"}],
    "redis": {
        "url": "rediss+sentinel://a:26379,b:26379/main?ssl_ca_certs=/ca/ca.pem",
        "queueUrl": "rediss://queue:6380/0",
    },
    "archive": {
        "blobs": "s3://archives/course",
        "s3": {"endpoint": "http://minio.data.svc:9000", "existingSecret": "s3"},
    },
    "extraEnv": [{"name": "SSL_CERT_FILE", "value": "/ca/ca.pem"}],
    "envFrom": [{"secretRef": {"name": "more"}}],
    "extraVolumes": [{"name": "ca", "configMap": {"name": "ca"}}],
    "extraVolumeMounts": [{"name": "ca", "mountPath": "/ca", "readOnly": True}],
    "serviceAccount": {"annotations": {"eks.amazonaws.com/role-arn": "arn:aws:iam::1:role/s3"}},
    "metrics": {
        "podMonitor": {"enabled": True},
        "prometheusRule": {"enabled": True},
        "dashboard": {"enabled": True},
        "from": [{"namespaceSelector": {"matchLabels": {"name": "monitoring"}}}],
    },
    "tracing": {"endpoint": "http://collector.monitoring:4318"},
    "api": {
        "autoscaling": {"enabled": True},
        "nodeSelector": {"disk": "ssd"},
        "tolerations": [{"key": "games", "operator": "Exists"}],
        "affinity": {"nodeAffinity": {}},
        "podAnnotations": {"team": "games"},
    },
    "worker": {"autoscaling": {"enabled": True, "prometheus": "http://prometheus.svc:9090"}},
    "house": {"enabled": True, "levels": ["greedy"]},
    "runner": {"enabled": True, "tokenSecret": "hired", "runtimeClassName": "gvisor"},
    "ingress": {"enabled": True, "className": "nginx", "tlsSecret": "play-tls"},
    "gateway": {"enabled": True, "parentRefs": [{"name": "public", "namespace": "edge"}]},
    "networkPolicy": {
        "from": [{"podSelector": {"matchLabels": {"app": "edge"}}}],
        "extraEgress": [{"ports": [{"port": 443, "protocol": "TCP"}]}],
    },
    "test": {"tokenSecret": "account"},
}
"""Values by which every object of the chart is made, but for a Redis of its own."""
VARIANTS: Final[dict[str, dict[str, Any]]] = {
    "least": {"redis": {"url": "redis://redis:6379/0"}},
    "whole": WHOLE,
    "a Redis to try things out": {"redis": {"development": {"enabled": True}}},
    "without a disk": {"redis": {"development": {"enabled": True, "storage": ""}}},
    "a folder of many pods": {
        "redis": {"existingSecret": "mine"},
        "archive": {"blobs": "/archives", "existingClaim": "archives"},
        "serviceAccount": {"create": False},
        "metrics": {"enabled": False},
        "networkPolicy": {"enabled": False},
        "podDisruptionBudget": {"enabled": False},
    },
}


@pytest.fixture(params=VARIANTS, ids=lambda name: name.replace(" ", "_"))
def manifests(request: pytest.FixtureRequest, tmp_path: Path, namespace: str) -> list[Manifest]:
    """All objects by some values."""
    values = tmp_path / "values.yaml"
    values.write_text(yaml.safe_dump(VARIANTS[request.param]))
    return render("-f", str(values), "--namespace", namespace)


def test_the_server_takes_every_object(
    cluster: Cluster, manifests: list[Manifest], namespace: str
) -> None:
    """Applied on its side, with strict validation: no unknown field, no wrong value, no warning."""
    for manifest in manifests:
        answer = cluster.apply(manifest, namespace)
        assert answer.is_success, f"{manifest['kind']}: {answer.text}"
        warned = answer.headers.get("warning", "")
        is_runner = manifest["metadata"]["name"].endswith("-runner")
        assert not warned or is_runner, f"{manifest['kind']}: {warned}"


def test_a_wrong_field_is_refused(cluster: Cluster, namespace: str) -> None:
    """What the test above relies on: the server says which field it does not know."""
    (deployment,) = [
        one
        for one in render(*REDIS)
        if one["metadata"]["name"] == "demo-saqqara-api" and one["kind"] == "Deployment"
    ]
    deployment["spec"]["template"]["spec"]["containers"][0]["containrPort"] = 1
    answer = cluster.apply(deployment, namespace)
    assert answer.status_code in {400, 422, 500}
    assert "containrPort" in answer.text


def test_pods_are_admitted_where_only_confined_ones_are(
    cluster: Cluster, manifests: list[Manifest], namespace: str
) -> None:
    """Each pod passes the `restricted` standard, but for runners, whose sandbox cannot."""
    for manifest in manifests:
        if manifest["kind"] not in {"Deployment", "StatefulSet"}:
            continue
        name, template = manifest["metadata"]["name"], manifest["spec"]["template"]
        spec = {**template["spec"], "serviceAccountName": "default"}
        spec.pop("runtimeClassName", None)
        volumes = [*spec.get("volumes", []), *_claimed(manifest)]
        metadata = {"name": f"{name}-0", "labels": template["metadata"]["labels"]}
        one = {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": metadata,
            "spec": {**spec, "volumes": volumes},
        }
        answer = cluster.apply(one, namespace)
        if name.endswith("-runner"):
            assert "seccompProfile" in answer.text
            assert answer.status_code == 403
        else:
            assert answer.is_success, f"{name}: {answer.text}"


def _claimed(manifest: Manifest) -> list[Manifest]:
    """The volumes of a stateful set's own claims, as one pod of it names them."""
    claims = manifest["spec"].get("volumeClaimTemplates", [])
    return [
        {"name": one["metadata"]["name"], "persistentVolumeClaim": {"claimName": "data-0"}}
        for one in claims
    ]


def test_helm_installs_upgrades_and_leaves_nothing(cluster: Cluster, tmp_path: Path) -> None:
    """By helm itself: all objects of the release are there, change with the values, and go."""
    cluster.make_namespace("release", "baseline")
    values = tmp_path / "values.yaml"
    values.write_text(yaml.safe_dump(WHOLE))
    rest = ("--namespace", "release", *cluster.access)
    first = helm("install", "demo", str(CHART), *REDIS, *rest)
    assert first.returncode == 0, first.stderr
    # Nothing runs Jobs here, so an upgrade would wait five minutes for the hook that migrates.
    second = helm("upgrade", "demo", str(CHART), "-f", str(values), "--no-hooks", *rest)
    assert second.returncode == 0, second.stderr
    documents = yaml.safe_load_all(helm("get", "manifest", "demo", *rest).stdout)
    made = [one for one in documents if one]
    for one in made:
        path = f"{cluster.place(one, 'release')}/{one['metadata']['name']}"
        assert cluster.http.get(path).is_success, path
    gone = helm("uninstall", "demo", *rest)
    assert gone.returncode == 0, gone.stderr
    for one in made:
        path = f"{cluster.place(one, 'release')}/{one['metadata']['name']}"
        assert cluster.http.get(path).status_code == 404, path
