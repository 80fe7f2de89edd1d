"""Alerts and dashboard ask for what the service tells, and each alert has its runbook."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx
import pytest
import yaml
from prometheus_client.parser import text_string_to_metric_families

from saqqara_service.observability.metrics import Metrics
from saqqara_service.storage.redis.memory import FILLING, FULL
from tests.helm.cluster import free_port, tool
from tests.prerequisites import lacks
from tests.stack.test_up import ONE_EACH, up

ROOT: Final = Path(__file__).parents[2]
FILES: Final = ROOT / "helm" / "saqqara" / "files"
RULES: Final = [
    rule
    for group in yaml.safe_load((FILES / "alerts.yaml").read_text())["groups"]
    for rule in group["rules"]
]
ALERTS: Final = [rule for rule in RULES if "alert" in rule]
PANELS: Final = json.loads((FILES / "dashboard.json").read_text())["panels"]
ASKED: Final = [
    *((rule.get("alert") or rule["record"], rule["expr"]) for rule in RULES),
    *((panel["title"], target["expr"]) for panel in PANELS for target in panel["targets"]),
]
"""Every question to Prometheus, with where it is asked."""
OF_PROMETHEUS: Final = {"namespace", "instance", "job"}
"""Labels that scraping puts there; what a metric itself calls `job` is `exported_job` then."""
NAME: Final = r"\b(?:saqqara|process)_[a-z0-9_]+"
Samples = dict[str, list[dict[str, str]]]


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Samples]:
    """What an API process and a worker tell after a rated match: labels of samples by name."""
    port = free_port()
    where = {"SAQQARA_METRICS_PORT": str(port), "SAQQARA_METRICS": "true"}
    with up(tmp_path_factory.mktemp("samples"), *ONE_EACH, **where) as running:
        played = subprocess.run(
            [sys.executable, str(FILES / "rated_match.py")],
            env={"SAQQARA_SERVER": running.server, "LIMIT_S": "300"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert played.returncode == 0, played.stderr
        assert "2 rated matches, each counted once" in played.stdout
        found: Samples = {}
        for number in (port, port + 1):
            text = httpx.get(f"http://127.0.0.1:{number}/metrics", trust_env=False).text
            for family in text_string_to_metric_families(text):
                for name in _names(family.name, family.type):
                    found.setdefault(name, [])
                for sample in family.samples:
                    found.setdefault(sample.name, []).append(dict(sample.labels))
        assert httpx.get(f"http://127.0.0.1:{port + 1}/livez", trust_env=False).is_success
        yield found


def _names(family: str, kind: str) -> list[str]:
    """The names under which samples of a family stand, also if there is none yet."""
    ends = {"counter": ["_total"], "histogram": ["_bucket", "_count", "_sum"]}
    return [f"{family}{end}" for end in ends.get(kind, [""])]


def test_what_is_asked_is_told(samples: Samples) -> None:
    """Every name in an alert or a panel is a metric of a process that runs."""
    recorded = {rule["record"] for rule in RULES if "record" in rule}
    for where, expression in ASKED:
        names = set(re.findall(NAME, re.sub(r"namespace:[\w:]+", "", expression)))
        assert names or re.search("namespace:", expression), where
        assert names <= samples.keys(), (where, names - samples.keys())
        assert set(re.findall(r"namespace:\w+:\w+", expression)) <= recorded, where


@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        ({"LIMIT_S": "2"}, "in 2 s no rated match was played and counted"),
        ({"SAQQARA_TOKEN": "imh_user_nobody"}, "the service refused"),
    ],
)
def test_a_check_that_falls_short_says_so(environ: dict[str, str], sentence: str) -> None:
    """It ends with 1 where nobody answers in time, and where its token is refused."""
    with ExitStack() as held:
        where = f"http://127.0.0.1:{free_port()}"
        if "SAQQARA_TOKEN" in environ:
            folder = Path(held.enter_context(TemporaryDirectory()))
            where = held.enter_context(up(folder, *ONE_EACH)).server
        done = subprocess.run(
            [sys.executable, str(FILES / "rated_match.py")],
            env={"SAQQARA_SERVER": where, **environ},
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert sentence in done.stderr
    assert "Traceback" not in done.stderr


def test_labels_are_those_of_the_metrics(samples: Samples) -> None:
    """What is selected or summed by is a label there; actions are found in what was told."""
    labels = {"le"} | {
        label for metric in vars(Metrics()).values() for label in getattr(metric, "_labelnames", ())
    }
    known = labels - {"job"} | OF_PROMETHEUS | {"exported_job"}
    for where, expression in ASKED:
        selected = re.findall(r"[{,](\w+)(?:=~?|!=)", expression)
        summed = re.findall(r"(?:by|on) \(([^)]*)\)", expression)
        used = {*selected, *(word.strip() for words in summed for word in words.split(","))}
        assert used <= known, (where, used - known)
    for name, bound in (("operation_seconds", "0.25"), ("ruling_lateness_seconds", "1.0")):
        assert bound in {sample["le"] for sample in samples[f"saqqara_{name}_bucket"]}
    operations = {sample["operation"] for sample in samples["saqqara_operation_seconds_count"]}
    assert "matches_act" in operations


def test_alerts_have_runbooks_and_runbooks_alerts() -> None:
    """Each alert names its section of the page, and each section of that form has its alert."""
    page = (ROOT / "docs" / "howto" / "runbooks.md").read_text()
    sections = set(re.findall(r"^## (Saqqara\w+)$", page, re.MULTILINE))
    assert sections == {rule["alert"] for rule in ALERTS}
    for rule in ALERTS:
        assert rule["annotations"]["runbook"] == (f"docs/howto/runbooks.md#{rule['alert'].lower()}")
        assert rule["annotations"]["summary"]
        assert rule["labels"]["severity"] in {"critical", "warning"}


def test_redis_fills_for_the_alert_as_it_does_for_the_service() -> None:
    """One share is warned of everywhere, and the sentence names the one beyond which all stops."""
    (rule,) = (one for one in ALERTS if one["alert"] == "SaqqaraRedisFills")
    assert rule["expr"].endswith(f"> {FILLING}")
    assert f"from {FULL * 100:.0f} % on nothing new begins" in rule["annotations"]["summary"]


def promtool(*words: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Ask Prometheus' own program."""
    found = tool("promtool")
    if found is None:
        lacks("promtool is not here: `make promtool` builds it, with go")
    return subprocess.run(
        [found, *words], cwd=folder, capture_output=True, text=True, check=False, timeout=300
    )


