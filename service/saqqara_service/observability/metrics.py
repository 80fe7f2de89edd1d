"""What one process counts and measures, as Prometheus reads it.

A label names a kind of thing: an operation, a code, a status. It never names a match, a bot or a
token, of which there is no end. What must not be known here: who counts, and when.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
    start_http_server,
)

CALL_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
STORE_S = (0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5)
LATE_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0)


class Metrics:
    """The process's counters, gauges and histograms, in a registry of their own."""

    def __init__(self) -> None:
        # Looking labels up takes longer than counting: those of every action are kept.
        self._registry = CollectorRegistry()
        self._longest_s: dict[tuple[str, str], float] = {}
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        GCCollector(registry=self._registry)
        self._of_transports()
        self._of_limits()
        self._of_matches()
        self._of_sweeps()
        self._of_jobs()
        self._of_redis()

    def text(self) -> bytes:
        """Everything in Prometheus' text format."""
        return generate_latest(self._registry)

    @contextmanager
    def sweeping(self, sweep: str) -> Iterator[None]:
        """Measure a round of a sweep."""
        failures = self.sweep_failures.labels(sweep)
        with self.sweep_seconds.labels(sweep).time(), failures.count_exceptions():
            yield

    @contextmanager
    def working(self, job: str) -> Iterator[None]:
        """Measure a worker's job."""
        failures = self.job_failures.labels(job)
        with self.job_seconds.labels(job).time(), failures.count_exceptions():
            yield

    @contextmanager
    def costing(self, job: str) -> Iterator[None]:
        """Measure what a job costs, in the thread that does it: others work beside it."""
        began = time.thread_time()
        try:
            yield
        finally:
            self.job_cpu.labels(job).inc(time.thread_time() - began)

    def note_cost(self, transport: str, operation: str, spent_s: float, longest_s: float) -> None:
        """Count what an operation cost, and its longest step if none was longer."""
        self.operation_spent(transport, operation).inc(spent_s)
        if longest_s > self._longest_s.get((transport, operation), 0.0):
            self._longest_s[transport, operation] = longest_s
            self.longest_step.labels(transport, operation).set(longest_s)

    def asking_redis(self, command: str) -> RedisCall:
        """Measure a call of Redis."""
        return RedisCall(self, command)

    @contextmanager
    def served(
        self, host: str, port: int | None, is_live: Callable[[], bool] = lambda: True
    ) -> Iterator[int | None]:
        """Serve the text at a port of its own, from a thread; its number, if there is one.

        `/livez` there answers 200 as long as `is_live`, else 503.
        """
        if port is None:
            yield None
            return
        server, thread = start_http_server(port, host, self._registry)
        server.set_app(_with_livez(server.get_app(), is_live))
        try:
            yield server.server_port
        finally:
            server.shutdown()
            server.server_close()
            thread.join()

    def _of_transports(self) -> None:
        self.operations = Counter(
            "saqqara_operations",
            "Operations by transport and outcome: `ok` or an error code.",
            ("transport", "operation", "outcome"),
            registry=self._registry,
        )
        self.operation_seconds = Histogram(
            "saqqara_operation_seconds",
            "Duration of operations; for a stream, the time until it began.",
            ("transport", "operation"),
            buckets=CALL_S,
            registry=self._registry,
        )
        self.operation_ended = cache(self.operations.labels)
        self.operation_took = cache(self.operation_seconds.labels)
        self.responses = Counter(
            "saqqara_http_responses",
            "HTTP responses by method and status.",
            ("method", "status"),
            registry=self._registry,
        )
        self.responded = cache(self.responses.labels)
        self.operation_cpu = Counter(
            "saqqara_operation_cpu_seconds",
            "Processor time of operations; `none`: of requests refused before an operation began.",
            ("transport", "operation"),
            registry=self._registry,
        )
        self.operation_spent = cache(self.operation_cpu.labels)
        self.longest_step = Gauge(
            "saqqara_longest_step_seconds",
            "Longest processor time for which one step of an operation blocked the event loop.",
            ("transport", "operation"),
            registry=self._registry,
        )
        self.loop_lag = Histogram(
            "saqqara_loop_lag_seconds",
            "Delay of the event loop.",
            buckets=STORE_S,
            registry=self._registry,
        )
        self.sockets = Gauge("saqqara_sockets", "Open websockets.", registry=self._registry)
        self.streams = Gauge(
            "saqqara_streams",
            "Open subscriptions and event streams.",
            ("transport", "operation"),
            registry=self._registry,
        )

    def _of_limits(self) -> None:
        self.carried = Gauge(
            "saqqara_carried",
            "Operations, connections, streams and unread bytes of this process, which have limits.",
            ("kind",),
            registry=self._registry,
        )
        self.free_disk = Gauge(
            "saqqara_free_disk_bytes",
            "Free space on the disk of the data folder; NaN if it is not checked.",
            registry=self._registry,
        )
        self.shed = Counter(
            "saqqara_shed",
            "Requests and connections refused because the process was at its limit.",
            ("kind",),
            registry=self._registry,
        )
        self.cost_queue_seconds = Histogram(
            "saqqara_cost_queue_seconds",
            "Time that costly operations waited in the cost queue.",
            buckets=CALL_S,
            registry=self._registry,
        )
        self.limited = Counter(
            "saqqara_rate_limited",
            "Requests refused because a budget was used up.",
            ("budget",),
            registry=self._registry,
        )

    def _of_matches(self) -> None:
        self.actions = Counter(
            "saqqara_actions",
            "Actions: `applied`, `repeated`, `auto` (played for a seat), or an error code.",
            ("outcome",),
            registry=self._registry,
        )
        self.acted = cache(self.actions.labels)
        self.archived = Counter(
            "saqqara_archived_matches",
            "Matches moved from Redis to the archive.",
            registry=self._registry,
        )
        self.deleted = Counter(
            "saqqara_deleted_matches",
            "Matches deleted when their retention ended.",
            registry=self._registry,
        )
        self.lost_matches = Counter(
            "saqqara_lost_matches",
            "Matches that lost events (`rolled_back`), or all (`gone`), to a failover or restore.",
            ("outcome",),
            registry=self._registry,
        )
        for outcome in ("rolled_back", "gone"):  # the first loss is a rise only from a 0
            self.lost_matches.labels(outcome)
        self.lost_events = Counter(
            "saqqara_lost_events",
            "Events that these matches lost.",
            registry=self._registry,
        )
        self.ruling_lateness = Histogram(
            "saqqara_ruling_lateness_seconds",
            "Time from the deadline of a seat to the ruling on it.",
            buckets=LATE_S,
            registry=self._registry,
        )
        self.clock_backlog = Gauge(
            "saqqara_clock_backlog",
            "Expired clocks that wait for a ruling.",
            registry=self._registry,
        )
        self.feed_lag = Histogram(
            "saqqara_feed_lag_seconds",
            "Time from a move until the followers in this process receive it.",
            buckets=LATE_S,
            registry=self._registry,
        )
        self.matches = Gauge(
            "saqqara_matches",
            "Open and running matches of the whole service.",
            ("status",),
            registry=self._registry,
        )

    def _of_sweeps(self) -> None:
        self.sweep_seconds = Histogram(
            "saqqara_sweep_seconds",
            "Duration of a round of a sweep, a periodic background task.",
            ("sweep",),
            buckets=CALL_S,
            registry=self._registry,
        )
        self.sweep_failures = Counter(
            "saqqara_sweep_failures",
            "Failed rounds of a sweep.",
            ("sweep",),
            registry=self._registry,
        )

    def _of_jobs(self) -> None:
        self.queue_depth = Gauge(
            "saqqara_queue_jobs", "Waiting jobs of the whole service.", registry=self._registry
        )
        self.queue_unreachable = Gauge(
            "saqqara_queue_unreachable",
            "1 if the Redis of the job queue does not respond.",
            registry=self._registry,
        )
        self.job_seconds = Histogram(
            "saqqara_job_seconds",
            "Duration of a worker's jobs.",
            ("job",),
            buckets=CALL_S,
            registry=self._registry,
        )
        self.job_cpu = Counter(
            "saqqara_job_cpu_seconds",
            "Processor time of a worker's jobs.",
            ("job",),
            registry=self._registry,
        )
        self.job_failures = Counter(
            "saqqara_job_failures",
            "Failed jobs of a worker.",
            ("job",),
            registry=self._registry,
        )
        self.put_off = Counter(
            "saqqara_matches_put_off",
            "Matches that a job skipped after an error; the worker retries them.",
            ("job",),
            registry=self._registry,
        )

    def _of_redis(self) -> None:
        self.redis_seconds = Histogram(
            "saqqara_redis_seconds",
            "Round-trip time of Redis commands; scripts by file name.",
            ("command",),
            buckets=STORE_S,
            registry=self._registry,
        )
        self.redis_took = cache(self.redis_seconds.labels)
        self.redis_errors = Counter(
            "saqqara_redis_errors",
            "Failed Redis commands.",
            ("command", "error"),
            registry=self._registry,
        )
        self.redis_filled = Gauge(
            "saqqara_redis_filled_ratio",
            "Used share of `maxmemory`, of the fullest Redis; 0 without `maxmemory`.",
            registry=self._registry,
        )
        self.redis_unbounded = Gauge(
            "saqqara_redis_unbounded",
            "1 if a Redis has no `maxmemory`, so that no alert can warn before it is full.",
            registry=self._registry,
        )
        self.redis_replicas = Gauge(
            "saqqara_redis_replicas",
            "Number of replicas; with several primaries, the smallest.",
            registry=self._registry,
        )


def _with_livez(metrics: WSGIApplication | None, is_live: Callable[[], bool]) -> WSGIApplication:
    def answered(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        if environ["PATH_INFO"] != "/livez" and metrics is not None:
            return metrics(environ, start)
        start("200 OK" if is_live() else "503 Service Unavailable", [("Content-Length", "0")])
        return [b""]

    return answered


class RedisCall:
    """Measures one call of Redis for the time of a block."""

    def __init__(self, metrics: Metrics, command: str) -> None:
        self._metrics = metrics
        self._command = command
        self._started = time.perf_counter()

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        """Note how long it took, and the error."""
        if kind is not None and issubclass(kind, Exception):
            self._metrics.redis_errors.labels(self._command, kind.__name__).inc()
        self._metrics.redis_took(self._command).observe(time.perf_counter() - self._started)
