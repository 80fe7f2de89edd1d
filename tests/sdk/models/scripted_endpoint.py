"""A model behind an OpenAI-compatible endpoint on loopback that makes mischief on demand.

It reads the legal actions from the prompt and names one of them, the same for the same prompt. A
script says for each request which mischief it makes instead.
"""

from __future__ import annotations

import hashlib
import json
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from saqqara_sdk.models import Endpoint, Outcome

Json = dict[str, Any]
PROMPT_TOKENS, COMPLETION_TOKENS = 100, 7
MEGABYTE = "x" * (1 << 20)


@dataclass(frozen=True, slots=True)
class Mischief:
    """An answer to a request, for the action that the model would name, and where it is counted."""

    outcome: Outcome
    body: Callable[[str], bytes] = lambda _action: b""
    status: int = 200
    retry: str = ""
    length: int | None = None


def completion(text: str, reason: str = "stop", **message: object) -> Callable[[str], bytes]:
    """A chat completion, with the action in place of `@`."""

    def body(action: str) -> bytes:
        said = {"role": "assistant", "content": text.replace("@", action), **message}
        choice = {"index": 0, "finish_reason": reason, "message": said}
        usage = {"prompt_tokens": PROMPT_TOKENS, "completion_tokens": COMPLETION_TOKENS}
        return json.dumps({"id": "c1", "choices": [choice], "usage": usage}).encode()

    return body


def raw(content: bytes) -> Callable[[str], bytes]:
    """A body without an action."""
    return lambda _action: content


LONE = b'{"choices": [{"message": {"content": "\\ud800"}}]}'
EVERY: Mapping[str, Mischief] = {
    "legal": Mischief(Outcome.LEGAL, completion("ACTION: fly\nNo, better:\nACTION: @")),
    "markdown": Mischief(Outcome.LEGAL, completion("So:\n\n> **Action:** `@`.\n")),
    "control": Mischief(Outcome.LEGAL, completion("\0\x1b[2J\u202e\nACTION:\t@\r\n")),
    "long": Mischief(Outcome.LEGAL, completion(f"{MEGABYTE}\nACTION: @")),
    "illegal": Mischief(Outcome.ILLEGAL, completion("ACTION: sail 9 moon")),
    "near": Mischief(Outcome.ILLEGAL, completion("ACTION: @ now")),
    "injected": Mischief(Outcome.ILLEGAL, completion('ACTION: $position ${key} {"role": 1}')),
    "unparsable": Mischief(Outcome.UNPARSABLE, completion("I choose @.")),
    "empty": Mischief(Outcome.UNPARSABLE, completion("", content=None)),
    "truncated": Mischief(Outcome.TRUNCATED, completion("ACTION: @", "length")),
    "filtered": Mischief(Outcome.REFUSED, completion("ACTION: @", "content_filter")),
    "refused": Mischief(Outcome.REFUSED, completion("", content=None, refusal="Not of graves.")),
    "limited": Mischief(Outcome.TRANSPORT, raw(b"slow down"), 429, "0"),
    "down": Mischief(Outcome.TRANSPORT, status=503, retry="soon"),
    "cut": Mischief(Outcome.TRANSPORT),
    "halved": Mischief(Outcome.TRANSPORT, raw(b'{"choices": ['), length=1_000),
    "garbage": Mischief(Outcome.TRANSPORT, raw(b"<html>\xff\0 Bad gateway")),
    "odd": Mischief(Outcome.TRANSPORT, raw(LONE)),
    "huge": Mischief(Outcome.TRANSPORT, raw(MEGABYTE.encode() * 3)),
}
"""What an endpoint does wrong in the matches of tests."""
MORE: Mapping[str, Mischief] = {
    "patience": Mischief(Outcome.TRANSPORT, status=429, retry="1"),
    "for an hour": Mischief(Outcome.TRANSPORT, status=429, retry="3600"),
    "forbidden": Mischief(Outcome.TRANSPORT, status=401),
    "slow": Mischief(Outcome.LEGAL, completion("ACTION: @")),
    "dripping": Mischief(Outcome.TRANSPORT),
}
"""What it does wrong in single decisions."""
ALL: Mapping[str, Mischief] = {**EVERY, **MORE}


