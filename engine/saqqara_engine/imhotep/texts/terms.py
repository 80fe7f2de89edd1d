"""The words for sites and gods, as types of fields."""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from saqqara_engine.imhotep.figures import GODS, SITE_TITLES, SITES
from saqqara_engine.terms import Vocabulary

SITE_NAMES: Final = Vocabulary(
    "ImhotepSiteName",
    "One of the five sites to which ships sail.",
    {
        site: f"The site named {title} on its board."
        for site, title in zip(SITES, SITE_TITLES, strict=True)
    },
)
SiteName: TypeAlias = Annotated[str, SITE_NAMES]

GOD_NAMES: Final = Vocabulary(
    "ImhotepGod",
    "A god of the prophecies.",
    {name: f"The prophecy of {god.title}: {god.text}." for name, god in GODS.items()},
)
GodName: TypeAlias = Annotated[str, GOD_NAMES]
