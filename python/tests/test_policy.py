"""Policies as files: what is written is read, plays the same, and bad files are named."""

from __future__ import annotations

import json
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import skirmish_env
from skirmish_env import Batch, Input, Policy, _native

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
        ({"in_bias": np.zeros(HIDDEN)}, "neither float32"),
        ({"about": {"key": {**policy.key, "version": 99}}}, "version 99"),
        ({"about": {"key": {**policy.key, "layout": 99}}}, "version 99"),
        ({"about": {"key": {**policy.key, "game": "chess"}}}, "chess"),
        ({"about": {"key": 5}}, "weights.npz"),
        ({"about": {"numbers": 7}}, "weights.npz"),
        ({"about": {"layers": 2.0}}, "weights.npz"),
        ({"about": {"layers": True}}, "weights.npz"),
        ({"about": {"layers": 1e400}}, "weights.npz"),
        ({"about": {"layers": 65}}, "at most 64"),
        ({"about": {"format": True}}, "format True"),
        ({"about": {"inputs": 5}}, "weights.npz"),
        ({"about": {"inputs": [5]}}, "weights.npz"),
        ({"about": {"inputs": [{**policy.inputs[0].__dict__, "more": 1}]}}, "weights.npz"),
        ({"about": {"inputs": [{**policy.inputs[0].__dict__, "scale": [1e-50]}]}}, "scale"),
        ({"about": {"inputs": [{**policy.inputs[0].__dict__, "scale": [-1.0]}]}}, "scale"),
        ({"about": {"inputs": [{**policy.inputs[0].__dict__, "shape": None}]}}, "shape"),
        ({"policy": np.frombuffer(b"[]", np.uint8)}, "weights.npz"),
        ({"policy": np.frombuffer(b"[" * 100_000, np.uint8)}, "weights.npz"),
        ({"policy": np.frombuffer(b"\xff\xfe", np.uint8)}, "weights.npz"),
        ({"value_bias": np.zeros(3, np.float32)}, "value.bias"),
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


def archive(path: Path, entries: dict[str, bytes], **more: Any) -> None:
    with zipfile.ZipFile(path, "w", **more) as file:
        for name, data in entries.items():
            file.writestr(name, data)


def npy(header: str, data: bytes = b"") -> bytes:
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


