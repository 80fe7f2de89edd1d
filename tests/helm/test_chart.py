"""The chart, linted and rendered by the real helm."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from saqqara_service.application.accounts.house import LEVELS
from saqqara_service.edge.bodies import UPLOAD_LIMIT
from saqqara_service.models import OPERATION_LIMITS
from saqqara_service.settings import Settings
from tests.helm.cluster import tool
from tests.helm.test_values_schema import DECIDED
from tests.prerequisites import lacks

CHART = Path(__file__).parents[2] / "helm" / "saqqara"
REDIS = ("--set", "redis.url=redis://redis.example.svc:6379/0")

Manifest = dict[str, Any]


def helm_program() -> str:
    return tool("helm") or lacks("helm is not here; `make helm` builds it")


def helm(*arguments: str) -> subprocess.CompletedProcess[str]:
    words = [helm_program(), *arguments]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


def render(*arguments: str) -> list[Manifest]:
    done = helm("template", "demo", str(CHART), *arguments)
    assert done.returncode == 0, done.stderr
    return [manifest for manifest in yaml.safe_load_all(done.stdout) if manifest]


def of_kind(manifests: Sequence[Manifest], kind: str) -> dict[str, Manifest]:
    return {one["metadata"]["name"]: one for one in manifests if one["kind"] == kind}


def pod(manifests: Sequence[Manifest], component: str) -> Manifest:
    workloads = of_kind(manifests, "Deployment") | of_kind(manifests, "Job")
    spec: Manifest = workloads[f"demo-saqqara-{component}"]["spec"]["template"]["spec"]
    return spec


def environment(spec: Manifest) -> dict[str, Manifest]:
    return {entry["name"]: entry for entry in spec["containers"][0]["env"]}


def test_lint_is_clean() -> None:
    """`helm lint --strict` finds nothing."""
    done = helm("lint", "--strict", str(CHART), "-f", str(CHART / "ci" / "test-values.yaml"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "0 chart(s) failed" in done.stdout
    assert "[WARNING]" not in done.stdout


def test_what_is_installed() -> None:
    """By default: two deployments, a service, a secret, and a budget and a policy for each pod.

    `helm test` has a pod besides, and its script; an upgrade has a job, and its policy.
    """
    kinds = sorted(manifest["kind"] for manifest in render(*REDIS))
    assert kinds == [
        "ConfigMap",
        "Deployment",
        "Deployment",
        "Job",
        "NetworkPolicy",
        "NetworkPolicy",
        "NetworkPolicy",
        "Pod",
        "PodDisruptionBudget",
        "PodDisruptionBudget",
        "Secret",
        "Service",
        "ServiceAccount",
    ]


def test_an_upgrade_migrates_before_it_replaces_a_pod() -> None:
    """By the command that a host would type; where it fails nothing is replaced."""
    (job,) = of_kind(render(*REDIS), "Job").values()
    assert job["metadata"]["annotations"]["helm.sh/hook"] == "pre-upgrade"
    (container,) = pod(render(*REDIS), "migration")["containers"]
    assert container["args"] == ["store", "migrate"]


def test_probes() -> None:
    """Startup and liveness never ask Redis; readiness does."""
    container = pod(render(*REDIS), "api")["containers"][0]
    paths = {
        probe: container[f"{probe}Probe"]["httpGet"]["path"]
        for probe in ("startup", "liveness", "readiness")
    }
    assert paths == {"startup": "/livez", "liveness": "/livez", "readiness": "/readyz"}


def test_stopping_pods_have_time_to_drain() -> None:
    """The grace is longer than the drain and the 10 s for requests under way."""
    spec = pod(render(*REDIS), "api")
    drain_s = int(environment(spec)["SAQQARA_DRAIN_MS"]["value"]) / 1000
    assert spec["terminationGracePeriodSeconds"] > drain_s + 10


@pytest.mark.parametrize("component", ["api", "worker", "migration"])
def test_pods_are_confined(component: str) -> None:
    """Pods run as nobody in particular, cannot gain rights and write to /tmp only."""
    spec = pod(render(*REDIS), component)
    assert spec["automountServiceAccountToken"] is False
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert spec["securityContext"]["runAsUser"] >= 10_000
    assert spec["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    container = spec["containers"][0]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert [mount["mountPath"] for mount in container["volumeMounts"]] == ["/tmp"]  # noqa: S108
    assert set(container["resources"]) == {"requests", "limits"}


@pytest.mark.parametrize("component", ["api", "worker", "migration"])
def test_environment_is_what_the_service_reads(component: str) -> None:
    """Every variable the chart sets is a setting of the service."""
    known = {
        str(field.validation_alias or f"SAQQARA_{name.upper()}")
        for name, field in Settings.model_fields.items()
    }
    values = (
        *REDIS,
        *("--set", "redis.queueUrl=redis://q:6379/0", "--set", "allowVolatile=true"),
        *("--set", "allowedOrigins={https://play.example.org}"),
        *("--set", "trustedProxies={10.0.0.0/8,fd00::/8}", "--set", "settings.token_burst=500"),
    )
    found = environment(pod(render(*values), component))
    assert set(found) <= known
    assert found["SAQQARA_TRUSTED_PROXIES"]["value"] == "10.0.0.0/8,fd00::/8"
    assert found["SAQQARA_TOKEN_BURST"]["value"] == "500"
    assert {"REDIS_URL", "RQ_REDIS_URL", "SAQQARA_ALLOW_VOLATILE"} <= set(found)


def test_every_setting_has_its_place_in_the_values(tmp_path: Path) -> None:
    """What the chart does not decide itself stands under `settings`, in the service's own form."""
    rest = {
        name: field.default for name, field in Settings.model_fields.items() if name not in DECIDED
    }
    values = tmp_path / "values.yaml"
    rest["security_contact"] = "mailto:security@play.example.org"
    plain = {
        name: ",".join(value) if isinstance(value, tuple) else getattr(value, "value", value)
        for name, value in rest.items()
    }
    values.write_text(yaml.safe_dump({"settings": plain}))
    found = environment(pod(render(*REDIS, "-f", str(values)), "api"))
    variables = {f"SAQQARA_{name.upper()}": str(value) for name, value in plain.items()}
    for name, text in variables.items():
        said = found[name]["value"]
        assert said == text or float(said) == float(text), name


