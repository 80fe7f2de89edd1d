"""The whole service on one machine: Redis, API processes on one port, and ladder workers.

The supervisor holds the listening socket and hands it to every API process, so that any of them
may die and come back without the port being closed for a moment.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import httpx
import structlog

from saqqara_service import supervision
from saqqara_service.application.accounts import accounts
from saqqara_service.application.accounts.house import LEVELS
from saqqara_service.application.live.admission import UnfitStore
from saqqara_service.application.service import open_service
from saqqara_service.cli import log_files
from saqqara_service.cli.bad_settings import BadSetting
from saqqara_service.cli.processes import Child, Lifeline, ProcessCommand, make_private, stop_all
from saqqara_service.cli.tokens import keep_token
from saqqara_service.errors import Busy
from saqqara_service.settings import Settings
from saqqara_service.storage.operations.migrations import CannotMigrate, migrate
from saqqara_service.storage.redis import capabilities
from saqqara_service.storage.redis.addresses import demand_address
from saqqara_service.storage.redis.embedded import EmbeddedRedis

READY_S = 180.0
REDIS_BEAT_S = 0.25
BACKLOG = 2048
LAST_PORT = 65535
WRONG_COMMAND = 2
"""The exit code of a runner that can never work here, such as one without a sandbox."""
METRICS_PORT = "SAQQARA_METRICS_PORT"
_LOG = structlog.get_logger(__name__)


class StackFailed(Exception):
    """The stack cannot run; the message says what to do."""


@dataclass(slots=True)
class Stack:
    """What runs, and where."""

    settings: Settings
    server: str
    redis: EmbeddedRedis | None
    program: str = ""
    """What runs as Redis, with its version."""
    children: list[Child] = field(default_factory=list)

    @property
    def logs(self) -> Path:
        """Where every process writes what it does."""
        return self.settings.data / "logs"

    @property
    def admin_token(self) -> Path:
        """The file with the host's token."""
        return self.settings.data / "admin-token"

    @property
    def runner_token(self) -> Path:
        """The file with the token of the runners."""
        return self.settings.data / "runner-token"

    def log_files(self) -> list[Path]:
        """What they have written so far, those of earlier runs and that of our Redis among it."""
        own = [] if self.redis is None else [self.redis.log]
        return [*self.logs.glob("*.log"), *own]

    def of_role(self, role: str) -> list[Child]:
        """The children of one role: `api`, `worker`, `runner` or `house`."""
        return [child for child in self.children if child.program.name.startswith(f"{role}-")]


@contextlib.asynccontextmanager
async def running(
    settings: Settings,
    apis: int = 2,
    workers: int = 2,
    *,
    runners: int = 0,
    house: bool = False,
    trust: bool = False,
) -> AsyncIterator[Stack]:
    """The stack, ready to serve, until the block ends; port 0 takes a free one.

    With `house` the house bots wait to be challenged as well. With `trust` runners start programs
    without a sandbox.
    """
    for url in filter(None, (settings.redis_url, settings.rq_redis_url)):
        demand_address(url)
    make_private(settings.data)
    async with contextlib.AsyncExitStack() as cleanup:
        listener = cleanup.enter_context(listen(settings.host, settings.port))
        own = EmbeddedRedis(settings.data, settings.redis_server)
        redis = None if settings.redis_url else cleanup.enter_context(own)
        stack = _stack(settings, listener, redis)
        await _prepare(stack)
        lifeline = cleanup.enter_context(contextlib.closing(Lifeline()))
        keep = await cleanup.enter_async_context(supervision.supervisor())
        if redis is not None:
            keep("redis", partial(_keep_redis, redis))
        most_bytes = settings.log_file_mb << 20
        keep("log_files", partial(log_files.keep_short, stack.log_files, most_bytes))
        cleanup.push_async_callback(_stop, stack)
        programs = (
            *(_program(stack, "worker", number, lifeline) for number in range(1, workers + 1)),
            *(_program(stack, "api", number, lifeline, listener) for number in range(1, apis + 1)),
        )
        for program in _with_metrics_ports(programs, settings.metrics_port):
            await _start(stack, keep, program)
        await _wait_until_ready(stack)
        for number in range(1, runners + 1):
            await _start(stack, keep, _runner(stack, number, lifeline, trust=trust))
        if house:
            await _start(stack, keep, _program(stack, "house", 1, lifeline))
            await _wait_for_house(stack)
        yield stack


