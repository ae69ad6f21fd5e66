"""A bot for the original protocol of `infection`: python3 native_infection.py [MISBEHAVIOUR...] serve PORT

Connects to the port, trying again every second for 15 seconds, and answers one JSON line with one JSON line until it
is told FINISH, whose message it writes to standard error. Zombies walk to the nearest human and bite; humans run from
the nearest zombie, shoot, heal and build.

Misbehaviours, for tests. AT is a phase (MOVE), or a phase and a turn (MOVE@4), or nothing for every request:

    --null[=AT]           answers null, as the starter pack does after an exception
    --garbage[=AT]        answers a line that is no JSON
    --empty[=AT]          answers an empty line
    --unknown-field[=AT]  puts a field into each action that the protocol does not know
    --null-action[=AT]    puts a null at the head of its list
    --impossible[=AT]     orders each unit to do what is not in its list
    --twice[=AT]          sends each action twice, the second one changed
    --late[=AT]           answers after 3.5 seconds
    --silent[=AT]         answers nothing
    --close[=AT]          closes the connection and stays alive for a minute
    --crash[=AT]          ends with exit code 3
    --never-connect       stays alive for a minute without connecting
"""

import json
import os
import socket
import sys
import time

CLASSES = {"MARKSMAN": 5, "MEDIC": 5, "TRACEUR": 3, "BUILDER": 2, "DEMOLITIONIST": 1}


def distance(a, b):
    return abs(a["x"] - b["x"]) + abs(a["y"] - b["y"])


class Bot:
    def __init__(self, misbehaviours):
        self.misbehaviours = misbehaviours

    def answer(self, envelope):
        """The bot's orders for a request."""
        message = envelope["message"]
        if envelope["phase"] == "CHOOSE_CLASSES":
            return {name: CLASSES[name] for name in message["choices"] if name in CLASSES}
        possible, choose = {
            "MOVE": (message.get("possibleMoves"), self.move),
            "ATTACK": (message.get("possibleAttacks"), self.attack),
            "ABILITY": (message.get("possibleAbilities"), self.use_ability),
        }[envelope["phase"]]
        characters = message["characterStates"]
        enemies = [c["position"] for c in characters.values() if c["zombie"] != envelope["isZombie"]]
        orders = []
        for unit, actions in possible.items():
            if actions:
                orders.append(choose(characters[unit], actions, enemies, characters))
        return orders

    def move(self, unit, actions, enemies, characters):
        if not enemies:
            return actions[0]
        towards = 1 if unit["zombie"] else -1
        return min(actions, key=lambda a: towards * min(distance(a["destination"], e) for e in enemies))

    def attack(self, unit, actions, enemies, characters):
        living = [a for a in actions if a["type"] == "CHARACTER"]
        return min(living, key=lambda a: characters[a["attackingId"]]["health"]) if living else actions[0]

    def use_ability(self, unit, actions, enemies, characters):
        heals = [a for a in actions if a["type"] == "HEAL"]
        return min(heals, key=lambda a: characters[a["characterIdTarget"]]["health"]) if heals else actions[0]

    def is_to(self, misbehaviour, envelope):
        """Whether the bot is to misbehave in this way at this request."""
        if misbehaviour not in self.misbehaviours:
            return False
        at = self.misbehaviours[misbehaviour]
        phase = envelope["phase"]
        return at in ("", phase, f"{phase}@{envelope['message']['turn']}")

    def reply(self, envelope):
        """The line that answers a request; None for no line at all."""
        if self.is_to("silent", envelope):
            return None
        if self.is_to("late", envelope):
            time.sleep(3.5)
        if self.is_to("null", envelope):
            return "null"
        if self.is_to("garbage", envelope):
            return "thinking..."
        if self.is_to("empty", envelope):
            return ""
        orders = self.answer(envelope)
        if isinstance(orders, list):
            orders = self.spoilt(orders, envelope)
        return json.dumps(orders)

    def spoilt(self, orders, envelope):
        if self.is_to("unknown-field", envelope):
            orders = [dict(order, note="mine") for order in orders]
        if self.is_to("impossible", envelope):
            orders = [impossible(order) for order in orders]
        if self.is_to("twice", envelope):
            orders = [order for first in orders for order in (first, impossible(first))]
        if self.is_to("null-action", envelope):
            orders = [None] + orders
        return orders


def impossible(order):
    """An order of the right form that no unit can carry out."""
    if "destination" in order:
        return dict(order, destination={"x": -1, "y": -1})
    if "attackingId" in order:
        return dict(order, attackingId="nobody")
    return dict(order, characterIdTarget=None, positionalTarget=None)


def connect(port):
    for _ in range(15):
        try:
            return socket.create_connection(("localhost", port))
        except OSError:
            time.sleep(1)
    sys.exit(f"nobody listens on port {port}")


def main():
    *given, verb, port = ["", ""] + sys.argv[1:]
    if verb != "serve" or not port.isdecimal():
        sys.exit("usage: native_infection.py [MISBEHAVIOUR...] serve PORT")
    misbehaviours = dict(word.removeprefix("--").partition("=")[::2] for word in given)
    if "never-connect" in misbehaviours:
        time.sleep(60)
        return
    bot = Bot(misbehaviours)
    with connect(int(port)) as connection, connection.makefile("rw", encoding="utf-8", newline="\n") as stream:
        for line in stream:
            envelope = json.loads(line)
            if envelope["phase"] == "FINISH":
                print(json.dumps(envelope["message"]), file=sys.stderr)
                return
            if bot.is_to("crash", envelope):
                os._exit(3)
            if bot.is_to("close", envelope):
                connection.shutdown(socket.SHUT_RDWR)
                time.sleep(60)
                return
            reply = bot.reply(envelope)
            if reply is not None:
                stream.write(reply + "\n")
                stream.flush()


main()
