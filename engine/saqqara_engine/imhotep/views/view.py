"""The view of a game: the fields of every game, and one for each part that shows its data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, TypeAlias

from saqqara_engine.imhotep.catalogue import CATALOGUE
from saqqara_engine.imhotep.expansions import ExpansionsView
from saqqara_engine.imhotep.sites import SitesView
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.terms import Vocabulary

QUESTIONS: Final = Vocabulary(
    "ImhotepQuestion",
    "The decisions that a seat can have to make.",
    {word: kind.meaning for word, kind in CATALOGUE.questions.items()},
)
QuestionName: TypeAlias = Annotated[str, QUESTIONS]


@dataclass(frozen=True, slots=True)
class View(ExpansionsView, SitesView, TableView):
    """The game as a seat or the public sees it.

    Fields of a side or an expansion are null in games without it.
    """

    question: QuestionName | None  # its words are those of all parts
