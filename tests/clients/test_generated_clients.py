"""Clients generated from the published contract compile in strict mode and play a match each."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from pathlib import Path

from tests.prerequisites import lacks

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
TYPESCRIPT = HERE / "typescript"
OPENAPI_TYPESCRIPT = HERE / "openapi-typescript"
PYTHON = HERE / "python"
GO = HERE / "go"
GO_MODULES = ROOT / ".tools" / "go" / ".installed"
GENERATOR = ROOT / ".tools" / "clients" / "bin" / "openapi-python-client"
MISSING = "run `make clients` first; it needs npm, go and the network"


def need(installed: Path, *programs: str) -> None:
    """What `make clients` has installed, and what runs it."""
    if not installed.exists() or None in map(shutil.which, programs):
        lacks(MISSING)


async def run(*words: str | Path, cwd: Path = ROOT, **environ: str) -> str:
    """What a program printed; it must succeed."""
    process = await asyncio.create_subprocess_exec(
        *map(str, words),
        cwd=cwd,
        env={**os.environ, "NO_COLOR": "1", **environ},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, complaint = await process.communicate()
    assert process.returncode == 0, (out + complaint).decode()
    return out.decode()


async def test_a_python_client_is_generated_from_the_openapi_document(
    server: str, tmp_path: Path
) -> None:
    """Client and bot pass mypy in strict mode, and two of the bots play the Duel to its end."""
    need(GENERATOR)
    source = ROOT / "openapi" / "openapi.yaml"
    target = tmp_path / "client"
    await run(GENERATOR, "generate", "--path", source, "--output-path", target, "--meta", "none")
    package = tmp_path / "saqqara_client"
    target.rename(package)
    play = PYTHON / "play.py"
    strictly = ("-m", "mypy", "--strict", "--config-file=", f"--cache-dir={tmp_path / 'cache'}")
    await run(sys.executable, *strictly, package, play, MYPYPATH=str(tmp_path))
    result = json.loads(await run(sys.executable, play, server, PYTHONPATH=str(tmp_path)))
    assert result["ends"] == ["played"]


async def test_a_go_client_is_generated_from_the_openapi_document(
    server: str, tmp_path: Path
) -> None:
    """Client and bots pass vet, and two bots of an account play the Duel to its end."""
    need(GO_MODULES, "go")
    (GO / "generated" / "saqqara").mkdir(parents=True, exist_ok=True)
    offline = {"GOPROXY": "off", "GOTOOLCHAIN": "local", "GOFLAGS": "-mod=readonly -buildvcs=false"}
    source = ROOT / "openapi" / "openapi.yaml"
    await run(
        "go", "tool", "oapi-codegen", "-config", "oapi-codegen.yaml", source, cwd=GO, **offline
    )
    await run("go", "vet", "./...", cwd=GO, **offline)
    program = tmp_path / "play"
    await run("go", "build", "-o", program, ".", cwd=GO, **offline)
    outcome = json.loads(await run(program, server))
    assert outcome["ends"] == ["played"]


async def test_a_typescript_client_is_generated_from_the_graphql_schema(server: str) -> None:
    """Documents are typed by the schema, compile in strict mode, and two bots play Imhotep."""
    need(TYPESCRIPT / "node_modules" / ".installed", "npm")
    await run("npm", "run", "--silent", "generate", cwd=TYPESCRIPT)
    await run("npm", "run", "--silent", "build", cwd=TYPESCRIPT)
    result = json.loads(await run("node", "dist/play.js", server, cwd=TYPESCRIPT))
    assert result["ends"] == ["PLAYED", "PLAYED"]


async def test_types_are_generated_from_the_openapi_document(server: str) -> None:
    """openapi-typescript reads the document, and a client typed by it asks in strict mode."""
    need(OPENAPI_TYPESCRIPT / "node_modules" / ".installed", "npm")
    await run("npm", "run", "--silent", "generate", cwd=OPENAPI_TYPESCRIPT)
    await run("npm", "run", "--silent", "build", cwd=OPENAPI_TYPESCRIPT)
    result = json.loads(await run("node", "dist/ask.js", server, cwd=OPENAPI_TYPESCRIPT))
    assert result["status"] == "running"
    assert result["sides"]["obelisks"] == "A"
    assert result["code"] == "not_found"
