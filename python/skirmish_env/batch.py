"""Many games at once, in arrays that share memory with Rust."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._native import NativeBatch

END = 0
"""Ends the list of a seat. For a seat that waits it is the only number, and does nothing."""
DONE = 1
"""The unit that decides does nothing more in this list."""
LATER = 2
"""The other units first; this one is asked again."""


@dataclass(frozen=True)
class Layout:
    """What arrays and numbers mean. Weights that were trained for one layout fit no other."""

    game: str
    version: int
    """The version of the game's rules."""
    layout: int
    """The version of its arrays and numbers."""
    scope: dict[str, int]
    """How large the arrays are."""
    arrays: list[dict[str, Any]]
    """Name, kind, shape, and what is along which axis with which scale."""
    numbers: int
    """How many numbers there are to choose from."""
    groups: list[dict[str, Any]]
    """What they mean."""

    def scale(self, name: str) -> NDArray[np.float32]:
        """What to divide an array by to get numbers about as large as 1, in a shape that broadcasts."""
        array = next(array for array in self.arrays if array["name"] == name)
        scales = np.array([column["scale"] for column in array["columns"]], np.float32)
        shape = [1] * len(array["shape"])
        if array["axis"] < len(shape):
            shape[array["axis"]] = len(scales)
        return scales.reshape(shape) if len(scales) > 1 or array["axis"] < len(shape) else scales[0].reshape(shape)

    def key(self) -> dict[str, Any]:
        """What weights carry, so that they are never loaded into another layout."""
        return {"game": self.game, "version": self.version, "layout": self.layout, "scope": dict(self.scope)}


class Observations(dict[str, NDArray[Any]]):
    """Arrays by name that know their layout, so that nobody shows them to weights that were trained for another one."""

    def __init__(self, arrays: dict[str, NDArray[Any]], layout: Layout) -> None:
        super().__init__(arrays)
        self.layout = layout


class Batch:
    """Many games at once, without copies.

    A row is one learner of one game: game `i` and learner `j` have row `i * len(learners) + j`. Before `step`, write a
    number of its mask for every row into `actions` (or pass them). After it, `observations`, `masks`, `rewards`,
    `terminations`, `truncations` and `deciding` hold what comes next. A game that has ended begins anew with the next
    step, which ignores what was chosen for it (Gymnasium's next-step mode).

    The arrays share memory with Rust: they change with every step. Copy what you keep, and write into `actions` alone:
    of a mask only what differs from the last one is written again, until `reset`.
    """

    def __init__(
        self,
        game: str,
        games: int = 1,
        *,
        threads: int = 1,
        players: Sequence[Any] = (),
        reward: str | dict[str, float] = "win",
        arrays: Sequence[str] | None = None,
        scope: dict[str, int] | None = None,
        max_decisions: int = 0,
        starts: int = 0,
        repeats: int = 16,
        seed: int = 0,
        config: dict[str, Any] | None = None,
        map: str | dict[str, Any] | None = None,
        seats: Sequence[str] | None = None,
        results: bool = False,
        illegal: str = "error",
        whole: bool = False,
        teacher: str | None = None,
    ) -> None:
        """Sets up a batch.

        Args:
            game: the name of a game.
            games: how many are played at once.
            threads: how many threads play them.
            players: who sits where: "learner", "random", a built-in bot ("weak", "medium", "strong"), or a file of
                weights that do not learn any more ("old.npz"). Seats beyond the list are learners'.
            reward: "win", "score", "potential", or weights of them.
            arrays: the arrays to write; without it all but the large ones.
            scope: sizes of the arrays that differ from what the game needs.
            max_decisions: cut episodes off after so many decisions of learners; 0 for never.
            starts: how many different starts there are; 0 for ever new ones.
            repeats: how many games in a row are played from one start, each with draws of its own.
            seed: all draws come from here.
            config: constants of the rules that differ from their defaults.
            map: the name of a map, or a map.
            seats: the names of the seats, in games that let you choose them.
            results: keep the result of every game that ends (see `ended`; of results that nobody takes the latest 8192 of
                each thread), and its orders (see `write_replay`).
            illegal: what happens when a row chooses a number that is not in its mask: "error" refuses the step, "end"
                ends the list of that row.
            whole: decide for all units at once, one number each (`infection` alone: there a unit changes hardly anything
                for others of its side). `actions`, `masks` and `dropped` then have an axis for the units. Units act in the
                order of their rows; what the ones before have made impossible (one more of a class that is full) is left
                out, and `dropped` is 1 there after the step.
            teacher: a built-in bot that tells every row what it would choose (see `teachings`). It is asked at the
                beginning of each turn of a learner, so games take as long as if it played.
        """
        if illegal not in ("error", "end"):
            raise ValueError(f"illegal is 'error' or 'end', not {illegal!r}")
        self._native = NativeBatch(
            game,
            games,
            threads,
            list(players),
            reward,
            None if arrays is None else list(arrays),
            scope,
            max_decisions,
            starts,
            repeats,
            seed,
            config,
            map,
            None if seats is None else list(seats),
            results,
            illegal == "end",
            whole,
            teacher,
        )
        self.teacher = teacher
        self.games = games
        self.whole = whole
        self._sent = False
        self.layout = Layout(**self._native.layout())
        self.learners = self._native.learners()
        self.seats = self._native.seats()
        self.illegal = illegal
        self.observations: dict[str, NDArray[Any]] = Observations(self._native.observations(), self.layout)
        signals = self._native.signals()
        self.masks: NDArray[np.uint8] = signals["masks"]
        self.actions: NDArray[np.int32] = signals["actions"]
        self.rewards: NDArray[np.float32] = signals["rewards"]
        self.terminations: NDArray[np.uint8] = signals["terminations"]
        self.truncations: NDArray[np.uint8] = signals["truncations"]
        self.deciding: NDArray[np.uint8] = signals["deciding"]
        self._teachings: NDArray[np.int32] = signals["teachings"]
        self.dropped: NDArray[np.uint8] = signals["dropped"]

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return int(self.actions.shape[0])

    @property
    def teachings(self) -> NDArray[np.int32]:
        """What the teacher would choose in every row: a number of its mask. Rows that wait have 0.

        A row that chooses something else is taught on, with what is still possible of the list that the teacher made.
        """
        if self.teacher is None:
            raise RuntimeError('nobody teaches: make the batch with a teacher, as in teacher="strong"')
        return self._teachings

    def reset(self, seed: int | None = None) -> None:
        """Begins all games anew; without a seed the same ones."""
        self._sent = False
        self._native.reset(seed)

    def step(self, actions: ArrayLike | None = None) -> None:
        """Takes the decisions and plays on until the next ones."""
        self._rest()
        if actions is not None:
            self._take(actions)
        self._native.step()

    def send(self, actions: ArrayLike | None = None) -> None:
        """The same without waiting. Leave the arrays alone until `recv`."""
        self._rest()
        if actions is not None:
            self._take(actions)
        self._native.send()
        self._sent = True

    def _take(self, actions: ArrayLike) -> None:
        """Writes numbers into `actions`. What is no whole number is refused, and none becomes another one for lack of bits."""
        given = np.asarray(actions)
        if given.dtype != np.int32:
            if given.dtype.kind not in "iu" and given.size:
                raise ValueError(f"actions are whole numbers, not {given.dtype}")
            limits = np.iinfo(np.int32)
            beyond = (given < limits.min) | (given > limits.max)
            if beyond.any():
                if self.illegal == "error":
                    raise ValueError(f"{given[beyond][0]} was chosen, but there are {self.layout.numbers} numbers; nothing was played")
                # Not in any mask, and so the end of the list.
                given = np.where(beyond, -1, given)
        self.actions[:] = given

    def recv(self) -> None:
        """Waits for what was sent."""
        self._sent = False
        self._native.recv()

    def _rest(self) -> None:
        """Nothing is under way: threads would read what is being written."""
        if self._sent:
            raise RuntimeError("a step was sent: call recv first")

    def sample(self) -> NDArray[np.int32]:
        """Writes a random legal number into every row of `actions`."""
        self._rest()
        self._native.sample()
        return self.actions

    def ended(self) -> list[dict[str, Any]]:
        """The games that have ended since the last time, if results are kept. Between `send` and `recv` it waits, as do all
        that look at games."""
        return self._native.ended()

    def sketch(self, game: int = 0) -> str:
        """The board of a game as text."""
        return self._native.sketch(game)

    def summary(self, game: int = 0) -> str:
        """How a game stands, in plain sentences."""
        return self._native.summary(game)

    def render(self, game: int = 0, width: int = 480, dark: bool = False) -> NDArray[np.uint8]:
        """The board of a game as pixels: [height, width, 3]."""
        height, wide, pixels = self._native.render(game, width, dark)
        return np.frombuffer(bytes(pixels), np.uint8).reshape(height, wide, 3)

    def write_replay(self, path: str | PathLike[str], game: int = 0) -> str:
        """Writes a game as a replay, to be watched with `skirmish watch` and proved with `skirmish replay verify`."""
        return str(self._native.write_replay(game, path))
