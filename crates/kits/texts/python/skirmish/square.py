"""Squares: points are tuples (x, y)."""

from typing import List, Tuple

Point = Tuple[int, int]


def manhattan(a: Point, b: Point) -> int:
    """Steps between two squares over the four neighbours."""
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def chebyshev(a: Point, b: Point) -> int:
    """Steps between two squares over the eight neighbours."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def around4(at: Point) -> List[Point]:
    """The four neighbours: right, left, then the two along y."""
    x, y = at
    return [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def around8(at: Point) -> List[Point]:
    """The eight neighbours."""
    x, y = at
    return around4(at) + [(x + 1, y + 1), (x + 1, y - 1), (x - 1, y + 1), (x - 1, y - 1)]
