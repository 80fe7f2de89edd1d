"""One span for each operation, where OpenTelemetry is installed and told where to send them.

The libraries' own variables say everything else (`OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER`, …).
What happens inside an operation has no spans: one for each field halves what a process can do.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import structlog

from saqqara_service.errors import ApplicationError

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

WHERE: Final = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
IDS: Final = ("request_id", "account_id", "bot_id", "match_id")
_LOG = structlog.get_logger(__name__)


class Tracing:
    """Makes the spans, children of the caller's own if it sent a `traceparent`."""

    def __init__(self, provider: TracerProvider) -> None:
        # Imported where it is known to be there: the service does without it.
        from opentelemetry import propagate, trace  # noqa: PLC0415

        self._tracer = provider.get_tracer("saqqara")
        self._extract = propagate.extract
        self._kind = trace.SpanKind.SERVER
        self._failed = trace.StatusCode.ERROR

    @contextmanager
    def span(self, name: str, carrier: Mapping[str, str]) -> Iterator[MutableMapping[str, str]]:
        """A span for the time of the block, with the ids that the logs have and what is put in."""
        ids: dict[str, str] = {}
        with self._tracer.start_as_current_span(
            name,
            context=self._extract(carrier),
            kind=self._kind,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield ids
            except ApplicationError:
                raise
            except Exception as error:
                span.set_status(self._failed, type(error).__name__)
                raise
            finally:
                bound = structlog.contextvars.get_contextvars()
                ids |= {name: str(bound[name]) for name in IDS if name in bound}
                span.set_attributes({f"saqqara.{name}": value for name, value in ids.items()})


@contextmanager
def tracing_if_any() -> Iterator[Tracing | None]:
    """The tracing that the environment asks for, if it asks for any and the libraries are there."""
    provider = _provider() if any(os.environ.get(name) for name in WHERE) else None
    if provider is None:
        yield None
        return
    try:
        yield Tracing(provider)
    finally:
        provider.shutdown()  # sends what has not been sent


def _provider() -> TracerProvider | None:
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import (  # noqa: PLC0415
            OTLPSpanExporter,
        )
        from opentelemetry.sdk.trace import TracerProvider  # noqa: PLC0415
        from opentelemetry.sdk.trace.export import BatchSpanProcessor  # noqa: PLC0415
    except ImportError:
        _LOG.warning("no_tracing", needed="pip install '.[server,otel]' in a checkout")
        return None
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider
