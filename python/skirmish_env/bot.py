"""Policies and searches as bots that speak the referee's protocol.

A policy is shown the very arrays it was trained on:

    from skirmish_env import bot
    bot.run("weights.npz")

A search is given a state that it can copy and play on:

    def decide(state, seat):
        return [state.sample(seat)]
    bot.search(decide)

As a program that is `python3 bot.py`, to be played like any other: `skirmish play golems "python3 bot.py" builtin:weak`.
"""

from __future__ import annotations

import json
import operator
import sys
from collections.abc import Callable, Sequence
from os import PathLike
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from ._native import NativeInterpreter, State
from .policy import Policy
from .search import Game

Arrays = dict[str, NDArray[Any]]
Choose = Callable[[Arrays, NDArray[np.uint8], np.random.Generator], Any]
"""Takes the arrays of one row, its mask, and where chance comes from; gives the number it chooses."""

Decide = Callable[[State, str], Sequence[dict[str, Any]]]
"""Takes the state as a seat may imagine it, and the seat; gives the actions of its turn."""


def run(
    policy: str | PathLike[str] | Policy | Choose,
    *,
    key: dict[str, Any] | None = None,
    arrays: Sequence[str] | None = None,
    name: str = "policy",
    input: IO[str] | None = None,
    output: IO[str] | None = None,
) -> None:
    """Plays until the last game is over.

    Args:
        policy: a file of weights, a `Policy`, or a function of arrays, mask and random generator that gives a number.
        key: for a function, the layout it was trained for: `batch.layout.key()`.
        arrays: for a function, the names of the arrays it looks at.
        name: what the bot calls itself.
        input: where messages come from; standard input unless something else is given.
        output: where answers go; standard output unless something else is given.
    """
    choose, key, wanted = _chooser(policy, key, arrays)
    source, sink = input or sys.stdin, output or sys.stdout

    def say(message: dict[str, Any]) -> None:
        print(json.dumps(message), file=sink, flush=True)

    seat: NativeInterpreter | None = None
    random = np.random.default_rng()
    for line in source:
        message = json.loads(line)
        if message["type"] == "hello":
            random = np.random.default_rng(int(message["random"], 16))
            seat = NativeInterpreter(line, key, list(wanted))
            say({"type": "ready", "name": name, "series": True})
        elif message["type"] == "turn" and seat is not None:
            seat.turn(json.dumps(message["view"]))
            while seat.open():
                chosen = np.asarray(choose(seat.observe(), seat.mask(), random)).reshape(-1)[0]
                seat.decide(operator.index(chosen))
            say({"type": "orders", "request": message["request"], "actions": seat.orders()})
        elif message["type"] == "end" and not message.get("again"):
            return


def search(decide: Decide, *, name: str = "search", input: IO[str] | None = None, output: IO[str] | None = None) -> None:
    """Plays until the last game is over, by states instead of arrays.

    Args:
        decide: a function of a state and the name of the seat that gives the actions of the turn. The state is made of what
            the seat was told and of nothing else; it may be changed.
        name: what the bot calls itself.
        input: where messages come from; standard input unless something else is given.
        output: where answers go; standard output unless something else is given.
    """
    source, sink = input or sys.stdin, output or sys.stdout
    game, seat, first = None, "", None
    for line in source:
        message = json.loads(line)
        if message["type"] == "hello":
            game, seat, first = Game(message["game"]), message["seat"], None
            answer = {"type": "ready", "name": name, "series": True}
        elif message["type"] == "turn" and game is not None:
            first = first or message["view"]
            actions = list(decide(game.from_views(first, message["view"]), seat))
            answer = {"type": "orders", "request": message["request"], "actions": actions}
        elif message["type"] == "end" and not message.get("again"):
            return
        else:
            continue
        print(json.dumps(answer), file=sink, flush=True)


def _chooser(
    policy: str | PathLike[str] | Policy | Choose, key: dict[str, Any] | None, arrays: Sequence[str] | None
) -> tuple[Choose, dict[str, Any], list[str]]:
    if isinstance(policy, (str, PathLike)):
        policy = Policy.load(policy)
    if isinstance(policy, Policy):
        return policy.choose, policy.key, list(dict.fromkeys(given.name for given in policy.inputs))
    if key is None or arrays is None:
        raise ValueError("a function needs the key of its layout (batch.layout.key()) and the arrays that it looks at")
    return policy, key, list(arrays)
