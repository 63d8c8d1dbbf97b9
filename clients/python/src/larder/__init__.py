"""A typed client of the Larder food and nutrition API."""

from ._client import AsyncClient, Client
from ._errors import LarderError, ValidationError
from ._food import NUTRIENT_NAMES, Food, Nutrients
from ._models import CategoryCount, Health
from ._portions import Portion, Totals, portion, totals

__all__ = [
    "NUTRIENT_NAMES",
    "AsyncClient",
    "CategoryCount",
    "Client",
    "Food",
    "Health",
    "LarderError",
    "Nutrients",
    "Portion",
    "Totals",
    "ValidationError",
    "portion",
    "totals",
]
