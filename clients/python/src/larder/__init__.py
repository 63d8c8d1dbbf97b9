"""A typed client of the Larder food and nutrition API."""

from ._client import AsyncClient, Client
from ._errors import LarderError, ValidationError
from ._models import CategoryCount, Food, Health
from ._portions import NUTRIENT_NAMES, Nutrients, Portion, Totals, portion, totals

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
