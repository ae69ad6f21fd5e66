"""PettingZoo: all seats of a game, at once or one after the other."""

from __future__ import annotations

import operator
from os import PathLike
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from .batch import END, Batch
from .registration import env_id
from .spaces import action_space, observation_space, row


class _Seats:
    """What both kinds share: one game in which every seat learns."""

    def _set_up(self, game: str, render_mode: str | None, max_cycles: int | None, given: dict[str, Any]) -> None:
        self.metadata: dict[str, Any] = {
            "name": env_id(game).replace("/", "_").lower(),
            "render_modes": ["rgb_array", "ansi"],
            "is_parallelizable": True,
            "render_fps": 4,
        }
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is one of {self.metadata['render_modes']}, not {render_mode!r}")
        self.render_mode = render_mode
        if max_cycles is not None and max_cycles < 1:
            raise ValueError(f"max_cycles is at least 1, not {max_cycles}")
        self.max_cycles = max_cycles
        self._cycles = 0
        if given.get("whole"):
            raise ValueError("seats decide unit by unit here; for whole turns take make, make_vec or Batch")
        self.batch = Batch(game, results=True, **given)
        if len(self.batch.learners) != len(self.batch.seats):
            raise ValueError("every seat learns here; for opponents take make or make_vec")
        self.layout = self.batch.layout
        self.possible_agents = list(self.batch.seats)
        self._row = {agent: i for i, agent in enumerate(self.possible_agents)}
        self._random, _ = seeding.np_random(None)
        arrays = observation_space(self.layout, self.batch.observations)
        mask = spaces.Box(0, 1, (self.layout.numbers,), np.int8)
        self._observation_spaces = {
            agent: spaces.Dict({"observation": arrays, "action_mask": mask}) for agent in self.possible_agents
        }
        self._action_spaces = {agent: action_space(self.layout) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._action_spaces[agent]

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.batch.reset(int(self._random.integers(2**63)))
        self.batch.ended()
        self._cycles = 0

    def _observe(self, agent: str) -> dict[str, Any]:
        index = self._row[agent]
        mask = self.batch.masks[index].astype(np.int8)
        return {"observation": row(self.batch.observations, index, self.layout), "action_mask": mask}

    def _play(self) -> tuple[bool, bool, dict[str, Any]]:
        """All have chosen: one cycle more. Tells whether the game is over, whether it was cut off, and what came of it."""
        self.batch.step()
        self._cycles += 1
        over = bool(self.batch.terminations.any())
        cut = not over and (bool(self.batch.truncations.any()) or self._cycles == self.max_cycles)
        return over, cut, self._results()

    def _results(self) -> dict[str, Any]:
        ended = self.batch.ended()
        if not ended:
            return {}
        told = {key: value for key, value in ended[0].items() if key not in ("game", "truncated")}
        return told | {"summary": self.batch.summary()}

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return self.batch.render()
        if self.render_mode == "ansi":
            return self.batch.sketch()
        return None

    def close(self) -> None:
        pass

    def write_replay(self, path: str | PathLike[str]) -> str:
        """Writes the game so far as a replay."""
        return self.batch.write_replay(path)


class SkirmishParallel(_Seats, ParallelEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """All seats at once. Seats that are not to decide have one legal number, 0, which does nothing. A number that is not
    legal ends the list, unless `illegal="error"` is given. After `max_cycles` steps a game is cut off."""

    def __init__(
        self,
        game: str,
        render_mode: str | None = None,
        illegal: str = "end",
        max_cycles: int | None = None,
        **given: Any,
    ) -> None:
        self._set_up(game, render_mode, max_cycles, {"illegal": illegal, **given})
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        self._begin(seed)
        self.agents = list(self.possible_agents)
        return {agent: self._observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, dict[str, Any]], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:
        if not self.agents:
            return {}, {}, {}, {}, {}
        batch = self.batch
        batch._take([operator.index(actions.get(agent, END)) for agent in self.possible_agents])
        over, cut, results = self._play()
        observations = {agent: self._observe(agent) for agent in self.agents}
        rewards = {agent: float(batch.rewards[self._row[agent]]) for agent in self.agents}
        terminations = dict.fromkeys(self.agents, over)
        truncations = dict.fromkeys(self.agents, cut)
        infos = {agent: dict(results) for agent in self.agents}
        if over or cut:
            self.agents = []
        return observations, rewards, terminations, truncations, infos


class SkirmishAEC(_Seats, AECEnv[str, dict[str, Any], int]):  # type: ignore[misc]
    """One seat after the other, in the order of the game. Where seats act at once, each decides without knowing what the
    others decide. After `max_cycles` rounds of decisions a game is cut off."""

    def __init__(
        self, game: str, render_mode: str | None = None, max_cycles: int | None = None, **given: Any
    ) -> None:
        super().__init__()
        self._set_up(game, render_mode, max_cycles, given)
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._waiting = self._deciding()
        self.agent_selection = self._waiting[0]

    def _deciding(self) -> list[str]:
        return [agent for agent in self.agents if self.batch.deciding[self._row[agent]]]

    def observe(self, agent: str) -> dict[str, Any]:
        return self._observe(agent)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        batch = self.batch
        number = END if action is None else operator.index(action)
        if not (0 <= number < self.layout.numbers and batch.masks[self._row[agent]][number]):
            raise ValueError(f"{agent} chose {number}, which is not in its mask")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        batch.actions[self._row[agent]] = number
        self._waiting = self._waiting[1:]
        if self._waiting:
            self.agent_selection = self._waiting[0]
            return
        batch.actions[batch.deciding == 0] = END
        over, cut, results = self._play()
        for each in self.agents:
            self.rewards[each] = float(batch.rewards[self._row[each]])
            self.terminations[each] = over
            self.truncations[each] = cut
            self.infos[each] = dict(results)
        self._waiting = self._deciding() or list(self.agents)
        self.agent_selection = self._waiting[0]
        self._accumulate_rewards()


def parallel_env(game: str, render_mode: str | None = None, **given: Any) -> SkirmishParallel:
    """All seats at once, as PettingZoo's parallel API has it. What else can be given: see `Batch`."""
    return SkirmishParallel(game, render_mode, **given)


def aec_env(game: str, render_mode: str | None = None, **given: Any) -> SkirmishAEC:
    """One seat after the other, as PettingZoo's AEC API has it. What else can be given: see `Batch`."""
    return SkirmishAEC(game, render_mode, **given)
