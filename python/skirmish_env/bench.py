"""`python -m skirmish_env.bench`: decisions a second from Python, beside Rust in the same run."""

from __future__ import annotations

import argparse
import json
import sys
import time
from statistics import median
from typing import Any

from . import Batch, games
from ._native import speed

GAMES = 64
"""Games at once for each thread: as many as the measurement in Rust has."""

STEPS = 16
"""Steps between two looks at the clock."""


ROUNDS = 5
"""How often one thread and many take turns, so that a noisy moment hits both."""


class Player:
    """A batch that makes random legal decisions, drawn in Rust, with observation and mask written."""

    def __init__(self, game: str, threads: int) -> None:
        self.native = Batch(game, GAMES * threads, threads=threads, seed=1)._native
        self.decided = 0
        self.seconds = 0.0

    def play(self, seconds: float) -> float:
        """Plays for a while; the decisions a second of this while."""
        begun = time.perf_counter()
        while (passed := time.perf_counter() - begun) < seconds:
            for _ in range(STEPS):
                self.native.sample()
                self.native.step()
        decided = self.native.decided()
        self.decided += decided
        self.seconds += passed
        return decided / passed

    def rate(self) -> float:
        """Decisions a second of all that was played."""
        return self.decided / self.seconds


def measure(game: str, seconds: float, threads: int) -> dict[str, Any]:
    """The figures of Rust and of Python, in one run."""
    told: dict[str, Any] = speed(game, seconds, threads)
    one, many = Player(game, 1), Player(game, threads)
    scalings = []
    for _ in range(ROUNDS):
        alone = one.play(seconds / ROUNDS)
        scalings.append(many.play(seconds / ROUNDS) / alone)
    return told | {"python": one.rate(), "python_threaded": many.rate(), "python_scaling": median(scalings)}


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m skirmish_env.bench", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(games())}; default: all")
    parser.add_argument("--seconds", type=float, default=1.0, help="for each figure (default 1)")
    parser.add_argument("--threads", type=int, default=2, help="threads of the figures with many (default 2)")
    parser.add_argument("--json", action="store_true", help="print one JSON object per game")
    given = parser.parse_args(arguments)
    unknown = [game for game in given.games if game not in games()]
    if unknown:
        parser.error(f"there is no game {unknown[0]!r}; there are {', '.join(games())}")
    if not 0.01 <= given.seconds <= 600 or not 1 <= given.threads <= 256:
        parser.error("seconds from 0.01 to 600, threads from 1 to 256")
    for game in given.games or games():
        told = measure(game, given.seconds, given.threads)
        if given.json:
            print(json.dumps(told), flush=True)
            continue
        million = {key: f"{value / 1e6:.2f} M/s" for key, value in told.items() if isinstance(value, float) and "scaling" not in key}
        print(
            f"{game:<13} rules {million['bare']}, masks {million['masks']}, Rust {million['decisions']}, "
            f"Python {million['python']} ({told['python'] / told['decisions']:.0%}), "
            f"{told['threads']} threads {million['python_threaded']} "
            f"({told['python_scaling']:.2f} x), {told['bytes']} bytes a decision",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
