"""Games for search."""

from __future__ import annotations

from typing import Any

from ._native import State, games, versions


class Game:
    """A game by name, whose states can be copied and played on.

    >>> game = Game("golems")
    >>> state = game.new(seed=7)
    >>> seat = state.turn()["to_act"][0]
    >>> child = state.clone()
    >>> child.act(seat, child.legal(seat)[-1])
    >>> child.close()
    >>> child.hash() != state.hash()
    True
    """

    def __init__(self, name: str) -> None:
        self.version, self.layout = versions(name)
        self.name = name

    def new(self, seed: int = 0, **setup: Any) -> State:
        """A new game. `setup`: config, map, seats, opening."""
        return State.new(self.name, seed, **setup)

    def from_position(self, position: dict[str, Any]) -> State:
        """The state of a position."""
        return State.from_position(self.name, position)

    def from_views(self, first: dict[str, Any], latest: dict[str, Any]) -> State:
        """The state as a seat may imagine it that was sent these views: its first and its latest."""
        return State.from_views(self.name, first, latest)

    def __repr__(self) -> str:
        return f"Game({self.name!r})"


def restored(game: str, position: dict[str, Any]) -> State:
    """A state that was pickled."""
    return State.from_position(game, position)


__all__ = ["Game", "State", "games"]
