"""A bot for the text protocol of `footsoldiers`: python3 native_footsoldiers.py [MISBEHAVIOUR...]

Prints Ready, then answers every state with one command. States are JSON objects cut out of the stream where they
end: it makes no difference whether line feeds follow them. Builds scouts beside its base and sends them against the
other one; turns those that have arrived.

Misbehaviours, for tests. AT is the number of turns remaining, or nothing for every turn:

    --no-ready        never says that it is ready
    --wrong-ready     says something else first
    --strict          keeps reading as long as input is waiting, as the bot in Lisp does: it never answers a state
                      that something follows
    --garbage[=AT]    answers a line without a command
    --chatty[=AT]     writes a line of thoughts before the command, in one write
    --late[=AT]       answers after 1.5 seconds
    --silent[=AT]     answers nothing
    --crash[=AT]      ends with exit code 3
"""

import json
import os
import select
import sys
import time

STEPS = {"Down": (0, 1), "Left": (-1, 0), "Up": (0, -1), "Right": (1, 0)}


def states(strict):
    """The objects on standard input, as they come."""
    decoder = json.JSONDecoder()
    waiting = ""
    while True:
        more = os.read(0, 1 << 16)
        if not more:
            return
        waiting += more.decode("ascii")
        if not strict:
            waiting = waiting.lstrip()
        while waiting:
            try:
                state, end = decoder.raw_decode(waiting)
            except json.JSONDecodeError:
                break
            if strict and (waiting[end:] or select.select([0], [], [], 0)[0]):
                # What follows is taken for the beginning of the next object.
                waiting = waiting[end:]
                break
            waiting = waiting[end:] if strict else waiting[end:].lstrip()
            yield state


def square(position):
    return f"({position['x']}, {position['y']})"


def beside(position, facing):
    dx, dy = STEPS[facing]
    return {"x": position["x"] + dx, "y": position["y"] + dy}


def can_be_named(position):
    """Commands cannot name squares with a negative coordinate."""
    return position["x"] >= 0 and position["y"] >= 0


def command(state):
    me = state[state["you"]]
    enemy = state["player2" if state["you"] == "player1" else "player1"]
    taken = {square(thing["position"]) for thing in state["map"]}
    if me["money"] >= 10:
        towards = "Right" if enemy["base"]["x"] > me["base"]["x"] else "Left"
        for facing in (towards, "Down", "Up", "Left", "Right"):
            spot = beside(me["base"], facing)
            if can_be_named(spot) and square(spot) not in taken:
                return f"Build Scout {square(spot)} {square(enemy['base'])} {towards}"
    for thing in state["map"]:
        if thing["type"] in ("Base", "Rock") or thing["team"] != state["you"]:
            continue
        at = thing["position"]
        for facing in STEPS:
            if can_be_named(at) and beside(at, facing) == enemy["base"] and thing["attack-direction"] != facing:
                return f"Change attack direction {square(at)} to {facing}"
    return "No-op"


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def main():
    misbehaviours = dict(word.removeprefix("--").partition("=")[::2] for word in sys.argv[1:])
    if "no-ready" in misbehaviours:
        time.sleep(60)
    say("Hello\n" if "wrong-ready" in misbehaviours else "Ready\n")
    for state in states("strict" in misbehaviours):
        wants = lambda word: misbehaviours.get(word) in ("", str(state["turns-remaining"]))
        if wants("crash"):
            os._exit(3)
        if wants("silent"):
            continue
        if wants("late"):
            time.sleep(1.5)
        line = "build a scout, please" if wants("garbage") else command(state)
        say(f"thinking\n{line}\n" if wants("chatty") else f"{line}\n")


main()
