"""The GraphQL operations of a playing bot: its feed, its actions, and its answers.

Documents request only the fields that are used; the local engine creates the labels of actions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Generic, NamedTuple, TypeVar, cast, get_args

from pydantic import JsonValue, SkipValidation, ValidationError

from saqqara_engine.records.notes import Note
from saqqara_sdk.runner.messages import JsonObject
from saqqara_sdk.runner.words import as_values
from saqqara_sdk.wire.enums import MatchStatus
from saqqara_sdk.wire.errors import UnknownAnswer
from saqqara_sdk.wire.models import (
    Acted,
    Challenge,
    LadderNotice,
    Result,
    TimeControl,
    UnknownTimeControl,
    WireTurn,
)
from saqqara_sdk.wire.problems import plain_facts, refused
from saqqara_sdk.wire.values import Model, first_fault

T = TypeVar("T")
M = TypeVar("M", bound=Model)

RESULT: Final = (
    "result { reason fault note "
    "seats { seat place total tieBreak keptTime resigned lines { source points } } }"
)
_KINDS: Final[list[type[Model]]] = [get_args(one)[0] for one in get_args(get_args(TimeControl)[0])]
TIME_CONTROL: Final = "timeControl {{ __typename {} }}".format(
    " ".join(
        f"... on {kind.__name__} {{ {' '.join(one.alias or '' for one in fields)} }}"
        for kind in _KINDS
        if kind is not UnknownTimeControl
        for fields in (kind.model_fields.values(),)
    )
)
CHALLENGE: Final = f"""id version status accountId playerId playerName
      challenged {{ playerId playerName accountId answer reason byPolicy }}
      terms {{ game options onFlag autoplay timeOdds publicDelayMs {TIME_CONTROL} }}
      seats drawCommitment draw startAtMs createdMs expiresMs matchId"""
FEED: Final = f"""subscription Feed {{
  feed {{
    ... on TurnItem {{ kind matchId version
      turn {{ matchId commitment game version seat view actions leftMs deadlineMs nowMs
        last {{ version action auto late chargedMs creditedMs leftMs }} }} }}
    ... on EndedItem {{ kind matchId commitment version {RESULT} }}
    ... on ChallengeItem {{ kind challenge {{ {CHALLENGE} }} needsAnswer }}
    ... on LadderItem {{ kind ladder {{ ladderId ladderName version status faults missed }} }}
    ... on HeartbeatItem {{ kind heartbeat {{ nowMs clocks {{ matchId }} }} }}
  }}
}}"""
MUTATIONS: Final = {
    name: f"mutation {operation}($input: {name[0].upper()}{name[1:]}Input!) {{"
    f" {name}(input: $input) {{ __typename ... on {answer}"
    " ... on Problem { code message requestId facts } } }"
    for name, operation, answer in (
        ("act", "Act", "Acted { matchId version repeated chargedMs creditedMs leftMs status }"),
        ("acceptChallenge", "Accept", "Challenge { id }"),
        ("declineChallenge", "Decline", "Challenge { id }"),
        ("resignMatch", "Resign", "Match { id }"),
    )
}
KINDS: Final = frozenset({"turn", "ended", "challenge", "ladder", "heartbeat"})
STANDING: Final = (
    f"query Standing($id: ID!) {{ match(id: $id) {{ id commitment status createdMs {RESULT} }} }}"
)
TERMS: Final = f"query Terms($id: ID!) {{ match(id: $id) {{ options {TIME_CONTROL} }} }}"


@dataclass(frozen=True, slots=True)
class RepeatableCall(Generic[T]):
    """A query or mutation that may be sent again, with the reader of its answer."""

    document: str
    variables: JsonObject
    read: Callable[[JsonObject], T]


class Attempt(NamedTuple):
    """A match, identified by id and commitment: if it is created again, the commitment differs.

    The commitment is None for a match that ended before it began.
    """

    match_id: str
    commitment: str | None


def attempt_of(turn: WireTurn) -> Attempt:
    """Return the attempt of a turn."""
    return Attempt(turn.match_id, turn.commitment)


class Running(Model):
    """A running match of the bot."""

    match_id: str


class Beat(Model):
    """A heartbeat: the service's time, and the bot's running matches."""

    now_ms: int
    clocks: tuple[Running, ...] = ()


class FeedTurn(WireTurn):
    """A turn whose view is read when the bot looks at it."""

    view: SkipValidation[JsonValue]


class FeedItem(Model):
    """One item of a bot's feed: a pending turn, a match's end, a challenge, a notice, a heartbeat.

    `needs_answer`: the bot itself must answer the challenge.
    """

    kind: str
    match_id: str | None = None
    commitment: str | None = None
    version: int | None = None
    turn: FeedTurn | None = None
    result: Result | None = None
    challenge: Challenge | None = None
    needs_answer: bool = False
    ladder: LadderNotice | None = None
    heartbeat: Beat | None = None


class Answered(Model):
    """An answered challenge or a resigned match."""

    id: str


class MatchStanding(Model):
    """The status of a match, its result, and its creation time."""

    id: str
    commitment: str | None = None
    status: MatchStatus
    created_ms: int
    result: Result | None = None


class PlayedTerms(Model):
    """The options and the time control of a match."""

    options: dict[str, JsonValue]
    time_control: TimeControl


class _Problem(Model):
    """The common fields of problems in result unions."""

    code: str
    message: str
    request_id: str | None = None
    facts: dict[str, JsonValue] = field(default_factory=dict)


def read_item(data: JsonObject) -> FeedItem | None:
    """Parse an item of the feed; None for a kind that this version does not know.

    Raises `UnknownAnswer` if an item of a known kind cannot be read.
    """
    item_json = data.get("feed")
    kind = item_json.get("kind", "") if isinstance(item_json, dict) else None
    if (
        isinstance(kind, str) and kind.lower() not in KINDS
    ):  # FEED requests no fields of unknown types
        return None
    item = read(FeedItem, item_json)
    if getattr(item, "match_id" if item.kind == "ended" else item.kind) is None:
        raise UnknownAnswer(f"A feed item lacks its {item.kind}.")
    turn = item.turn
    if turn and not (turn.actions and 0 <= turn.seat < len(turn.left_ms)):
        raise UnknownAnswer(f"A turn of match {turn.match_id} has no legal action.")
    return item


@dataclass(frozen=True, slots=True)
class Subject:
    """The subject of an unreadable item, as far as it can be read."""

    kind: str
    id: str
    is_asked: bool = False
    commitment: str | None = None

    def __str__(self) -> str:
        return " ".join((self.kind, self.id)).strip()


def subject_of(data: JsonObject) -> Subject:
    """Return the subject of an item; missing parts are empty."""
    item_json = as_values(data.get("feed"))
    item = item_json if isinstance(item_json, dict) else {}
    challenge = item.get("challenge")
    challenge_id = challenge.get("id") if isinstance(challenge, dict) else None
    about = challenge_id if item.get("kind") == "challenge" else item.get("matchId")
    kind, commitment = item.get("kind"), item.get("commitment")
    return Subject(
        kind if isinstance(kind, str) else "",
        about if isinstance(about, str) else "",
        item.get("needsAnswer") is True,
        commitment if isinstance(commitment, str) else None,
    )


def act(
    match_id: str,
    action: str,
    version: int,
    action_id: str,
    *,
    cpu_ms: int | None = None,
    note: Note | None = None,
) -> RepeatableCall[Acted]:
    """Return the call that submits an action; its id makes retries apply only once."""
    decision: JsonObject = {
        "matchId": match_id,
        "action": action,
        "expectedVersion": version,
        "actionId": action_id,
    }
    if cpu_ms is not None:
        decision["cpuMs"] = cpu_ms
    if note is not None:
        decision["note"] = cast("JsonObject", note.to_json())
    return _mutate("act", Acted, decision)


def accept(challenge_id: str) -> RepeatableCall[Answered]:
    """Return the call that accepts a challenge; repeating it changes nothing."""
    return _mutate("acceptChallenge", Answered, {"challengeId": challenge_id})


def decline(challenge_id: str, reason: str) -> RepeatableCall[Answered]:
    """Return the call to decline a challenge."""
    question: JsonObject = {"challengeId": challenge_id, "reason": reason.upper()}
    return _mutate("declineChallenge", Answered, question)


def resign(match_id: str) -> RepeatableCall[Answered]:
    """Return the call that resigns the bot's seat; repeating it changes nothing."""
    return _mutate("resignMatch", Answered, {"matchId": match_id})


