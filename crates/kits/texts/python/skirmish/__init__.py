"""The kit's library: the protocol loop, the game's types, geometry and paths. Standard library only."""

from .loop import End, Hello, Rejected, Turn, log, note, resign, run
from .model import act

__all__ = ["End", "Hello", "Rejected", "Turn", "act", "log", "note", "resign", "run"]
