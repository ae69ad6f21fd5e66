"""What the tests share: the games, and short ones of them."""

from __future__ import annotations

from typing import Any

import pytest

import skirmish_env

SHORT: dict[str, dict[str, Any]] = {
    "outbreak": {"config": {"max_turns": 12}},
    "infection": {"config": {"turn_limit": 12}},
    "golems": {"config": {"max_turns": 12}},
    "footsoldiers": {"config": {"total_turns": 20}},
    "zords": {"config": {"days": 2, "rounds_per_day": 2}, "map": "duel"},
}


@pytest.fixture(params=skirmish_env.games())
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def short(game: str) -> dict[str, Any]:
    """What makes a game short, so that episodes end."""
    return SHORT[game]