def console_script(name: str) -> Path:
    """Return the path of a command of ours; raises `StackFailed` if it is not installed."""
    script = Path(sys.executable).with_name(name)
    if not script.exists():
        raise StackFailed(f"{script} is missing; install Saqqara in this environment")
    return script


async def _start(stack: Stack, keep: supervision.Begin, program: ProcessCommand) -> None:
    """Start a process of the stack, and watch over it."""
    child = await Child.start(program)
    stack.children.append(child)
    keep(program.name, child.keep_running)


def listen(host: str, port: int) -> socket.socket:
    """The socket that all API processes share."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(BACKLOG)
    except (OSError, UnicodeError) as error:
        listener.close()
        raise _not_listening(host, port, error) from error
    return listener


def _not_listening(host: str, port: int, error: OSError | UnicodeError) -> Exception:
    """What to do about an address that cannot be listened on."""
    number = error.errno if isinstance(error, OSError) else None
    if isinstance(error, socket.gaierror | UnicodeError) or number == errno.EADDRNOTAVAIL:
        return BadSetting(
            f"SAQQARA_HOST={host} cannot be used: it is not an address of this machine. Use"
            " 127.0.0.1 for local access only, 0.0.0.0 or :: for access from everywhere, or"
            " another address of this machine."
        )
    if number in {errno.EACCES, errno.EPERM}:
        return BadSetting(
            f"SAQQARA_PORT={port} cannot be used: you may not listen there. Use a port from"
            " 1024 to 65535, or 0 for any free port."
        )
    other = port + 1 if port < LAST_PORT else port - 1
    why = getattr(error, "strerror", error)
    return StackFailed(
        f"cannot listen on {host} port {port} ({why}); stop the program that listens"
        f" there, or choose another port with SAQQARA_PORT={other}"
    )


def _stack(settings: Settings, listener: socket.socket, redis: EmbeddedRedis | None) -> Stack:
    host, port = listener.getsockname()[:2]
    shown = f"[{host}]" if ":" in host else host
    url = redis.url if redis is not None else settings.redis_url
    ours = settings.model_copy(update={"redis_url": url, "port": port})
    return Stack(ours, f"http://{shown}:{port}", redis, redis.program if redis else "")


def _program(
    stack: Stack, role: str, number: int, lifeline: Lifeline, listener: socket.socket | None = None
) -> ProcessCommand:
    shared = [] if listener is None else ["--fd", str(listener.fileno())]
    fds = [lifeline.reader] if listener is None else [lifeline.reader, listener.fileno()]
    return ProcessCommand(
        name=f"{role}-{number}",
        command=(sys.executable, "-m", "saqqara_service.cli", role, *shared),
        environment={**_environment(stack), **lifeline.environment},
        log=stack.logs / f"{role}-{number}.log",
        fds=tuple(fds),
    )


def _runner(stack: Stack, number: int, lifeline: Lifeline, *, trust: bool) -> ProcessCommand:
    """A runner, which knows the API and its token, and nothing else of ours."""
    cache = stack.settings.data / "runners"
    words = ["--name", f"runner-{number}", "--cache", str(cache), *(["--trust"] if trust else [])]
    return ProcessCommand(
        name=f"runner-{number}",
        command=(sys.executable, "-m", "saqqara_service.cli", "runner", *words),
        environment={
            "SAQQARA_SERVER": stack.server,
            "SAQQARA_RUNNER_TOKEN": stack.runner_token.read_text(encoding="utf-8").strip(),
            **lifeline.environment,
        },
        log=stack.logs / f"runner-{number}.log",
        fds=(lifeline.reader,),
        hopeless=WRONG_COMMAND,
    )


def _environment(stack: Stack) -> dict[str, str]:
    """The settings that the stack decides; a child inherits all others."""
    settings = stack.settings
    return {
        "SAQQARA_SERVER": stack.server,
        "REDIS_URL": settings.redis_url or "",
        "SAQQARA_PORT": str(settings.port),
        "SAQQARA_DATA": str(settings.data),
        **({"SAQQARA_BLOBS": settings.blob_store} if stack.redis else {}),
    }


def _with_metrics_ports(
    programs: Iterable[ProcessCommand], first: int | None
) -> list[ProcessCommand]:
    """Give each a port of its own, counted from the first; 0 is any free one."""
    if not first:
        return list(programs)
    return [
        replace(program, environment={**program.environment, METRICS_PORT: str(port)})
        for port, program in enumerate(programs, first)
    ]


async def _prepare(stack: Stack) -> None:
    """Bring the store to this release's schema, and keep the host's tokens."""
    try:
        if (lack := await capabilities.lack_at(stack.settings)) is not None:
            raise StackFailed(lack)
        async with open_service(stack.settings) as svc:
            async for step in migrate(svc.connection):
                word = "store_migrated" if step.is_done else "store_migration_begun"
                _LOG.warning(word, schema=step.schema + 1, what=step.migration.text)
            await svc.admission.demand_fit()
            if stack.redis is None:
                servers = map(capabilities.server_of, await svc.connection.states())
                stack.program = ", ".join(["as REDIS_URL says", *dict.fromkeys(servers)])
            await keep_token(svc, stack.admin_token, accounts.issue_admin)
            await keep_token(svc, stack.runner_token, accounts.issue_runner)
    except Busy as error:
        raise StackFailed("Redis does not answer; check REDIS_URL") from error
    except (CannotMigrate, UnfitStore) as error:
        raise StackFailed(str(error)) from error


async def _stop(stack: Stack) -> None:
    """Callers first, then workers, whom nobody calls; the API drains while Redis still answers."""
    for role in ("house", "runner", "worker", "api"):
        await stop_all(stack.of_role(role))


async def _keep_redis(redis: EmbeddedRedis) -> None:
    """Start our Redis again when it dies; its data is on disk."""
    while True:
        if not await asyncio.to_thread(redis.is_running):
            _LOG.warning("redis_ended", again=True)
            await asyncio.to_thread(redis.start)
        await asyncio.sleep(REDIS_BEAT_S)


async def _wait_until_ready(stack: Stack) -> None:
    """Until /readyz says yes; raises with what it said last."""
    deadline = time.monotonic() + READY_S
    answer = "no answer"
    async with httpx.AsyncClient(base_url=stack.server, timeout=5.0, trust_env=False) as client:
        while time.monotonic() < deadline:
            response = await _attempt(client.get("/readyz"))
            if response is not None and response.is_success:
                return
            answer = answer if response is None else response.text
            await asyncio.sleep(0.05)
    raise StackFailed(f"the API was not ready in {READY_S:.0f} s ({answer}); see {stack.logs}")


async def _wait_for_house(stack: Stack) -> None:
    """Until every house bot follows its feed."""
    deadline = time.monotonic() + READY_S
    async with open_service(stack.settings) as svc:
        while absent := await svc.engagements.absent([level.bot_id for level in LEVELS]):
            if time.monotonic() > deadline:
                names = ", ".join(sorted(absent))
                raise StackFailed(f"{names} did not play after {READY_S:.0f} s; see {stack.logs}")
            await asyncio.sleep(0.05)


async def _attempt(call: Awaitable[httpx.Response]) -> httpx.Response | None:
    try:
        return await call
    except httpx.TransportError:
        return None
