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
            "Operations of either transport by their outcome: `ok` or the code of the problem.",
            ("transport", "operation", "outcome"),
            registry=self._registry,
        )
        self.operation_seconds = Histogram(
            "saqqara_operation_seconds",
            "How long operations took; of a stream, until it began.",
            ("transport", "operation"),
            buckets=CALL_S,
            registry=self._registry,
        )
        self.operation_ended = cache(self.operations.labels)
        self.operation_took = cache(self.operation_seconds.labels)
        self.responses = Counter(
            "saqqara_http_responses",
            "Answers over HTTP, whatever they answer.",
            ("method", "status"),
            registry=self._registry,
        )
        self.operation_cpu = Counter(
            "saqqara_operation_cpu_seconds",
            "Processor time that operations spent; `none` is what was refused before one began.",
            ("transport", "operation"),
            registry=self._registry,
        )
        self.operation_spent = cache(self.operation_cpu.labels)
        self.longest_step = Gauge(
            "saqqara_longest_step_seconds",
            "The longest time that one step of an operation held the loop, in processor time.",
            ("transport", "operation"),
            registry=self._registry,
        )
        self.loop_lag = Histogram(
            "saqqara_loop_lag_seconds",
            "How late the loop came to what was due.",
            buckets=STORE_S,
            registry=self._registry,
        )
        self.sockets = Gauge("saqqara_sockets", "Open websockets.", registry=self._registry)
        self.streams = Gauge(
            "saqqara_streams",
            "Subscriptions and event streams that are being told.",
            ("transport", "operation"),
            registry=self._registry,
        )

    def _of_limits(self) -> None:
        self.carried = Gauge(
            "saqqara_carried",
            "What this process has a limit for: operations, sockets with streams, unread bytes.",
            ("kind",),
            registry=self._registry,
        )
        self.free_disk = Gauge(
            "saqqara_free_disk_bytes",
            "Room on the disk of the data folder; NaN where it is not looked at.",
            registry=self._registry,
        )
        self.shed = Counter(
            "saqqara_shed",
            "What was refused because the process carried all it may.",
            ("kind",),
            registry=self._registry,
        )
        self.lane_seconds = Histogram(
            "saqqara_lane_seconds",
            "How long costly work waited for its turn.",
            buckets=CALL_S,
            registry=self._registry,
        )
        self.limited = Counter(
            "saqqara_rate_limited",
            "Calls that were refused because a budget was spent.",
            ("budget",),
            registry=self._registry,
        )

    def _of_matches(self) -> None:
        self.actions = Counter(
            "saqqara_actions",
            "Actions: `applied`, `repeated`, `auto` (played for a seat), or the code of a refusal.",
            ("outcome",),
            registry=self._registry,
        )
        self.archived = Counter(
            "saqqara_archived_matches",
            "Matches that left Redis for the store of archives.",
            registry=self._registry,
        )
        self.deleted = Counter(
            "saqqara_deleted_matches",
            "Matches that were deleted, since the host keeps them no longer.",
            registry=self._registry,
        )
        self.lost_matches = Counter(
            "saqqara_lost_matches",
            "Matches of which a failover or a restore lost events (`rolled_back`) or all (`gone`).",
            ("outcome",),
            registry=self._registry,
        )
        for outcome in ("rolled_back", "gone"):  # the first loss is a rise only from a 0
            self.lost_matches.labels(outcome)
        self.lost_events = Counter(
            "saqqara_lost_events",
            "Events of these matches that the store has no longer.",
            registry=self._registry,
        )
        self.ruling_lateness = Histogram(
            "saqqara_ruling_lateness_seconds",
            "How long after its deadline a seat without time was ruled on.",
            buckets=LATE_S,
            registry=self._registry,
        )
        self.clock_backlog = Gauge(
            "saqqara_clock_backlog",
            "Seats without time that the last look at the clocks found, and that await a ruling.",
            registry=self._registry,
        )
        self.feed_lag = Histogram(
            "saqqara_feed_lag_seconds",
            "How long after a match moved a follower of it in this process was told.",
            buckets=LATE_S,
            registry=self._registry,
        )
        self.matches = Gauge(
            "saqqara_matches",
            "Matches of the whole service that are open or running.",
            ("status",),
            registry=self._registry,
        )

    def _of_sweeps(self) -> None:
        self.sweep_seconds = Histogram(
            "saqqara_sweep_seconds",
            "How long a round of a sweep took.",
            ("sweep",),
            buckets=CALL_S,
            registry=self._registry,
        )
        self.sweep_failures = Counter(
            "saqqara_sweep_failures",
            "Rounds of a sweep that failed.",
            ("sweep",),
            registry=self._registry,
        )

    def _of_jobs(self) -> None:
        self.queue_depth = Gauge(
            "saqqara_queue_jobs", "Jobs of the whole service that wait.", registry=self._registry
        )
        self.queue_unreachable = Gauge(
            "saqqara_queue_unreachable",
            "1 while the Redis of the queue does not answer.",
            registry=self._registry,
        )
        self.job_seconds = Histogram(
            "saqqara_job_seconds",
            "How long the jobs of a worker took.",
            ("job",),
            buckets=CALL_S,
            registry=self._registry,
        )
        self.job_cpu = Counter(
            "saqqara_job_cpu_seconds",
            "Processor time of the thread that runs a worker's jobs, while they ran.",
            ("job",),
            registry=self._registry,
        )
        self.job_failures = Counter(
            "saqqara_job_failures",
            "Jobs of a worker that failed.",
            ("job",),
            registry=self._registry,
        )
        self.put_off = Counter(
            "saqqara_matches_put_off",
            "Matches that a job failed for and went on without; they are tried again.",
            ("job",),
            registry=self._registry,
        )

    def _of_redis(self) -> None:
        self.redis_seconds = Histogram(
            "saqqara_redis_seconds",
            "How long Redis took, with the way there and back; scripts by their file.",
            ("command",),
            buckets=STORE_S,
            registry=self._registry,
        )
        self.redis_took = cache(self.redis_seconds.labels)
        self.redis_errors = Counter(
            "saqqara_redis_errors",
            "Calls of Redis that failed.",
            ("command", "error"),
            registry=self._registry,
        )
        self.redis_filled = Gauge(
            "saqqara_redis_filled_ratio",
            "The share of its bounded memory that the fullest Redis uses; 0 without a bound.",
            registry=self._registry,
        )
        self.redis_unbounded = Gauge(
            "saqqara_redis_unbounded",
            "1 while a Redis has no maxmemory, so that nobody hears when it is nearly full.",
            registry=self._registry,
        )
        self.redis_replicas = Gauge(
            "saqqara_redis_replicas",
            "Replicas of the primary that has the fewest.",
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