@dataclass
class ScriptedEndpoint:
    """The endpoint; `script` gives the mischief of a request by its number, from 0."""

    script: Callable[[int], str] = lambda _number: "legal"
    made: Counter[str] = field(default_factory=Counter)
    """The mischiefs that were made."""
    named: list[str] = field(default_factory=list)
    """The legal actions that were named, in order."""
    requests: list[Json] = field(default_factory=list)
    headers: list[Mapping[str, str]] = field(default_factory=list)
    pause_s: float = 0.0
    lock: threading.Lock = field(default_factory=threading.Lock)
    is_over: threading.Event = field(default_factory=threading.Event)
    port: int = 0

    def endpoint(self, **fields: Any) -> Endpoint:
        """The endpoint as a bot names it."""
        return Endpoint(f"http://127.0.0.1:{self.port}/v1", "scripted", **fields)

    def take(self, request: Json, headers: Mapping[str, str]) -> tuple[str, str]:
        """Note a request; return its mischief, and the action that the model would name."""
        action = choice_in(request["messages"][0]["content"])
        with self.lock:
            name = self.script(len(self.requests))
            self.requests.append(request)
            self.headers.append(headers)
            self.made[name] += 1
            if ALL[name].outcome is Outcome.LEGAL:
                self.named.append(action)
        return name, action

    @property
    def prompts(self) -> list[str]:
        """All prompts, in order."""
        return [request["messages"][0]["content"] for request in self.requests]

    def outcomes(self) -> Counter[Outcome]:
        """The mischiefs by the outcome under which each must be counted."""
        found: Counter[Outcome] = Counter()
        for mischief, times in self.made.items():
            found[ALL[mischief].outcome] += times
        return found


def legal_in(prompt: str) -> list[str]:
    """The legal actions that a prompt lists."""
    listed = prompt.partition("with its meaning:\n")[2].partition("\n\n")[0]
    return [line.partition(":")[0] for line in listed.splitlines()]


def choice_in(prompt: str) -> str:
    """One of the legal actions, which depends on nothing but their list."""
    legal = legal_in(prompt)
    return legal[hashlib.sha256("".join(legal).encode()).digest()[0] % len(legal)]


class Handler(BaseHTTPRequestHandler):
    """Answers requests as the script of its server says."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        assert self.path == "/v1/chat/completions"
        name, action = self.server.scripted.take(body, dict(self.headers))
        made = ALL[name]
        match name:
            case "cut":
                self.connection.shutdown(socket.SHUT_RDWR)
                self.close_connection = True
            case "dripping":
                self.send_response_only(200)
                while not self.server.scripted.is_over.wait(0.05):
                    self.send_header("X-Drop", "1")
                    self.flush_headers()
            case "forbidden":
                self.send(made, f"wrong key: {self.headers.get('Authorization')}".encode())
            case "slow":
                self.server.scripted.is_over.wait(self.server.scripted.pause_s)
                self.send(made, made.body(action))
            case _:
                self.send(made, made.body(action))

    def send(self, made: Mischief, body: bytes) -> None:
        """Send an answer, which may be shorter than it claims."""
        self.send_response(made.status)
        self.send_header("Content-Length", str(made.length or len(body)))
        if made.retry:
            self.send_header("Retry-After", made.retry)
        self.end_headers()
        self.wfile.write(body)
        self.close_connection = self.close_connection or made.length is not None

    def handle(self) -> None:
        with suppress(OSError, json.JSONDecodeError):  # the bot has hung up
            super().handle()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Print nothing."""


class Server(ThreadingHTTPServer):
    """The server of a scripted endpoint."""

    def __init__(self, scripted: ScriptedEndpoint) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.scripted = scripted
        scripted.port = self.server_port


@contextmanager
def serving(script: Callable[[int], str] = lambda _number: "legal") -> Iterator[ScriptedEndpoint]:
    """Serve an endpoint in threads of this process."""
    scripted = ScriptedEndpoint(script)
    with Server(scripted) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield scripted
        finally:
            scripted.is_over.set()
            server.shutdown()
            thread.join()
