"""Commands made from rows of the table: a call of the client, asked and shown."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Final

import typer

from saqqara_sdk.cli.console import AsJson, errors, output, stop
from saqqara_sdk.cli.online import display, issued_tokens, ladder_tables, next_commands
from saqqara_sdk.cli.online.access import access_of, asking
from saqqara_sdk.cli.online.arguments import BOTS, Argument
from saqqara_sdk.cli.online.asked import LISTED, Limit, Server, Speaker, Token
from saqqara_sdk.cli.online.names import bot_ids, ladder_id
from saqqara_sdk.cli.online.row_calls import arguments_of_row, call_of
from saqqara_sdk.cli.online.rows import GROUPS, CommandRow, Keeps
from saqqara_sdk.cli.typed import Given, command
from saqqara_sdk.client.access import Access
from saqqara_sdk.client.client import Client
from saqqara_sdk.client.pages import each
from saqqara_sdk.wire.help import CALLS
from saqqara_sdk.wire.models import Page
from saqqara_sdk.wire.values import Model

PAGE: Final = 100
"""How many items of a list are asked for at once."""


def common(
    *,
    server: Server = None,
    token: Token = None,
    speaker: Speaker = None,
    as_json: AsJson = False,
) -> None:
    """The options of every command."""
    _ = server, token, speaker, as_json


def listing(*, limit: Limit = LISTED) -> None:
    """The additional options of a list."""
    _ = limit


def add_commands(app: typer.Typer, group: str) -> typer.Typer:
    """The application with a command for each row of the group."""
    for name, row in GROUPS[group].items():
        app.command(name)(command(name, help_of(row), parameters_of(row), partial(run, row)))
    return app


def parameters_of(row: CommandRow) -> list[inspect.Parameter]:
    """What is typed for a row: each argument of the call, and the options of every command."""
    parameters = [one for argument in arguments_of_row(row) for one in argument.parameters()]
    parameters += _parameters(common)
    return parameters + _parameters(listing) if _is_list(call_of(row)) else parameters


def help_of(row: CommandRow) -> str:
    """The help of a call, with the options of a command in place of the arguments."""
    help_ = CALLS[row.call]
    text = "\n\n".join((help_.line, *help_.paragraphs))
    for one in arguments_of_row(row):
        text = text.replace(f"`{one.name}`", f"`{one.flag}`")
    return text


def run(row: CommandRow, given: Given) -> None:
    """Ask what a row asks."""
    access = access_of(given["server"], given["token"], given["speaker"])
    asked = _read(arguments_of_row(row), given)
    with asking(access, as_json=given["as_json"]) as client:
        _ask(row, client, access, asked, given)


def _ask(
    row: CommandRow,
    client: Client,
    access: Access,
    asked: Given,
    given: Given,
) -> None:
    """Asks the server and shows what it answers; names have become ids before."""
    issued_tokens.look_before(row.keeps, access)
    if isinstance(named := asked.get("ladder_id"), str):
        asked["ladder_id"] = ladder_id(named, client)
    for name in BOTS & asked.keys():
        asked[name] = bot_ids(asked[name], client, access, asked.get("ladder_id"))
    spoken = client.tokens.about().id if row.keeps is Keeps.REPLACED else None
    group, _, method = row.call.partition(".")
    ask, call = getattr(getattr(client, group), method), call_of(row)
    if _is_list(call):
        size = {"first": PAGE} if "first" in inspect.signature(call).parameters else {}
        _show_list(row, each(ask, **asked, **size), client, asked, given)
        return
    answer = ask(**asked)
    if row.keeps is Keeps.REPLACED and asked["token_id"] == spoken:
        issued_tokens.replace(answer, access)
    if row.call in ladder_tables.PRINTED and not given["as_json"]:
        ladder_tables.PRINTED[row.call](client, asked["ladder_id"], answer)
    else:
        _show(row, answer, access, given, _names(row, client, asked, given))


def _parameters(function: Callable[..., None]) -> list[inspect.Parameter]:
    return list(inspect.signature(function, eval_str=True).parameters.values())


def _is_list(call: Callable[..., object]) -> bool:
    return str(inspect.signature(call).return_annotation).startswith("Page[")


def _read(arguments: list[Argument], given: Mapping[str, object]) -> dict[str, object]:
    """The arguments of the call; ends the command where one cannot be read."""
    asked: dict[str, object] = {}
    for one in arguments:
        if one.is_given(given):
            try:
                asked[one.name] = one.read(given)
            except (ValueError, OSError) as error:
                stop(f"{one.name}: {error}")
    return asked


def _show_list(
    row: CommandRow, items: Iterator[Model], client: Client, asked: Given, given: Given
) -> None:
    limit = given["limit"] or None
    found = list(islice(items, limit))
    is_more = limit is not None and len(found) == limit and next(items, None) is not None
    if given["as_json"]:
        typer.echo(json.dumps([display.as_json(item) for item in found], indent=1))
    elif row.call in ladder_tables.PRINTED:
        ladder_tables.PRINTED[row.call](client, asked["ladder_id"], found)
    else:
        display.table(found, row.columns, client.server, _names(row, client, asked, given))
    if is_more:
        errors().print(f"There are more than {limit}. --limit 0 lists all.", soft_wrap=True)


def _names(row: CommandRow, client: Client, asked: Given, given: Given) -> Mapping[str, str]:
    """The names of a ladder's bots by their ids, for people and where the answer has ids alone."""
    if given["as_json"] or row.call not in ladder_tables.NAMED:
        return {}
    entries = client.ladders.entries(asked["ladder_id"]).items
    return ladder_tables.labels((one.bot_id, one.bot_name) for one in entries)


def _show(
    row: CommandRow, answer: object, access: Access, given: Given, names: Mapping[str, str]
) -> None:
    as_json = given["as_json"]
    following = next_commands.of_row(row, answer, access, as_json=as_json)
    if row.keeps is not Keeps.NOTHING:
        issued_tokens.keep(row.keeps, answer, access, following, as_json=as_json)
    elif isinstance(answer, Iterator):
        for news in answer:
            display.news(news, as_json=as_json)
    elif as_json or isinstance(answer, dict):
        typer.echo(json.dumps(display.with_next(answer, following), indent=1))
    elif isinstance(answer, Page):
        display.table(list(answer.items), row.columns, access.server)
    elif isinstance(answer, Model) and row.says:
        said = row.says.format_map({**answer.model_dump(mode="json"), **given})
        output().print(said, markup=False, soft_wrap=True)
    elif isinstance(answer, Model):
        display.details(answer, access.server, names)
    if following and not as_json:
        errors().print(f"Next: {following}", markup=False, soft_wrap=True)
