"""What the chart makes when it is asked to: scaling, archives, a private authority, other doors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from saqqara_service.settings import Settings
from tests.helm.test_chart import (
    CHART,
    REDIS,
    Manifest,
    environment,
    helm,
    of_kind,
    pod,
    render,
)

EVERYBODY = ("api", "worker", "house")
ALL = ("--set", "house.enabled=true,runner.enabled=true,runner.tokenSecret=hired")


def given(tmp_path: Path, **values: Any) -> list[Manifest]:
    """What is rendered by such values, with every component."""
    file = tmp_path / "values.yaml"
    file.write_text(yaml.safe_dump(values))
    redis = () if "redis" in values else REDIS
    return render(*redis, *ALL, "-f", str(file))


def ways_out(manifests: list[Manifest], component: str) -> set[int | str]:
    """The ports that a component's policy opens, but for DNS."""
    policy = of_kind(manifests, "NetworkPolicy")[f"demo-saqqara-{component}"]["spec"]
    return {port["port"] for rule in policy["egress"] for port in rule.get("ports", [])} - {53}


@pytest.mark.parametrize(
    ("redis", "ports"),
    [
        ({"url": "redis://redis"}, {6379}),
        ({"url": "redis://user:p%40ss@redis:6400/0?protocol=3"}, {6400}),
        ({"url": "rediss://redis:6400/0", "queueUrl": "redis://queue:6401"}, {6400, 6401}),
        ({"url": "redis://[fd00::1]:6402/0"}, {6402}),
        ({"url": "redis://[fd00::1]/0"}, {6379}),
        ({"url": "redis+sentinel://:x@a,b:26380/main"}, {26379, 26380, 6379}),
        ({"url": "redis+sentinel://a/main", "ports": [6390]}, {26379, 6390}),
        (
            {"url": "redis+cluster://a:6391,b:6392", "queueUrl": "redis://q", "ports": [6393]},
            {6379, 6391, 6392, 6393},
        ),
        ({"existingSecret": "mine", "ports": [6400, 6401]}, {6400, 6401}),
        ({"development": {"enabled": True}}, {6379}),
    ],
)
def test_policies_open_the_ports_of_the_addresses(
    tmp_path: Path, redis: dict[str, Any], ports: set[int]
) -> None:
    """Just those that the addresses name; where they cannot be seen, those that are told."""
    manifests = given(tmp_path, redis=redis)
    assert ways_out(manifests, "api") == ways_out(manifests, "worker") == ports
    assert ways_out(manifests, "house") == ports | {"http"}
    assert ways_out(manifests, "runner") == {"http"}


def test_the_archive_is_reached(tmp_path: Path) -> None:
    """A store that speaks S3 is told with its login and may be reached, but not by runners."""
    s3 = {"endpoint": "http://minio.data.svc:9000", "existingSecret": "keys"}
    archive = {"blobs": "s3://archives/course", "afterMs": 60_000, "s3": s3}
    manifests = given(tmp_path, archive=archive)
    for component in EVERYBODY:
        found = environment(pod(manifests, component))
        assert found["SAQQARA_BLOBS"]["value"] == "s3://archives/course"
        assert found["SAQQARA_ARCHIVE_AFTER_MS"]["value"] == "60000"
        assert found["AWS_ENDPOINT_URL"]["value"] == s3["endpoint"]
        login = found["AWS_SECRET_ACCESS_KEY"]["valueFrom"]["secretKeyRef"]
        assert login == {"name": "keys", "key": "AWS_SECRET_ACCESS_KEY"}
        assert 9000 in ways_out(manifests, component)
    assert set(environment(pod(manifests, "runner"))) == {"SAQQARA_RUNNER_TOKEN"}
    amazon = given(tmp_path, archive={"blobs": "s3://archives"})
    assert 443 in ways_out(amazon, "api")
    assert "AWS_ACCESS_KEY_ID" not in environment(pod(amazon, "api"))


def test_the_archive_may_be_a_volume_of_all_pods(tmp_path: Path) -> None:
    """The claim is mounted where the setting says, and the pods' group may write there."""
    manifests = given(tmp_path, archive={"blobs": "/archives", "existingClaim": "shared"})
    for component in EVERYBODY:
        spec = pod(manifests, component)
        (mounted,) = [m for m in spec["containers"][0]["volumeMounts"] if m["name"] == "archive"]
        assert mounted["mountPath"] == environment(spec)["SAQQARA_BLOBS"]["value"]
        (volume,) = [volume for volume in spec["volumes"] if volume["name"] == "archive"]
        assert volume["persistentVolumeClaim"] == {"claimName": "shared"}
        assert spec["securityContext"]["fsGroup"] == spec["securityContext"]["runAsGroup"]


def test_by_default_matches_stay_in_redis() -> None:
    """Without a store there is none, and the time is the service's own."""
    found = environment(pod(render(*REDIS), "api"))
    assert "SAQQARA_BLOBS" not in found
    after = Settings.model_fields["archive_after_ms"].default
    assert found["SAQQARA_ARCHIVE_AFTER_MS"]["value"] == str(after)


