"""Gymnasium's registry: `gymnasium.make("skirmish_env:skirmish/Golems-v1")`.

Gymnasium 1 looks for no plugins. What stands before the colon is imported first, which registers the games; where the package
is imported already, `skirmish/Golems-v1` is enough.
"""

from __future__ import annotations

import gymnasium

from ._native import games, versions


def env_id(game: str) -> str:
    """The name that Gymnasium knows a game by. Its version is that of the game's rules."""
    return f"skirmish/{game.capitalize()}-v{versions(game)[0]}"


def register() -> None:
    """Registers all games. Doing it again does nothing."""
    for game in games():
        if env_id(game) not in gymnasium.registry:
            gymnasium.register(
                id=env_id(game),
                entry_point="skirmish_env.gym:make",
                vector_entry_point="skirmish_env.gym:make_vec",
                kwargs={"game": game},
                disable_env_checker=True,
                order_enforce=True,
            )
