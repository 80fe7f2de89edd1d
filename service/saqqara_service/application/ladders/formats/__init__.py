"""The formats of ladders: each is a module of this folder and a row of `LadderFormat`."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from saqqara_service.application.ladders.formats.format import Format
from saqqara_service.models import LadderFormat, LadderTerms

FORMATS: Final[dict[LadderFormat, Format]] = {}
for _module in iter_modules(__path__):
    FORMATS.update(getattr(import_module(f"{__name__}.{_module.name}"), "FORMATS", {}))


def format_of(terms: LadderTerms) -> Format:
    """The format that a ladder is played in."""
    return FORMATS[terms.format]
