"""Strict reading of JSON values: whatever is missing or of another kind is named, with the place where it should be.

A reader takes a value and returns it as a program wants it; `key` finds the value and says where it was.
"""

from __future__ import annotations

from typing import Any, Callable, List, Optional


class Unreadable(Exception):
    """A message is not what this kit was made for. Make a new kit with `skirmish new` if the rules have changed."""


def key(record: str, json: Any, name: str, read: Callable[[Any], Any]) -> Any:
    """The value behind a key that must be there."""
    if not isinstance(json, dict):
        raise Unreadable(f"{record}: {json!r} is not an object")
    if name not in json:
        raise Unreadable(f"{record}.{name} is missing; there are {', '.join(json)}")
    return _read(record, name, json[name], read)


def maybe(record: str, json: Any, name: str, read: Callable[[Any], Any]) -> Optional[Any]:
    """The value behind a key, or None if it is null or not there."""
    if not isinstance(json, dict):
        raise Unreadable(f"{record}: {json!r} is not an object")
    value = json.get(name)
    return None if value is None else _read(record, name, value, read)


def _read(record: str, name: str, value: Any, read: Callable[[Any], Any]) -> Any:
    try:
        return read(value)
    except Unreadable as error:
        raise Unreadable(f"{record}.{name}: {error}") from None


def whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise Unreadable(f"{value!r} is not a whole number")
    return value


def number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Unreadable(f"{value!r} is not a number")
    return value


def truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise Unreadable(f"{value!r} is neither true nor false")
    return value


def text(value: Any) -> str:
    if not isinstance(value, str):
        raise Unreadable(f"{value!r} is not a string")
    return value


def anything(value: Any) -> Any:
    return value


def word(*words: str) -> Callable[[Any], str]:
    """One of some words."""

    def read(value: Any) -> str:
        if value not in words:
            raise Unreadable(f"{value!r} is not one of {', '.join(words)}")
        return value

    return read


def many(read: Callable[[Any], Any]) -> Callable[[Any], List[Any]]:
    """A list of values of one kind."""

    def read_all(value: Any) -> List[Any]:
        if not isinstance(value, list):
            raise Unreadable(f"{value!r} is not a list")
        return [read(entry) for entry in value]

    return read_all


def or_none(read: Callable[[Any], Any]) -> Callable[[Any], Optional[Any]]:
    """A value, or null."""
    return lambda value: None if value is None else read(value)
