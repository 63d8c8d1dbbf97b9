from __future__ import annotations

from math import inf, nan

import pytest
from harness import food_json

from larder import Food, Nutrients, Portion, portion, totals

milk = Food.from_json(food_json(calories_kcal=62, protein_g=3.5, fiber_g=0, sugar_g=None))
bread = Food.from_json(food_json(calories_kcal=250, fiber_g=7, sugar_g=4))


def test_scales_the_values_per_100_g() -> None:
    assert portion(milk, 250) == Portion(calories_kcal=155, protein_g=8.75, fiber_g=0, grams=250)


def test_keeps_what_is_unknown_unknown_and_zero_zero() -> None:
    half = portion(milk, 50)
    assert half.sugar_g is None
    assert half.fiber_g == 0
    assert portion(Nutrients(fat_g=2), 0) == Portion(fat_g=0, grams=0)


@pytest.mark.parametrize("grams", [nan, -1, inf])
def test_rejects_grams_that_are_no_amount(grams: float) -> None:
    with pytest.raises(ValueError, match="it must be a number of at least 0"):
        portion(milk, grams)


def test_a_nutrient_that_one_food_does_not_state_is_none_in_the_sum() -> None:
    meal = totals([(milk, 200), (bread, 50)])
    assert (meal.grams, meal.calories_kcal, meal.fiber_g) == (250, 249, 3.5)
    assert (meal.protein_g, meal.sugar_g, meal.fat_g) == (None, None, None)
    assert meal.known == Nutrients(calories_kcal=249, protein_g=7, fiber_g=3.5, sugar_g=2)


def test_nothing_is_zero_of_everything() -> None:
    nothing = totals([])
    assert (nothing.grams, nothing.calories_kcal, nothing.known.potassium_mg) == (0, 0, 0)


def test_totals_takes_any_iterable() -> None:
    assert totals((food, 100) for food in [bread]).calories_kcal == 250
