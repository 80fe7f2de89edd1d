"""A side E of the Temple that nobody printed: omens lie face down, and a seat foretells the next.

Everything about it stands here, so that it shows what a new side needs: data of its own that one
seat sees more of than others, a question, and an action that answers it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, cast

from saqqara_engine.blocks import Feature
from saqqara_engine.chance import permutation
from saqqara_engine.game import ChanceOutcome
from saqqara_engine.imhotep.figures import MAX_PLAYERS, TEMPLE
from saqqara_engine.imhotep.options import Options
from saqqara_engine.imhotep.sites.temple import TempleA, visible_stones
from saqqara_engine.imhotep.state import NONE, Action, Question, Shape, State, Step
from saqqara_engine.imhotep.texts.notation import expect, read_number
from saqqara_engine.imhotep.texts.phrases import owner_word, row
from saqqara_engine.imhotep.views.table_view import TableView
from saqqara_engine.messages import Message, say
from saqqara_engine.one_hot import counts, one_hot, owners

HIGHEST = 3
OMENS = bytes((1, 2, 2, 3, 3, 3))
"""One for each round, before they are shuffled."""


@dataclass(frozen=True, slots=True)
class Oracle:
    """All omens in order, how many are turned up, and who has looked at the next one."""

    omens: bytes
    turned: int = 0
    seer: int = NONE


@dataclass(frozen=True, slots=True)
class OracleView:
    """What may be known of the omens."""

    turned: tuple[int, ...]
    """The omens that are turned up, in order."""
    seer: int | None
    """The seat that has looked at the next one."""
    next: int | None
    """The next one, for the seat that has looked at it."""


class Foretell(Action):
    """Foretell the next omen, which is then turned up."""

    omen: int
    """What it may be, from 1."""
    kind: ClassVar[str] = "foretell"
    number: ClassVar[int] = 25
    shape: ClassVar[Shape] = {"omen": int}

    def __init__(self, omen: int) -> None:
        self.omen = omen

    def __str__(self) -> str:
        return f"{self.kind} {self.omen}"

    @classmethod
    def from_words(cls, words: Sequence[str]) -> Foretell:
        """Reads `foretell 2`."""
        expect(words, 1, "foretell OMEN")
        return cls(1 + read_number(words[0], HIGHEST, "An omen"))

    @classmethod
    def domain(cls, options: Options) -> Iterable[str]:  # noqa: ARG003
        """Every omen there is."""
        return tuple(map(str, range(1, HIGHEST + 1)))

    def perform(self, state: State, seat: int) -> None:
        """Scores the omen if it is this one."""
        cast("TempleE", state.table.parts[TEMPLE]).foretell(state, seat, self.omen)

    def label(self, view: TableView) -> Message:  # noqa: ARG002
        """Tells the omen."""
        return say("Foretell an omen of {omen}", omen=self.omen)


class AskOracle(Question):
    """The owner of the leftmost visible stone foretells the next omen."""

    kind: ClassVar[str] = "ask-oracle"
    number: ClassVar[int] = 16
    meaning: ClassVar[str] = "What the next omen of the Temple will be."
    purpose: ClassVar[str] = "to foretell an omen"

    def choices(self, state: State) -> tuple[Action, ...]:  # noqa: ARG002
        """Any omen."""
        return _FORETELL


_FORETELL: tuple[Action, ...] = tuple(Foretell(omen) for omen in range(1, HIGHEST + 1))
ASK_ORACLE = tuple(AskOracle(seat) for seat in range(MAX_PLAYERS))


class TempleE(TempleA[Oracle]):
    """As side A; whoever adds a stone may look at the next omen, and another seat foretells it."""

    actions: ClassVar[tuple[type[Action], ...]] = (Foretell,)
    steps: ClassVar[tuple[type[Step], ...]] = (AskOracle,)
    shown_as: ClassVar[str] = "oracle"

    def game_started(self, state: State) -> None:
        """Shuffles the omens and lays them out face down."""
        omens = permutation(state.seed, "omens", 0, OMENS)
        self.write(state, Oracle(omens))
        state.outcomes = (*state.outcomes, _outcome(0, omens))

    def unload(self, state: State, seat: int) -> None:
        """Lets the stone's owner look at the next omen."""
        super().unload(state, seat)
        self.write(state, replace(self.read(state), seer=seat))

    def round_ended(self, state: State) -> None:
        """Scores as side A, then asks for the next omen."""
        super().round_ended(state)
        if visible := visible_stones(state):
            state.steps.append(ASK_ORACLE[visible[0][1]])

    def foretell(self, state: State, seat: int, omen: int) -> None:
        """Turns up the next omen, which gives its points if it was foretold."""
        oracle = self.read(state)
        if oracle.omens[oracle.turned] == omen:
            state.score(TEMPLE, seat, omen)
        self.write(state, Oracle(oracle.omens, oracle.turned + 1))

    def shown(self, state: State, seat: int | None) -> OracleView:
        """The next omen only for the seat that has looked at it."""
        oracle = self.read(state)
        seer = None if oracle.seer == NONE else oracle.seer
        is_seen = seer is not None and seer == seat
        upcoming = oracle.omens[oracle.turned] if is_seen else None
        return OracleView(tuple(oracle.omens[: oracle.turned]), seer, upcoming)

    def sampled(self, state: State, view: TableView) -> tuple[ChanceOutcome, ...]:
        """Shuffles the omens that are not seen."""
        seen = _shown_in(view)
        known = bytes(seen.turned) + (b"" if seen.next is None else bytes((seen.next,)))
        unseen = bytearray(OMENS)
        for omen in known:
            unseen.remove(omen)
        drawn = permutation(state.seed, "sampled omens", 0, bytes(unseen))
        seer = NONE if seen.seer is None else seen.seer
        self.write(state, Oracle(known + drawn, len(seen.turned), seer))
        return (_outcome(view.round, drawn),)

    def features(self, state: State, me: int) -> Iterator[Feature]:
        """The omens that are known, and who has looked."""
        seen = self.shown(state, me)
        yield "omens turned", counts(((omen - 1, 1) for omen in seen.turned), HIGHEST, 3)
        yield "omen next", one_hot(None if seen.next is None else seen.next - 1, HIGHEST)
        yield "omen seer", owners([seen.seer], 1, me, state.players)

    def drawn(self, view: TableView) -> Iterable[str]:
        """The omens that are turned up, and who has looked."""
        seen = _shown_in(view)
        yield f"Omens           {row(seen.turned)}, seer {owner_word(seen.seer)}"


def _shown_in(view: TableView) -> OracleView:
    return cast("OracleView", getattr(view, TempleE.shown_as))


def _outcome(round_: int, omens: bytes) -> ChanceOutcome:
    return ChanceOutcome("omens", round_, tuple(map(str, omens)))
