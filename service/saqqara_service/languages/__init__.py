"""The languages in which texts for people are told: one file of gettext for each, beside this one.

English stands in the code. Another language is added as a file such as `fr.po` with the messages of
`de.po`; nothing else changes. Babel reads the files, and gettext looks the messages up.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache
from gettext import GNUTranslations
from pathlib import Path
from typing import Final

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from saqqara_engine.messages import ENGLISH, Words
from saqqara_service.errors import Malformed

FOLDER: Final = Path(__file__).parent
SOURCE: Final = "en"
"""The language of the code."""


@cache
def known() -> Sequence[str]:
    """Every language by its tag, English first."""
    return (SOURCE, *sorted(path.stem for path in FOLDER.glob("*.po")))


def words_of(language: str | None) -> Words:
    """The texts of a language, by its tag (None: English); raises `Malformed`."""
    tag = SOURCE if language is None else language.lower()
    if tag not in known():
        raise Malformed(
            f"Texts are available in {', '.join(known())}, not in {language!r}.",
            pointer="/language",
        )
    return _read(tag)


def preferred(asked: str) -> str:
    """The best language by the words of `Accept-Language` (RFC 9110, 12.5.4); English if none is.

    It does not matter how a browser spells what cannot be read: such a part asks for nothing.
    """
    best, chosen = 0.0, SOURCE
    for part in asked.split(","):
        tag, _, quality = part.partition(";")
        found = tag.strip().lower().partition("-")[0]
        try:
            wanted = float(quality.strip().removeprefix("q=") or 1)
        except ValueError:
            continue
        if found in known() and best < wanted <= 1:
            best, chosen = wanted, found
    return chosen


@cache
def _read(tag: str) -> Words:
    if tag == SOURCE:
        return ENGLISH
    with (FOLDER / f"{tag}.po").open("rb") as file:
        catalogue = read_po(file, locale=tag)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)
