"""A bot that plays trained weights. Python's standard library and numpy are all it needs.

The referee keeps the rules: it shows what is observed, one decision after the other, hears a number, and makes the orders
of them. To play otherwise than the weights say, change `decide`.
"""

import base64
import json
import sys

import numpy as np

from policy import Policy

NUMBERS = {"u8": "u1", "i16": "<i2"}


def decide(policy, arrays, mask, random):
    """The number that is chosen. The arrays have one row each; `mask` is 1 where a number is legal."""
    return policy.choose(arrays, mask, random)[0]


def read(text, kind, shape):
    """An array of one row, as the referee sends it."""
    return np.frombuffer(base64.b64decode(text), NUMBERS[kind]).reshape(1, *shape)


def say(**message):
    print(json.dumps(message), flush=True)


def main():
    policy = Policy.load("weights.npz")
    inputs = {given.name: given for given in policy.inputs}
    random = np.random.default_rng()
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            random = np.random.default_rng(int(message["random"], 16))
            say(type="ready", name="{{name}}", series=True, want=["decisions"], layout=policy.key, arrays=list(inputs))
        elif message["type"] == "decide":
            arrays = {name: read(message["arrays"][name], given.kind, given.shape) for name, given in inputs.items()}
            mask = read(message["mask"], "u8", [policy.numbers])
            number = int(decide(policy, arrays, mask, random))
            say(type="decision", request=message["request"], decision=message["decision"], number=number)
        elif message["type"] == "end" and not message.get("again"):
            return


if __name__ == "__main__":
    main()
