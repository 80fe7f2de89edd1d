"""What a bot's feed tells of its part in ladders."""

from __future__ import annotations

from saqqara_service.application.service import Service
from saqqara_service.models import EntryStatus, FeedItem, LadderItem, LadderNotice


async def look(
    svc: Service, ladder_id: str, bot_id: str, *, is_new: bool
) -> tuple[int, bool, FeedItem | None]:
    """How often an entry has changed, whether no more will be told of it, and what there is now.

    A feed that begins is told where its bot is benched; one that lives is told every change.
    """
    ladder = await svc.seasons.progress(ladder_id)
    version, status, faults, missed = await svc.entries.notice(ladder_id, bot_id)
    if ladder is None or ladder.status.is_over:
        return version, True, None
    is_benched = status is EntryStatus.BENCHED
    if not is_benched and (is_new or version <= 1 or status is EntryStatus.WITHDRAWN):
        return version, False, None
    notice = LadderNotice(
        ladder_id=ladder_id,
        ladder_name=ladder.terms.name,
        version=version,
        status=status,
        faults=faults,
        missed=missed,
    )
    return version, False, LadderItem(ladder=notice)
