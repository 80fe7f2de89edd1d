"""Benchmarks of models: the TOML file of `saqqara bench-model`, and the bots that it means.

Every model enters each track twice, under its name and as its twin. Both are the same endpoint, so
whatever lies between their strengths is noise.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    StringConstraints,
    ValidationError,
    model_validator,
)

from saqqara_sdk.bots.loader import is_known
from saqqara_sdk.models.prompts import HIDDEN_PROMPT, PROMPT, Prompt
from saqqara_sdk.models.replies import Outcome
from saqqara_sdk.models.usage import Usage

EXAMPLE: Final = """\
# A benchmark for `saqqara bench-model bench.toml`.
game = "duel"
# players = 2
# options = { preset = "everything" }
# The installed bots that every model plays against. Those of mcts fix the scale of Elo.
anchors = ["random", "greedy", "mcts-250"]
# Blocks of each model against each group of anchors; in a block it has every seat once.
blocks = 10
seed = 1
# time_control = "per_move:60"
# decision_s = 50           # the maximum seconds of a decision

[models.llama]
url = "http://127.0.0.1:8080/v1"
model = "llama-3"
parameters = { temperature = 0 }
# key_variable = "OPENAI_API_KEY"
# prompt_price = 0.15       # per million tokens, in any currency
# completion_price = 0.60

# Tracks are never compared with each other.
[tracks.listed]
legal = true                # the prompt lists the legal actions
rethinks = 2                # further answers after one that is not legal

[tracks.hidden]
legal = false               # the prompt has the rules and the notation instead
rethinks = 0
# prompt = "prompt.txt"     # a template of your own, with or without $actions
"""

Name = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,29}$")]
TWIN: Final = " twin"
SOURCE: Final = '''\
"""Written by `saqqara bench-model`; the prompt is {version}."""

from pathlib import Path

from saqqara_sdk.models import Endpoint, ModelBot


class Model(ModelBot):
    name = {name!r}
    endpoint = Endpoint(**{endpoint!r})
    prompt = Path({prompt!r})
    rethinks = {rethinks!r}
    decision_s = {decision_s!r}
    log = Path({log!r})
'''


class BenchmarkFault(ValueError):
    """The file is invalid; the message has a line for each fault."""


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ModelEntry(_Entry):
    """The entry of a model, with the fields of an `Endpoint`."""

    url: str
    model: str
    key_variable: str | None = None
    parameters: dict[str, JsonValue] = {}
    prompt_price: float | None = Field(None, ge=0)
    completion_price: float | None = Field(None, ge=0)
    timeout_s: float = Field(120.0, gt=0)


class TrackEntry(_Entry):
    """The entry of a track: what a model is shown, and how often it may answer again."""

    legal: bool = True
    rethinks: int = Field(2, ge=0, le=20)
    prompt: Path | None = None


class Benchmark(_Entry):
    """The whole file."""

    game: Literal["imhotep", "duel"] = "imhotep"
    players: int = Field(2, ge=2, le=4)
    options: dict[str, JsonValue] = {}
    anchors: tuple[str, ...] = Field(min_length=1)
    blocks: int = Field(10, ge=1)
    seed: int = 1
    time_control: str | None = None
    decision_s: float = Field(50.0, gt=0)
    models: dict[Name, ModelEntry] = Field(min_length=1)
    tracks: dict[Name, TrackEntry] = {"listed": TrackEntry()}  # type: ignore[call-arg] # defaults

    @model_validator(mode="after")
    def _demand_distinct_names(self) -> Benchmark:
        """Refuse names that would be one file, or that look like a bot of known strength."""
        seen: dict[str, str] = {}
        for name in (full for model in self.models for full in (model, model + TWIN)):
            other = seen.setdefault(_file_name(name).casefold(), name)
            if other != name:
                raise ValueError(f"the names {other!r} and {name!r} are too much alike")
        if taken := sorted(name for name in self.models if name in self.anchors or is_known(name)):
            raise ValueError(
                f"{taken[0]!r} is the name of an installed bot; give the model another"
            )
        return self


def _file_name(name: str) -> str:
    return f"{re.sub('[^A-Za-z0-9]', '_', name)}.py"


def read_benchmark(path: Path) -> Benchmark:
    """Read the file; its prompts are relative to its folder. Raises `BenchmarkFault`."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BenchmarkFault(f"{path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BenchmarkFault(f"{path} is not valid TOML: {error}") from error
    try:
        return Benchmark.model_validate(given)
    except ValidationError as error:
        faults = (f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
        raise BenchmarkFault("\n".join((f"{path} is invalid:", *faults))) from None


def write_bots(benchmark: Benchmark, track: str, beside: Path, folder: Path) -> list[Path]:
    """Write a file for each model of a track and for its twin, the model first.

    Prompts are found beside `beside`. Raises `UnusableSetting` if one of them cannot be used.
    """
    terms = benchmark.tracks[track]
    usual = PROMPT if terms.legal else HIDDEN_PROMPT
    prompt = usual if terms.prompt is None else (beside.parent / terms.prompt).resolve()
    version = Prompt.read(prompt).version
    folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []
    for model, entry in benchmark.models.items():
        for name in (model, model + TWIN):
            path = folder / _file_name(name)
            source = SOURCE.format(
                version=version,
                name=name,
                endpoint=entry.model_dump(),
                prompt=str(prompt),
                rethinks=terms.rethinks,
                decision_s=benchmark.decision_s,
                log=str(logs_of(folder, name).resolve()),
            )
            path.write_text(source, encoding="utf-8")
            written.append(path)
    return written


def logs_of(folder: Path, name: str) -> Path:
    """Return the folder of a bot's logs."""
    return folder / "logs" / name.replace(" ", "-")


def usage_in(folder: Path) -> Usage:
    """Return the counts of all whole matches in a folder of logs."""
    whole = Usage()
    for path in sorted(folder.glob("*.jsonl")):
        totals = list(_totals(path))
        if totals:
            whole.add(totals[-1])  # a match that was played again counts once
    return whole


def _totals(path: Path) -> Iterator[Usage]:
    names = {one.name for one in fields(Usage)}
    for line in path.read_text(encoding="utf-8").splitlines():
        total = json.loads(line).get("total")
        if total is not None:
            outcomes = {one: total["outcomes"].get(one.value, 0) for one in Outcome}
            yield Usage(**{name: total[name] for name in names} | {"outcomes": outcomes})
