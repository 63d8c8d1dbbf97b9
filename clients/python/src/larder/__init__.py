"""A typed client of the Larder food and nutrition API."""

from ._cache import CachedResponse, MemoryCache, ResponseCache
from ._changes import FoodChange, FoodChanges
from ._client import AsyncClient, Client
from ._details import BatchEntry, Credit, FoodDetails, FoodOrigin, FoodPortion, Licence, QualityFlag
from ._errors import ErrorCode, LarderError, ValidationError
from ._filters import Allergen, Filters
from ._food import NUTRIENT_NAMES, Food, Nutrients
from ._found_foods import FoundFoods
from ._meal import Meal, MealItem, MealTotals, UnknownNutrient
from ._models import CategoryCount, Health, Suggestion
from ._portions import Portion, Totals, portion, totals
from ._reply import RateLimit
from ._session import Attempt

__all__ = [
    "NUTRIENT_NAMES",
    "Allergen",
    "AsyncClient",
    "Attempt",
    "BatchEntry",
    "CachedResponse",
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
    "MemoryCache",
    "Nutrients",
    "Portion",
    "QualityFlag",
    "RateLimit",
    "ResponseCache",
    "Suggestion",
    "Totals",
    "UnknownNutrient",
    "ValidationError",
    "portion",
    "totals",
]
