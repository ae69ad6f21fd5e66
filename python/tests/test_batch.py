"""The interface without copies."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import skirmish_env
from skirmish_env import Batch


def choose(batch: Batch, random: np.random.Generator) -> np.ndarray[Any, Any]:
    """A random legal number for every row."""
    keys = random.random(batch.masks.shape) * batch.masks
    return np.argmax(keys, axis=1)


def test_arrays_share_memory_and_keep_their_place(game: str, short: dict[str, Any]) -> None:
    batch = Batch(game, 3, **short)
    before = {name: array.__array_interface__["data"] for name, array in batch.observations.items()}
    copies = {name: array.copy() for name, array in batch.observations.items()}
    random = np.random.default_rng(1)
    for _ in range(50):
        batch.step(choose(batch, random))
    assert {name: array.__array_interface__["data"] for name, array in batch.observations.items()} == before
    assert any((copies[name] != array).any() for name, array in batch.observations.items())
    kept = batch.observations["globals"]
    value = kept.copy()
    del batch
    assert (kept == value).all(), "arrays outlive the batch"


def test_the_same_seed_gives_the_same_games(game: str, short: dict[str, Any]) -> None:
    def play(threads: int) -> list[Any]:
        batch = Batch(game, 4, threads=threads, seed=9, **short)
        random = np.random.default_rng(2)
        seen = []
        for _ in range(60):
            batch.step(choose(batch, random))
            seen.append((batch.masks.copy(), batch.rewards.copy(), batch.observations["globals"].copy()))
        return seen

    for one, other in zip(play(1), play(2), strict=True):
        assert all((a == b).all() for a, b in zip(one, other, strict=True))


def test_sending_and_receiving(game: str, short: dict[str, Any]) -> None:
    batches = [Batch(game, 4, threads=2, seed=3, **short) for _ in range(2)]
    random = [np.random.default_rng(4) for _ in batches]
    for _ in range(30):
        batches[0].send(choose(batches[0], random[0]))
        batches[0].recv()
        batches[1].step(choose(batches[1], random[1]))
        assert (batches[0].masks == batches[1].masks).all()
    with pytest.raises(ValueError, match="send before recv"):
        batches[0].recv()
    batches[0].send(choose(batches[0], random[0]))
    with pytest.raises(RuntimeError, match="recv first"):
        batches[0].step()
    batches[0].recv()


def test_results_and_rewards(game: str, short: dict[str, Any]) -> None:
    batch = Batch(game, 2, results=True, seed=1, **short)
    random = np.random.default_rng(5)
    for _ in range(5000):
        batch.step(choose(batch, random))
        ended = batch.ended()
        if ended:
            break
    assert ended[0]["result"] and ended[0]["reason"] and not ended[0]["truncated"]
    rows = slice(ended[0]["game"] * len(batch.learners), (ended[0]["game"] + 1) * len(batch.learners))
    assert batch.terminations[rows].all()
    assert abs(float(batch.rewards[rows].sum())) < 1e-6
    assert "Not over" not in batch.summary(ended[0]["game"])


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(ValueError, match="golems"):
        Batch("golem")
    with pytest.raises(ValueError, match="strong"):
        Batch("golems", players=["stron"])
    with pytest.raises(ValueError, match="potential"):
        Batch("golems", reward="potental")
    with pytest.raises(ValueError, match="near"):
        Batch("golems", arrays=["nera"])
    with pytest.raises(ValueError, match="max_turns"):
        Batch("golems", config={"max_turn": 3})
    with pytest.raises(ValueError, match="scope"):
        Batch("golems", scope={"wide": 3})
    with pytest.raises(ValueError, match="at least one game"):
        Batch("golems", 0)
    batch = Batch("golems", 2)
    batch.actions[:] = 0
    with pytest.raises(ValueError, match="row 0 chose 5000"):
        batch.step([5000, 0, 0, 0])


def test_pictures_text_and_replays(game: str, short: dict[str, Any], tmp_path: Any) -> None:
    batch = Batch(game, 1, results=True, seed=1, **short)
    random = np.random.default_rng(6)
    while not batch.terminations[0]:
        batch.step(choose(batch, random))
    picture = batch.render(width=200)
    assert picture.dtype == np.uint8 and picture.shape[1] == 200 and picture.shape[2] == 3
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 4, "something is drawn"
    assert "\n" in batch.sketch()
    path = batch.write_replay(tmp_path / "game.skirmish")
    assert (tmp_path / "game.skirmish").read_bytes()[:1] and path.endswith("game.skirmish")
    with pytest.raises(RuntimeError, match="exists"):
        batch.write_replay(path)


def test_arrays_can_be_chosen_and_sized() -> None:
    batch = Batch("golems", 1, arrays=["board", "globals"], scope={"units": 8, "reach": 2})
    assert set(batch.observations) == {"board", "globals"}
    assert batch.layout.scope["units"] == 8
    small = batch.layout.numbers
    assert small < Batch("golems").layout.numbers
    scale = batch.layout.scale("board")
    assert (batch.observations["board"] / scale).shape == batch.observations["board"].shape


def test_sizes_and_counts_beyond_all_measure_are_refused() -> None:
    sizes = [10**9, 2**31, 2**32, 2**61, 2**63, 2**64 - 1, 2**64, -1]
    for name in ("width", "height", "units", "sight", "reach", "seats"):
        for size in sizes:
            with pytest.raises(ValueError, match=f"scope|{name}|integer"):
                Batch("golems", 1, scope={name: size})
    for games in (10**9, 2**61, 2**63):
        with pytest.raises(ValueError, match="at most"):
            Batch("golems", games)
    with pytest.raises(ValueError, match="at most"):
        skirmish_env.make_vec("golems", 10**9)
    with pytest.raises(ValueError, match="threads"):
        Batch("golems", 4000, threads=3000)
    with pytest.raises(ValueError, match="fewer games"):
        Batch("golems", 100_000, scope={"units": 4096})
    for seconds, threads in ((-1.0, 1), (float("nan"), 1), (0.01, 0), (1e30, 1)):
        with pytest.raises(ValueError, match="seconds"):
            skirmish_env._native.speed("golems", seconds, threads)


class Endless:
    """Something that is never a plain number."""

    def item(self) -> Endless:
        return self


def test_values_without_end_are_refused() -> None:
    loop: dict[str, Any] = {}
    loop["a"] = loop
    ring: list[Any] = []
    ring.append(ring)
    deep: Any = 1
    for _ in range(50_000):
        deep = [deep]
    for value in (loop, {"max_turns": ring}, {"max_turns": deep}, {"max_turns": Endless()}):
        with pytest.raises(ValueError, match="128 deep"):
            Batch("golems", config=value)
    # Far less deep than that nothing is wrong.
    assert Batch("golems", config={"max_turns": np.int64(5)}).rows == 2


def test_only_whole_numbers_that_fit_are_taken() -> None:
    batch = Batch("golems", 1)
    legal = int(np.flatnonzero(batch.masks[0])[-1])
    for actions in ([2**32 + legal, 0], [-(2**40), 0], np.array([2**63 + legal, 0], np.uint64)):
        with pytest.raises(ValueError, match="was chosen|chose"):
            batch.step(actions)
    for wrong in ([legal + 0.9, 0], ["3", "0"], [True, False], [None, 0]):
        with pytest.raises(ValueError, match="whole numbers"):
            batch.step(wrong)
    batch.step(np.array([legal, 0], np.int64))
    lenient = Batch("golems", 1, illegal="end")
    lenient.step([2**32 + legal, 0])
    ended = Batch("golems", 1)
    ended.step([0, 0])
    assert (lenient.masks == ended.masks).all(), "what is in no mask ends the list"


def test_looking_between_sending_and_receiving(tmp_path: Any) -> None:
    batch = Batch("golems", 4, threads=2, results=True, seed=3)
    looks = [batch.render, batch.sketch, batch.summary, batch.ended, lambda: batch.write_replay(tmp_path / "a.skirmish")]
    for look in looks:
        batch.send(batch.sample())
        look()
        with pytest.raises(RuntimeError, match="recv first"):
            batch.sample()
        batch.recv()
    batch.step(batch.sample())


def test_whole_turns_tell_what_they_leave_out() -> None:
    batch = Batch("infection", 1, whole=True, results=True, config={"turn_limit": 12})
    random = np.random.default_rng(1)
    dropped = 0
    for _ in range(40):
        keys = random.random(batch.masks.shape) * batch.masks
        chosen = np.argmax(keys, axis=2)
        batch.step(chosen)
        assert batch.dropped.shape == chosen.shape
        assert (chosen[batch.dropped == 1] > 2).all(), "only actions are left out"
        dropped += int(batch.dropped.sum())
    assert dropped > 0, "classes fill up"
    env = skirmish_env.make("infection", whole=True)
    _, info = env.reset(seed=1)
    assert info["dropped"].shape == (env.layout.scope["units"],)


FORKED = """
import os, signal, sys
from skirmish_env import Batch
batch = Batch("golems", 4, threads=2)
batch.step(batch.sample())
{before}
child = os.fork()
if child == 0:
    signal.alarm(20)
    said = ""
    try:
        {inside}
    except ValueError as fault:
        said = str(fault)
    del batch
    os._exit(0 if "forked" in said else 3)
_, status = os.waitpid(child, 0)
{after}
batch.step(batch.sample())
sys.exit(os.waitstatus_to_exitcode(status))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_forked_processes_are_told_that_threads_stayed_behind(tmp_path: Any) -> None:
    for before, inside, after in (
        ("", "batch.step()", ""),
        ("", "batch.reset(1)", ""),
        ("", "batch.send()", ""),
        ("batch.send(batch.sample())", "batch.recv()", "batch.recv()"),
    ):
        program = FORKED.format(before=before, inside=inside, after=after)
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, cwd=tmp_path)
        assert done.returncode == 0, (inside, done.returncode, done.stderr)
        assert "panic" not in done.stderr