def test_a_private_authority_reaches_all_pods_but_runners(tmp_path: Path) -> None:
    """Variables, volumes and mounts of one's own; strangers' programs run beside none of them."""
    volume = {"name": "ca", "configMap": {"name": "ca"}}
    manifests = given(
        tmp_path,
        extraEnv=[{"name": "SSL_CERT_FILE", "value": "/ca/ca.pem"}],
        envFrom=[{"secretRef": {"name": "more"}}],
        extraVolumes=[volume],
        extraVolumeMounts=[{"name": "ca", "mountPath": "/ca"}],
    )
    for component in EVERYBODY:
        spec = pod(manifests, component)
        (container,) = spec["containers"]
        assert environment(spec)["SSL_CERT_FILE"]["value"] == "/ca/ca.pem"
        assert container["envFrom"] == [{"secretRef": {"name": "more"}}]
        assert volume in spec["volumes"]
        assert {"name": "ca", "mountPath": "/ca"} in container["volumeMounts"]
    runner = pod(manifests, "runner")
    assert "envFrom" not in runner["containers"][0]
    assert volume not in runner["volumes"]


def test_accounts_of_pods(tmp_path: Path) -> None:
    """One for API, workers and house with a cloud's annotations, one without for runners."""
    manifests = given(tmp_path, serviceAccount={"annotations": {"role": "s3"}})
    made = of_kind(manifests, "ServiceAccount")
    assert {name: one["metadata"].get("annotations") for name, one in made.items()} == {
        "demo-saqqara": {"role": "s3"},
        "demo-saqqara-runner": None,
    }
    for component in EVERYBODY:
        assert pod(manifests, component)["serviceAccountName"] == "demo-saqqara"
    assert pod(manifests, "runner")["serviceAccountName"] == "demo-saqqara-runner"
    own = given(tmp_path, serviceAccount={"create": False, "name": "mine"})
    assert of_kind(own, "ServiceAccount") == {}
    assert pod(own, "api")["serviceAccountName"] == "mine"
    assert "serviceAccountName" not in pod(own, "runner")


@pytest.mark.parametrize("component", [*EVERYBODY, "runner"])
def test_pods_are_spread_over_hosts_and_zones(tmp_path: Path, component: str) -> None:
    """Of one component, and without keeping a pod waiting for it."""
    manifests = given(tmp_path)
    labels = of_kind(manifests, "Deployment")[f"demo-saqqara-{component}"]["spec"]["template"]
    spread = pod(manifests, component)["topologySpreadConstraints"]
    assert [one["topologyKey"] for one in spread] == [
        "kubernetes.io/hostname",
        "topology.kubernetes.io/zone",
    ]
    for one in spread:
        assert one["whenUnsatisfiable"] == "ScheduleAnyway"
        chosen = one["labelSelector"]["matchLabels"].items()
        assert chosen <= labels["metadata"]["labels"].items()


def test_workers_are_probed() -> None:
    """At the port of their metrics, where they say whether their loop turns; else not at all."""
    (container,) = pod(render(*REDIS), "worker")["containers"]
    for probe in ("startupProbe", "livenessProbe"):
        assert container[probe]["httpGet"] == {"path": "/livez", "port": "metrics"}
    (silent,) = pod(render(*REDIS, "--set", "metrics.enabled=false"), "worker")["containers"]
    assert not {"startupProbe", "livenessProbe"} & silent.keys()


def test_what_scales_is_not_counted_by_the_chart(tmp_path: Path) -> None:
    """API pods by processor time, workers by the jobs that wait; an upgrade sets neither back."""
    scaled = {"enabled": True, "minReplicas": 3}
    manifests = given(
        tmp_path,
        api={"autoscaling": scaled},
        worker={"autoscaling": {**scaled, "prometheus": "http://prometheus.svc:9090"}},
    )
    deployments = of_kind(manifests, "Deployment")
    for component in ("api", "worker"):
        assert "replicas" not in deployments[f"demo-saqqara-{component}"]["spec"]
    by_cpu = of_kind(manifests, "HorizontalPodAutoscaler")["demo-saqqara-api"]["spec"]
    assert by_cpu["scaleTargetRef"]["name"] == "demo-saqqara-api"
    assert by_cpu["minReplicas"] == 3
    by_jobs = of_kind(manifests, "ScaledObject")["demo-saqqara-worker"]["spec"]
    (trigger,) = by_jobs["triggers"]
    assert trigger["metadata"]["serverAddress"] == "http://prometheus.svc:9090"
    assert "saqqara_queue_jobs" in trigger["metadata"]["query"]


def test_a_gateway_leads_to_the_service(tmp_path: Path) -> None:
    """Its route has no limit of time, since sockets and event streams live for hours."""
    gateway = {"enabled": True, "parentRefs": [{"name": "public"}]}
    manifests = given(tmp_path, gateway=gateway, trustedProxies=["10.0.0.0/8"])
    route = of_kind(manifests, "HTTPRoute")["demo-saqqara"]["spec"]
    (rule,) = route["rules"]
    service = of_kind(manifests, "Service")["demo-saqqara"]["spec"]
    (backend,) = rule["backendRefs"]
    assert backend == {"name": "demo-saqqara", "port": service["ports"][0]["port"]}
    assert rule["timeouts"] == {"request": "0s"}


