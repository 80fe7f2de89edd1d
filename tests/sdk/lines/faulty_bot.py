"""A bot that speaks the line protocol without our SDK: `faulty_bot.py FAULT MESSAGE`.

It commits the fault when it receives the message; `after` is the time after its last answer.
It ends with code 9 if it receives anything that is not its own match.
"""

import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any, Final, NoReturn

Message = dict[str, Any]

FAULTY_TURN: Final = 2
CONFUSED: Final = 9


class Bot:
    """One process, which plays match after match."""

    def __init__(self, fault: str, message: str) -> None:
        self.fault, self.at = fault, message
        self.seat: int | None = None
        self.turns = 0
        self.asked: Message = {}

    def reply(self, message: Message) -> None:
        match message["type"]:
            case "hello":
                self.fail("hello")
                say(type="hello", protocol=1, name="faulty", views="ask")
            case "match_started":
                self.demand(self.seat is None)
                self.seat, self.turns = message["seat"], 0
                self.fail("started")
                say(type="ready")
            case "turn":
                self.demand(self.seat == message["seat"])
                self.turns, self.asked = self.turns + 1, message
                if self.turns == FAULTY_TURN:
                    self.fail("turn")
                say(type="view", version=message["version"])
            case "view":
                self.demand(self.asked["version"] == message["version"])
                if self.turns == FAULTY_TURN:
                    self.fail("view")
                say(type="answer", version=message["version"], action=self.asked["actions"][0])
            case "match_ended":
                self.demand(self.seat is not None)
                self.seat = None
                self.fail("ended")
                say(type="ready")
                self.fail("after")

    def fail(self, at: str) -> None:
        if at == self.at:
            FAULTS[self.fault](self.asked.get("version") if at in {"turn", "view"} else None)

    def demand(self, is_mine: bool) -> None:  # noqa: FBT001
        if not is_mine:
            sys.exit(CONFUSED)


def flood(_version: object) -> NoReturn:
    while True:
        os.write(1, b"x" * 65536)


def error(version: object) -> NoReturn:
    """The answer to the message, so no other follows."""
    say(type="error", version=version, message="no idea")
    raise Answered


class Answered(Exception):
    """The message has its answer."""


FAULTS: Final[dict[str, Callable[[object], object]]] = {
    "leave": lambda _: os._exit(0),
    "crash": lambda _: os._exit(3),
    "hang": lambda _: time.sleep(60),
    "garbage": lambda _: print("let me think", flush=True),
    "error": error,
    "flood": flood,
}


def say(**message: object) -> None:
    print(json.dumps(message), flush=True)


def main(fault: str, message: str) -> None:
    bot = Bot(fault, message)
    for text in sys.stdin:
        try:
            bot.reply(json.loads(text))
        except Answered:
            continue


if __name__ == "__main__":
    main(*sys.argv[1:])
