"""Gymnasium's own checks, and what it promises."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

import skirmish_env
from skirmish_env.registration import env_id


def test_gymnasium_finds_no_fault(game: str, short: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # Numbers of whole games go up to the limits of their kind; Gymnasium would like them between -1 and 1.
        warnings.filterwarnings("ignore", message=".*Box.*")
        env = gymnasium.make(env_id(game), **short)
        check_env(env.unwrapped, skip_render_check=False)


def test_games_are_registered(game: str) -> None:
    env = gymnasium.make(env_id(game), opponent="random")
    observation, info = env.reset(seed=3)
    assert env.observation_space.contains(observation)
    again, _ = env.reset(seed=3)
    assert all((observation[name] == again[name]).all() for name in observation)
    assert info["action_mask"].any()
    vector = gymnasium.make_vec(env_id(game), num_envs=3, vectorization_mode="vector_entry_point")
    assert vector.num_envs == 3


def test_an_episode_ends_with_its_result(game: str, short: dict[str, Any]) -> None:
    for seat in (0, 1):
        env = skirmish_env.make(game, opponent="weak", seat=seat, render_mode="rgb_array", **short)
        _, info = env.reset(seed=1)
        ended = False
        while not ended:
            number = env.action_space.sample(info["action_mask"])
            observation, reward, terminated, truncated, info = env.step(number)
            assert env.observation_space.contains(observation)
            assert not info["illegal"]
            ended = terminated or truncated
        assert reward in (-1.0, 0.0, 1.0)
        assert info["result"] and info["summary"] and len(info["scores"]) == len(info["ranks"])
        assert env.render().ndim == 3


def test_illegal_numbers() -> None:
    env = skirmish_env.make("golems")
    _, info = env.reset(seed=1)
    outside = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, _, _, _, info = env.step(np.int64(outside))
    assert info["illegal"]
    legal = int(np.flatnonzero(info["action_mask"])[-1])
    _, _, _, _, info = env.step(np.int64(2**32 + legal))
    assert info["illegal"]
    with pytest.raises(ValueError, match="whole number"):
        env.step(19.9)
    strict = skirmish_env.make("golems", illegal="error")
    strict.reset(seed=1)
    with pytest.raises(ValueError, match="not in its mask"):
        strict.step(np.int64(outside))


def test_vector_environments(game: str, short: dict[str, Any]) -> None:
    envs = skirmish_env.make_vec(game, 5, opponent="random", **short)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    observations, infos = envs.reset(seed=2)
    assert envs.observation_space.contains(observations)
    random = np.random.default_rng(1)
    ended = 0
    before = np.zeros(5, bool)
    for _ in range(400):
        mask = infos["action_mask"]
        actions = np.argmax(random.random(mask.shape) * mask, axis=1)
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        assert envs.observation_space.contains(observations)
        assert rewards.shape == terminations.shape == truncations.shape == (5,)
        assert not (before & terminations).any(), "the step after an end is a beginning"
        assert (rewards[before] == 0).all()
        if "_result" in infos:
            assert (infos["_result"] == (terminations | truncations)).all()
            ended += int(infos["_result"].sum())
        before = terminations | truncations
    assert ended > 0
    first, _ = envs.reset(seed=2)
    again, _ = envs.reset(seed=2)
    assert all((first[name] == again[name]).all() for name in first)


def test_opponents_are_named() -> None:
    with pytest.raises(ValueError, match="strong"):
        skirmish_env.make("golems", opponent="stron")
    with pytest.raises(ValueError, match="seat 2"):
        skirmish_env.make("golems", seat=2)
    with pytest.raises(ValueError, match="render_mode"):
        skirmish_env.make("golems", render_mode="human")
    env = skirmish_env.make("zords", opponent=["weak", "random", "medium"], seats=["a", "b", "c", "d"], map="skirmish")
    _, info = env.reset(seed=1)
    assert info["action_mask"].any()


def test_whole_turns() -> None:
    env = skirmish_env.make("infection", opponent="random", whole=True, config={"turn_limit": 12})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(env)
    _, info = env.reset(seed=1)
    units = env.layout.scope["units"]
    assert info["action_mask"].shape == (units, env.layout.numbers)
    assert (info["action_mask"].sum(axis=1) > 1).any()
    ended, steps = False, 0
    while not ended:
        number = env.action_space.sample(tuple(info["action_mask"]))
        _, _, terminated, truncated, info = env.step(number)
        assert not info["illegal"]
        ended, steps = terminated or truncated, steps + 1
    assert steps < 60, "a decision is a whole phase"
    with pytest.raises(ValueError, match="at once"):
        skirmish_env.make("golems", whole=True)


def test_a_fresh_process_knows_the_games_by_the_name_of_the_package(tmp_path: Any) -> None:
    program = "import gymnasium; print(gymnasium.make('skirmish_env:skirmish/Golems-v1').reset(seed=1)[1]['action_mask'].any())"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert done.returncode == 0 and done.stdout.strip() == "True", done.stderr


def test_infos_are_those_of_gymnasium(game: str, short: dict[str, Any]) -> None:
    envs = DictInfoToList(RecordEpisodeStatistics(skirmish_env.make_vec(game, 4, opponent="random", **short)))
    _, infos = envs.reset(seed=2)
    assert len(infos) == 4
    told = 0
    for _ in range(4000):
        actions = envs.unwrapped.batch.sample()
        _, _, terminations, truncations, infos = envs.step(actions)
        for ended, info in zip(terminations | truncations, infos, strict=True):
            assert ended == ("result" in info) and info["action_mask"].any()
            if ended:
                told += 1
                assert info["result"] and info["summary"] and len(info["ranks"]) == len(info["scores"]) and info["decisions"] > 0
        if told >= 4:
            break
    assert told >= 4
    without = skirmish_env.make_vec(game, 2, results=False, **short)
    without.reset(seed=1)
    assert set(without.step(without.batch.sample())[4]) == {"action_mask"}
