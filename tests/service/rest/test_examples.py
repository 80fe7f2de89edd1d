"""The published examples are calls that a server takes, and what it answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import httpx
import yaml
from jsonschema import Draft202012Validator, exceptions

from saqqara_engine.records.record import from_json, verify
from saqqara_service.api.table import OPERATIONS
from saqqara_service.application.service import Service
from saqqara_service.rest import openapi
from saqqara_service.rest.examples import examples
from saqqara_service.settings import Settings
from tests.service.rest.example_scenes import play
from tests.service.rest.record_examples import FOLDER, recorded
from tests.service.rest.recorder import Recorder

REMEDY = (
    "play it in tests/service/rest/example_scenes.py, run `make examples` and look at what changed"
)


def test_every_operation_has_an_example() -> None:
    """Of each there is told what it takes and answers, and of none that there is no more."""
    assert examples().keys() == {endpoint.name for endpoint in OPERATIONS}, REMEDY
    for endpoint in OPERATIONS:
        example, name = examples()[endpoint.name], endpoint.name
        parts = {part for part in ("body", "answer", "stream") if getattr(example, part)}
        wanted = set() if endpoint.once.tells_bytes else {"answer"}
        wanted |= {"body"} if endpoint.in_body else set()
        wanted |= {"stream"} if endpoint.stream else set()
        assert parts == wanted, (name, REMEDY)
        in_path = set(re.findall(r"{(\w+)}", endpoint.published_path))
        assert in_path <= example.parameters.keys(), (name, REMEDY)


def test_examples_fit_what_the_document_says_of_them() -> None:
    """Each parameter, body, answer, item of a stream and problem validates against its schema."""
    document = yaml.load(openapi.text(), yaml.CSafeLoader)
    shown = list(exemplified(document))
    assert len(shown) > 2 * len(OPERATIONS)
    for place, schema, example in shown:
        whole = {**schema, "components": document["components"]}
        fault = exceptions.best_match(Draft202012Validator(whole).iter_errors(example))
        assert fault is None, (place, fault.json_path, fault.message)


def exemplified(document: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any], Any]]:
    """Every place of the document that has an example, with its schema."""
    for methods in document["paths"].values():
        for operation in methods.values():
            name = operation["operationId"]
            places = {one["name"]: one for one in operation.get("parameters", ())}
            places |= operation.get("requestBody", {}).get("content", {})
            for status, answer in operation["responses"].items():
                content = answer.get("content", {})  # what operations share has no example
                places |= {f"{status} {kind}": one for kind, one in content.items()}
            for place, one in places.items():
                if "example" in one:
                    yield f"{name} {place}", one["schema"], one["example"]


def test_no_example_has_a_secret_that_works() -> None:
    """Where a token stands it says that it is none."""
    found = re.findall(r"\bimh_[a-z]{3}_(\w+)", openapi.text())
    assert found
    assert all(re.fullmatch(r"EXAMPLE0{29}", secret) for secret in found)


def test_the_example_of_a_record_can_be_verified() -> None:
    """It is a whole record: seed, actions, scores and digest belong together."""
    verify(from_json(examples()["matches_record"].answer))


async def test_their_shape_is_no_matter_of_chance(client: httpx.AsyncClient, svc: Service) -> None:
    """Processes that draw their own ids and seeds answer with the same fields and types."""
    recorder = Recorder(client)
    await play(recorder, svc)
    for name, example in recorder.examples.items():
        shown = asdict(examples()[name])
        assert shape(example) == shape({part: shown[part] for part in example}), name


def shape(value: object) -> object:
    """The names and types within a value, whatever the order and number of what is listed."""
    match value:
        case dict():
            return {name: shape(part) for name, part in value.items()}
        case list():
            return sorted({repr(shape(one)) for one in value})
        case _:
            return type(value).__name__


async def test_the_examples_are_what_a_server_answers(settings: Settings) -> None:
    """A server that is asked all of them anew has the same statuses, and the same answers."""
    recordings = await recorded(settings)
    for name, text in recordings.items():
        assert yaml.safe_load(text) == yaml.safe_load((FOLDER / name).read_text()), (name, REMEDY)
    assert set(recordings) == {file.name for file in FOLDER.glob("*.yaml")}, REMEDY
