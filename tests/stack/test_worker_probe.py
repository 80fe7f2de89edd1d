"""A worker says at the port of its metrics whether it is alive, as a kubelet asks it."""

from __future__ import annotations

import threading
from http import HTTPStatus
from pathlib import Path

import httpx
import pytest

from saqqara_service import worker
from saqqara_service.settings import Settings
from saqqara_service.storage.redis.embedded import EmbeddedRedis


def test_a_worker_whose_loop_is_stuck_is_not_alive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """200 while the loop turns, 503 while it does not, whatever Redis does; metrics stay there."""
    monkeypatch.setattr(worker, "TURN_S", 0.5)
    with EmbeddedRedis(tmp_path) as redis:
        settings = Settings(redis_url=redis.url, data=tmp_path)
        with (
            worker._open_bench(settings) as bench,
            bench.svc.metrics.served("127.0.0.1", 0, bench.is_turning) as port,
        ):

            def asked(path: str) -> int:
                address = f"http://127.0.0.1:{port}{path}"
                return httpx.get(address, timeout=60, trust_env=False).status_code

            assert asked("/livez") == HTTPStatus.OK
            let_go = threading.Event()
            bench.loop.call_soon_threadsafe(let_go.wait)
            assert asked("/livez") == HTTPStatus.SERVICE_UNAVAILABLE
            assert asked("/metrics") == HTTPStatus.OK
            let_go.set()
            assert asked("/livez") == HTTPStatus.OK
        assert not bench.is_turning()
