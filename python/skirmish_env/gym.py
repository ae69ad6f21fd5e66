"""Gymnasium: one seat against opponents, one game or many."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from .batch import END, Batch, Observations
from .spaces import action_space, observation_space, row

Observation = dict[str, NDArray[Any]]


def _players(opponent: Any, seat: int, seats: int) -> list[Any]:
    """The learner on its seat, opponents on the others: one for all, or one for each."""
    others = list(opponent) if isinstance(opponent, (list, tuple)) else [opponent] * (seats - 1)
    if not 0 <= seat < seats:
        raise ValueError(f"seat {seat} of a game with {seats} seats, numbered from 0")
    if len(others) != seats - 1:
        raise ValueError(f"{len(others)} opponents for the other {seats - 1} seats")
    return [*others[:seat], "learner", *others[seat:]]


def _batch(game: str, games: int, opponent: Any, seat: int, **given: Any) -> Batch:
    seats = len(Batch(game, config=given.get("config"), map=given.get("map"), seats=given.get("seats")).seats)
    return Batch(game, games, players=_players(opponent, seat, seats), **given)


class SkirmishEnv(gymnasium.Env[Observation, Any]):
    """One seat of a game against opponents.

    `info["action_mask"]` tells which numbers are legal. A number that is not ends the list, and `info["illegal"]` is
    true. With `whole=True`, `info["dropped"]` is 1 for units whose choice was left out (see `Batch`). At the end of a game `info` has what the command line tells about a match: `result`, `summary`, `ranks`,
    `scores`.
    """

    metadata = {"render_modes": ["rgb_array", "ansi"], "render_fps": 4}

    def __init__(
        self,
        game: str,
        opponent: Any = "weak",
        seat: int = 0,
        render_mode: str | None = None,
        illegal: str = "end",
        **given: Any,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is one of {self.metadata['render_modes']}, not {render_mode!r}")
        self.batch = _batch(game, 1, opponent, seat, results=True, illegal=illegal, **given)
        self.layout = self.batch.layout
        self.render_mode = render_mode
        self.observation_space: spaces.Space[Any] = observation_space(self.layout, self.batch.observations)
        self.action_space: spaces.Space[Any] = action_space(self.layout, self.batch.whole)

    def action_masks(self) -> NDArray[np.int8]:
        """Which numbers are legal now."""
        mask: NDArray[np.int8] = self.batch.masks[0].astype(np.int8)
        return mask

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**63)))
        self.batch.ended()
        return row(self.batch.observations, 0, self.layout), self._info(False)

    def step(self, action: Any) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        batch = self.batch
        chosen = np.asarray(action)
        if chosen.dtype.kind not in "iu":
            raise ValueError(f"an action is a whole number, not {action!r}")
        masks = batch.masks[0].reshape(-1, self.layout.numbers)
        inside = (chosen >= 0) & (chosen < self.layout.numbers)
        numbers = np.where(inside, chosen, END).reshape(-1)
        illegal = not (inside.all() and masks[np.arange(len(masks)), numbers].all())
        batch.step(chosen[None])
        terminated, truncated = bool(batch.terminations[0]), bool(batch.truncations[0])
        info = self._info(illegal)
        if terminated or truncated:
            info |= {"summary": batch.summary()} | {
                key: value for key, value in batch.ended()[0].items() if key not in ("game", "truncated")
            }
        return row(batch.observations, 0, self.layout), float(batch.rewards[0]), terminated, truncated, info

    def _info(self, illegal: bool) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks(), "illegal": illegal}
        if self.batch.whole:
            info["dropped"] = self.batch.dropped[0].copy()
        return info

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return self.batch.render()
        if self.render_mode == "ansi":
            return self.batch.sketch()
        return None

    def write_replay(self, path: str | PathLike[str]) -> str:
        """Writes the game so far as a replay."""
        return self.batch.write_replay(path)


class SkirmishVectorEnv(VectorEnv[Observation, NDArray[Any], NDArray[Any]]):
    """Many games at once, one seat each. Autoreset is Gymnasium's next-step mode.

    `infos["action_mask"]` has a row for each environment, and so has `infos["dropped"]` with `whole=True` (see `Batch`). Where
    games have ended, `result`, `summary`, `ranks`, `scores`, `reason` and `decisions` are there as Gymnasium has them: an array
    with a place for each environment, and `_result` and so on tell which places count. `results=False` goes without them. With `copy=False`, what `step` returns shares memory with the
    batch and changes with the next step.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponent: Any = "weak",
        seat: int = 0,
        illegal: str = "end",
        copy: bool = True,
        render_mode: str | None = None,
        **given: Any,
    ) -> None:
        self.metadata = {**SkirmishEnv.metadata, "autoreset_mode": AutoresetMode.NEXT_STEP}
        self.batch = _batch(game, num_envs, opponent, seat, illegal=illegal, **{"results": True, **given})
        self.layout = self.batch.layout
        self.num_envs = num_envs
        self.copy = copy
        self.render_mode = render_mode
        self.single_observation_space = observation_space(self.layout, self.batch.observations)
        self.single_action_space = action_space(self.layout, self.batch.whole)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        if isinstance(seed, (list, tuple)):
            raise ValueError("one seed for all games: each has draws of its own from it")
        super().reset(seed=seed)
        self.batch.reset(int(self.np_random.integers(2**63)))
        self.batch.ended()
        return self._observations(), self._infos()

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        batch = self.batch
        batch.step(actions)
        infos = self._infos()
        self._tell(batch.ended(), infos)
        return (
            self._observations(),
            batch.rewards.astype(np.float64),
            batch.terminations.astype(np.bool_),
            batch.truncations.astype(np.bool_),
            infos,
        )

    def _observations(self) -> Observation:
        arrays = self.batch.observations
        if self.copy:
            arrays = {name: array.copy() for name, array in arrays.items()}
        return Observations(arrays, self.layout)

    def _infos(self) -> dict[str, Any]:
        batch = self.batch
        infos = {"action_mask": batch.masks.astype(np.int8) if self.copy else batch.masks}
        if batch.whole:
            infos["dropped"] = batch.dropped.copy() if self.copy else batch.dropped
        return infos

    def _tell(self, ended: list[dict[str, Any]], infos: dict[str, Any]) -> None:
        """Adds what is told of games that have ended: an array for each entry, and which places of it count."""
        if not ended:
            return
        there = np.zeros(self.num_envs, np.bool_)
        there[[it["game"] for it in ended]] = True
        told = [it | {"summary": self.batch.summary(it["game"])} for it in ended]
        for key in (key for key in told[0] if key not in ("game", "truncated")):
            # Objects, but for lists of numbers that are as long in all games.
            wide = key in ("ranks", "scores")
            shape = (self.num_envs, len(told[0][key])) if wide else (self.num_envs,)
            values = np.zeros(shape, np.int64) if wide or key == "decisions" else np.full(shape, None, object)
            for it in told:
                values[it["game"]] = it[key]
            infos[key], infos[f"_{key}"] = values, there.copy()

    def render(self) -> tuple[Any, ...] | None:
        if self.render_mode == "rgb_array":
            return tuple(self.batch.render(game) for game in range(self.num_envs))
        if self.render_mode == "ansi":
            return tuple(self.batch.sketch(game) for game in range(self.num_envs))
        return None


def make(game: str, opponent: Any = "weak", seat: int = 0, **given: Any) -> SkirmishEnv:
    """A Gymnasium environment: one seat against `opponent` (a built-in bot, "random", or a list with one for each other
    seat). What else can be given: see `Batch`."""
    return SkirmishEnv(game, opponent, seat, **given)


def make_vec(
    game: str, num_envs: int = 1, opponent: Any = "weak", seat: int = 0, **given: Any
) -> SkirmishVectorEnv:
    """Many of them at once, as a Gymnasium vector environment."""
    return SkirmishVectorEnv(game, num_envs, opponent, seat, **given)


__all__: Sequence[str] = ["SkirmishEnv", "SkirmishVectorEnv", "make", "make_vec"]
