"""What a client may want to know of the service before anything else."""

from __future__ import annotations

from importlib.metadata import version

from saqqara_service import languages, questions
from saqqara_service.application.operations import old_logs
from saqqara_service.application.service import DAY_MS, Service
from saqqara_service.models import OPERATION_LIMITS, Retention, ServerInfo
from saqqara_service.models.ladder_formats import RULES
from saqqara_service.settings import Settings
from saqqara_service.storage.challenges.challenges import KEPT_MS


async def about(svc: Service, _caller: None, _question: questions.NoQuestion) -> ServerInfo:
    """The service's version, clock, limits, and registration rules."""
    return ServerInfo(
        version=version("saqqara"),
        now_ms=await svc.connection.now_ms(),
        languages=list(languages.known()),
        registration=svc.settings.registration,
        guests=svc.settings.guests > 0,
        limits=OPERATION_LIMITS,
        formats=[*RULES.values()],
        retention=_retention(svc.settings),
        maintenance=svc.admission.maintenance,
    )


def _retention(settings: Settings) -> Retention:
    return Retention(
        guest_match_days=settings.keep_guest_matches_days or None,
        casual_match_days=settings.keep_casual_matches_days or None,
        rated_match_days=settings.keep_rated_matches_days or None,
        challenge_days=KEPT_MS // DAY_MS,
        program_log_days=old_logs.KEPT_DAYS,
    )
