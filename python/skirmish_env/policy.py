"""Trained weights as a policy, in plain numpy.

A network is a few matrices, so a file of `numpy.savez` holds all of it, together with the layout that it was trained for.
Everything is computed in double precision and rounded to single precision at the end: so the order in which numbers are
added makes no difference, and the same weights give the same decisions here and in `skirmish policy`.

This file needs nothing but numpy: `skirmish new --lang policy` puts it beside a bot as it is.
"""

from __future__ import annotations

import json
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

FORMAT = 1
"""The form of files that is read and written."""


class Policy:
    """What weights say to an observation."""

    def __init__(self, about: dict[str, Any], weights: dict[str, NDArray[np.float32]]) -> None:
        """Takes what a file tells of itself, and its matrices by name; a ValueError says what does not fit."""
        if about.get("format") != FORMAT:
            raise ValueError(f"weights of form {about.get('format')}; form {FORMAT} is read here")
        self.about = about
        self.weights = {name: np.asarray(array, np.float32) for name, array in weights.items()}
        for name, array in self.weights.items():
            if not np.isfinite(array).all():
                raise ValueError(f"{name} holds what is no number")
        self._double = {name: array.astype(np.float64) for name, array in self.weights.items()}
        self._check()

    @staticmethod
    def load(path: str | PathLike[str]) -> Policy:
        """Reads a file of weights."""
        with np.load(path, allow_pickle=False) as file:
            arrays = {name: file[name] for name in file.files}
        if "policy" not in arrays:
            raise ValueError(f"{path}: no weights of a policy: they have an entry 'policy' that tells what they are")
        about = json.loads(bytes(arrays.pop("policy")))
        return Policy(about, arrays)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes a file of weights."""
        text = np.frombuffer(json.dumps(self.about).encode(), np.uint8)
        with open(path, "wb") as file:
            np.savez(file, policy=text, **self.weights)  # type: ignore[arg-type]

    def check(self, layout: Any) -> None:
        """Raises a ValueError unless the weights are for this layout: they fit no other."""
        theirs, ours = self.about["key"], layout.key()
        for name in ours:
            if theirs.get(name) != ours[name]:
                raise ValueError(f"the weights do not fit: their {name} is {theirs.get(name)}, here it is {ours[name]}")

    def logits(self, observations: dict[str, NDArray[Any]]) -> NDArray[np.float32]:
        """A number for every choice, legal or not, row by row."""
        hidden: NDArray[np.float64] = self._double["in.bias"]
        for i, entry in enumerate(self.about["inputs"]):
            hidden = hidden + self._input(i, entry, observations[entry["name"]]) @ self._double[f"in.{i}.weight"]
        for layer in range(2, self.about["layers"] + 1):
            hidden = np.maximum(hidden, 0) @ self._double[f"hidden.{layer}.weight"] + self._double[f"hidden.{layer}.bias"]
        out = np.maximum(hidden, 0) @ self._double["out.weight"] + self._double["out.bias"]
        return np.asarray(out, np.float32)

    def choose(
        self,
        observations: dict[str, NDArray[Any]],
        masks: NDArray[Any],
        random: np.random.Generator | None = None,
    ) -> NDArray[np.int32]:
        """A legal number for every row: the best, or one by chance if the weights are to be played so."""
        logits = np.where(masks == 1, self.logits(observations), -np.inf)
        if self.about["play"] == "sample":
            draws = (random or np.random.default_rng()).gumbel(size=logits.shape)
            return np.asarray((logits + draws).argmax(axis=1), np.int32)
        return np.asarray(logits.argmax(axis=1), np.int32)

    def _input(self, i: int, entry: dict[str, Any], array: NDArray[Any]) -> NDArray[np.float64]:
        scale = np.asarray(entry["scale"], np.float32).astype(np.float64)
        shape = [1] * (1 + len(entry["shape"]))
        if len(scale) > 1:
            shape[1 + entry["axis"]] = len(scale)
        scaled = array / scale.reshape(shape)
        if entry["pool"] is None:
            return np.asarray(scaled.reshape(len(array), -1))
        rows = np.maximum(scaled @ self._double[f"rows.{i}.weight"] + self._double[f"rows.{i}.bias"], 0)
        return np.asarray((rows * (array != 0).any(axis=2, keepdims=True)).max(axis=1, initial=0.0))

    def _check(self) -> None:
        """All matrices are there and fit each other."""

        def shaped(name: str, shape: tuple[int, ...]) -> None:
            if name not in self.weights:
                raise ValueError(f"the entry {name} is missing")
            if self.weights[name].shape != shape:
                raise ValueError(f"{name} has the shape {self.weights[name].shape}, not {shape}")

        def width(name: str) -> int:
            if name not in self.weights or self.weights[name].ndim != 1:
                raise ValueError(f"the entry {name} is missing, or not of one axis")
            return len(self.weights[name])

        first = now = width("in.bias")
        for i, entry in enumerate(self.about["inputs"]):
            size = int(np.prod(entry["shape"]))
            if entry["pool"] is not None:
                size = width(f"rows.{i}.bias")
                shaped(f"rows.{i}.weight", (entry["shape"][-1], size))
            shaped(f"in.{i}.weight", (size, first))
        for layer in range(2, self.about["layers"] + 1):
            after = width(f"hidden.{layer}.bias")
            shaped(f"hidden.{layer}.weight", (now, after))
            now = after
        shaped("out.bias", (self.about["numbers"],))
        shaped("out.weight", (now, self.about["numbers"]))
