"""RQ's dashboard, an optional extra for the host, reads our queue as docs/howto/operate.md says."""

from __future__ import annotations

from http import HTTPStatus

from flask import Flask
from rq.serializers import JSONSerializer
from rq_dashboard import web
from rq_dashboard.cli import make_flask_app

from saqqara_service.application.service import Service
from saqqara_service.storage.operations.queue import QUEUE, Job

HOST = ("host", "a password")


def dashboard(redis_url: str) -> Flask:
    """The dashboard as its command makes it with `--json`, a username and a password."""
    app: Flask = make_flask_app(None, *HOST, "")
    app.config["RQ_DASHBOARD_REDIS_URL"] = redis_url
    web.config.serializer = JSONSerializer
    web.setup_rq_connection(app)
    return app


async def test_the_dashboard_shows_the_queue_and_its_jobs_to_who_has_the_password(
    svc: Service,
) -> None:
    """The one queue with what waits in it, readable by our serializer; nothing without password."""
    await svc.queue.add([Job("play_ladder", "l1")])
    client = dashboard(str(svc.settings.queue_url)).test_client()

    refused = client.get("/0/data/queues.json")
    queues = client.get("/0/data/queues.json", auth=HOST).get_json()["queues"]
    jobs = client.get(f"/0/data/jobs/{QUEUE}/queued/8/asc/1.json", auth=HOST).get_json()["jobs"]

    assert refused.status_code == HTTPStatus.UNAUTHORIZED
    assert [(queue["name"], queue["count"]) for queue in queues] == [(QUEUE, 1)]
    assert [job["description"] for job in jobs] == ["saqqara_service.worker.play_ladder('l1')"]
