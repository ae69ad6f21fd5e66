"""Shortest ways by breadth-first search, on any board whose points can be put in a set."""

from collections import deque
from typing import Any, Callable, Dict, Iterable, List, Optional

FAR = 1_000_000_000
"""The steps to a point that was not reached."""


class Paths:
    """What a search has found: `steps` to every point reached, the nearest first, and the point it was made `until`."""

    def __init__(self) -> None:
        self.steps: Dict[Any, int] = {}
        self.found: Optional[Any] = None
        self._before: Dict[Any, Any] = {}

    def to(self, point: Any) -> int:
        """Steps from the nearest start; FAR if the point was not reached."""
        return self.steps.get(point, FAR)

    def path(self, goal: Any) -> List[Any]:
        """The way to a point that was reached, without the start and with the goal."""
        way = []
        while goal in self._before:
            way.append(goal)
            goal = self._before[goal]
        return way[::-1]

    def nearest(self, wanted: Callable[[Any], bool]) -> Optional[Any]:
        """The point with the fewest steps that is wanted; None if none is."""
        return next((point for point in self.steps if wanted(point)), None)


def search(
    starts: Iterable[Any],
    around: Callable[[Any], Iterable[Any]],
    passable: Callable[[Any], bool],
    until: Optional[Callable[[Any], bool]] = None,
    limit: int = FAR,
    most: int = 100_000,
) -> Paths:
    """Searches from all starts over passable points.

    It ends at the first point that `until` says yes to (`Paths.found`), or when all is reached that lies at most
    `limit` steps away; with `most` points in all it gives up.
    """
    paths = Paths()
    queue = deque(starts)
    for start in queue:
        paths.steps[start] = 0
    while queue:
        point = queue.popleft()
        if until is not None and until(point):
            paths.found = point
            break
        steps = paths.steps[point] + 1
        if steps > limit or len(paths.steps) >= most:
            continue
        for neighbour in around(point):
            if neighbour not in paths.steps and passable(neighbour):
                paths.steps[neighbour] = steps
                paths._before[neighbour] = point
                queue.append(neighbour)
    return paths
