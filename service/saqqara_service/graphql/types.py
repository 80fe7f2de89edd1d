"""The models as GraphQL types: the same names and fields as on the wire of REST.

Registered here once, by the literal lists below; scalars stand for what GraphQL has no type for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import getdoc
from typing import Annotated, Any, Final, TypeAlias, TypeVar, Union

import strawberry
import strawberry.pydantic
from graphql import GraphQLError
from pydantic import JsonValue, ValidationError
from strawberry.schema.types.scalar import DEFAULT_SCALAR_REGISTRY
from strawberry.types.arguments import InputContext
from strawberry.types.scalar import ScalarDefinition

from saqqara_service import models
from saqqara_service.errors import Malformed
from saqqara_service.graphql import shapes
from saqqara_service.graphql.described import enum_of
from saqqara_service.graphql.library import object_definition
from saqqara_service.inputs import (
    GameLimitTerms,
    OptionLimitTerms,
    Pair,
    TimeControlTerms,
    TimeLimitTerms,
    numbered,
)
from saqqara_service.models import Model
from saqqara_service.models.time_controls import CONTROLS

ENUMS: Final = (
    models.TokenKind,
    models.Scope,
    models.QuotaName,
    models.TimeControlKind,
    models.FlagRule,
    models.MatchStatus,
    models.EventKind,
    models.EndReason,
    models.Fault,
    models.VoidReason,
    models.Chance,
    models.Rule,
    models.NewsKind,
    models.FeedKind,
    models.ChallengeStatus,
    models.Answer,
    models.AcceptMode,
    models.AcceptFrom,
    models.DeclineReason,
    models.LadderStatus,
    models.LadderFormat,
    models.TieBreak,
    models.EntryRule,
    models.SameOwner,
    models.EntryStatus,
    models.LadderMatchStatus,
    models.PairingKind,
)

TYPES: Final[tuple[type[Model], ...]] = (
    models.ServerInfo,
    models.HouseRule,
    models.OptionInfo,
    models.Preset,
    models.GameInfo,
    models.Quota,
    models.Account,
    models.Bot,
    models.BotVersion,
    models.TokenInfo,
    models.Invitation,
    models.Issued,
    *CONTROLS,
    models.Seat,
    models.Points,
    models.SeatResult,
    models.Result,
    models.Origin,
    models.Match,
    models.MatchEvent,
    models.OfferedAction,
    models.SeatView,
    models.Explanation,
    models.Receipt,
    models.Turn,
    models.MatchClocks,
    models.Heartbeat,
    models.Snapshot,
    models.MatchNews,
    models.LadderNotice,
    models.FeedItem,
    models.Acted,
    models.OptionLimit,
    models.GameLimit,
    models.TimeLimit,
    models.AcceptPolicy,
    models.MatchTerms,
    models.Challenged,
    models.Challenge,
    models.PairingProblem,
    models.Pairing,
    models.Pairings,
    models.Ladder,
    models.LadderEntry,
    models.Standing,
    models.PairedBot,
    models.PairingReason,
    models.LadderMatch,
    models.TieBreakValue,
    models.LadderScore,
    models.RatingChange,
    models.LadderResult,
    models.PairScore,
    models.TableRow,
    models.SeatLuck,
    models.LadderLuck,
)


def _json_object(value: object) -> object:
    if not isinstance(value, dict):
        raise GraphQLError("a JSON object is needed")
    return _json(value)


def _whole_number(value: object) -> object:
    if type(value) is not int:
        raise GraphQLError("a whole number is needed")
    return _json(value)


def _json(value: object) -> object:
    """A value that stands in the text of an operation; a variable has been read the same way."""
    try:
        return numbered(value)
    except Malformed as error:
        raise GraphQLError(error.message) from None


def _as_it_is(value: object) -> object:
    return value


SCALARS: Final[dict[object, ScalarDefinition]] = {
    models.Id: DEFAULT_SCALAR_REGISTRY[strawberry.ID],
    models.Instant: strawberry.scalar(
        name="Instant",
        description="Integer milliseconds since the Unix epoch, by the service's clock.",
        serialize=_as_it_is,
        parse_value=_whole_number,
    ),
    models.JsonObject: strawberry.scalar(
        name="JSONObject",
        description="Any JSON object.",
        serialize=_as_it_is,
        parse_value=_json_object,
    ),
    JsonValue: strawberry.scalar(
        name="JSON",
        description="Any JSON value.",
        serialize=_as_it_is,
        parse_value=_json,
    ),
}

Asked = TypeVar("Asked", bound=Model)
FromInput: TypeAlias = Callable[[type[Any], Any, InputContext], object]


def asked(model: type[Asked]) -> type[Asked]:
    """Register a question as an input; its own docstring, or else its parent's, describes it."""
    registered = strawberry.pydantic.input(model, description=getdoc(model))
    definition = object_definition(registered)
    if definition.from_input is not None:
        definition.from_input = partial(_read, definition.from_input)
    return registered


def _read(library: FromInput, model: type[Asked], value: object, context: InputContext) -> object:
    """The question, read at once; the library takes longer, and says what is wrong with it."""
    try:
        return model.model_validate(value)
    except ValidationError:
        return library(model, value, context)


TIME_CONTROL: Final = strawberry.union("TimeControl", description="How a match is timed.")


def _tell_as(model: type[Model], field: str, graphql_type: object) -> None:
    """Give a field of a model the type of GraphQL that its own type cannot name."""
    model.model_fields[field].metadata.append(strawberry.field(graphql_type=graphql_type))


for each_enum in ENUMS:
    enum_of(each_enum)
for each_control in CONTROLS:
    _tell_as(each_control, "kind", models.TimeControlKind)
for each_timed in (models.Match, models.MatchTerms, models.Ladder):
    _tell_as(each_timed, "time_control", Annotated[Union[CONTROLS], TIME_CONTROL])  # noqa: UP007
for each_type in TYPES:
    strawberry.pydantic.type(each_type, description=getdoc(each_type))
for each_asked in (TimeControlTerms, OptionLimitTerms, GameLimitTerms, TimeLimitTerms, Pair):
    asked(each_asked)
shapes.extend()
