"""Policies as files: what is written is read, plays the same, and bad files are named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skirmish_env import Batch, Input, Policy

HIDDEN, ROWS = 8, 5


def small(batch: Batch, play: str = "greedy") -> Policy:
    """A policy of random weights: `units` pooled and flat, `me` and `globals` flat."""
    random = np.random.default_rng(3)
    layout = batch.layout
    inputs = [Input.of(layout, name) for name in ("me", "globals", "units")] + [Input.of(layout, "units", "max")]
    shapes: dict[str, tuple[int, ...]] = {
        "in.bias": (HIDDEN,),
        "rows.3.weight": (inputs[3].shape[1], ROWS),
        "rows.3.bias": (ROWS,),
        "in.3.weight": (ROWS, HIDDEN),
        "hidden.2.weight": (HIDDEN, HIDDEN),
        "hidden.2.bias": (HIDDEN,),
        "out.weight": (HIDDEN, layout.numbers),
        "out.bias": (layout.numbers,),
        "value.weight": (HIDDEN, 1),
        "value.bias": (1,),
    }
    shapes |= {f"in.{i}.weight": (inputs[i].size, HIDDEN) for i in range(3)}
    weights = {name: random.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()}
    return Policy(layout.key(), inputs, 2, layout.numbers, play, weights)


def by_hand(policy: Policy, seen: dict[str, Any]) -> Any:
    """One observation, row by row, as the format says."""
    weights = {name: array.astype(np.float64) for name, array in policy.weights.items()}
    total = weights["in.bias"].copy()
    for i, given in enumerate(policy.inputs):
        array = seen[given.name].astype(np.float64)
        scales = np.ones(array.shape)
        for column in range(len(given.scale)):
            index = [slice(None)] * array.ndim
            if given.axis < array.ndim:
                index[given.axis] = slice(column, column + 1)
            scales[tuple(index)] = given.scale[column]
        array = array / scales
        if given.pool == "max":
            rows = [np.maximum(row @ weights[f"rows.{i}.weight"] + weights[f"rows.{i}.bias"], 0) for row in array if row.any()]
            part = np.max(rows, axis=0) if rows else np.zeros(ROWS)
        else:
            part = array.ravel()
        total += part @ weights[f"in.{i}.weight"]
    hidden = np.maximum(total, 0)
    hidden = np.maximum(hidden @ weights["hidden.2.weight"] + weights["hidden.2.bias"], 0)
    return hidden @ weights["out.weight"] + weights["out.bias"]


def test_logits_are_those_of_the_format(game: str, short: dict[str, Any]) -> None:
    batch = Batch(game, 3, players=["learner", "random"], **short)
    policy = small(batch)
    policy.check(batch.layout)
    for _ in range(20):
        batch.step(batch.sample())
        logits = policy.logits(batch.observations)
        assert logits.dtype == np.float32 and logits.shape == (batch.rows, batch.layout.numbers)
        for row in range(batch.rows):
            seen = {name: array[row] for name, array in batch.observations.items()}
            np.testing.assert_allclose(logits[row], by_hand(policy, seen), rtol=1e-6, atol=1e-6)


def test_files_come_back_and_play(game: str, short: dict[str, Any], tmp_path: Path) -> None:
    batch = Batch(game, 4, players=["learner", "random"], **short)
    for play in ("greedy", "sample"):
        policy = small(batch, play)
        policy.save(tmp_path / "weights.npz")
        again = Policy.load(tmp_path / "weights.npz")
        again.check(batch.layout)
        assert again.play == play and again.inputs == policy.inputs and again.key == policy.key
        assert {name: array.tobytes() for name, array in again.weights.items()} == {
            name: array.tobytes() for name, array in policy.weights.items()
        }
        batch.reset(5)
        for step in range(30):
            chosen = policy.choose(batch.observations, batch.masks, np.random.default_rng(step))
            same = again.choose(batch.observations, batch.masks, np.random.default_rng(step))
            assert chosen.dtype == np.int32 and (chosen == same).all()
            assert batch.masks[np.arange(batch.rows), chosen].all()
            batch.step(chosen)


def test_the_lowest_of_equals_is_chosen_and_draws_follow_the_logits() -> None:
    batch = Batch("golems", 1)
    policy = small(batch)
    for name in policy.weights:
        policy.weights[name][:] = 0
    policy = Policy(policy.key, policy.inputs, 2, policy.numbers, "greedy", policy.weights)
    masks = np.zeros((1, policy.numbers), np.uint8)
    masks[0, [4, 7, 90]] = 1
    seen = {name: array[:1] for name, array in batch.observations.items()}
    assert policy.choose(seen, masks) == [4]
    policy.weights["out.bias"][7] = np.log(2)
    policy = Policy(policy.key, policy.inputs, 2, policy.numbers, "sample", policy.weights)
    many = {name: np.repeat(array, 8000, axis=0) for name, array in seen.items()}
    drawn = policy.choose(many, np.repeat(masks, 8000, axis=0), np.random.default_rng(1))
    assert set(drawn) == {4, 7, 90}
    assert abs((drawn == 7).mean() - 0.5) < 0.03


def test_other_layouts_are_refused_by_what_differs() -> None:
    policy = small(Batch("golems"))
    for other, word in (
        (Batch("golems", scope={"units": 32}), "scope"),
        (Batch("infection"), "game"),
    ):
        with pytest.raises(ValueError, match=word):
            policy.check(other.layout)
    policy.inputs[0] = Input("you", "i16", policy.inputs[0].shape, 0, policy.inputs[0].scale)
    with pytest.raises(ValueError, match="you"):
        policy.check(Batch("golems").layout)


def rewritten(path: Path, about: dict[str, Any] | None = None, **weights: Any) -> None:
    """Changes entries of a file; `None` takes one away."""
    with np.load(path) as file:
        entries = {name: file[name] for name in file.files}
    known = json.loads(entries["policy"].tobytes())
    entries["policy"] = np.frombuffer(json.dumps({**known, **(about or {})}).encode(), np.uint8)
    for name, array in weights.items():
        entries[name.replace("_", ".")] = array
    np.savez(path, **{name: array for name, array in entries.items() if array is not None})


def test_bad_files_are_named(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    policy = small(Batch("golems"))
    bad_input = {**policy.inputs[0].__dict__, "scale": [1.0, 2.0]}
    cases: list[tuple[dict[str, Any], str]] = [
        ({"about": {"format": 2}}, "format 2"),
        ({"about": {"play": "guess"}}, "guess"),
        ({"about": {"inputs": []}}, "at least one input"),
        ({"about": {"inputs": [bad_input]}}, "scale"),
        ({"about": {"inputs": [{"name": "me"}]}}, "policy"),
        ({"about": {"layers": 3}}, "hidden.3.bias is missing"),
        ({"out_weight": None}, "out.weight is missing"),
        ({"policy": None}, "no entry 'policy'"),
        ({"out_bias": np.zeros(3, np.float32)}, "out.bias has the shape"),
        ({"in_bias": np.full(HIDDEN, np.nan, np.float32)}, "in.bias has numbers that are not finite"),
        ({"in_bias": np.zeros(HIDDEN)}, "float64"),
        ({"rows_3_weight": np.zeros((2, 2), np.float32)}, "rows.3.weight"),
        ({"policy": np.frombuffer(b"{]", np.uint8)}, "weights.npz"),
    ]
    for change, words in cases:
        policy.save(path)
        rewritten(path, **change)
        with pytest.raises(ValueError) as fault:
            Policy.load(path)
        assert words in str(fault.value), fault.value
    for garbage in (b"", b"PK\x03\x04 and so on", b"plain text"):
        path.write_bytes(garbage)
        with pytest.raises(ValueError, match="no file of weights"):
            Policy.load(path)
    with pytest.raises(FileNotFoundError):
        Policy.load(tmp_path / "nothing.npz")


def test_one_scale_for_all(tmp_path: Path) -> None:
    policy = small(Batch("golems"))
    policy.save(tmp_path / "weights.npz")
    about = [{**given.__dict__, "scale": [2.0]} for given in policy.inputs]
    rewritten(tmp_path / "weights.npz", {"inputs": about})
    assert Policy.load(tmp_path / "weights.npz").inputs[2].scale == [2.0]


def test_teachers_tell_numbers_of_the_mask(game: str, short: dict[str, Any]) -> None:
    batch = Batch(game, 2, players=["learner", "weak"], teacher="medium", **short)
    for _ in range(60):
        assert batch.masks[np.arange(batch.rows), batch.teachings].all()
        batch.step(batch.teachings)
    with pytest.raises(RuntimeError, match="teacher"):
        _ = Batch(game, 1, **short).teachings
    with pytest.raises(ValueError, match="strong"):
        Batch(game, 1, teacher="stron", **short)
