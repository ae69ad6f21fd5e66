"""Runs a bot on recorded messages, offline."""

import json
from typing import Any

from . import model
from .loop import Session


def play_sample(bot_class: Any, path: str = "sample.jsonl") -> int:
    """Plays the recording; raises AssertionError if the bot fails anywhere. Returns how many turns it was asked."""
    session = Session(bot_class)
    turns = orders = games = 0
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            message = json.loads(line)
            reply = session.handle(message)
            games += message["type"] == "hello"
            if message["type"] == "turn":
                turns += 1
                assert reply is not None and reply["request"] == message["request"]
                for order in reply.get("actions", []):
                    model.check(order)
                    orders += 1
    assert session.errors == 0, f"the bot failed in {session.errors} of {turns} turns; see above"
    assert turns > 0 and orders > 0, f"{turns} turns, {orders} orders: the bot does nothing"
    print(f"{turns} turns of {games} games answered with {orders} orders")
    return turns
