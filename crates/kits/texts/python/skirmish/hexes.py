"""Hexes in axial coordinates: points are tuples (x, y), directions ("facings") are 0 to 5."""

from typing import List, Tuple

Point = Tuple[int, int]

DIRECTIONS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]


def distance(a: Point, b: Point) -> int:
    """Steps between two hexes."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    return max(abs(dx), abs(dy), abs(dx + dy))


def ahead(at: Point, facing: int) -> Point:
    """The neighbour in a direction."""
    dx, dy = DIRECTIONS[facing % 6]
    return (at[0] + dx, at[1] + dy)


def around(at: Point) -> List[Point]:
    """The six neighbours, by direction."""
    return [ahead(at, facing) for facing in range(6)]


def facing_to(start: Point, goal: Point) -> int:
    """The direction whose neighbour is nearest to the goal; the first of equals."""
    return min(range(6), key=lambda facing: distance(ahead(start, facing), goal))


def turn_to(facing: int, wanted: int) -> int:
    """The turn (+1 or -1) that brings one facing nearer to another; 0 if it is there."""
    steps = (wanted - facing) % 6
    return 0 if steps == 0 else 1 if steps <= 3 else -1
