"""What may be put together in one event: formats with groups, stages and teams."""

from __future__ import annotations

from collections import Counter

from saqqara_service.application.ladders.formats import MOST_IN_PODS
from saqqara_service.errors import Malformed
from saqqara_service.models import LadderFormat, LadderTerms, SameOwner
from saqqara_service.models.ladder_formats import (
    MOST_BLOCKS,
    MOST_NAMED,
    MOST_ROUNDS,
    LadderStage,
)


def demand_event(asked: LadderTerms, players: int) -> None:
    """Refuse terms that do not belong to the format, or that do not go together."""
    _demand_owners(asked.format, asked)
    demand_groups(asked.format, asked.groups, "/groups")
    if asked.format is LadderFormat.ARENA and asked.end_at_ms is None:
        raise Malformed("An arena needs an end. Set `endAtMs`.", pointer="/endAtMs")
    if asked.stages:
        _demand_stages(asked, players)
    _demand_teams(asked, players)


def demand_length(
    of: LadderFormat, blocks: int | None, rounds: int | None, most: int, stage: str = ""
) -> None:
    """Refuse blocks or rounds that do not belong to a format, and ask for those that do.

    `stage` points to the stage that they are of; empty: to the first one.
    """
    word = of.value.replace("_", " ")
    if of is LadderFormat.CONTINUOUS:
        _demand_range("blocks", blocks, MOST_BLOCKS, stage)
    elif blocks is not None:
        raise Malformed(
            f"The number of blocks of a {word} cannot be set. Omit `blocks`.",
            pointer=f"{stage}/blocks",
        )
    if of.has_rounds:
        _demand_range("rounds", rounds, most, stage)
    elif rounds is not None:
        instead = " and set `blocks`" if of is LadderFormat.CONTINUOUS else ""
        raise Malformed(
            f"A {word} ladder has no number of rounds. Omit `rounds`{instead}.",
            pointer=f"{stage}/rounds",
        )


def demand_groups(of: LadderFormat, groups: int | None, pointer: str) -> None:
    """Refuse groups where not everybody meets everybody in them."""
    if groups is not None and of is not LadderFormat.ROUND_ROBIN:
        raise Malformed("Only a round robin can have groups. Omit `groups`.", pointer=pointer)


def _demand_range(what: str, number: int | None, most: int, stage: str) -> None:
    if number is None or not 1 <= number <= most:
        raise Malformed(
            f"`{what}` must be a number from 1 to {most}, not {number}.", pointer=f"{stage}/{what}"
        )


def _demand_owners(of: LadderFormat, asked: LadderTerms) -> None:
    """Who is left in an elimination has to meet, whoever owns them."""
    is_apart = asked.same_owner is SameOwner.FORBIDDEN and asked.bots_per_account != 1
    if of.lives is not None and is_apart:
        raise Malformed(
            "In an elimination any two bots may have to meet. Set `botsPerAccount` to 1, or"
            " `sameOwner` to `unrated` or `allowed`.",
            pointer="/sameOwner",
        )


def _demand_stages(asked: LadderTerms, players: int) -> None:
    if asked.every is not None:
        raise Malformed("A ladder with stages cannot repeat. Omit `every`.", pointer="/every")
    if asked.sequential_test is not None:
        raise Malformed(
            "A ladder with a sequential test cannot have stages. Omit `stages`.", pointer="/stages"
        )
    latest_ms = asked.start_at_ms
    before: tuple[LadderFormat, int | None] = asked.format, asked.groups
    for number, stage in enumerate(asked.stages):
        pointer = f"/stages/{number}"
        if stage.playoff:
            _demand_playoff(stage, *before, pointer)
        before = stage.format, stage.groups
        _demand_after(stage, latest_ms, pointer)
        latest_ms = stage.start_at_ms or latest_ms
        if stage.format in {LadderFormat.GAUNTLET, LadderFormat.ARENA}:
            raise Malformed(
                f"A later stage cannot have the format {stage.format.value}.",
                pointer=f"{pointer}/format",
            )
        demand_length(stage.format, stage.blocks, stage.rounds, MOST_ROUNDS, pointer)
        demand_groups(stage.format, stage.groups, f"{pointer}/groups")
        _demand_owners(stage.format, asked)
        if not stage.playoff and stage.take // (stage.groups or 1) < players:
            raise Malformed(
                f"A match needs {players} bots, in each group too. Take more than {stage.take}.",
                pointer=f"{pointer}/take",
            )
        is_in_pods = stage.format is LadderFormat.ROUND_ROBIN and players > 2  # noqa: PLR2004
        if is_in_pods and not stage.playoff and stage.take > MOST_IN_PODS:
            raise Malformed(
                f"A round robin with {players} seats can have at most {MOST_IN_PODS} bots.",
                pointer=f"{pointer}/take",
            )


def _demand_playoff(stage: LadderStage, of: LadderFormat, groups: int | None, pointer: str) -> None:
    """Refuse a playoff of what has no points, or that is more than to meet each other."""
    if of not in {LadderFormat.SWISS, LadderFormat.ROUND_ROBIN} or groups is not None:
        raise Malformed(
            "A playoff must follow a Swiss or a round robin without groups.",
            pointer=f"{pointer}/playoff",
        )
    if stage.format is not LadderFormat.ROUND_ROBIN or stage.groups is not None:
        raise Malformed(
            "A playoff must be a round robin without groups.", pointer=f"{pointer}/format"
        )


def _demand_after(stage: LadderStage, latest_ms: int | None, pointer: str) -> None:
    """Refuse a stage that is to start no later than what comes before it."""
    if stage.start_at_ms is not None and stage.start_at_ms <= (latest_ms or 0):
        raise Malformed(
            f"The stage starts at {stage.start_at_ms}, before the previous one at"
            f" {latest_ms}. Set a later `startAtMs`.",
            pointer=f"{pointer}/startAtMs",
        )


def _demand_teams(asked: LadderTerms, players: int) -> None:
    if not asked.teams:
        if asked.team_bots is not None:
            raise Malformed("This ladder has no teams. Omit `teamBots`.", pointer="/teamBots")
        return
    of_all = [asked.format, *(stage.format for stage in asked.stages)]
    if any(one.lives is not None for one in of_all):
        raise Malformed(
            "An elimination cannot have teams, since bots of a team never meet. Omit `teams`.",
            pointer="/teams",
        )
    named = sum(len(team.members) for team in asked.teams)
    if named > MOST_NAMED:
        raise Malformed(
            f"Teams can have at most {MOST_NAMED} members in total, not {named}. Name"
            " accounts to include all their bots.",
            pointer="/teams",
        )
    if len(asked.teams) < players:
        raise Malformed(f"A match needs bots of {players} teams. Add more teams.", pointer="/teams")
    for what, words in (
        ("team", [team.name for team in asked.teams]),
        ("member", [one for team in asked.teams for one in team.members]),
    ):
        again = [word for word, count in Counter(words).items() if count > 1]
        if again:
            raise Malformed(f"The {what} {again[0]!r} is listed more than once.", pointer="/teams")
