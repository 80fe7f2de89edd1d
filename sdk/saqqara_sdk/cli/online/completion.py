"""`saqqara completion`: a script by which a shell completes commands, bots and games."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer
from typer.completion import get_completion_script  # type: ignore[attr-defined] # it is public


class Shell(StrEnum):
    """The shells that are known."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


def completion(
    shell: Annotated[
        Shell, typer.Argument(help="The shell that reads the script", show_default=False)
    ],
) -> None:
    """Print a shell script that completes commands, options, bots and games

    For bash, for example: saqqara completion bash >> ~/.bashrc
    """
    typer.echo(
        get_completion_script(
            prog_name="saqqara", complete_var="_SAQQARA_COMPLETE", shell=shell.value
        )
    )
