"""Everything that Client and AsyncClient have in common: all but sending and waiting.

A call is a generator: it yields requests to send, each of which is answered with the response, and pauses to make.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from random import random
from time import monotonic
from typing import (
    Callable,
    Dict,
    Generator,
    List,
    Literal,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    TypeVar,
    Union,
    cast,
)
from urllib.parse import quote

import httpx

from ._cache import CachedResponse, MemoryCache, ResponseCache
from ._changes import FoodChanges
from ._details import BatchEntry, FoodDetails
from ._errors import LarderError, error_of, error_without_response
from ._filters import Filters, FilterValue
from ._food import Food
from ._found_foods import FoundFoods, found_foods
from ._limiter import Limiter
from ._meal import Meal
from ._models import CategoryCount, Health, Suggestion
from ._reply import RateLimit, Reply, rate_limit_of, retry_after_of

T = TypeVar("T")

# Without a response, and what proxies and overloaded servers send: every request is a GET, which may be repeated.
_TEMPORARY = (0, 429, 502, 503, 504)


class Get(NamedTuple):
    url: httpx.URL
    headers: Dict[str, str]
    timeout: float


class Pause(NamedTuple):
    seconds: float


Call = Generator[Union[Get, Pause], Optional[Reply], T]


@dataclass(frozen=True)
class Attempt:
    """One attempt of a call, after its end."""

    url: str
    number: int
    """1 for the first attempt of a call."""
    status: int
    """0 without a response."""
    duration_seconds: float
    request_id: str | None
    error: LarderError | None
    """Why there is no response."""
    retry_in_seconds: float | None
    """When the next attempt follows; None after the last."""


class Session:
    def __init__(
        self,
        base_url: str,
        api_key: str | None,
        *,
        timeout: float,
        total_timeout: float,
        max_retries: int,
        max_retry_delay_seconds: float,
        cache: ResponseCache | Literal[False] | None,
        on_attempt: Callable[[Attempt], None] | None,
        stay_under_limit: bool,
        requests_per_minute: int | None,
    ) -> None:
        if requests_per_minute is not None and requests_per_minute < 1:
            raise ValueError(f"requests_per_minute is {requests_per_minute}; it must be at least 1")
        if not isinstance(base_url, str) or not re.fullmatch(r"(?i)https?://[^\s/?#]+[^\s?#]*", base_url):
            raise ValueError(
                f"base_url is {base_url!r}; it must be the address of the API, such as https://api.example.org"
            )
        self._base_url = base_url.rstrip("/")
        self._headers = {"accept": "application/json"}
        if api_key is not None:
            if not re.fullmatch("[!-~]+", api_key.strip()):
                raise ValueError(
                    "api_key is empty or has characters that no key has; leave it out to call without a key"
                )
            self._headers["authorization"] = f"Bearer {api_key.strip()}"
        self._timeout = timeout
        self._total_timeout = total_timeout
        self._max_retries = max_retries
        self._max_retry_delay_seconds = max_retry_delay_seconds
        self._cache: ResponseCache | None = (
            None if cache is False else MemoryCache() if cache is None else cache
        )
        self._on_attempt = on_attempt
        self.rate_limit: RateLimit | None = None
        self._limiter = (
            Limiter(learns_limit=api_key is not None, requests_per_minute=requests_per_minute)
            if stay_under_limit
            else None
        )

    def search(
        self, query: str, limit: int | None, offset: int | None, source: str | None, filters: Filters
    ) -> Call[FoundFoods]:
        parameters = {"q": query, "limit": limit, "source": source, "offset": offset}
        reply = yield from self._get("/search", {**parameters, **_texts_of(filters)})
        return found_foods(_parse(reply, _list_of(Food.from_json)), reply.headers)

    def food(self, food_id: int) -> Call[Optional[Food]]:
        reply = yield from self._get(f"/food/{food_id}")
        return _parse_found(reply, Food.from_json)

    def barcode(self, code: str) -> Call[Optional[Food]]:
        reply = yield from self._get(f"/barcode/{quote(code, safe='')}")
        return _parse_found(reply, Food.from_json)

    def popular(self, limit: int | None, offset: int | None, filters: Filters) -> Call[List[Food]]:
        parameters = {"limit": limit, "offset": offset}
        reply = yield from self._get("/foods/popular", {**parameters, **_texts_of(filters)})
        return _parse(reply, _list_of(Food.from_json))

    def categories(self) -> Call[List[CategoryCount]]:
        reply = yield from self._get("/foods/categories")
        return _parse(reply, _list_of(CategoryCount.from_json))

    def suggest(self, query: str, limit: int | None) -> Call[List[Suggestion]]:
        reply = yield from self._get("/suggest", {"q": query, "limit": limit})
        return _parse(reply, _list_of(Suggestion.from_json))

    def details(self, food_id: int) -> Call[Optional[FoodDetails]]:
        reply = yield from self._get(f"/food/{food_id}/details")
        return _parse_found(reply, FoodDetails.from_json)

    def batch(self, ids: Sequence[int] | None, barcodes: Sequence[str] | None) -> Call[List[BatchEntry]]:
        keys = {"ids": ids, "barcodes": barcodes}
        parameters = {
            name: None if given is None else ",".join(str(key) for key in given)
            for name, given in keys.items()
        }
        reply = yield from self._get("/foods/batch", parameters)
        return _parse(reply, _list_of(BatchEntry.from_json))

    def changes(self, since: str | None) -> Call[FoodChanges]:
        reply = yield from self._get("/changes", {"since": since})
        return _parse(reply, FoodChanges.from_json)

    def meal(self, sentence: str) -> Call[Meal]:
        reply = yield from self._get("/meals", {"q": sentence})
        return _parse(reply, Meal.from_json)

    def health(self) -> Call[Health]:
        reply = yield from self._get("/health", is_limited=False)
        return _parse(reply, Health.from_json)

    def _get(
        self, path: str, parameters: Mapping[str, str | int | None] = {}, *, is_limited: bool = True
    ) -> Call[Reply]:
        given = {name: value for name, value in parameters.items() if value is not None}
        url = httpx.URL(self._base_url + path, params=given) if given else httpx.URL(self._base_url + path)
        cached = self._cache.get(str(url)) if self._cache else None
        headers = self._headers if cached is None else {**self._headers, "if-none-match": cached.etag}
        reply = yield from self._with_retries(url, headers, self._limiter if is_limited else None)
        if reply.status == 304 and cached is not None:
            return reply._replace(status=200, body=cached.body)
        etag = reply.headers.get("etag")
        # A body that a proxy cut off would otherwise be returned until the food changes.
        if self._cache and reply.status == 200 and etag is not None and _is_json(reply.body):
            self._cache.set(str(url), CachedResponse(etag, reply.body))
        return reply

    def _with_retries(self, url: httpx.URL, headers: Dict[str, str], limiter: Limiter | None) -> Call[Reply]:
        # The time until the limiter permits a request does not count.
        remaining = self._total_timeout
        number = 0
        while True:
            number += 1
            if limiter is not None:
                yield from self._wait_for(limiter)
            request = Get(url, headers, min(self._timeout, remaining))
            started_at = monotonic()
            reply: Reply | None = None
            error: LarderError | None = None
            try:
                reply = yield request
            except httpx.RequestError as cause:
                error = error_without_response(cause, request.timeout)
            finally:
                # Also when the request was cancelled.
                if limiter is not None:
                    limiter.finish(reply)
            duration = monotonic() - started_at
            status = 0 if reply is None else reply.status
            retry_after = None if reply is None else retry_after_of(reply.headers)
            delay = _delay_seconds(number, retry_after)
            remaining -= duration + delay
            will_retry = (
                status in _TEMPORARY
                and number <= self._max_retries
                and (retry_after or 0) <= self._max_retry_delay_seconds
                and remaining > 0
            )
            if reply is not None:
                self.rate_limit = rate_limit_of(reply.headers) or self.rate_limit
            if self._on_attempt is not None:
                request_id = None if reply is None else reply.headers.get("x-request-id")
                retry_in = delay if will_retry else None
                self._on_attempt(Attempt(str(url), number, status, duration, request_id, error, retry_in))
            if will_retry:
                yield Pause(delay)
            elif reply is not None:
                return reply
            else:
                raise error or TypeError("a Get must be answered with its reply")

    def _wait_for(self, limiter: Limiter) -> Call[None]:
        while True:
            delay = limiter.reserve(self._max_retry_delay_seconds)
            if delay == 0:
                return
            yield Pause(delay)


def _texts_of(filters: Filters) -> Dict[str, Optional[str]]:
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


def _delay_seconds(number: int, retry_after: float | None) -> float:
    """As Retry-After says, or 0.5, 1, 2, … seconds. Both are random, so that clients that failed together do not
    return together."""
    if retry_after is None:
        return 0.25 * 2.0**number * (1 - random() / 2)
    return retry_after + random() / 2


def _is_json(body: bytes) -> bool:
    try:
        json.loads(body)
    except ValueError:
        return False
    return True


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
