"""The calls of both clients: what each one requests, and how it reads the response."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Callable, Generic, Iterable, List, Literal, Mapping, Sequence, TypeVar, cast
from urllib.parse import quote, unquote

from ._answers import BatchEntry, CategoryCount, FoodChanges, FoodDetails, Health, Meal, Suggestion
from ._errors import LarderError, error_of
from ._filters import Filters, FilterValue
from ._food import Food
from ._reply import Reply

if TYPE_CHECKING:
    # Type checkers know it; Python 3.10 does not.
    from typing_extensions import Unpack

T = TypeVar("T")
SearchMatch = Literal["exact", "partial", "corrected"]


@dataclass(frozen=True)
class Call(Generic[T]):
    path: str
    parameters: Mapping[str, str | int | None]
    read: Callable[[Reply], T]
    is_limited: bool = True


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


def search(
    query: str,
    *,
    limit: int | None = None,
    offset: int | None = None,
    source: str | None = None,
    **filters: Unpack[Filters],
) -> Call[FoundFoods]:
    """Foods by name and brand, best match first, and how the first was found; [] without a match.

    limit: 1 to 50; the API's default is 10. offset: 0 to 200. source: the API describes the values that it accepts
    at /openapi.json.
    """

    def read(reply: Reply) -> FoundFoods:
        query = reply.headers.get("x-search-query")
        match = cast("SearchMatch | None", reply.headers.get("x-search-match"))
        foods = _parse(reply, _list_of(Food.from_json))
        return FoundFoods(foods, match, None if query is None else _percent_decoded(query))

    parameters = {"q": query, "limit": limit, "source": source, "offset": offset}
    return Call("/search", {**parameters, **_texts_of(filters)}, read)


def food(food_id: int) -> Call[Food | None]:
    """None when no food has this id."""
    return Call(f"/food/{food_id}", {}, lambda reply: _parse_found(reply, Food.from_json))


def barcode(code: str) -> Call[Food | None]:
    """None when no food has this barcode."""
    return Call(f"/barcode/{quote(code, safe='')}", {}, lambda reply: _parse_found(reply, Food.from_json))


def popular(
    *, limit: int | None = None, offset: int | None = None, **filters: Unpack[Filters]
) -> Call[List[Food]]:
    """Common foods, page by page.

    limit: 1 to 500; the API's default is 100. has_image: True (the API's default here) for foods with an image only.
    """
    parameters = {"limit": limit, "offset": offset}
    return Call(
        "/foods/popular",
        {**parameters, **_texts_of(filters)},
        lambda reply: _parse(reply, _list_of(Food.from_json)),
    )


def categories() -> Call[List[CategoryCount]]:
    """Every category with the number of its foods."""
    return Call("/foods/categories", {}, lambda reply: _parse(reply, _list_of(CategoryCount.from_json)))


def suggest(query: str, *, limit: int | None = None) -> Call[List[Suggestion]]:
    """Completions of what somebody types, from the first character on, best first.

    limit: 1 to 20; the API's default is 8.
    """
    parameters = {"q": query, "limit": limit}
    return Call("/suggest", parameters, lambda reply: _parse(reply, _list_of(Suggestion.from_json)))


def details(food_id: int) -> Call[FoodDetails | None]:
    """Everything that is stored about a food, with the origin of each value; an extension of the interface.

    None when no food has this id.
    """
    return Call(f"/food/{food_id}/details", {}, lambda reply: _parse_found(reply, FoodDetails.from_json))


def batch(
    *, ids: Sequence[int] | None = None, barcodes: Sequence[str] | None = None
) -> Call[List[BatchEntry]]:
    """Up to 50 foods by id or by barcode, one entry for each in the same order; an extension of the interface.

    The food of an entry is None when there is none.
    """
    parameters = {
        name: None if given is None else ",".join(str(key) for key in given)
        for name, given in (("ids", ids), ("barcodes", barcodes))
    }
    return Call("/foods/batch", parameters, lambda reply: _parse(reply, _list_of(BatchEntry.from_json)))


def changes(since: str | None) -> Call[FoodChanges]:
    return Call("/changes", {"since": since}, lambda reply: _parse(reply, FoodChanges.from_json))


def meal(sentence: str) -> Call[Meal]:
    """The foods and totals of a meal in words; an extension of the interface."""
    return Call("/meals", {"q": sentence}, lambda reply: _parse(reply, Meal.from_json))


def health() -> Call[Health]:
    """Status and number of foods."""
    return Call("/health", {}, lambda reply: _parse(reply, Health.from_json), is_limited=False)


def _texts_of(filters: Filters) -> Mapping[str, str | None]:
    """The filters as query parameters. The API ignores names that it does not know, so they are an error here."""
    given = cast(Mapping[str, FilterValue], filters)
    unknown = sorted(given.keys() - Filters.__annotations__.keys())
    if unknown:
        raise TypeError(f"no filter is named {unknown[0]!r}")
    return {name: _text_of(value) for name, value in given.items()}


def _text_of(value: FilterValue) -> str | None:
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, (int, float)) else ",".join(value)


def _parse(reply: Reply, convert: Callable[[object], T]) -> T:
    if reply.status != 200:
        raise error_of(reply)
    try:
        value = json.loads(reply.body)
    except ValueError as error:
        raise error_of(reply) from error
    try:
        return convert(value)
    except ValueError as error:
        raise error_of(reply, str(error)) from error


def _parse_found(reply: Reply, convert: Callable[[object], T]) -> T | None:
    """That nothing was found is an expected result of a lookup, not a failure."""
    try:
        return _parse(reply, convert)
    except LarderError as error:
        if error.code == "not_found":
            return None
        raise


def _list_of(convert: Callable[[object], T]) -> Callable[[object], List[T]]:
    def convert_all(value: object) -> List[T]:
        if not isinstance(value, list):
            raise ValueError(f"expected a JSON array, not {value!r:.60}")
        return [convert(each) for each in value]

    return convert_all


def _percent_decoded(text: str) -> str:
    """The text itself if it cannot be decoded."""
    # unquote keeps a percent sign without two hexadecimal digits, where @larder/client keeps the whole text.
    if re.search("%(?![0-9A-Fa-f]{2})", text):
        return text
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError:
        return text
