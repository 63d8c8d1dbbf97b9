from __future__ import annotations

import json
from dataclasses import FrozenInstanceError, fields
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

import pytest
from harness import food_json

from larder import (
    NUTRIENT_NAMES,
    BatchEntry,
    CategoryCount,
    Food,
    FoodChange,
    FoodChanges,
    FoodDetails,
    FoodOrigin,
    Health,
    Meal,
    MealItem,
    MealTotals,
    QualityFlag,
)

schemas: dict[str, Any] = json.loads((Path(__file__).parents[4] / "openapi.json").read_text())["components"][
    "schemas"
]


@pytest.mark.parametrize(
    "model",
    [
        Food,
        FoodDetails,
        FoodOrigin,
        QualityFlag,
        BatchEntry,
        FoodChange,
        FoodChanges,
        CategoryCount,
        Health,
        Meal,
        MealItem,
    ],
)
def test_models_have_the_members_of_the_api(model: type[Any]) -> None:
    names = [each.name for each in fields(model)]
    assert names == ["extra", *schemas[model.__name__]["properties"]]


def test_reads_every_member() -> None:
    example = schemas["Food"]["examples"][0]
    food = Food.from_json(example)
    assert {name: getattr(food, name) for name in example} == example
    assert food.extra == {}
    with pytest.raises(FrozenInstanceError):
        setattr(food, "name", "Milk")
    assert {food: "can be a key"}[Food.from_json(example)] == "can be a key"


def test_totals_of_a_meal_have_the_members_of_the_api() -> None:
    names = [each.name for each in fields(MealTotals)]
    assert names == ["extra", *schemas["Meal"]["properties"]["totals"]["properties"]]


def test_reads_a_meal() -> None:
    meal = Meal.from_json(schemas["Meal"]["examples"][0])
    [item] = meal.items
    assert item.food is not None
    assert (item.food.name, item.grams, item.assumed) == (
        "Creamy Peanut Butter",
        32,
        ("2 tbsp. (32 g) is 32 g.",),
    )
    assert (meal.totals.calories_kcal, meal.totals.cholesterol_mg) == (189.76, None)
    assert [each.nutrient for each in meal.totals.unknown] == ["cholesterol_mg", "potassium_mg"]
    with pytest.raises(ValueError, match="items of a meal is None; it must be a list"):
        Meal.from_json({})


def test_reads_details() -> None:
    example = schemas["FoodDetails"]["examples"][0]
    details = FoodDetails.from_json(example)
    assert details.food == Food.from_json(example["food"])
    assert (details.allergens, details.traces) == (("peanuts",), None)
    assert details.updated_at == datetime(2026, 11, 1, 4, 12, 9, tzinfo=timezone.utc)
    assert details.nutrients["vitamin_e_mg"] == 9.4
    assert [origin.record_id for origin in details.origins] == [
        origin["record_id"] for origin in example["origins"]
    ]
    assert hash(details) == hash(FoodDetails.from_json(example))
    with pytest.raises(ValueError, match="updated_at of the details of a food is 'soon'; it must be a time"):
        FoodDetails.from_json({**example, "updated_at": "soon"})


def test_reads_times_of_any_precision() -> None:
    def changed_at(text: str) -> datetime:
        return FoodChange.from_json({"food_id": 1, "change": "created", "changed_at": text}).changed_at

    assert changed_at("2026-11-17T04:12:09.184205Z").microsecond == 184205
    assert changed_at("2026-11-17T04:12:09.1Z").microsecond == 100000
    assert changed_at("2026-11-17T04:12:09Z").tzinfo == timezone.utc


def test_unknown_values_are_none_and_zero_is_zero() -> None:
    food = Food.from_json(food_json(fiber_g=0, sugar_g=None))
    assert food.fiber_g == 0
    assert food.fiber_g is not None
    assert {getattr(food, name) for name in NUTRIENT_NAMES if name != "fiber_g"} == {None}


def test_numbers_are_floats_also_when_the_json_has_no_fraction() -> None:
    assert isinstance(Food.from_json(food_json(calories_kcal=62)).calories_kcal, float)


def test_keeps_members_and_sources_that_it_does_not_know() -> None:
    food = Food.from_json(food_json(source="model-guess", glycemic_index=40, labels=["organic"]))
    assert food.source == "model-guess"
    assert food.extra == {"glycemic_index": 40, "labels": ["organic"]}


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"protein_g": "3.3"}, "protein_g of a food is '3.3'; it must be a number"),
        ({"protein_g": True}, "protein_g of a food is True; it must be a number"),
        ({"brand": 7}, "brand of a food is 7; it must be a string"),
        ({"id": "2"}, "id of a food is '2'; it must be an integer"),
        ({"confidence": None}, "confidence of a food is None; it must be present"),
    ],
)
def test_rejects_members_of_another_type(members: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Food.from_json(food_json(**members))
