"""A trained policy as a file of plain numbers: whoever reads it needs no library that trains.

The file is one of `numpy.savez`. Its entry `policy` is JSON (as bytes of UTF-8):

    {"format": 1, "key": {...}, "layers": 2, "numbers": 160, "play": "greedy",
     "inputs": [{"name": "units", "kind": "i16", "shape": [64, 16], "axis": 1, "scale": [...], "pool": "max"}, ...]}

The others are weights, as 32-bit numbers. An input without a pool is its array, flattened and divided by its scales. One
that is pooled has a row for each thing: `relu(row @ rows.i.weight + rows.i.bias)`, and of all rows that are not empty the
greatest, column by column. Then

    h = relu(sum of inputs @ in.i.weight + in.bias)
    h = relu(h @ hidden.l.weight + hidden.l.bias)        for l = 2 .. layers
    logits = h @ out.weight + out.bias

`value.weight` and `value.bias` may be there too, for further training. Everything is reckoned with 64 bits and the logits
rounded to 32, so that who plays elsewhere chooses the same.

This module needs nothing but numpy: `skirmish new --lang policy` puts it beside a bot as it is.
"""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from .batch import Layout

FORMAT = 1

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Input:
    """One array of the observation, as the network takes it in."""

    name: str
    kind: str
    shape: list[int]
    axis: int
    scale: list[float]
    """What to divide by: one number for each column along the axis, or one for all."""
    pool: str | None = None
    """`max` for rows of which the greatest counts; without it the array is taken flat."""

    @staticmethod
    def of(layout: Layout, name: str, pool: str | None = None) -> Input:
        """An array of a layout, with its own scales."""
        array = next((array for array in layout.arrays if array["name"] == name), None)
        if array is None:
            raise ValueError(f"{layout.game} has no array {name!r}")
        scale = [float(column["scale"]) for column in array["columns"]]
        return Input(name, array["kind"], list(array["shape"]), array["axis"], scale, pool)

    @property
    def size(self) -> int:
        """How many numbers the array has."""
        return int(np.prod(self.shape, dtype=np.int64))

    def divisor(self) -> NDArray[np.float64]:
        """The scales in a shape that broadcasts."""
        shape = [1] * len(self.shape)
        if len(self.scale) > 1:
            shape[self.axis] = len(self.scale)
        return np.array(self.scale, np.float32).astype(np.float64).reshape(shape)

    def fault(self) -> str | None:
        """What is wrong with it."""
        if self.kind not in ("u8", "i16") or self.pool not in (None, "max"):
            return f"input {self.name!r} has an unknown kind or pool"
        if not all(isinstance(size, int) and size > 0 for size in self.shape):
            return f"input {self.name!r} has no good shape"
        columns = self.shape[self.axis] if 0 <= self.axis < len(self.shape) else 1
        if len(self.scale) not in (1, columns) or not all(np.isfinite(scale) and scale > 0 for scale in self.scale):
            return f"input {self.name!r} needs one positive scale for each of its {columns} columns, or one for all"
        if self.pool == "max" and (len(self.shape) != 2 or len(self.scale) > 1 and self.axis != 1):
            return f"input {self.name!r} is pooled, so it must have rows and columns"
        return None


