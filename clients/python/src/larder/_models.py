from __future__ import annotations

from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, Callable, Mapping, TypeVar

_T = TypeVar("_T")


@dataclass(frozen=True)
class CategoryCount:
    category: str
    count: int
    """Number of foods in the category and its child categories."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> CategoryCount:
        members = Members(value, "a category")
        return cls(members.text("category"), members.integer("count"), members.except_fields_of(cls))


@dataclass(frozen=True)
class Suggestion:
    text: str
    """To show."""
    query: str
    """To search for when it is chosen."""
    food_id: int | None
    """The food that it names; None if it is not one food."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> Suggestion:
        members = Members(value, "a suggestion")
        return cls(
            members.text("text"),
            members.text("query"),
            members.optional_integer("food_id"),
            members.except_fields_of(cls),
        )


@dataclass(frozen=True)
class Health:
    status: str
    """`ok`."""
    foods_in_db: int
    """Number of foods in the catalog."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> Health:
        members = Members(value, "the health status")
        return cls(members.text("status"), members.integer("foods_in_db"), members.except_fields_of(cls))


class Members:
    """Reads members of a JSON object by type."""

    def __init__(self, value: object, what: str) -> None:
        if not isinstance(value, dict):
            raise ValueError(f"expected {what} as a JSON object, not {value!r:.60}")
        self._members: dict[str, Any] = value
        self._what = what

    def text(self, name: str) -> str:
        return self._required(name, self.optional_text(name))

    def optional_text(self, name: str) -> str | None:
        value = self._members.get(name)
        if value is None or isinstance(value, str):
            return value
        raise self._wrong(name, "a string")

    def number(self, name: str) -> float:
        return self._required(name, self.optional_number(name))

    def optional_number(self, name: str) -> float | None:
        value = self._members.get(name)
        if value is None:
            return None
        # bool is a subclass of int.
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
        raise self._wrong(name, "a number")

    def integer(self, name: str) -> int:
        return self._required(name, self.optional_integer(name))

    def optional_integer(self, name: str) -> int | None:
        value = self._members.get(name)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        raise self._wrong(name, "an integer")

    def optional(self, name: str, convert: Callable[[object], _T]) -> _T | None:
        value = self._members.get(name)
        return None if value is None else convert(value)

    def object_of(self, name: str, convert: Callable[[object], _T]) -> _T:
        return self._required(name, self.optional(name, convert))

    def tuple_of(self, name: str, convert: Callable[[object], _T]) -> tuple[_T, ...]:
        value = self._members.get(name)
        if not isinstance(value, list):
            raise self._wrong(name, "a list")
        return tuple(convert(each) for each in value)

    def optional_tuple_of(self, name: str, convert: Callable[[object], _T]) -> tuple[_T, ...] | None:
        return None if self._members.get(name) is None else self.tuple_of(name, convert)

    def optional_mapping(self, name: str, convert: Callable[[object], _T]) -> dict[str, _T] | None:
        value = self._members.get(name)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise self._wrong(name, "an object")
        return {key: convert(each) for key, each in value.items()}

    def text_or_number(self, name: str) -> str | float | None:
        return (
            self.optional_text(name)
            if isinstance(self._members.get(name), str)
            else self.optional_number(name)
        )

    def boolean(self, name: str) -> bool:
        value = self._members.get(name)
        if isinstance(value, bool):
            return value
        raise self._wrong(name, "a boolean")

    def time(self, name: str) -> datetime:
        return self._required(name, self.optional_time(name))

    def optional_time(self, name: str) -> datetime | None:
        text = self.optional_text(name)
        try:
            # Before Python 3.11 it does not know Z, nor fractions of other lengths.
            return None if text is None else datetime.fromisoformat(_with_microseconds(text))
        except ValueError:
            raise self._wrong(name, "a time") from None

    def except_fields_of(self, model: type[Any]) -> dict[str, Any]:
        known = {each.name for each in fields(model)} - {"extra"}
        return {name: value for name, value in self._members.items() if name not in known}

    def _required(self, name: str, value: _T | None) -> _T:
        if value is None:
            raise self._wrong(name, "present")
        return value

    def _wrong(self, name: str, expected: str) -> ValueError:
        return ValueError(f"{name} of {self._what} is {self._members.get(name)!r:.60}; it must be {expected}")


def _with_microseconds(time: str) -> str:
    whole, _, fraction = time.replace("Z", "").partition(".")
    return f"{whole}.{fraction[:6]:0<6}+00:00"


def number_or_none(value: object) -> float | None:
    if value is None:
        return None
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    raise ValueError(f"expected a number, not {value!r:.60}")


def text_of(value: object) -> str:
    if isinstance(value, str):
        return value
    raise ValueError(f"expected a string, not {value!r:.60}")
