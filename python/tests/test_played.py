"""What was trained plays: the same weights decide the same in training, under the referee, and without Python."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_ppo import Network, collect, observe

from skirmish_env import Batch, Input, Policy

INPUTS = ("me", "globals")
"""What the network of the tests looks at."""

SKIRMISH = os.environ.get("SKIRMISH", "")

needs_program = pytest.mark.skipif(not SKIRMISH, reason="SKIRMISH does not name the program: nothing is played under a referee")


def exported(network: Network, batch: Batch, play: str = "greedy") -> Policy:
    """The network of the tests as a policy."""
    inputs = [Input.of(batch.layout, name) for name in INPUTS]
    first = np.cumsum([given.size for given in inputs])[:-1]
    weights = {f"in.{i}.weight": part for i, part in enumerate(np.split(network.weights["in"], first))}
    numbers = batch.layout.numbers
    weights |= {"in.bias": network.weights["bias"], "out.weight": network.weights["policy"], "out.bias": np.zeros(numbers)}
    narrow = {name: array.astype(np.float32) for name, array in weights.items()}
    return Policy(batch.layout.key(), inputs, 1, numbers, play, narrow)


def trained(game: str, short: dict[str, Any]) -> tuple[Batch, Network]:
    """Learns for a moment."""
    random = np.random.default_rng(3)
    batch = Batch(game, 8, players=["learner", "random"], reward="potential", seed=3, **short)
    network = Network.new(observe(batch).shape[1], batch.layout.numbers, random)
    for _ in range(3):
        played = collect(batch, network, 32, random)
        for _ in range(4):
            network.learn(played)
    return batch, network


@pytest.fixture
def match(game: str, short: dict[str, Any], tmp_path: Path) -> tuple[Path, Path, str]:
    """A game that trained weights have played in training: the weights, its replay, and their seat."""
    batch, network = trained(game, short)
    policy = exported(network, batch)
    weights, replay = tmp_path / "weights.npz", tmp_path / "match.skirmish"
    policy.save(weights)
    # Humans of `outbreak` who hardly know what they do are gone in a turn.
    players = ["weak", "learner"] if game == "outbreak" else ["learner", "weak"]
    seen = Batch(game, 1, players=players, results=True, seed=11, **short)
    Policy.load(weights).check(seen.layout)
    for _ in range(20_000):
        seen.step(policy.choose(seen.observations, seen.masks))
        if seen.terminations[0]:
            break
    assert seen.terminations[0], "the game ends"
    seen.write_replay(replay)
    return weights, replay, seen.seats[seen.learners[0]]


def skirmish(*words: str | Path, folder: Path) -> dict[str, Any]:
    """What a command of the program tells, as its last line of JSON."""
    done = subprocess.run([SKIRMISH, *map(str, words)], cwd=folder, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    told: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return told


def decides_the_same(bot: str | Path, replay: Path, seat: str, folder: Path, *more: str) -> None:
    told = skirmish("rerun", replay, bot, "--seat", seat, "--json", *more, folder=folder)
    assert told["differ"] == 0 and told["same"] == told["requests"] > 1, told


@needs_program
def test_the_same_decisions_without_python(match: tuple[Path, Path, str], tmp_path: Path) -> None:
    weights, replay, seat = match
    decides_the_same(f"{SKIRMISH} policy {weights}", replay, seat, tmp_path)
    # And under the referee, in a match of its own.
    game = json.loads(bytes(np.load(weights)["policy"]))["key"]["game"]
    skirmish("replay", "verify", replay, "--json", folder=tmp_path)
    assert game in skirmish("policy", weights, "--about", "--json", folder=tmp_path)["key"]["game"]


@needs_program
def test_the_same_decisions_from_a_folder(match: tuple[Path, Path, str], game: str, tmp_path: Path) -> None:
    weights, replay, seat = match
    skirmish("new", game, "--lang", "policy", "--weights", weights, "kit", "--json", folder=tmp_path)
    manifest = tmp_path / "kit" / "skirmish.toml"
    manifest.write_text(manifest.read_text().replace('"python3"', json.dumps(sys.executable)))
    # Level `off`: this Python with its numpy lies anywhere, and what is tested are decisions, not walls.
    decides_the_same(tmp_path / "kit", replay, seat, tmp_path, "--sandbox", "off")


@needs_program
def test_the_same_decisions_with_the_package(match: tuple[Path, Path, str], tmp_path: Path) -> None:
    weights, replay, seat = match
    bot = tmp_path / "bot.py"
    bot.write_text(f"from skirmish_env import bot\nbot.run({str(weights)!r})\n")
    decides_the_same(f"{sys.executable} {bot}", replay, seat, tmp_path, "--sandbox", "off")


@needs_program
def test_a_match_under_the_referee(game: str, short: dict[str, Any], tmp_path: Path) -> None:
    batch, network = trained(game, short)
    weights = tmp_path / "weights.npz"
    exported(network, batch, "sample").save(weights)
    words = [word for key, value in short["config"].items() for word in ("--set", f"{key}={value}")]
    words += ["--map", short["map"]] if "map" in short else []
    bot = f"{SKIRMISH} policy {weights}"
    told = skirmish("play", game, bot, "builtin:weak", *words, "--json", folder=tmp_path)
    assert told["match"]["seats"][0]["ending"] == "finished", told


def test_frozen_weights_are_opponents(game: str, short: dict[str, Any], tmp_path: Path) -> None:
    batch, network = trained(game, short)
    policy, weights = exported(network, batch), tmp_path / "frozen.npz"
    policy.save(weights)
    played = Batch(game, 4, players=["learner", weights], results=True, seed=5, **short)
    ended: list[Any] = []
    for _ in range(3000):
        played.step(played.sample())
        ended += played.ended()
        if len(ended) >= 4:
            break
    assert len(ended) >= 4, "games against it end"
    other = "golems" if game != "golems" else "zords"
    with pytest.raises(ValueError, match="do not fit"):
        Batch(other, 1, players=["learner", weights])
    weights.write_bytes(b"no weights")
    with pytest.raises(ValueError, match="frozen.npz"):
        Batch(game, 1, players=["learner", weights])
