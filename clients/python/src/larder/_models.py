from __future__ import annotations

from dataclasses import dataclass, field, fields, is_dataclass
from datetime import datetime
from types import NoneType
from typing import Any, ClassVar, Mapping, TypeVar, get_args, get_origin, get_type_hints

M = TypeVar("M", bound="Model")


@dataclass(frozen=True)
class Model:
    """What the API sends, with the names of the API."""

    extra: Mapping[str, Any] = field(default_factory=dict, hash=False, kw_only=True)
    """Members that a later version of the API added."""

    _what: ClassVar[str]

    def __init_subclass__(cls, what: str) -> None:
        cls._what = what

    @classmethod
    def from_json(cls: type[M], value: object) -> M:
        """From parsed JSON. A missing optional member is None; a ValueError says what is wrong."""
        if not isinstance(value, dict):
            raise ValueError(f"expected {cls._what} as a JSON object, not {value!r:.60}")
        types = _types_of(cls)
        members = {}
        for name, kind in types.items():
            try:
                members[name] = _read(kind, value.get(name))
            except _WrongType as expected:
                raise ValueError(
                    f"{name} of {cls._what} is {value.get(name)!r:.60}; it must be {expected}"
                ) from None
        return cls(**members, extra={name: member for name, member in value.items() if name not in types})


class _WrongType(Exception):
    """Says what was expected."""


_types: dict[type, dict[str, Any]] = {}


def _types_of(model: type[Model]) -> dict[str, Any]:
    if model not in _types:
        hints = get_type_hints(model)
        _types[model] = {each.name: hints[each.name] for each in fields(model) if each.name != "extra"}
    return _types[model]


_EXPECTED: dict[object, str] = {str: "a string", float: "a number", int: "an integer", bool: "a boolean"}


def _read(kind: Any, value: Any) -> Any:
    if kind is Any:
        return value
    choices = get_args(kind) if NoneType in get_args(kind) else (kind,)
    if value is None:
        if NoneType in choices:
            return None
        raise _WrongType("a list" if get_origin(kind) is tuple else "present")
    kinds = [choice for choice in choices if choice is not NoneType]
    if len(kinds) > 1:
        kinds = [str] if isinstance(value, str) else [float]
    return _read_one(kinds[0], value)


def _read_one(kind: Any, value: Any) -> Any:
    if is_dataclass(kind):
        return kind.from_json(value)
    if get_origin(kind) is tuple:
        if not isinstance(value, list):
            raise _WrongType("a list")
        return tuple(_read(get_args(kind)[0], each) for each in value)
    if kind is datetime:
        return _time_of(value)
    if get_origin(kind) is not None:
        if not isinstance(value, dict):
            raise _WrongType("an object")
        return {name: _read(get_args(kind)[1], each) for name, each in value.items()}
    # bool is a subclass of int.
    accepted = (int, float) if kind is float else kind
    if not isinstance(value, accepted) or (isinstance(value, bool) and kind is not bool):
        raise _WrongType(_EXPECTED[kind])
    return float(value) if kind is float else value


def _time_of(value: object) -> datetime:
    try:
        # Before Python 3.11 it does not know Z, nor fractions of other lengths.
        whole, _, fraction = str(value).replace("Z", "").partition(".")
        return datetime.fromisoformat(f"{whole}.{fraction[:6]:0<6}+00:00")
    except ValueError:
        raise _WrongType("a time") from None