def test_metrics_are_scraped_from_every_pod() -> None:
    """Both kinds of pods name the port that they are told, and whoever scrapes may reach it."""
    manifests = render(*REDIS, "--set", "metrics.podMonitor.enabled=true")
    for component in ("api", "worker"):
        (container,) = pod(manifests, component)["containers"]
        ports = {port["name"]: port["containerPort"] for port in container["ports"]}
        metrics_port = environment(pod(manifests, component))["SAQQARA_METRICS_PORT"]["value"]
        deployment = of_kind(manifests, "Deployment")[f"demo-saqqara-{component}"]
        annotations = deployment["spec"]["template"]["metadata"]["annotations"]
        assert str(ports["metrics"]) == metrics_port == annotations["prometheus.io/port"]
        policy = of_kind(manifests, "NetworkPolicy")[f"demo-saqqara-{component}"]["spec"]
        open_ports = [port["port"] for rule in policy["ingress"] for port in rule["ports"]]
        assert "metrics" in open_ports
    (endpoint,) = of_kind(manifests, "PodMonitor")["demo-saqqara"]["spec"]["podMetricsEndpoints"]
    assert (endpoint["port"], endpoint["path"]) == ("metrics", "/metrics")
    service = of_kind(manifests, "Service")["demo-saqqara"]["spec"]
    assert [port["targetPort"] for port in service["ports"]] == ["http"]


def test_metrics_can_be_off() -> None:
    """Then no port, no annotation, and nobody reaches a worker."""
    manifests = render(*REDIS, "--set", "metrics.enabled=false")
    (worker,) = pod(manifests, "worker")["containers"]
    assert "ports" not in worker
    assert "SAQQARA_METRICS_PORT" not in environment(pod(manifests, "worker"))
    policies = of_kind(manifests, "NetworkPolicy")
    assert policies["demo-saqqara-worker"]["spec"]["ingress"] == []
    assert "prometheus.io" not in yaml.safe_dump(manifests)


