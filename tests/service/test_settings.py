"""Settings come from the environment."""

from __future__ import annotations

from pathlib import Path

import pytest

from saqqara_service.settings import Settings


def test_every_setting_has_a_name_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """The service's own are `SAQQARA_…`; Redis keeps its usual names."""
    for name, value in {
        "SAQQARA_HOST": "0.0.0.0",  # noqa: S104 - a value to be read back
        "SAQQARA_PORT": "9000",
        "SAQQARA_DATA": "/var/lib/saqqara",
        "SAQQARA_ALLOW_VOLATILE": "1",
        "SAQQARA_ALLOWED_ORIGINS": "https://a.example, https://b.example",
        "SAQQARA_LOG_FILE_MB": "8",
        "SAQQARA_FREE_DISK_MB": "0",
        "REDIS_URL": "redis://one",
        "RQ_REDIS_URL": "redis://two",
    }.items():
        monkeypatch.setenv(name, value)
    settings = Settings()
    assert settings.host == "0.0.0.0"  # noqa: S104
    assert settings.port == 9000
    assert settings.data == Path("/var/lib/saqqara")
    assert settings.allow_volatile
    assert settings.allowed_origins == ("https://a.example", "https://b.example")
    assert (settings.log_file_mb, settings.free_disk_mb) == (8, 0)
    assert settings.redis_url == "redis://one"
    assert settings.queue_url == "redis://two"


def test_the_queue_is_where_the_matches_are_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """One Redis serves for both by default."""
    monkeypatch.delenv("RQ_REDIS_URL", raising=False)
    assert Settings(redis_url="redis://one").queue_url == "redis://one"
