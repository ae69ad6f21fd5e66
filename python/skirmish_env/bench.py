"""`python -m skirmish_env.bench`: decisions a second from Python, beside Rust in the same run."""

from __future__ import annotations

import argparse
import json
import sys
import time
from typing import Any

from . import Batch, games
from ._native import speed

GAMES = 64
"""Games at once for each thread: as many as the measurement in Rust has."""

STEPS = 16
"""Steps between two looks at the clock."""


def decisions(game: str, seconds: float, threads: int) -> float:
    """Decisions a second with observation and mask written: random legal numbers, drawn in Rust."""
    batch = Batch(game, GAMES * threads, threads=threads, seed=1)
    native = batch._native
    begun = time.perf_counter()
    while time.perf_counter() - begun < seconds:
        for _ in range(STEPS):
            native.sample()
            native.step()
    return native.decided() / (time.perf_counter() - begun)


def measure(game: str, seconds: float, threads: int) -> dict[str, Any]:
    """The figures of Rust and of Python, in one run."""
    return speed(game, seconds, threads) | {
        "python": decisions(game, seconds, 1),
        "python_threaded": decisions(game, seconds, threads),
    }


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
        million = {key: f"{value / 1e6:.2f} M/s" for key, value in told.items() if isinstance(value, float)}
        print(
            f"{game:<13} rules {million['bare']}, masks {million['masks']}, Rust {million['decisions']}, "
            f"Python {million['python']} ({told['python'] / told['decisions']:.0%}), "
            f"{told['threads']} threads {million['python_threaded']} "
            f"({told['python_threaded'] / told['python']:.2f} x), {told['bytes']} bytes a decision",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
