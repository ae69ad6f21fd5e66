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

where `relu` never gives more than 1e30, and logits stay within what 32 bits hold: so there are no infinities, however large
the weights are. `value.weight` and `value.bias` may be there too, for further training. Everything is reckoned with 64 bits
and the logits rounded to 32, so that who plays elsewhere chooses the same.

This module needs nothing but numpy: `skirmish new --lang policy` puts it beside a bot as it is. In the package the rules are
there too, and so a file is held to them when it is loaded: those who play weights without Python take the very same files.
"""

from __future__ import annotations

import io
import json
import math
import os
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from .batch import Layout

check_weights: Callable[[bytes], None] | None
try:
    from ._native import check_weights
except ImportError:
    # Beside a bot: there the referee looks whether the weights fit, before anything is asked.
    check_weights = None

FORMAT = 1
LARGEST = 256 << 20
"""The largest file that is read, and the most that is unpacked of it."""
MOST_ARRAYS = 1000
LONGEST_HEADER = 4096
MOST = 64
"""The most inputs and layers that a network may have."""
MOST_HIDDEN = 1e30
"""What comes out of a hidden layer is never more: nothing that is reckoned from it can become infinite."""
MOST_LOGIT = float(np.finfo(np.float32).max)

Floats = NDArray[np.float32]


def relu(array: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.minimum(np.maximum(array, 0.0), MOST_HIDDEN)


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
        if not isinstance(self.name, str) or self.kind not in ("u8", "i16") or self.pool not in (None, "max"):
            return f"input {self.name!r} has an unknown kind or pool, or no name"
        if not isinstance(self.shape, list) or not all(_is_count(size) and size > 0 for size in self.shape):
            return f"input {self.name!r} has no good shape"
        if not _is_count(self.axis) or not isinstance(self.scale, list):
            return f"input {self.name!r} needs an axis and a list of scales"
        columns = self.shape[self.axis] if self.axis < len(self.shape) else 1
        if len(self.scale) not in (1, columns) or not all(_is_scale(scale) for scale in self.scale):
            return f"input {self.name!r} needs one positive scale for each of its {columns} columns, or one for all"
        if self.pool == "max" and len(self.shape) != 2:
            return f"input {self.name!r} is pooled, so it must have rows and columns"
        return None


def _is_count(number: Any) -> bool:
    """What JSON has as true and false, and 2.0, are no counts."""
    return type(number) is int and 0 <= number < 2**53


def _is_scale(scale: Any) -> bool:
    """As it is after rounding to 32 bits."""
    if type(scale) not in (int, float) or not abs(scale) <= MOST_LOGIT:
        return False
    return bool(np.float32(scale) > 0)


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
    _fits: Any = field(default=None, repr=False, compare=False)
    """The layout that was looked at last and fits."""

    def __post_init__(self) -> None:
        used = self._validate()
        # Row by row, as others read them; a transposed array of numpy is not.
        self.weights = {name: np.asarray(array, order="C") for name, array in self.weights.items()}
        self._wide = {name: self.weights[name].astype(np.float64) for name in used}

    @staticmethod
    def load(path: str | PathLike[str]) -> Policy:
        """Reads a file. ValueError says what is wrong with a bad one, or that this version of the package has another layout."""
        with open(path, "rb") as opened:
            content = opened.read(LARGEST + 1)
        try:
            entries = _arrays(content)
        # A file of strangers: whatever it makes of the readers of zip archives and arrays, it is a bad file.
        except Exception as fault:
            raise ValueError(f"{os.fspath(path)} is no file of weights: {fault}") from None
        if "policy" not in entries:
            raise ValueError(f"{os.fspath(path)} has no entry 'policy'")
        try:
            policy = _policy(entries)
            if check_weights is not None:
                check_weights(content)
            return policy
        except (KeyError, TypeError) as fault:
            raise ValueError(f"{os.fspath(path)}: its entry 'policy' lacks something or has too much: {fault}") from None
        except Exception as fault:
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

    def _look(self, observations: Mapping[str, NDArray[Any]], masks: NDArray[Any]) -> None:
        """ValueError unless the weights were trained for what they are shown. Arrays of a batch know their layout."""
        layout = getattr(observations, "layout", None)
        if layout is not None and layout is not self._fits:
            self.check(layout)
            self._fits = layout
        if masks.shape[-1] != self.numbers:
            raise ValueError(f"the weights choose from {self.numbers} numbers, but the masks have {masks.shape[-1]}")

    def logits(self, observations: Mapping[str, NDArray[Any]]) -> Floats:
        """The logits of all numbers, legal or not, for arrays with a row for each observation."""
        wide = self._wide
        hidden = wide["in.bias"]
        for i, given in enumerate(self.inputs):
            read = self._read(i, given, np.asarray(observations[given.name]))
            hidden = hidden + read @ wide[f"in.{i}.weight"]
        hidden = relu(hidden)
        for layer in range(2, self.layers + 1):
            hidden = relu(hidden @ wide[f"hidden.{layer}.weight"] + wide[f"hidden.{layer}.bias"])
        logits = np.clip(hidden @ wide["out.weight"] + wide["out.bias"], -MOST_LOGIT, MOST_LOGIT)
        narrow: Floats = logits.astype(np.float32)
        return narrow

    def _read(self, i: int, given: Input, array: NDArray[Any]) -> NDArray[np.float64]:
        """What the first layer takes of one input."""
        if list(array.shape[1:]) != given.shape:
            raise ValueError(f"{given.name!r} has the shape {list(array.shape[1:])}, but the weights need {given.shape}")
        scaled: NDArray[np.float64] = array / given.divisor()
        if given.pool is None:
            return scaled.reshape(len(array), given.size)
        rows = relu(scaled @ self._wide[f"rows.{i}.weight"] + self._wide[f"rows.{i}.bias"])
        # No number is below 0 after relu: empty rows at 0 change no maximum, and leave 0 if there is nothing else.
        pooled: NDArray[np.float64] = np.where((array != 0).any(axis=2)[:, :, None], rows, 0.0).max(axis=1)
        return pooled

    def choose(
        self,
        observations: Mapping[str, NDArray[Any]],
        masks: NDArray[Any],
        random: np.random.Generator | None = None,
    ) -> NDArray[np.int32]:
        """A legal number for each row: the best, or one that is drawn, as the file says. ValueError if the observations are
        those of a batch whose layout is not the one of the weights."""
        self._look(observations, masks)
        logits = np.where(masks != 0, self.logits(observations).astype(np.float64), -np.inf)
        if self.play == "sample":
            random = random or np.random.default_rng()
            # The greatest of logits with such noise is a draw from their softmax.
            logits = logits + random.gumbel(size=logits.shape)
        chosen: NDArray[np.int32] = np.argmax(logits, axis=1).astype(np.int32)
        return chosen

    def _validate(self) -> set[str]:
        """Everything that playing needs is there, in shapes that fit together; the names of it."""
        if self.play not in ("greedy", "sample"):
            raise ValueError(f"play is 'greedy' or 'sample', not {self.play!r}")
        if not isinstance(self.key, dict) or not _is_count(self.layers) or not _is_count(self.numbers):
            raise ValueError("a policy has the key of a layout, and counts of its layers and numbers")
        if not 1 <= self.layers <= MOST or self.numbers < 1 or not 1 <= len(self.inputs) <= MOST:
            raise ValueError(f"a policy has at least one input, one layer and one number, and at most {MOST} inputs and layers")
        for given in self.inputs:
            if (fault := given.fault()) is not None:
                raise ValueError(fault)
        self._used: set[str] = set()
        hidden = self._shape("in.bias", 1)[0]
        for i, given in enumerate(self.inputs):
            size = given.size
            if given.pool is not None:
                size = self._shape(f"rows.{i}.bias", 1)[0]
                self._has(f"rows.{i}.weight", (given.shape[1], size))
            self._has(f"in.{i}.weight", (size, hidden))
        for layer in range(2, self.layers + 1):
            after = self._shape(f"hidden.{layer}.bias", 1)[0]
            self._has(f"hidden.{layer}.weight", (hidden, after))
            hidden = after
        self._has("out.weight", (hidden, self.numbers))
        self._has("out.bias", (self.numbers,))
        if "value.weight" in self.weights or "value.bias" in self.weights:
            self._has("value.weight", (hidden, 1))
            self._has("value.bias", (1,))
        return self._used

    def _shape(self, name: str, axes: int) -> tuple[int, ...]:
        if name not in self.weights:
            raise ValueError(f"the entry {name} is missing")
        array = self.weights[name]
        if array.dtype != np.float32:
            raise ValueError(f"{name} is made of {array.dtype}, not of float32")
        if len(array.shape) != axes or array.size == 0:
            raise ValueError(f"{name} has the shape {array.shape}, but {axes} axes are needed")
        if name not in self._used and not np.isfinite(array).all():
            raise ValueError(f"{name} has numbers that are not finite")
        self._used.add(name)
        return array.shape

    def _has(self, name: str, wanted: tuple[int, ...]) -> None:
        if self._shape(name, len(wanted)) != wanted:
            raise ValueError(f"{name} has the shape {self.weights[name].shape}, but {wanted} is needed")


def _arrays(content: bytes) -> dict[str, NDArray[Any]]:
    """The arrays of a file of `numpy.savez`, read as those read them who play without Python: nothing is unpacked that is
    larger than weights can be, and nothing is evaluated."""
    if len(content) > LARGEST:
        raise ValueError(f"more than {LARGEST >> 20} MB")
    arrays, room = {}, LARGEST
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if len(archive.infolist()) > MOST_ARRAYS:
            raise ValueError(f"more than {MOST_ARRAYS} arrays")
        for entry in archive.infolist():
            if not entry.filename.endswith(".npy"):
                raise ValueError("it holds something that is no array")
            if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise ValueError(f"{entry.filename} is packed in a way that is not read here; numpy.savez packs nothing")
            with archive.open(entry) as file:
                unpacked = file.read(room + 1)
            room -= len(unpacked)
            if room < 0:
                raise ValueError("it unpacks to more than any weights have")
            name = entry.filename.removesuffix(".npy")
            try:
                arrays[name] = _array(unpacked)
            except ValueError as fault:
                raise ValueError(f"{name}: {fault}") from None
    return arrays


def _array(data: bytes) -> NDArray[Any]:
    """One `.npy` file."""
    if data[:6] != b"\x93NUMPY" or len(data) < 10 or data[6] not in (1, 2, 3):
        raise ValueError("not an array of numpy")
    wide = 2 if data[6] == 1 else 4
    begin = 8 + wide
    end = begin + int.from_bytes(data[8:begin], "little")
    if end - begin > LONGEST_HEADER or end > len(data):
        raise ValueError("its header is broken off")
    header = data[begin:end].decode()

    def value(name: str) -> str:
        before, quoted, after = header.partition(f"'{name}':")
        if not quoted:
            raise ValueError(f"its header has no {name}")
        return after.lstrip()

    inner, closed, _ = value("shape").removeprefix("(").partition(")")
    if not value("shape").startswith("(") or not closed:
        raise ValueError("its shape cannot be read")
    sizes = [size.strip() for size in inner.split(",") if size.strip()]
    if not all(size.isascii() and size.isdigit() and len(size) < 12 for size in sizes):
        raise ValueError(f"its shape is {sizes}")
    shape = [int(size) for size in sizes]
    if value("fortran_order").startswith("True"):
        raise ValueError("its columns come first; save it with numpy.ascontiguousarray")
    kind = value("descr")
    known = [dtype for name, dtype in (("'<f4'", np.dtype("<f4")), ("'|u1'", np.dtype("u1"))) if kind.startswith(name)]
    if not known:
        raise ValueError(f"its numbers are {kind[:12]}, neither float32 nor uint8")
    if math.prod(shape) * known[0].itemsize != len(data) - end:
        raise ValueError(f"{len(data) - end} bytes for {math.prod(shape)} numbers")
    return np.frombuffer(data, known[0], offset=end).reshape(shape).copy()


def _policy(entries: dict[str, NDArray[Any]]) -> Policy:
    """The policy of a file; whatever is wrong with what it tells of itself is raised as it comes."""
    words = entries.pop("policy")
    if words.dtype != np.uint8:
        raise ValueError("its entry 'policy' is no text")

    def refuse(constant: str) -> None:
        raise ValueError(f"{constant} is no JSON")

    about = json.loads(words.tobytes().decode(), parse_constant=refuse)
    if type(about["format"]) is not int or about["format"] != FORMAT:
        raise ValueError(f"format {about['format']!r} is not known here: only {FORMAT} is")
    inputs = [Input(**given) for given in about["inputs"]]
    return Policy(about["key"], inputs, about["layers"], about["numbers"], about["play"], entries)
