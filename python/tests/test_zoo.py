"""PettingZoo's own tests."""

from __future__ import annotations

import warnings
from types import SimpleNamespace
from typing import Any

import pytest
from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec

import skirmish_env


@pytest.fixture(autouse=True)
def quiet() -> Any:
    """PettingZoo warns about observations that are not single arrays, and about a mask in them; both are meant."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def test_aec(game: str, short: dict[str, Any]) -> None:
    api_test(skirmish_env.aec_env(game, **short), num_cycles=400)


def test_parallel(game: str, short: dict[str, Any]) -> None:
    parallel_api_test(skirmish_env.parallel_env(game, **short), num_cycles=400)


def test_seeds(game: str, short: dict[str, Any]) -> None:
    seed_test(lambda: skirmish_env.aec_env(game, **short), num_cycles=60)
    parallel_seed_test(lambda: skirmish_env.parallel_env(game, **short), num_cycles=60)


def test_max_cycles(game: str, short: dict[str, Any]) -> None:
    def parallel(max_cycles: int) -> Any:
        return skirmish_env.parallel_env(game, max_cycles=max_cycles, **short)

    # PettingZoo counts steps of every agent. Here only those are asked who are to decide, so it is given the conversion. It
    # chooses what is not legal, which ends lists: humans of `outbreak` who do nothing may be gone in a turn.
    if game != "outbreak":
        max_cycles_test(SimpleNamespace(parallel_env=parallel, env=lambda max_cycles: parallel_to_aec(parallel(max_cycles))))
    env = parallel(4)
    observations, _ = env.reset(seed=1)
    for step in range(4):
        assert env.agents
        actions = {agent: env.action_space(agent).sample(seen["action_mask"]) for agent, seen in observations.items()}
        observations, _, terminations, truncations, _ = env.step(actions)
        assert set(terminations.values()) == {False} and set(truncations.values()) == {step == 3}
    assert not env.agents
    env = skirmish_env.aec_env(game, max_cycles=4, **short)
    env.reset(seed=1)
    asked = 0
    for agent in env.agent_iter():
        _, _, terminated, truncated, _ = env.last()
        asked += not (terminated or truncated)
        env.step(None if terminated or truncated else env.action_space(agent).sample(env.observe(agent)["action_mask"]))
    assert 4 <= asked <= 4 * len(env.possible_agents)
    assert not env.agents
    with pytest.raises(ValueError, match="at least 1"):
        parallel(0)


def test_episodes_are_cut_off(game: str, short: dict[str, Any]) -> None:
    env = skirmish_env.parallel_env(game, max_decisions=7, **short)
    env.reset(seed=1)
    steps = 0
    while env.agents:
        actions = {agent: 0 for agent in env.agents}
        _, _, terminations, truncations, _ = env.step(actions)
        steps += 1
    assert steps <= 8 and (all(truncations.values()) or all(terminations.values()))


def test_waiting_seats_have_one_number(game: str, short: dict[str, Any]) -> None:
    env = skirmish_env.parallel_env(game, **short)
    observations, _ = env.reset(seed=4)
    waited = 0
    for _ in range(50):
        if not env.agents:
            break
        actions = {}
        for agent, observation in observations.items():
            mask = observation["action_mask"]
            decides = bool(env.batch.deciding[env.possible_agents.index(agent)])
            assert decides or (mask[0] == 1 and mask.sum() == 1)
            waited += not decides
            actions[agent] = env.action_space(agent).sample(mask)
        observations, *_ = env.step(actions)
    assert waited > 0 or game == "footsoldiers", "in footsoldiers both act at once"


def test_every_seat_learns() -> None:
    with pytest.raises(ValueError, match="every seat learns"):
        skirmish_env.parallel_env("golems", players=["learner", "weak"])
    with pytest.raises(ValueError, match="mask"):
        env = skirmish_env.aec_env("golems")
        env.reset(seed=1)
        env.step(100_000)


