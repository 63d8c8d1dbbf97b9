from __future__ import annotations

import re
from typing import Iterable, List, Literal, Optional, cast
from urllib.parse import unquote

import httpx

from ._food import Food

SearchMatch = Literal["exact", "partial", "corrected"]
_LONE_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")


class FoundFoods(List[Food]):
    """The foods of a search, best match first, and how the first was found."""

    match: SearchMatch | None
    """`exact`: by every word as typed, or by a whole synonym, a translation or its barcode. `partial`: some words were
    left out. `corrected`: in any other way, such as by another spelling. None for an empty list, and if the service
    does not say."""
    searched_for: str | None
    """None if it is what was typed."""

    def __init__(
        self, foods: Iterable[Food] = (), match: SearchMatch | None = None, searched_for: str | None = None
    ) -> None:
        super().__init__(foods)
        self.match = match
        self.searched_for = searched_for


def found_foods(foods: Iterable[Food], headers: httpx.Headers) -> FoundFoods:
    match = cast(Optional[SearchMatch], headers.get("x-search-match"))
    query = headers.get("x-search-query")
    return FoundFoods(foods, match, None if query is None else _percent_decoded(query))


def _percent_decoded(text: str) -> str:
    """The text itself if it cannot be decoded."""
    # unquote keeps a percent sign without two hexadecimal digits, where @larder/client keeps the whole text.
    if _LONE_PERCENT.search(text):
        return text
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        return text