def _mutate(name: str, kind: type[M], question: JsonObject) -> RepeatableCall[M]:
    return RepeatableCall(
        MUTATIONS[name], {"input": question}, lambda data: _done(kind, data, name)
    )


def standing(match_id: str) -> RepeatableCall[MatchStanding]:
    """Return the call for the status of a match, whose end the feed may have missed."""
    return _query(STANDING, MatchStanding, match_id)


def terms(match_id: str) -> RepeatableCall[PlayedTerms]:
    """Return the call for a match's options and time control."""
    return _query(TERMS, PlayedTerms, match_id)


def _query(document: str, kind: type[M], match_id: str) -> RepeatableCall[M]:
    return RepeatableCall(document, {"id": match_id}, lambda data: read(kind, data.get("match")))


def _done(kind: type[M], data: JsonObject, field_name: str) -> M:
    """Return the result of a mutation; raises the problem if the service refused it."""
    answer = data.get(field_name)
    if isinstance(answer, dict) and "code" in answer:
        problem = read(_Problem, answer)
        facts = plain_facts(problem.facts)
        raise refused(problem.code, problem.message, request_id=problem.request_id, facts=facts)
    return read(kind, answer)


def read(kind: type[M], value: JsonValue) -> M:
    """Parse a value as a model; raises `UnknownAnswer`."""
    try:
        return kind.model_validate(as_values(value))
    except ValidationError as error:
        fault = first_fault(error)
        raise UnknownAnswer(
            f"{str(value)[:80]!r} is not a valid {kind.__name__}: {fault}"
        ) from None


def time_control_words(time_control: TimeControl) -> str:
    """Return a time control as text: its kind, then its times by their names on the wire."""
    said = time_control.model_dump(by_alias=True, exclude={"kind"}, exclude_defaults=True)
    return " ".join([time_control.kind, *(f"{name}={value}" for name, value in said.items())])
