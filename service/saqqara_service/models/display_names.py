"""Names of people in any script: which are taken, how they are written, and what they look like.

The form is the Nickname profile of PRECIS (RFC 8266), the looks are those of Unicode's table of
confusable characters (UTS 39), whose level "highly restrictive" says which scripts a word mixes.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, LiteralString
from unicodedata import category, normalize

from precis_i18n import get_profile
from pydantic_core import PydanticCustomError

LONGEST: Final = 40
NICKNAME: Final = "NicknameCasePreserved"
MARKS_IN_A_ROW: Final = 3
"""As many as Hebrew and Thai put on one letter; more only hide the lines around."""
ANY_SCRIPT: Final = frozenset({"COMMON", "INHERITED"})
TOGETHER: Final = (
    frozenset({"LATIN", "HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "HAN", "BOPOMOFO"}),
    frozenset({"LATIN", "HAN", "HANGUL"}),
)
"""Scripts that are written within one word."""

CHARACTERS: Final[LiteralString] = (
    "A display name must have 1 to 40 letters, digits, symbols and spaces, not symbols alone."
    " Remove control characters, invisible characters and text direction marks."
)
SCRIPTS: Final[LiteralString] = "Each word of a display name must use a single script."


def display_name(text: str) -> str:
    """The name as it is kept; raises an error of pydantic's for what can mislead readers."""
    try:
        name: str = get_profile(NICKNAME).enforce(text)
    except UnicodeError as error:
        raise PydanticCustomError("display_name", CHARACTERS) from error
    if len(name) > LONGEST or _begins_or_piles_up_marks(name) or not re.search(r"\w", name):
        raise PydanticCustomError("display_name", CHARACTERS)
    if not all(_has_one_script(word) for word in name.split()):
        raise PydanticCustomError("display_name", SCRIPTS)
    return name


def looks(name: str) -> frozenset[str]:
    """What a name looks like; names that share one are taken for each other.

    Capitals look like other letters than small ones do (`I` like `l`), so there may be two.
    """
    return frozenset(_skeleton(one).casefold() for one in (name, name.casefold()))


def _begins_or_piles_up_marks(name: str) -> bool:
    signs = "".join("m" if category(one)[0] == "M" else "-" for one in normalize("NFD", name))
    return signs.startswith("m") or "m" * (MARKS_IN_A_ROW + 1) in signs


def _has_one_script(word: str) -> bool:
    # Imported only where it is used: reading its tables takes a tenth of a second.
    from confusable_homoglyphs.categories import unique_aliases  # noqa: PLC0415

    scripts = unique_aliases(word) - ANY_SCRIPT
    return len(scripts) <= 1 or any(scripts <= some for some in TOGETHER)


def _skeleton(text: str) -> str:
    return normalize("NFD", "".join(map(_prototype, normalize("NFKD", text))))


@cache
def _prototype(character: str) -> str:
    """The one that all look like: the table lists the most others with it."""
    from confusable_homoglyphs.confusables import confusables_data  # noqa: PLC0415 - as above

    similar = [character, *(one["c"] for one in confusables_data.get(character, ()))]
    most: str = max(sorted(similar), key=lambda one: len(confusables_data.get(one, ())))
    return most
