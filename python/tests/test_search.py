"""States for search."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from test_played import needs_program, skirmish

from skirmish_env import Game, State, games

SEARCH = """
from skirmish_env import bot

def decide(state, seat):
    # Up to three actions, each tried on a copy first.
    actions = []
    while len(actions) < 3 and seat in state.turn()["to_act"]:
        action = state.sample(seat, len(actions))
        if action is None:
            break
        ahead = state.clone()
        ahead.act(seat, action)
        ahead.close()
        assert ahead.hash() != state.hash()
        state.act(seat, action)
        actions.append(action)
    return actions

bot.search(decide)
"""


def test_two_ways_through_a_turn(game: str) -> None:
    start = Game(game).new(seed=5)
    stepped, acted = start.clone(), start.clone()
    for turn in range(6):
        told = acted.turn()
        orders = {seat: [] for seat in told["to_act"]}
        for seat in told["to_act"]:
            action = acted.sample(seat, turn)
            if action is not None:
                assert action in acted.legal(seat) or game in ("zords", "outbreak", "footsoldiers")
                acted.act(seat, action)
                orders[seat].append(action)
        acted.close()
        assert stepped.step(orders) == []
        assert stepped.hash() == acted.hash()
        assert stepped.position() == acted.position()
    assert start.hash() == Game(game).new(seed=5).hash(), "copies are copies"


def test_positions_and_views_come_back(game: str) -> None:
    state = Game(game).new(seed=2)
    assert State.from_position(game, state.position()).hash() == state.hash()
    seat = state.turn()["to_act"][0]
    view = state.view(seat)
    told = Game(game).from_views(view, view)
    assert told.turn()["to_act"] == state.turn()["to_act"]
    assert told.legal(seat) == state.legal(seat)
    assert isinstance(state.outcome(), dict) and not state.over


def test_refusals_say_why() -> None:
    state = Game("golems").new()
    with pytest.raises(ValueError, match="no_such_unit"):
        state.act("p0", {"do": "move", "unit": 99, "x": 0, "y": 0})
    with pytest.raises(ValueError, match="p0"):
        state.legal("p7")
    with pytest.raises(ValueError, match="not to act"):
        state.step({"p1": []})
    with pytest.raises(ValueError, match="golems"):
        Game("golem")
    assert state.step({"p0": [{"do": "fly"}]})[0]["reason"] == "unknown_action"
    assert set(games()) == {"outbreak", "infection", "golems", "footsoldiers", "zords"}


@needs_program
def test_a_search_plays_under_the_referee(game: str, short: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "search.py").write_text(SEARCH)
    words = [word for key, value in short["config"].items() for word in ("--set", f"{key}={value}")]
    words += ["--map", short["map"]] if "map" in short else []
    # Level `off`: this Python with its package lies anywhere.
    bot = f"{sys.executable} {tmp_path / 'search.py'}"
    told = skirmish("play", game, bot, "builtin:weak", *words, "--sandbox", "off", "--json", folder=tmp_path)
    seat = told["match"]["seats"][0]
    assert seat["ending"] == "finished" and not seat["faults"] and seat["requests"] > 1, told
    # Where much is hidden, what was imagined may turn out to be impossible.
    assert game == "outbreak" or not seat["rejected"], told


def test_states_are_copied_and_pickled(game: str) -> None:
    state = Game(game).new(seed=4)
    for again in (copy.copy(state), copy.deepcopy({"a": [state]})["a"][0], pickle.loads(pickle.dumps(state))):
        assert again.game == game and again.hash() == state.hash() and again is not state
        seat = again.turn()["to_act"][0]
        assert again.legal(seat) == state.legal(seat)
        again.step({})
        assert again.hash() != state.hash()
    seat = state.turn()["to_act"][0]
    state.act(seat, state.sample(seat))
    with pytest.raises(ValueError, match="close it first"):
        pickle.dumps(state)
    state.close()
    assert pickle.loads(pickle.dumps(state)).hash() == state.hash()


def test_python_that_runs_while_values_are_converted_may_use_the_state(tmp_path: Path) -> None:
    program = """
from skirmish_env import Game
state = Game("golems").new()
class Number:
    def item(self):
        return state.hash() % 7
for use in (
    lambda: state.act("p0", {"do": "move", "unit": Number(), "x": 0, "y": 0}),
    lambda: state.step({"p0": [{"do": "move", "unit": Number(), "x": 0, "y": 0}]}),
):
    try:
        use()
    except ValueError:
        pass
print("done")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=30, cwd=tmp_path)
    assert done.stdout.strip() == "done", done.stderr
