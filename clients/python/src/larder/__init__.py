"""A typed client of the Larder food and nutrition API."""

from ._client import AsyncClient, Client
from ._errors import LarderError, ValidationError
from ._filters import Allergen, Filters
from ._food import NUTRIENT_NAMES, Food, Nutrients
from ._models import CategoryCount, Health, Suggestion
from ._portions import Portion, Totals, portion, totals

__all__ = [
    "NUTRIENT_NAMES",
    "Allergen",
    "AsyncClient",
    "CategoryCount",
    "Client",
    "Filters",
    "Food",
    "Health",
    "LarderError",
    "Nutrients",
    "Portion",
    "Suggestion",
    "Totals",
    "ValidationError",
    "portion",
    "totals",
]
