"""The example that learns runs, saves weights that play, and draws what it recorded."""

from __future__ import annotations

import csv
import importlib.util
import json
import warnings
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from skirmish_env import Batch, Policy

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "train_ppo.py"

if importlib.util.find_spec("torch") is None:
    pytest.skip("NO PYTORCH: THE EXAMPLE THAT LEARNS IS NOT TESTED (pip install ./python[torch])", allow_module_level=True)


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_ppo", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with warnings.catch_warnings():
        # What other libraries warn of while they are loaded is theirs.
        warnings.simplefilter("ignore")
        spec.loader.exec_module(module)
    return module


def test_a_few_seconds_of_training(example: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "zords.npz"
    small = "--games 4 --hidden 16 --rows 8 --every 1 --quick 2 --memory 4000 --warm 1 --updates 2 --threads 1"
    short = ["--config", '{"days": 2, "rounds_per_day": 2}', "--map", "duel", "--out", str(out)]
    example.main(["zords", "--minutes", "0.15", "--imitation", "0.5", "--evaluate", "2", *small.split(), *short])
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines() if line.startswith("{")]
    assert [line["bot"] for line in told] == ["weak", "medium"]
    assert all(0 <= line["low"] <= line["won"] <= line["high"] <= 1 for line in told)
    with open(tmp_path / "zords.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    assert rows and {"minutes", "phase", "weak", "medium"} <= set(rows[0])
    policy = Policy.load(out)
    batch = Batch("zords", 2, players=["learner", "weak"], map="duel", config={"days": 2, "rounds_per_day": 2})
    policy.check(batch.layout)
    for _ in range(20):
        batch.step(policy.choose(batch.observations, batch.masks))
    example.main(["--plot", str(tmp_path / "curve.svg"), str(tmp_path / "zords.csv")])
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")


def test_the_network_is_the_one_of_the_file(example: ModuleType) -> None:
    import torch

    for game in ("zords", "golems", "outbreak"):
        batch = Batch(game, 6, players=["learner", "random"], map="duel" if game == "zords" else None)
        for _ in range(10):
            batch.step(batch.sample())
        network = example.Network(batch.layout, 24, 3, 8)
        policy = network.policy("greedy")
        names = {given.name for given in network.inputs}
        seen = {name: torch.as_tensor(batch.observations[name].copy()).float() for name in names}
        with torch.no_grad():
            logits = network(seen)[0].numpy()
        np.testing.assert_allclose(logits[:, 1:], policy.logits(batch.observations)[:, 1:], rtol=1e-3, atol=1e-4)
