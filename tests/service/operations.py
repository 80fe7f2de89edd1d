"""Queries that tests ask of both transports: their place in REST and their document in GraphQL."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tests.service.documents import CHALLENGE, MATCH, POLICY


@dataclass(frozen=True, slots=True)
class Query:
    """A path of REST, and a field of GraphQL with its arguments (`id: ID!`) and what it tells."""

    path: str
    field: str
    asked: str
    fields: str

    @property
    def text(self) -> str:
        """The document."""
        names = [one.split(":")[0].strip() for one in self.asked.split(",")]
        given = ", ".join(f"{name}: ${name}" for name in names)
        declared = ", ".join(f"${one.strip()}" for one in self.asked.split(","))
        return f"query({declared}) {{ {self.field}({given}) {{ {self.fields} }} }}"


QUERIES: Final = {
    one.field: one
    for one in (
        Query(
            "/matches",
            "matches",
            "status: MatchStatus, playerId: ID, game: String, players: Int,"
            " joinable: Boolean! = false, first: Int! = 20, after: String",
            f"items: nodes {{ {MATCH} }}",
        ),
        Query("/challenges/{id}", "challenge", "id: ID!", CHALLENGE),
        Query(
            "/challenges",
            "challenges",
            "botId: ID, status: ChallengeStatus, first: Int! = 20, after: String",
            f"items: nodes {{ {CHALLENGE} }}",
        ),
        Query(
            "/presence",
            "presentBots",
            "first: Int! = 20, after: String",
            "items: nodes { id name accountId createdMs version }",
        ),
        Query(
            "/matches/{matchId}/events",
            "matchEvents",
            "matchId: ID!, first: Int! = 20, after: String",
            "items: nodes { version cursor kind action }",
        ),
        Query("/bots/{botId}/policy", "policy", "botId: ID!", POLICY),
    )
}
