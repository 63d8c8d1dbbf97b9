from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import Iterable, Tuple, Union

from ._food import NUTRIENT_NAMES, Food, Nutrients


@dataclass(frozen=True)
class Portion(Nutrients):
    """The nutrients of that many grams. None is unknown, never zero."""

    grams: float = 0.0


@dataclass(frozen=True)
class Totals(Nutrients):
    """The sum of several portions. A nutrient that is unknown in one of them is None."""

    grams: float = 0.0
    known: Nutrients = field(default_factory=Nutrients)
    """The sum over the portions that state the nutrient, so "at least this much"; None if no portion states it."""


Per100g = Union[Food, Nutrients]


def portion(food: Per100g, grams: float) -> Portion:
    """The nutrients of that many grams: value per 100 g × grams ÷ 100. Unknown values stay None and are never zero."""
    if not isfinite(grams) or grams < 0:
        raise ValueError(f"grams is {grams}; it must be a number of at least 0")
    return Portion(
        grams=grams,
        **{name: _scaled(getattr(food, name), grams) for name in NUTRIENT_NAMES},
    )


def _scaled(per_100g: float | None, grams: float) -> float | None:
    return None if per_100g is None else per_100g * grams / 100


def totals(items: Iterable[Tuple[Per100g, float]]) -> Totals:
    """The sum of foods with their grams, such as `[(milk, 250), (bread, 60)]`.

    A nutrient that one food does not state is None in the sum; `known` has the sum of those that do.
    """
    portions = [portion(food, grams) for food, grams in items]
    sums: dict[str, float | None] = {}
    known: dict[str, float | None] = {}
    for name in NUTRIENT_NAMES:
        values = [getattr(each, name) for each in portions]
        stated = [value for value in values if value is not None]
        sums[name] = sum(stated, 0.0) if len(stated) == len(values) else None
        known[name] = sum(stated, 0.0) if stated or not values else None
    return Totals(grams=sum((each.grams for each in portions), 0.0), known=Nutrients(**known), **sums)
