"""The call that helps a caller on: after a refusal, or as a step of a guide."""

from __future__ import annotations

from saqqara_service.models.values import JsonObject, Model


class NextCall(Model):
    """An operation that helps, with the arguments that are known.

    The caller adds the others: it knows them, or chooses them. If the operation is the refused
    one, they are those of its request, corrected as the message says.
    """

    operation: str
    """The name of the operation: the `operationId` in OpenAPI, the field in GraphQL."""
    arguments: JsonObject
    """The known arguments by their names."""
