"""A client of MCP that follows what the tools answer, as a model would, and nothing else."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from mcp import Client, StdioServerParameters
from mcp.types import CallToolResult, TextContent

RUNNING = re.compile(r"^match (?P<id>\S+): .*, (?P<status>\w+), version \d+$", re.MULTILINE)
NEXT = re.compile(r"^next: act with match (?P<match>\S+), version (?P<version>\d+)", re.MULTILINE)
CURSOR = re.compile(r"^cursor (?P<cursor>\S+)$", re.MULTILINE)
OFFERED = re.compile(r"^legal actions:\n(?P<actions>.*?)\n\n", re.MULTILINE | re.DOTALL)


@asynccontextmanager
async def on_stdio(server: str, token: str) -> AsyncIterator[Client]:
    """A client with a process of its own, which ends with the block."""
    environ = {**os.environ, "SAQQARA_TOKEN": token}
    command = str(Path(sys.executable).with_name("saqqara"))
    parameters = StdioServerParameters(
        command=command, args=["mcp", "--server", server], env=environ
    )
    async with Client(parameters, raise_exceptions=True) as client:
        yield client


@dataclass
class Said:
    """The text of an answer, and whether it is an error."""

    text: str
    is_error: bool = False

    @property
    def match(self) -> tuple[str, str]:
        """The match that it is about, and its state."""
        found = RUNNING.search(self.text)
        assert found is not None, self.text
        return found["id"], found["status"]


def said_of(result: CallToolResult) -> Said:
    """The one text of an answer."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return Said(content.text, bool(result.is_error))


@dataclass
class ScriptedPlayer:
    """Plays a match to its end, with any client; it keeps only what a model has read."""

    chance: Random
    answers: int = 0
    """After so many answers its process is killed."""
    tokens: int = 0
    calls: int = 0
    processes: int = 0

    async def call(self, client: Client, name: str, **arguments: object) -> Said:
        """Call a tool; texts are counted in tokens of four bytes."""
        said = said_of(await client.call_tool(name, arguments))
        self.tokens += len(said.text.encode()) // 4
        self.calls += 1
        return said

    async def step(self, client: Client, said: Said) -> Said:
        """Do what the last answer says is next."""
        assert not said.is_error, said.text
        if (turn := NEXT.search(said.text)) is None:
            return await self.call(client, "wait", match=said.match[0])
        offered = OFFERED.search(said.text)
        assert offered is not None, said.text
        action = self.chance.choice(offered["actions"].splitlines()).partition(":")[0]
        cursor = CURSOR.search(said.text)
        return await self.call(
            client,
            "act",
            match=turn["match"],
            action=action,
            version=int(turn["version"]),
            cursor=cursor["cursor"] if cursor else "",
        )


def is_over(said: Said) -> bool:
    """Whether an answer says that its match is over."""
    return said.match[1] in {"finished", "void"}
