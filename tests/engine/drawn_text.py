"""Reads the text of a table back: what a view shows, without its options and its seat."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from saqqara_engine.imhotep.figures import ROUNDS_PER_WINDOW, SITE_TITLES, SITES

Seen = dict[str, Any]
CELLS = [f"{row}.{column}" for row in (1, 2, 3) for column in (1, 2, 3)]


def seen_in(game: str, text: str) -> Seen:
    """The fields of a view that the text tells."""
    return {"imhotep": _imhotep, "duel": _duel}[game](text)


def _matched(pattern: str, text: str) -> tuple[str, ...]:
    found = re.fullmatch(pattern, text)
    assert found, (pattern, text)
    return found.groups("")


def _words(text: str) -> list[str]:
    return [] if text == "-" else text.split(" ")


def _numbers(text: str) -> list[int]:
    return list(map(int, _words(text)))


def _owner(word: str) -> int | None:
    return None if word in {"-", "."} else int(word)


def _owners(text: str) -> list[int | None]:
    return list(map(_owner, text.split(" ")))


def _slots(text: str) -> list[str | None]:
    return [None if word == "-" else word for word in text.split(" ")]


def _counts(kind: str, text: str) -> list[Seen]:
    if text == "-":
        return []
    found = [_matched(r"(?:(\d+) )?(\S+)", one) for one in text.split(", ")]
    return [{kind: name, "count": int(count or 1)} for count, name in found]


def _score(text: str) -> Seen:
    total, lines = _matched(r"(-?\d+)(?: \((.*)\))?", text)
    told = [one.rsplit(" ", 1) for one in lines.split(", ")] if lines else []
    return {
        "total": int(total),
        "lines": [{"source": source, "points": int(points)} for source, points in told],
    }


def _duel(text: str) -> Seen:
    head, *lines = text.splitlines()
    turn, unloads = _matched(r"(.*), boats to unload: (\d+)", head)
    owners: dict[str, int] = {}
    boats = []
    for number, line in enumerate(lines[:6]):
        before, name, cargo = _matched(r" +(?:([.\d ]+?)   )?(r\d|c\d): (.*)", line)
        row = CELLS[number * 3 : number * 3 + 3]
        spaces = zip(row, before.split(" "), strict=True) if before else ()
        owners.update({cell: int(seat) for cell, seat in spaces if seat != "."})
        gone = cargo == "gone"
        tokens = [None] * 3 if gone else [None if one == "-" else one for one in cargo.split(" | ")]
        boats.append({"name": name, "moored": not gone, "tokens": tokens})
    builders = []
    for number, line in enumerate(lines[6:8]):
        pattern = rf"seat {number}: (\d+) in hand; (.*); points (.*), if it ended now (.*)"
        hand, won, scored, projected = _matched(pattern, line)
        builders.append(
            {
                "seat": number,
                "meeplesInHand": int(hand),
                "cells": [cell for cell in CELLS if owners.get(cell) == number],
                "won": _counts("token", won),
                "scored": _score(scored),
                "projected": _score(projected),
            }
        )
    supply, reserve, first = _matched(r"supply (\d+), reserve (\d+), first to five (.*)", lines[8])
    return {
        "toAct": None if turn == "The game is over" else int(turn.split(" ")[1]),
        "unloads": int(unloads),
        "boats": boats,
        "builders": builders,
        "supply": int(supply),
        "reserve": int(reserve),
        "firstToFive": _owner(first),
        "unseen": _counts("token", lines[9].removeprefix("unseen: ")),
        "removed": _counts("token", lines[10].removeprefix("removed: ")),
    }


def _ship(text: str) -> Seen:
    spaces, where, minimum = _matched(r"<(.*)\]  (.*), needs (\d+)", text)
    return {
        "capacity": len(spaces.split(" ")),
        "minimum": int(minimum),
        "spaces": _owners(spaces),
        "isReady": where == "ready",
        "site": where.removeprefix("at ") if where.startswith("at ") else None,
    }


def _site(site: str, text: str) -> Seen:
    pattern = r"(\S+?)((?:  \(ship \d\))*)  side (.), points (.*), if it ended now (.*)"
    stones, ships, side, points, projected = _matched(pattern, text)
    return {
        "site": site,
        "side": side,
        "ships": [int(one) - 1 for one in re.findall(r"\d", ships)],
        "stones": [] if stones == "-" else list(map(int, stones)),
        "points": _numbers(points),
        "projectedPoints": _numbers(projected),
    }


def _seat(number: int, text: str) -> Seen:
    stock = r"sled (\d+)/(\d+)  quarry +(\d+)  (.*?)(?:, (\d+) face down)?"
    pattern = stock + r"  points (.*), if it ended now (.*)"
    sled, capacity, quarry, cards, hidden, scored, projected = _matched(pattern, text)
    return {
        "seat": number,
        "sled": int(sled),
        "sledCapacity": int(capacity),
        "quarry": int(quarry),
        "cards": _counts("card", cards),
        "faceDown": int(hidden or 0),
        "scored": _score(scored),
        "projected": _score(projected),
    }


def _coins(text: str) -> Seen:
    slots, seats, left = _matched(r"(.*) by slot, (.*) by seat, (\d+) left", text)
    return {"onCards": _numbers(slots), "taken": _numbers(seats), "left": int(left)}


def _pyramids(text: str) -> Seen:
    left, middle, right = _matched(r"left (\S+)  middle (\S+)  right (\S+)", text)
    named = {"left": left, "middle": middle, "right": right}
    return {name: [] if one == "-" else list(map(int, one)) for name, one in named.items()}


def _tiles(text: str) -> Seen:
    left, taken = _matched(r"(.*), by seat (.*)", text)
    return {"left": _numbers(left), "taken": list(map(_numbers, taken.split(" | ")))}


def _fleet(text: str) -> Seen:
    words = text.split(" ")
    return {
        "hasSailed": [word != "ready" for word in words],
        "sites": [None if word in {"ready", "gone"} else word for word in words],
    }


def _bets(text: str) -> list[int | None]:
    return [_owner(one.rsplit(" ", 1)[1]) for one in text.split(", ")]


def _scarab(text: str) -> Seen:
    seat, god, first = _matched(r"seat (\d) on (\S+) \(rounds (\d)-\d\)", text)
    return {"seat": int(seat), "god": god, "window": (int(first) - 1) // ROUNDS_PER_WINDOW}


PARTS: Mapping[str, tuple[str, Callable[[str], object]]] = {
    "Coins": ("coins", _coins),
    "Towers": ("towers", lambda text: {"owners": _numbers(text.split(", ")[0])}),
    "Chariots": ("chariots", lambda text: {"steps": _numbers(text.removesuffix(" by seat"))}),
    "Imhotep": ("imhotep", lambda text: {"space": int(text.removeprefix("on space ")) - 1}),
    "Crypt tiles": ("crypt", lambda text: {"tiles": _numbers(re.sub(r"[()]", "", text))}),
    "Obelisk tiles": ("obeliskTiles", _tiles),
    "Private ships": ("privateShips", _fleet),
    "Favors": ("favors", lambda text: {"usedBy": _owners(text)}),
    "Stone quarries": (
        "stoneQuarries",
        lambda text: _numbers(text.removesuffix(" points by seat")),
    ),
}
"""The lines of sides and expansions that stand for a field each."""

ABSENT: tuple[str, ...] = (
    "coins",
    "pyramids",
    "towers",
    "chariots",
    "imhotep",
    "crypt",
    "obeliskTiles",
)
ABSENT += ("privateShips", "wager", "favors", "stoneQuarries", "prophecies")


def _imhotep(text: str) -> Seen:
    head, *lines = text.splitlines()
    over = re.fullmatch(r"The game is over after round (\d+) of (\d+)\.", head)
    if over:
        seen: Seen = {"toAct": None, "question": None}
        numbers = over.groups()
    else:
        pattern = r"Round (\d+) of (\d+), seat (\d) to .* \(([\w-]+)\)"
        *numbers, to_act, question = _matched(pattern, head)  # type: ignore[assignment]
        seen = {"toAct": int(to_act), "question": question}
    seen |= {"round": int(numbers[0]), "rounds": int(numbers[1]), **dict.fromkeys(ABSENT)}
    seen |= {"ships": [], "sites": [], "seats": [], "unloading": []}
    seen |= {"marketFaceDown": 0, "marketLookedAt": []}
    labels = dict(zip(SITE_TITLES, SITES, strict=True))
    for line in filter(None, lines):
        label, told = line[:16].rstrip(), line[16:].strip()
        if label.startswith("Ship "):
            seen["ships"].append(_ship(told))
        elif label.startswith("Seat "):
            seen["seats"].append(_seat(len(seen["seats"]), told))
        elif label in labels and "side" in told:
            seen["sites"].append(_site(labels[label], told))
        elif label == "Pyramids":
            seen["pyramids"] = _pyramids(told)
        elif label in PARTS:
            name, read = PARTS[label]
            seen[name] = read(told)
        elif label.startswith("Wager, "):
            seen["wager"] = seen["wager"] or {"left": [], "right": []}
            seen["wager"][label.removeprefix("Wager, ")] = _bets(told)
        else:
            seen |= _rest(label, told, seen)
    return seen


def _rest(label: str, told: str, seen: Seen) -> Seen:
    if label in LINES:
        return LINES[label](told)
    name = {"Scarabs": "scarabs", "Red cards taken": "redCards"}[label]
    read = _numbers(told) if name == "redCards" else list(map(_scarab, told.split(", ")))
    return {"prophecies": seen["prophecies"] | {name: read}}


def _face_down(told: str) -> Seen:
    many, _, looked = told.partition(": ")
    return {"marketFaceDown": int(many), "marketLookedAt": _words(looked or "-")}


def _round_cards(told: str) -> Seen:
    cards, left = told.split(", unseen ")
    return {"roundCards": _words(cards), "roundCardsLeft": _words(left)}


def _round(told: str) -> Seen:
    names = _matched(r"starts (.*), turn (.*), sailed last (.*), passes (\d+)", told)
    start, turn, last, passes = names
    return {
        "startSeat": int(start),
        "turnSeat": _owner(turn),
        "lastSailor": _owner(last),
        "passes": int(passes),
    }


def _prophecies(told: str) -> Seen:
    return {"prophecies": {"revealed": told.split(", "), "scarabs": [], "redCards": []}}


LINES: Mapping[str, Callable[[str], Seen]] = {
    "Face up": lambda told: {"market": _slots(told)},
    "Face down": _face_down,
    "Draw pile": lambda told: {"drawPile": _counts("card", told)},
    "Discard pile": lambda told: {"discardPile": _counts("card", told)},
    "Unloading": lambda told: {"unloading": _numbers(told)},
    "Still to come": lambda told: {"steps": [] if told == "-" else told.split(", ")},
    "Round cards": _round_cards,
    "Round": _round,
    "Prophecies": _prophecies,
}
"""The other lines, each with the fields that it tells."""
