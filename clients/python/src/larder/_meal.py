from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Mapping

from ._food import NUTRIENT_NAMES, Food, Nutrients
from ._models import Members, text_of


@dataclass(frozen=True)
class MealItem:
    """One food of a meal."""

    text: str
    """The part of the sentence, as typed."""
    amount: float
    """How many units; 1 when nothing is said."""
    unit: str | None
    """Such as g, ml, cup, slice or large; None when none is said."""
    grams: float | None
    """Weight of the item; None when it is unknown."""
    food: Food | None
    """The food that was chosen; None when nothing fits."""
    alternatives: tuple[Food, ...]
    """Other foods that may be meant, the likeliest first."""
    confidence: float
    """How sure it is that food and weight are what was meant."""
    assumed: tuple[str, ...]
    """What was taken for granted, in English sentences."""
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> MealItem:
        members = Members(value, "a meal item")
        return cls(
            members.text("text"),
            members.number("amount"),
            members.optional_text("unit"),
            members.optional_number("grams"),
            members.optional("food", Food.from_json),
            members.tuple_of("alternatives", Food.from_json),
            members.number("confidence"),
            members.tuple_of("assumed", text_of),
            members.except_fields_of(cls),
        )


@dataclass(frozen=True)
class UnknownNutrient:
    """A nutrient of which some items of a meal state no value: its total is too low."""

    nutrient: str
    items: tuple[str, ...]
    """The texts of the items."""

    @classmethod
    def from_json(cls, value: object) -> UnknownNutrient:
        members = Members(value, "an unknown nutrient")
        return cls(members.text("nutrient"), members.tuple_of("items", text_of))


@dataclass(frozen=True)
class MealTotals(Nutrients):
    """Sums of what the items of a meal state. None when no item states it."""

    unknown: tuple[UnknownNutrient, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> MealTotals:
        members = Members(value, "the totals of a meal")
        return cls(
            **{name: members.optional_number(name) for name in NUTRIENT_NAMES},
            unknown=members.tuple_of("unknown", UnknownNutrient.from_json),
            extra=members.except_fields_of(cls),
        )


@dataclass(frozen=True)
class Meal:
    """The foods of a meal in words, and their totals."""

    items: tuple[MealItem, ...]
    totals: MealTotals
    extra: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """Members that a later version of the API added."""

    @classmethod
    def from_json(cls, value: object) -> Meal:
        members = Members(value, "a meal")
        return cls(
            members.tuple_of("items", MealItem.from_json),
            members.object_of("totals", MealTotals.from_json),
            members.except_fields_of(cls),
        )
