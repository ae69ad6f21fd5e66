"""The protocol: reads messages, asks the bot, writes its answers.

A bot is a class. It is made with the greeting (`Hello`) when a game begins; its method `turn` is given a `Turn` each
time it is to act and returns a list of orders made with `act`. An exception in it is printed and noted, and that turn's
list is empty: the match goes on.
"""

from __future__ import annotations

import json
import os
import random
import socket
import sys
import traceback
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, TextIO

from . import model
from .reading import anything, key, many, maybe, text, whole


@dataclass
class Hello:
    """What is told before a game."""

    seat: str
    seats: List[str]
    config: model.Config
    map: Any
    """What this seat may know of the map, as JSON."""
    clock: Dict[str, int]
    random: random.Random
    """A generator with the match's seed for this seat: a rerun decides the same."""

    @staticmethod
    def read(message: Any) -> Hello:
        return Hello(
            seat=key("hello", message, "seat", text),
            seats=key("hello", message, "seats", many(text)),
            config=key("hello", message, "config", model.Config.read),
            map=key("hello", message, "map", anything),
            clock=key("hello", message, "clock", anything),
            random=random.Random(key("hello", message, "random", text)),
        )


@dataclass
class Rejected:
    """An order that was refused, and why."""

    index: int
    reason: str
    action: Any

    @staticmethod
    def read(value: Any) -> Rejected:
        return Rejected(
            index=key("rejected", value, "index", whole),
            reason=key("rejected", value, "reason", text),
            action=maybe("rejected", value, "action", anything),
        )


@dataclass
class Turn:
    """A request for orders."""

    request: int
    turn: int
    phase: Optional[str]
    """In games with several phases, the one to act in."""
    view: model.View
    legal: Optional[List[Any]]
    """Orders that would be accepted, if the bot's class says `want = ["legal"]`."""
    rejected: List[Rejected]
    """What was refused of the list before."""
    last_ms: Optional[int]
    limit_ms: Optional[int]
    bank_ms: Optional[int]

    @staticmethod
    def read(message: Any) -> Turn:
        return Turn(
            request=key("turn", message, "request", whole),
            turn=key("turn", message, "turn", whole),
            phase=maybe("turn", message, "phase", text),
            view=key("turn", message, "view", model.View.read),
            legal=maybe("turn", message, "legal", many(anything)),
            rejected=key("turn", message, "rejected", many(Rejected.read)),
            last_ms=maybe("turn", message, "last_ms", whole),
            limit_ms=maybe("turn", message, "limit_ms", whole),
            bank_ms=maybe("turn", message, "bank_ms", whole),
        )


@dataclass
class End:
    """How a game ended."""

    result: model.Result
    rejected: List[Rejected]
    again: bool
    """Whether another game follows."""

    @staticmethod
    def read(message: Any) -> End:
        return End(
            result=key("end", message, "result", model.Result.read),
            rejected=key("end", message, "rejected", many(Rejected.read)),
            again=bool(message.get("again")),
        )


_notes: List[Dict[str, Any]] = []
_resigned = False


def log(*things: Any) -> None:
    """Prints to standard error, which is kept and shown to you alone. (`print` does the same in a kit.)"""
    print(*things, file=sys.stderr, flush=True)


def note(unit: int, text: str) -> None:
    """A remark on a unit, shown to you alone when you watch the match."""
    _notes.append({"unit": unit, "text": text})


def resign() -> None:
    """Gives the game up with this turn's answer."""
    global _resigned
    _resigned = True


class Session:
    """A bot at work: takes messages and gives the replies, without knowing where they come from."""

    def __init__(self, bot_class: Any):
        self.bot_class = bot_class
        self.bot: Any = None
        self.errors = 0
        self.over = False

    def handle(self, message: Any) -> Optional[Dict[str, Any]]:
        """The reply to a message; None if it needs none. Unknown messages are ignored."""
        kind = message.get("type")
        if kind == "hello":
            return self.hello(message)
        if kind == "turn":
            return self.turn(message)
        if kind == "end":
            self.end(message)
        return None

    def hello(self, message: Any) -> Dict[str, Any]:
        game = (message.get("game"), message.get("game_version"))
        if game != (model.GAME, model.VERSION):
            log(f"warning: this kit is for {model.GAME}, version {model.VERSION}; the match is {game[0]}, version {game[1]}")
        self.bot = self.bot_class(Hello.read(message))
        ready = {"type": "ready", "name": getattr(self.bot, "name", "a bot"), "series": True}
        if getattr(self.bot, "version", None):
            ready["version"] = self.bot.version
        if getattr(self.bot, "want", None):
            ready["want"] = self.bot.want
        return ready

    def turn(self, message: Any) -> Dict[str, Any]:
        global _resigned
        _notes.clear()
        _resigned = False
        try:
            given = self.bot.turn(Turn.read(message))
            if given is None:
                raise TypeError("turn() returned nothing; return a list of actions, an empty one to do nothing")
            orders = list(given)
        except Exception as error:
            self.errors += 1
            # `play` and `check` tell you of it.
            _notes.append({"exception": _in_short(error)})
            log(f"turn {message.get('turn')}, request {message.get('request')}: the bot failed and gives no orders")
            log(traceback.format_exc())
            orders = []
        reply: Dict[str, Any] = {"type": "orders", "request": message.get("request"), "actions": orders}
        if _resigned:
            reply = {"type": "resign", "request": message.get("request")}
        if _notes:
            reply["notes"] = list(_notes)
        return reply

    def end(self, message: Any) -> None:
        self.over = not message.get("again")
        if hasattr(self.bot, "end"):
            try:
                self.bot.end(End.read(message))
            except Exception:
                self.errors += 1
                log("the bot failed at the end of the game")
                log(traceback.format_exc())


def _in_short(error: Exception) -> str:
    what = "".join(traceback.format_exception_only(type(error), error)).strip()
    frames = traceback.extract_tb(error.__traceback__)
    return f"{what} ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else what


def run(bot_class: Any) -> None:
    """Plays until the match is over.

    The match is on standard input and output, or, with SKIRMISH_ATTACH=HOST:PORT/TOKEN, on a connection to there.
    """
    attach = os.environ.get("SKIRMISH_ATTACH")
    lines, out = _attached(attach) if attach else _standard()
    session = Session(bot_class)
    for line in lines:
        reply = session.handle(json.loads(line))
        if reply is not None:
            out.write(json.dumps(reply, separators=(",", ":")) + "\n")
            out.flush()
        if session.over:
            return


def _standard() -> Any:
    # Standard output is the protocol's; what the bot prints goes to the log.
    out, sys.stdout = sys.stdout, sys.stderr
    return sys.stdin, out


def _attached(where: str) -> Any:
    address, _, token = where.partition("/")
    host, _, port = address.rpartition(":")
    stream: TextIO = socket.create_connection((host, int(port))).makefile("rw", encoding="utf-8", newline="\n")
    stream.write(json.dumps({"type": "attach", "token": token}) + "\n")
    stream.flush()
    lines: Iterator[str] = iter(stream.readline, "")
    return lines, stream
