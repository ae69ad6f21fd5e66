"""The interface without copies."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

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
