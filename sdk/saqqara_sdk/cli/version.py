"""`saqqara --version`: which release this is, and which build of the rules it plays by."""

from __future__ import annotations

import platform
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec

import typer

from saqqara_engine.build import IS_COMPILED

FINDER = "_saqqara_compiled"
"""The finder of compiled modules, for a package that runs from its sources."""


def show() -> None:
    """Print both, and end."""
    typer.echo(f"saqqara {version('saqqara')}, Python {platform.python_version()}")
    typer.echo(f"engine: {'compiled (mypyc)' if IS_COMPILED else _why_pure()}")
    raise typer.Exit


def _why_pure() -> str:
    if find_spec(FINDER) is None:
        return "pure Python"
    changed: list[str] = import_module(FINDER).changed()
    if not changed:
        return "pure Python, as SAQQARA_PURE asks for"
    return (
        f"pure Python, because {len(changed)} of its files changed;"
        " `make compiled` compiles them again"
    )