def test_prometheus_takes_the_rules() -> None:
    """It reads all of them and has nothing to remark."""
    done = promtool("check", "rules", "--lint=all", "--lint-fatal", "alerts.yaml", folder=FILES)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{len(RULES)} rules found" in done.stdout


def test_alerts_begin_when_they_should(tmp_path: Path) -> None:
    """On series that are made up: too many late ones, faults, a sweep that fails; and all well."""
    for file in (FILES / "alerts.yaml", Path(__file__).with_name("alerts_test.yaml")):
        shutil.copy(file, tmp_path)
    done = promtool("test", "rules", "alerts_test.yaml", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_dashboard_is_one_that_grafana_reads() -> None:
    """Panels have ids of their own, a title and a place, and ask the source that is chosen."""
    board: dict[str, Any] = json.loads((FILES / "dashboard.json").read_text())
    assert {variable["name"] for variable in board["templating"]["list"]} == {"source", "namespace"}
    assert len({panel["id"] for panel in PANELS}) == len(PANELS)
    assert len({(panel["gridPos"]["x"], panel["gridPos"]["y"]) for panel in PANELS}) == len(PANELS)
    assert all(panel["title"] and panel["targets"] for panel in PANELS)
    sources = {target["datasource"]["uid"] for panel in PANELS for target in panel["targets"]}
    assert sources == {"${source}"}