@dataclass
class Policy:
    """Weights, and what they are for."""

    key: dict[str, Any]
    """The layout that they were trained for; they fit no other."""
    inputs: list[Input]
    layers: int
    numbers: int
    play: str
    """`greedy` chooses the greatest legal logit, `sample` draws."""
    weights: dict[str, Floats]
    _wide: dict[str, NDArray[np.float64]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        self._validate()
        self._wide = {name: array.astype(np.float64) for name, array in self.weights.items()}

    @staticmethod
    def load(path: str | PathLike[str]) -> Policy:
        """Reads a file. ValueError says what is wrong with a bad one."""
        try:
            with open(path, "rb") as opened, np.load(opened, allow_pickle=False) as file:
                entries = {name: file[name] for name in file.files}
        except (OSError, EOFError, zipfile.BadZipFile, ValueError, AttributeError) as fault:
            if isinstance(fault, OSError) and fault.errno is not None:
                raise
            raise ValueError(f"{os.fspath(path)} is no file of weights: {fault}") from None
        if "policy" not in entries:
            raise ValueError(f"{os.fspath(path)} has no entry 'policy'")
        try:
            about = json.loads(entries.pop("policy").tobytes().decode())
            if about["format"] != FORMAT:
                raise ValueError(f"format {about['format']!r} is not known here: only {FORMAT} is")
            inputs = [Input(**given) for given in about["inputs"]]
            return Policy(
                about["key"], inputs, int(about["layers"]), int(about["numbers"]), about["play"], entries
            )
        except (KeyError, TypeError) as fault:
            raise ValueError(f"{os.fspath(path)}: its entry 'policy' lacks something or has too much: {fault}") from None
        except ValueError as fault:
            raise ValueError(f"{os.fspath(path)}: {fault}") from None

    def save(self, path: str | PathLike[str]) -> None:
        """Writes a file. One that is there is replaced only when the new one is complete."""
        about = {
            "format": FORMAT,
            "key": self.key,
            "inputs": [asdict(given) for given in self.inputs],
            "layers": self.layers,
            "numbers": self.numbers,
            "play": self.play,
        }
        words = np.frombuffer(json.dumps(about).encode(), np.uint8)
        entries: dict[str, NDArray[Any]] = {"policy": words, **self.weights}
        part = f"{os.fspath(path)}.part"
        with open(part, "wb") as file:
            np.savez(file, **entries)  # type: ignore[arg-type]
        os.replace(part, path)

    def check(self, layout: Layout) -> None:
        """ValueError says what differs, if the weights were trained for another layout."""
        here = layout.key()
        for name in {**here, **self.key}:
            if self.key.get(name) != here.get(name):
                raise ValueError(
                    f"the weights were trained for another layout: {name} is {self.key.get(name)} in the file, "
                    f"but {here.get(name)} here"
                )
        if self.numbers != layout.numbers:
            raise ValueError(f"the weights choose from {self.numbers} numbers, but the layout has {layout.numbers}")
        for given in self.inputs:
            array = next((array for array in layout.arrays if array["name"] == given.name), None)
            if array is None:
                raise ValueError(f"the weights read {given.name!r}, an array that the layout does not have")
            if list(array["shape"]) != given.shape or array["kind"] != given.kind:
                raise ValueError(f"{given.name!r} has the shape {array['shape']} here, but {given.shape} in the file")

    def logits(self, observations: Mapping[str, NDArray[Any]]) -> Floats:
        """The logits of all numbers, legal or not, for arrays with a row for each observation."""
        wide = self._wide
        hidden = wide["in.bias"]
        for i, given in enumerate(self.inputs):
            read = self._read(i, given, np.asarray(observations[given.name]))
            hidden = hidden + read @ wide[f"in.{i}.weight"]
        hidden = np.maximum(hidden, 0.0)
        for layer in range(2, self.layers + 1):
            hidden = np.maximum(hidden @ wide[f"hidden.{layer}.weight"] + wide[f"hidden.{layer}.bias"], 0.0)
        logits: Floats = (hidden @ wide["out.weight"] + wide["out.bias"]).astype(np.float32)
        return logits

    def _read(self, i: int, given: Input, array: NDArray[Any]) -> NDArray[np.float64]:
        """What the first layer takes of one input."""
        if list(array.shape[1:]) != given.shape:
            raise ValueError(f"{given.name!r} has the shape {list(array.shape[1:])}, but the weights need {given.shape}")
        scaled: NDArray[np.float64] = array / given.divisor()
        if given.pool is None:
            return scaled.reshape(len(array), given.size)
        rows = np.maximum(scaled @ self._wide[f"rows.{i}.weight"] + self._wide[f"rows.{i}.bias"], 0.0)
        # No number is below 0 after relu: empty rows at 0 change no maximum, and leave 0 if there is nothing else.
        pooled: NDArray[np.float64] = np.where((array != 0).any(axis=2)[:, :, None], rows, 0.0).max(axis=1)
        return pooled

    def choose(
        self,
        observations: Mapping[str, NDArray[Any]],
        masks: NDArray[Any],
        random: np.random.Generator | None = None,
    ) -> NDArray[np.int32]:
        """A legal number for each row: the best, or one that is drawn, as the file says."""
        logits = np.where(masks != 0, self.logits(observations).astype(np.float64), -np.inf)
        if self.play == "sample":
            random = random or np.random.default_rng()
            # The greatest of logits with such noise is a draw from their softmax.
            logits = logits + random.gumbel(size=logits.shape)
        chosen: NDArray[np.int32] = np.argmax(logits, axis=1).astype(np.int32)
        return chosen

    def _validate(self) -> None:
        """Everything that playing needs is there, in shapes that fit together."""
        if self.play not in ("greedy", "sample"):
            raise ValueError(f"play is 'greedy' or 'sample', not {self.play!r}")
        if self.layers < 1 or self.numbers < 1 or not self.inputs:
            raise ValueError("a policy has at least one input, one layer and one number")
        for given in self.inputs:
            if (fault := given.fault()) is not None:
                raise ValueError(fault)
        for name, array in self.weights.items():
            if array.dtype != np.float32:
                raise ValueError(f"{name} is made of {array.dtype}, not of float32")
            if not np.isfinite(array).all():
                raise ValueError(f"{name} has numbers that are not finite")
        hidden = self._shape("in.bias", 1)[0]
        for i, given in enumerate(self.inputs):
            size = given.size
            if given.pool is not None:
                size = self._shape(f"rows.{i}.bias", 1)[0]
                self._fits(f"rows.{i}.weight", (given.shape[1], size))
            self._fits(f"in.{i}.weight", (size, hidden))
        for layer in range(2, self.layers + 1):
            after = self._shape(f"hidden.{layer}.bias", 1)[0]
            self._fits(f"hidden.{layer}.weight", (hidden, after))
            hidden = after
        self._fits("out.weight", (hidden, self.numbers))
        self._fits("out.bias", (self.numbers,))
        if "value.weight" in self.weights or "value.bias" in self.weights:
            self._fits("value.weight", (hidden, 1))
            self._fits("value.bias", (1,))

    def _shape(self, name: str, axes: int) -> tuple[int, ...]:
        if name not in self.weights:
            raise ValueError(f"the entry {name} is missing")
        shape = self.weights[name].shape
        if len(shape) != axes:
            raise ValueError(f"{name} has the shape {shape}, but {axes} axes are needed")
        return shape

    def _fits(self, name: str, wanted: tuple[int, ...]) -> None:
        if self._shape(name, len(wanted)) != wanted:
            raise ValueError(f"{name} has the shape {self.weights[name].shape}, but {wanted} is needed")
