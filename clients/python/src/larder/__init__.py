"""A typed client of the Larder food and nutrition API."""

from ._answers import (
    BatchEntry,
    CategoryCount,
    Credit,
    FoodChange,
    FoodChanges,
    FoodDetails,
    FoodOrigin,
    FoodPortion,
    Health,
    Licence,
    Meal,
    MealItem,
    MealTotals,
    QualityFlag,
    Suggestion,
    UnknownNutrient,
)
from ._calls import FoundFoods
from ._client import AsyncClient, Client
from ._errors import ErrorCode, LarderError, ValidationError
from ._filters import Allergen, Filters
from ._food import NUTRIENT_NAMES, Food, Nutrients
from ._portions import Portion, Totals, portion, totals
from ._reply import RateLimit
from ._session import Attempt

__all__ = [
    "NUTRIENT_NAMES",
    "Allergen",
    "AsyncClient",
    "Attempt",
    "BatchEntry",
    "CategoryCount",
    "Client",
    "Credit",
    "ErrorCode",
    "Filters",
    "Food",
    "FoodChange",
    "FoodChanges",
    "FoodDetails",
    "FoodOrigin",
    "FoodPortion",
    "FoundFoods",
    "Health",
    "LarderError",
    "Licence",
    "Meal",
    "MealItem",
    "MealTotals",
    "Nutrients",
    "Portion",
    "QualityFlag",
    "RateLimit",
    "Suggestion",
    "Totals",
    "UnknownNutrient",
    "ValidationError",
    "portion",
    "totals",
]
