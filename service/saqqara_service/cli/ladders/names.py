"""What the bots of a ladder are called where people read of them."""

from __future__ import annotations

from saqqara_service.application.service import Service


async def bot_names(svc: Service, ladder_id: str) -> dict[str, str]:
    """The names of all that were ever entered, by id."""
    return {one.bot_id: one.bot_name for one in await svc.entries.listed(ladder_id)}


def called(name: str, version: int) -> str:
    """A bot's version, such as `Nefer v2`; the first one is called as the bot is."""
    return name if version == 1 else f"{name} v{version}"