def test_archives_of_all_kinds_are_refused_with_the_reason(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    small(Batch("golems")).save(path)
    good = path.read_bytes()
    about = npy("{'descr': '|u1', 'fortran_order': False, 'shape': (2,), }", b"{}")
    shapes = ("(99999999999, 99999999999)", "(-1,)", "(1e3,)", "(" * 3000, "x")
    cases = {f"shape {shape}": npy(f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}") for shape in shapes}
    cases |= {"nothing": b"", "long": npy(" " * 5000), "object": npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,)}")}
    for name, bad in cases.items():
        archive(path, {"policy.npy": about, "in.bias.npy": bad})
        with pytest.raises(ValueError, match="no file of weights"):
            Policy.load(path)
        assert name
    for method in (zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        archive(path, {"policy.npy": about}, compression=method)
        with pytest.raises(ValueError, match="packed in a way"):
            Policy.load(path)
    archive(path, {"readme.txt": b"hello"})
    with pytest.raises(ValueError, match="no array"):
        Policy.load(path)
    archive(path, {f"{i}.npy": about for i in range(1001)})
    with pytest.raises(ValueError, match="1000 arrays"):
        Policy.load(path)
    # Whatever is wrong with one byte of a good file, it is a good file still or a ValueError.
    random = np.random.default_rng(1)
    for place in random.integers(0, len(good), 60).tolist() + list(range(40)) + list(range(len(good) - 300, len(good), 7)):
        path.write_bytes(good[:place] + bytes([good[place] ^ (1 << int(random.integers(8)))]) + good[place + 1 :])
        try:
            Policy.load(path)
        except ValueError:
            pass


def test_python_and_rust_take_the_same_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "weights.npz"
    policy = small(Batch("golems"))
    of_input = policy.inputs[3].__dict__
    changes: list[dict[str, Any]] = [{"about": about} for about in (
        {}, {"more": [1]}, {"layers": 1}, {"layers": 0}, {"layers": 2.0}, {"layers": "2"}, {"layers": -1}, {"format": 1.0},
        {"play": None}, {"inputs": []}, {"inputs": None}, {"inputs": {}}, {"key": None}, {"numbers": True},
        {"inputs": [of_input] * 65},
    )]
    for change in (
        {"pool": "min"}, {"pool": None}, {"scale": [0]}, {"scale": [-1.0]}, {"scale": [1e39]}, {"scale": [1e-46]}, {"scale": 1.0},
        {"scale": []}, {"scale": [True]}, {"scale": [1]}, {"scale": [2.0] * 64, "axis": 0}, {"axis": 7}, {"axis": 7, "scale": [1]},
        {"axis": -1}, {"axis": 1.0}, {"kind": "u16"}, {"kind": None}, {"name": 5}, {"more": 1}, {"shape": [64.0, 16]},
        {"shape": [-1, 16]}, {"shape": "ab"}, {"shape": []},
    ):
        changes.append({"about": {"inputs": [*[given.__dict__ for given in policy.inputs[:3]], {**of_input, **change}]}})
    for name in ("in_bias", "in_0_weight", "rows_3_weight", "hidden_2_weight", "out_bias", "value_weight", "value_bias", "notes"):
        for array in (
            None, np.zeros(0, np.float32), np.zeros((), np.float32), np.zeros((2, 2)), np.zeros((2, 2), np.uint8),
            np.full((3, 3), np.inf, np.float32), np.zeros((1, 1, 1), np.float32), np.zeros(HIDDEN, ">f4"), np.zeros(1, np.float32),
        ):
            changes.append({name: array})
    taken = 0
    monkeypatch.setattr("skirmish_env.policy.check_weights", None)
    for change in changes:
        policy.save(path)
        rewritten(path, **change)
        said: list[str | None] = []
        for read in (lambda: Policy.load(path), lambda: _native.check_weights(path.read_bytes())):
            try:
                read()
                said.append(None)
            except ValueError as fault:
                said.append(str(fault))
        assert (said[0] is None) == (said[1] is None), (change, said)
        taken += said[0] is None
    assert 5 < taken < len(changes) / 2, taken


def test_what_unpacks_to_gigabytes_is_refused_before_it_is_there(tmp_path: Path) -> None:
    import resource

    path = tmp_path / "bomb.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file, file.open("in.bias.npy", "w", force_zip64=True) as entry:
        for _ in range(320):
            entry.write(bytes(1 << 20))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with pytest.raises(ValueError, match="unpacks to more"):
        Policy.load(path)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 900 << 10, "kB"


def test_arrays_are_saved_row_by_row(tmp_path: Path) -> None:
    batch = Batch("golems", 2)
    policy = small(batch)
    turned = {name: np.asfortranarray(array) for name, array in policy.weights.items()}
    turned |= {"notes": np.arange(6, dtype=np.uint8).reshape(2, 3)}
    Policy(policy.key, policy.inputs, 2, policy.numbers, "greedy", turned).save(tmp_path / "turned.npz")
    again = Policy.load(tmp_path / "turned.npz")
    assert all((again.weights[name] == array).all() for name, array in turned.items())
    # Those who play without Python take it too.
    Batch("golems", 1, players=["learner", tmp_path / "turned.npz"]).step()
    np.savez(tmp_path / "fortran.npz", **{name: np.asfortranarray(array) for name, array in np.load(tmp_path / "turned.npz").items()})
    with pytest.raises(ValueError, match="columns come first"):
        Policy.load(tmp_path / "fortran.npz")


def test_choosing_looks_whether_weights_fit(game: str, short: dict[str, Any]) -> None:
    batch = Batch(game, 2, **short)
    policy = small(batch)
    other = Policy({**policy.key, "layout": 99}, policy.inputs, 2, policy.numbers, "greedy", policy.weights)
    envs = skirmish_env.make_vec(game, 2, opponent="random", **short)
    seen, infos = envs.reset(seed=1)
    for observations, masks in ((batch.observations, batch.masks), (seen, infos["action_mask"])):
        policy.choose(observations, masks)
        with pytest.raises(ValueError, match="layout is 99"):
            other.choose(observations, masks)
    with pytest.raises(ValueError, match="numbers"):
        policy.choose(batch.observations, batch.masks[:, 1:])


def test_weights_too_large_to_reckon_with_decide_the_same_everywhere(tmp_path: Path) -> None:
    random = np.random.default_rng(5)
    policy = small(Batch("golems"))
    largest = np.finfo(np.float32).max
    for case in range(6):
        weights = {}
        for name, array in policy.weights.items():
            huge = random.choice([-largest, largest, 0.0, 1.0], array.shape) if case % 2 or "hidden" in name else array
            weights[name] = huge.astype(np.float32)
        extreme = Policy(policy.key, policy.inputs, 2, policy.numbers, "greedy", weights)
        extreme.save(tmp_path / f"{case}.npz")
        # Here Python decides for the first seat, there Rust does; the second seat only ends its turns, and looks.
        here, there = Batch("golems", 1, seed=case), Batch("golems", 1, players=[tmp_path / f"{case}.npz"], seed=case)
        seen: list[list[bytes]] = [[], []]
        for _ in range(3000):
            if len(seen[0]) >= 12:
                break
            if here.deciding[1]:
                seen[0].append(here.observations["units"][1].tobytes())
            assert np.isfinite(extreme.logits(here.observations)).all()
            chosen = extreme.choose(here.observations, here.masks)
            here.step([chosen[0] if here.deciding[0] else 0, 0])
        for _ in seen[0]:
            seen[1].append(there.observations["units"][0].tobytes())
            there.step([0])
        assert len(seen[0]) >= 3 and seen[0] == seen[1], case


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