def test_traces_have_a_way_out() -> None:
    """With a collector its address is told and its port opened; else neither."""
    endpoint = "http://collector.example.svc:4318"
    manifests = render(*REDIS, "--set", f"tracing.endpoint={endpoint}")
    exporter = environment(pod(manifests, "api"))["OTEL_EXPORTER_OTLP_ENDPOINT"]["value"]
    assert exporter == endpoint
    policy = of_kind(manifests, "NetworkPolicy")["demo-saqqara-api"]["spec"]
    assert {port["port"] for rule in policy["egress"] for port in rule["ports"]} == {53, 6379, 4318}
    assert "OTEL" not in yaml.safe_dump(render(*REDIS))


def test_address_is_kept_in_a_secret() -> None:
    """The Redis address stands in a Secret and nowhere else."""
    manifests = render("--set", "redis.url=redis://:hunter2@redis:6379/0")
    holders = [one["kind"] for one in manifests if "hunter2" in yaml.safe_dump(one)]
    assert holders == ["Secret"]


def test_own_secret() -> None:
    """With a Secret of the user's own, none is made and its keys are read."""
    manifests = render(
        *("--set", "redis.existingSecret=mine", "--set", "redis.existingSecretKey=address"),
        *("--set", "redis.existingSecretQueueKey=queue"),
    )
    assert of_kind(manifests, "Secret") == {}
    found = environment(pod(manifests, "worker"))
    assert found["REDIS_URL"]["valueFrom"]["secretKeyRef"] == {"name": "mine", "key": "address"}
    assert found["RQ_REDIS_URL"]["valueFrom"]["secretKeyRef"] == {"name": "mine", "key": "queue"}


def test_service_finds_the_api_pods() -> None:
    """The service's selector matches the API pods and not the workers."""
    manifests = render(*REDIS)
    selector = of_kind(manifests, "Service")["demo-saqqara"]["spec"]["selector"].items()
    deployments = of_kind(manifests, "Deployment")
    labels = {
        name: one["spec"]["template"]["metadata"]["labels"].items()
        for name, one in deployments.items()
    }
    assert selector <= labels["demo-saqqara-api"]
    assert not selector <= labels["demo-saqqara-worker"]


def test_pods_speak_to_redis_and_dns_only() -> None:
    """Network policies: both speak to ports 53 and 6379; only metrics are heard from a worker."""
    policies = of_kind(render(*REDIS), "NetworkPolicy")
    (heard,) = policies["demo-saqqara-worker"]["spec"]["ingress"]
    assert [port["port"] for port in heard["ports"]] == ["metrics"]
    for policy in policies.values():
        ports = {port["port"] for rule in policy["spec"]["egress"] for port in rule["ports"]}
        assert ports == {53, 6379}


def test_house_bots_play_in_a_pod_of_their_own() -> None:
    """It is confined as others are, knows where the API is, and reaches that, Redis and DNS."""
    edge = "networkPolicy.from[0].podSelector.matchLabels.app=edge"
    levels = "house.levels={greedy,mcts-1000}"
    manifests = render(*REDIS, "--set", "house.enabled=true", "--set", edge, "--set", levels)
    spec = pod(manifests, "house")
    confined = pod(manifests, "worker")
    assert spec["securityContext"] == confined["securityContext"]
    (container,) = spec["containers"]
    assert container["securityContext"] == confined["containers"][0]["securityContext"]
    service = of_kind(manifests, "Service")["demo-saqqara"]["spec"]
    assert container["args"] == [
        "house",
        f"--server=http://demo-saqqara:{service['ports'][0]['port']}",
        "--level=greedy",
        "--level=mcts-1000",
    ]
    deployment = of_kind(manifests, "Deployment")["demo-saqqara-house"]["spec"]
    assert (deployment["replicas"], deployment["strategy"]) == (1, {"type": "Recreate"})
    policies = of_kind(manifests, "NetworkPolicy")
    house = policies["demo-saqqara-house"]["spec"]
    assert house["ingress"] == []
    assert {port["port"] for rule in house["egress"] for port in rule["ports"]} == {
        53,
        6379,
        "http",
    }
    heard = policies["demo-saqqara-api"]["spec"]["ingress"][0]["from"]
    labels = deployment["template"]["metadata"]["labels"]
    assert heard[1]["podSelector"]["matchLabels"].items() <= labels.items()


