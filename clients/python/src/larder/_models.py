from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Mapping, TypeVar

_T = TypeVar("_T")


@dataclass(frozen=True)
class Food:
    """A food with its nutrients per 100 g.

    None is unknown, never zero: the label or the source did not state the value.
    """

    id: int
    """Stable identifier."""
    name: str
    brand: str | None
    barcode: str | None
    """EAN-13 (UPC-A with a leading zero) or EAN-8."""
    category: str | None
    serving_size_g: float | None
    """One serving in grams."""
    serving_desc: str | None
    """The serving in the words of the label."""
    calories_kcal: float | None
    """Energy in kcal per 100 g; None is unknown, never zero."""
    protein_g: float | None
    """Protein in grams per 100 g; None is unknown, never zero."""
    fat_g: float | None
    """Fat in grams per 100 g; None is unknown, never zero."""
    carbs_g: float | None
    """Carbohydrates in grams per 100 g; None is unknown, never zero."""
    fiber_g: float | None
    """Fibre in grams per 100 g; None is unknown, never zero."""
    sugar_g: float | None
    """Sugar in grams per 100 g; None is unknown, never zero."""
    sodium_mg: float | None
    """Sodium in milligrams per 100 g; None is unknown, never zero."""
    saturated_fat_g: float | None
    """Saturated fat in grams per 100 g; None is unknown, never zero."""
    cholesterol_mg: float | None
    """Cholesterol in milligrams per 100 g; None is unknown, never zero."""
    potassium_mg: float | None
    """Potassium in milligrams per 100 g; None is unknown, never zero."""
    image_url: str | None
    image_thumb_url: str | None
    source: str
    """`off`, `usda`, `community`, the name of AI estimates (`ai_estimate`, unless the operator chose another), or a
    source that a later version of the API added."""
    confidence: float
    """How far the data can be trusted, from 0 to 1."""
    static_url: str | None
    """Path of the food's page on the website."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> Food:
        """A food from its parsed JSON. A missing optional member is None; a ValueError says what is wrong."""
        members = _Members(value, "a food")
        return cls(
            id=members.integer("id"),
            name=members.text("name"),
            brand=members.optional_text("brand"),
            barcode=members.optional_text("barcode"),
            category=members.optional_text("category"),
            serving_size_g=members.optional_number("serving_size_g"),
            serving_desc=members.optional_text("serving_desc"),
            calories_kcal=members.optional_number("calories_kcal"),
            protein_g=members.optional_number("protein_g"),
            fat_g=members.optional_number("fat_g"),
            carbs_g=members.optional_number("carbs_g"),
            fiber_g=members.optional_number("fiber_g"),
            sugar_g=members.optional_number("sugar_g"),
            sodium_mg=members.optional_number("sodium_mg"),
            saturated_fat_g=members.optional_number("saturated_fat_g"),
            cholesterol_mg=members.optional_number("cholesterol_mg"),
            potassium_mg=members.optional_number("potassium_mg"),
            image_url=members.optional_text("image_url"),
            image_thumb_url=members.optional_text("image_thumb_url"),
            source=members.text("source"),
            confidence=members.number("confidence"),
            static_url=members.optional_text("static_url"),
            extra=members.except_fields_of(cls),
        )


@dataclass(frozen=True)
class CategoryCount:
    category: str
    count: int
    """Number of foods in the category and its child categories."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> CategoryCount:
        members = _Members(value, "a category")
        return cls(members.text("category"), members.integer("count"), members.except_fields_of(cls))


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
        members = _Members(value, "the health status")
        return cls(members.text("status"), members.integer("foods_in_db"), members.except_fields_of(cls))


class _Members:
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
        value = self._members.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        raise self._wrong(name, "an integer")

    def except_fields_of(self, model: type[Any]) -> dict[str, Any]:
        known = {each.name for each in fields(model)} - {"extra"}
        return {name: value for name, value in self._members.items() if name not in known}

    def _required(self, name: str, value: _T | None) -> _T:
        if value is None:
            raise self._wrong(name, "present")
        return value

    def _wrong(self, name: str, expected: str) -> ValueError:
        return ValueError(f"{name} of {self._what} is {self._members.get(name)!r:.60}; it must be {expected}")
