"""What `python -m skirmish_env.bench` tells."""

import json

import pytest

from skirmish_env import bench


def test_it_measures_rust_and_python_in_one_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["footsoldiers", "--seconds", "0.05", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["game"] == "footsoldiers" and told["threads"] == 2
    for figure in ("bare", "masks", "decisions", "threaded", "scaling", "python", "python_threaded", "python_scaling"):
        assert told[figure] > 0, figure


def test_unknown_games_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        bench.main(["chess"])
    assert ended.value.code == 2
    assert "chess" in capsys.readouterr().err
