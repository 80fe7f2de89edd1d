"""What the chart takes under `settings`, also where helm is not here."""

from __future__ import annotations

import json
from pathlib import Path

from saqqara_service.settings import Settings

SCHEMA = Path(__file__).parents[2] / "helm" / "saqqara" / "values.schema.json"
DECIDED = {
    *("archive_after_ms", "blobs"),
    *("host", "port", "data", "allow_volatile", "durability", "allowed_origins"),
    *("drain_ms", "trusted_proxies", "metrics", "metrics_port", "redis_server", "redis_url"),
    "rq_redis_url",
}
"""Settings that the chart sets itself, from values of their own."""


def test_the_chart_takes_every_setting_that_it_does_not_decide() -> None:
    """A new setting of the service has its row in the chart; one that is gone has none."""
    schema = json.loads(SCHEMA.read_text())
    taken = schema["properties"]["settings"]["propertyNames"]["enum"]
    assert taken == sorted(Settings.model_fields.keys() - DECIDED)