def test_mcp_is_served_beside_the_api() -> None:
    """Its pods know the API and nothing else, and have two paths of the same host."""
    edge = "networkPolicy.from[0].podSelector.matchLabels.app=edge"
    site = "mcp.publicUrl=https://play.example.org"
    proxies = "trustedProxies={10.0.0.0/8}"
    chosen = ("mcp.enabled=true", site, "ingress.enabled=true", proxies, edge)
    manifests = render(*REDIS, *(word for one in chosen for word in ("--set", one)))
    (container,) = pod(manifests, "mcp")["containers"]
    assert container["command"] == ["saqqara", "mcp"]
    assert container["args"] == [
        "--server=http://demo-saqqara:80",
        "--serve=0.0.0.0:8090",
        "--public-url=https://play.example.org",
    ]
    assert "env" not in container
    (rule,) = of_kind(manifests, "Ingress")["demo-saqqara"]["spec"]["rules"]
    backends = {one["path"]: one["backend"]["service"]["name"] for one in rule["http"]["paths"]}
    assert backends == {
        "/mcp": "demo-saqqara-mcp",
        "/.well-known/oauth-protected-resource/mcp": "demo-saqqara-mcp",
        "/": "demo-saqqara",
    }
    policies = of_kind(manifests, "NetworkPolicy")
    policy = policies["demo-saqqara-mcp"]["spec"]
    assert {port["port"] for rule in policy["egress"] for port in rule["ports"]} == {53, "http"}
    assert policy["ingress"][0]["from"] == [{"podSelector": {"matchLabels": {"app": "edge"}}}]
    labels = of_kind(manifests, "Deployment")["demo-saqqara-mcp"]["spec"]["template"]["metadata"]
    heard = policies["demo-saqqara-api"]["spec"]["ingress"][0]["from"]
    assert heard[1]["podSelector"]["matchLabels"].items() <= labels["labels"].items()


def test_runners_reach_the_api_and_nothing_else() -> None:
    """They know no Redis, have no service account, and stand behind a second wall if asked."""
    chosen = ("runner.enabled=true", "runner.tokenSecret=hired", "runner.runtimeClassName=gvisor")
    manifests = render(*REDIS, *(word for one in chosen for word in ("--set", one)))
    spec = pod(manifests, "runner")
    (container,) = spec["containers"]
    assert spec["runtimeClassName"] == "gvisor"
    assert spec["automountServiceAccountToken"] is False
    assert spec["securityContext"]["runAsNonRoot"] is True
    assert [variable["name"] for variable in container["env"]] == ["SAQQARA_RUNNER_TOKEN"]
    assert container["args"][0] == "runner"
    assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
    assert (spec["hostUsers"], container["securityContext"]["procMount"]) == (False, "Unmasked")
    policy = of_kind(manifests, "NetworkPolicy")["demo-saqqara-runner"]["spec"]
    assert policy["ingress"] == []
    assert {port["port"] for rule in policy["egress"] for port in rule["ports"]} == {53, "http"}


def test_a_runner_without_a_token_is_refused() -> None:
    """The chart says what to set."""
    with pytest.raises(AssertionError, match="tokenSecret"):
        render(*REDIS, "--set", "runner.enabled=true")


def test_the_chart_knows_the_levels_of_the_service() -> None:
    """Whoever names another is refused at install."""
    schema = json.loads((CHART / "values.schema.json").read_text())
    levels = schema["properties"]["house"]["properties"]["levels"]["items"]["enum"]
    assert levels == [level.name for level in LEVELS]