def test_a_redis_to_try_things_out_keeps_what_it_acknowledges(tmp_path: Path) -> None:
    """It is set as `/readyz` wants it, confined, and heard by our pods alone."""
    manifests = given(tmp_path, redis={"development": {"enabled": True}})
    made = of_kind(manifests, "StatefulSet")["demo-saqqara-redis"]["spec"]
    (container,) = made["template"]["spec"]["containers"]
    words = container["args"]
    said = dict(zip(words[1::2], words[2::2], strict=True))
    assert said["--appendonly"] == "yes"
    assert said["--appendfsync"] == "always"
    assert said["--maxmemory-policy"] == "noeviction"
    assert said["--maxmemory"] == "768mb"
    assert container["securityContext"]["readOnlyRootFilesystem"] is True
    (secret,) = of_kind(manifests, "Secret").values()
    assert secret["stringData"] == {"redis-url": "redis://demo-saqqara-redis:6379/0"}
    policy = of_kind(manifests, "NetworkPolicy")["demo-saqqara-redis"]["spec"]
    (heard,) = policy["ingress"][0]["from"]
    (one_of,) = heard["podSelector"]["matchExpressions"]
    assert one_of["values"] == [*EVERYBODY]
    assert policy["egress"] == []


def test_alerts_and_dashboard_are_the_files(tmp_path: Path) -> None:
    """Just as Prometheus and Grafana take them without the chart."""
    on = {"enabled": True}
    manifests = given(tmp_path, metrics={"prometheusRule": on, "dashboard": on})
    rule = of_kind(manifests, "PrometheusRule")["demo-saqqara"]["spec"]
    assert rule == yaml.safe_load((CHART / "files" / "alerts.yaml").read_text())
    board = of_kind(manifests, "ConfigMap")["demo-saqqara-dashboard"]
    assert board["metadata"]["labels"]["grafana_dashboard"] == "1"
    dashboard = board["data"]["saqqara.json"].strip()
    assert dashboard == (CHART / "files" / "dashboard.json").read_text().strip()


def test_helm_test_plays_a_rated_match(tmp_path: Path) -> None:
    """Its pod runs the script of the chart, and the API hears it; test_alerts.py runs that."""
    edge = {"from": [{"podSelector": {"matchLabels": {"app": "edge"}}}]}
    manifests = given(tmp_path, networkPolicy=edge, test={"tokenSecret": "account"})
    one = of_kind(manifests, "Pod")["demo-saqqara-test"]
    script = of_kind(manifests, "ConfigMap")["demo-saqqara-test"]
    for hook in (one, script):
        assert hook["metadata"]["annotations"]["helm.sh/hook"] == "test"
    program = script["data"]["rated_match.py"].strip()
    assert program == (CHART / "files" / "rated_match.py").read_text().strip()
    assert environment(one["spec"])["SAQQARA_SERVER"]["value"] == "http://demo-saqqara:80"
    heard = of_kind(manifests, "NetworkPolicy")["demo-saqqara-api"]["spec"]["ingress"][0]["from"]
    ours = [peer["podSelector"]["matchLabels"].items() for peer in heard]
    assert any(peer <= one["metadata"]["labels"].items() for peer in ours)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((*REDIS, "--set", "redis.development.enabled=true"), "remove redis.url and"),
        (("--set", "redis.url=redis+cluster://a:6379"), "set redis.queueUrl"),
        ((*REDIS, "--set", "archive.blobs=/archives"), "archive.existingClaim"),
        ((*REDIS, "--set", "archive.blobs=archives"), "does not match pattern"),
        ((*REDIS, "--set", "archive.existingClaim=shared"), "Set archive.blobs to the folder"),
        ((*REDIS, "--set", "gateway.enabled=true"), "set trustedProxies to its network"),
        (
            (*REDIS, "--set", "gateway.enabled=true", "--set", "trustedProxies={10.0.0.0/8}"),
            "set gateway.parentRefs",
        ),
        (
            (*REDIS, "--set", "worker.autoscaling.enabled=true"),
            "set worker.autoscaling.prometheus",
        ),
        (
            (*REDIS, "--set", "worker.autoscaling.enabled=true,metrics.enabled=false"),
            "set metrics.enabled",
        ),
        ((*REDIS, "--set", "redis.port=6380"), "additional properties 'port' not allowed"),
        ((*REDIS, "--set", "settings.blobs=s3://a"), "invalid propertyName 'blobs'"),
    ],
)
def test_what_does_not_fit_together_is_refused(arguments: tuple[str, ...], sentence: str) -> None:
    """With what to set."""
    done = helm("template", "demo", str(CHART), *arguments)
    assert done.returncode != 0
    assert sentence in done.stderr
