from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Mapping

from ._food import Food, Nutrients
from ._models import Model


@dataclass(frozen=True)
class CategoryCount(Model, what="a category"):
    category: str
    count: int
    """Number of foods in the category and its child categories."""


@dataclass(frozen=True)
class Suggestion(Model, what="a suggestion"):
    text: str
    """To show."""
    query: str
    """To search for when it is chosen."""
    food_id: int | None
    """The food that it names; None if it is not one food."""


@dataclass(frozen=True)
class Health(Model, what="the health status"):
    status: str
    foods_in_db: int


@dataclass(frozen=True)
class FoodPortion(Model, what="a portion"):
    description: str
    """Such as 1 cup, sliced."""
    grams: float
    is_usual: bool
    """What people usually eat of such foods, because the label states no serving."""


@dataclass(frozen=True)
class Licence(Model, what="a licence"):
    name: str
    spdx_id: str | None
    url: str


@dataclass(frozen=True)
class Credit(Model, what="a credit"):
    """To show with the values."""

    text: str
    url: str


@dataclass(frozen=True)
class FoodOrigin(Model, what="an origin"):
    """Where some values of a food come from."""

    fields: tuple[str, ...]
    """Names of fields of the food, of its details and of nutrients."""
    source: str | None
    """None for what the service itself provides, such as a category found from the name."""
    record_id: str | None
    record_url: str | None
    correct_url: str | None
    """Where to correct the values."""
    changed_at: datetime | None
    licence: Licence | None
    credit: Credit | None


@dataclass(frozen=True)
class QualityFlag(Model, what="a quality flag"):
    """A value that was changed or questioned."""

    field: str
    rule: str
    found: str | float | None
    """What the source states, where it is informative."""
    explanation: str


@dataclass(frozen=True)
class FoodDetails(Model, what="the details of a food"):
    """Everything that is stored about a food. None is unknown, never zero or empty."""

    food: Food
    language: str | None
    names: Mapping[str, str] | None = field(hash=False)
    """By language code."""
    source_name: str | None
    """What the source calls it, where the food has another name."""
    ingredients: str | None
    allergens: tuple[str, ...] | None
    traces: tuple[str, ...] | None
    labels: tuple[str, ...] | None
    countries: tuple[str, ...] | None
    nutri_score: str | None
    """a (best) to e."""
    nova_group: int | None
    """1 (unprocessed) to 4 (ultra-processed)."""
    package_quantity: str | None
    portions: tuple[FoodPortion, ...] | None
    nutrients: Mapping[str, float | None] = field(hash=False)
    """Vitamins, minerals and other nutrients that are not fields of a food, per 100 g, such as vitamin_d_ug."""
    estimate: Mapping[str, Any] | None = field(hash=False)
    """How an AI estimate was made; None for all other foods."""
    updated_at: datetime
    origins: tuple[FoodOrigin, ...]
    quality_flags: tuple[QualityFlag, ...]


@dataclass(frozen=True)
class BatchEntry(Model, what="an entry of a batch"):
    key: str
    """The id or barcode that was asked for."""
    food: Food | None


@dataclass(frozen=True)
class FoodChange(Model, what="a change"):
    food_id: int
    change: str
    """created, changed, merged or removed; later versions may add others."""
    merged_into_food_id: int | None
    """The food that the id finds now, if it was merged."""
    changed_at: datetime


@dataclass(frozen=True)
class FoodChanges(Model, what="the changes"):
    """A page of changes, oldest first."""

    changes: tuple[FoodChange, ...]
    next: str
    """The cursor after them: store it, and continue from there."""
    has_more: bool


@dataclass(frozen=True)
class MealItem(Model, what="a meal item"):
    text: str
    """The part of the sentence, as typed."""
    amount: float
    unit: str | None
    grams: float | None
    food: Food | None
    """The food that was chosen; None when nothing fits."""
    alternatives: tuple[Food, ...]
    confidence: float
    assumed: tuple[str, ...]
    """What was taken for granted, in English sentences."""


@dataclass(frozen=True)
class UnknownNutrient(Model, what="an unknown nutrient"):
    """A nutrient of which some items of a meal state no value: its total is too low."""

    nutrient: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class MealTotals(Nutrients, Model, what="the totals of a meal"):
    """Sums of what the items of a meal state. None when no item states it."""

    unknown: tuple[UnknownNutrient, ...] = ()


@dataclass(frozen=True)
class Meal(Model, what="a meal"):
    items: tuple[MealItem, ...]
    totals: MealTotals