INGRESS = (
    *("--set", "ingress.enabled=true", "--set", "ingress.host=play.example.org"),
    *("--set", "ingress.tlsSecret=play-tls", "--set", "trustedProxies={10.0.0.0/8}"),
)


def test_ingress_is_optional() -> None:
    """The ingress leads its host to the service."""
    manifests = render(*REDIS, *INGRESS)
    spec = of_kind(manifests, "Ingress")["demo-saqqara"]["spec"]
    assert spec["tls"] == [{"hosts": ["play.example.org"], "secretName": "play-tls"}]
    backend = spec["rules"][0]["http"]["paths"][0]["backend"]["service"]
    assert backend == {"name": "demo-saqqara", "port": {"name": "http"}}


def test_the_ingress_stops_what_only_a_proxy_can() -> None:
    """It bounds connections and requests of an address, and holds a slow body back."""
    ingress_annotations = of_kind(render(*REDIS, *INGRESS), "Ingress")["demo-saqqara"]["metadata"][
        "annotations"
    ]
    nginx = {
        name.removeprefix("nginx.ingress.kubernetes.io/"): ingress_annotations[name]
        for name in ingress_annotations
    }
    most = Settings.model_fields["address_connections"].default
    assert OPERATION_LIMITS.token_connections < int(nginx["limit-connections"]) < most
    assert int(nginx["limit-rps"]) > Settings.model_fields["token_per_s"].default
    assert nginx["proxy-request-buffering"] == "on"
    assert int(nginx["proxy-body-size"].removesuffix("k")) * 1024 > UPLOAD_LIMIT


def test_nobody_reaches_what_is_not_named() -> None:
    """Every pod has a policy for both directions: what it does not name is refused."""
    manifests = render(*REDIS, "--set", "networkPolicy.from[0].podSelector.matchLabels.app=edge")
    policies = of_kind(manifests, "NetworkPolicy")
    for component in ("api", "worker"):
        spec = policies[f"demo-saqqara-{component}"]["spec"]
        assert spec["policyTypes"] == ["Ingress", "Egress"]
        deployment = of_kind(manifests, "Deployment")[f"demo-saqqara-{component}"]
        labels = deployment["spec"]["template"]["metadata"]["labels"]
        assert spec["podSelector"]["matchLabels"].items() <= labels.items()
    rules = policies["demo-saqqara-api"]["spec"]["ingress"]
    (http,) = [rule for rule in rules if [port["port"] for port in rule["ports"]] == ["http"]]
    edge, test = http["from"]
    assert edge == {"podSelector": {"matchLabels": {"app": "edge"}}}
    assert test["podSelector"]["matchLabels"]["app.kubernetes.io/component"] == "test"


def test_some_pod_is_always_left() -> None:
    """A drain takes one pod at a time, an update none before its successor is ready."""
    manifests = render(*REDIS)
    budgets = of_kind(manifests, "PodDisruptionBudget").values()
    deployments = of_kind(manifests, "Deployment")
    assert len(budgets) == len(deployments) == 2
    assert {one["spec"]["maxUnavailable"] for one in budgets} == {1}
    assert all(one["spec"]["replicas"] > 1 for one in deployments.values())
    api = deployments["demo-saqqara-api"]["spec"]
    assert api["strategy"]["rollingUpdate"]["maxUnavailable"] == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ((*REDIS, "--set", "ingress.enabled=true"), "set trustedProxies to its network"),
        ((), "set redis.url or redis.existingSecret"),
        ((*REDIS, "--set", "api.replica=3"), "additional properties 'replica' not allowed"),
        ((*REDIS, "--set", "api.replicas=two"), "got string, want integer"),
        ((*REDIS, "--set", "settings.tokenBurst=1"), "value must be one of"),
        (("--set", "redis.url=localhost:6379"), "does not match pattern"),
    ],
)
def test_wrong_values_are_refused(arguments: tuple[str, ...], sentence: str) -> None:
    """A missing address, a misspelt name and a wrong type are refused with what is wrong."""
    done = helm("template", "demo", str(CHART), *arguments)
    assert done.returncode != 0
    assert sentence in done.stderr
