"""Layouts as Gymnasium's spaces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .batch import Layout, Observations

KINDS: dict[str, type[np.integer[Any]]] = {"u8": np.uint8, "i16": np.int16}


def observation_space(layout: Layout, names: Iterable[str]) -> spaces.Dict:
    """The arrays of an observation."""
    boxes: dict[str, spaces.Space[Any]] = {}
    wanted = set(names)
    for array in layout.arrays:
        if array["name"] in wanted:
            kind = KINDS[array["kind"]]
            limits = np.iinfo(kind)
            boxes[array["name"]] = spaces.Box(limits.min, limits.max, tuple(array["shape"]), kind)
    return spaces.Dict(boxes)


def action_space(layout: Layout, whole: bool = False) -> spaces.Discrete | spaces.MultiDiscrete:
    """The numbers to choose from; in the whole-turn mode for each unit."""
    if whole:
        return spaces.MultiDiscrete([layout.numbers] * layout.scope["units"])
    return spaces.Discrete(layout.numbers)


def row(observations: dict[str, NDArray[Any]], index: int, layout: Layout) -> Observations:
    """A copy of one row."""
    return Observations({name: array[index].copy() for name, array in observations.items()}, layout)
