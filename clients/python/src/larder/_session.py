"""Everything that Client and AsyncClient have in common: all but sending and waiting.

A call is a generator: it yields requests to send, each of which is answered with the response, and pauses to make.
"""

from __future__ import annotations

import json
from random import random
from typing import Callable, Dict, Generator, List, Mapping, NamedTuple, Optional, TypeVar, Union, cast
from urllib.parse import quote

import httpx

from ._errors import LarderError, error_of, retry_after_of
from ._etag_cache import Entry, EtagCache
from ._filters import Filters, FilterValue
from ._food import Food
from ._limiter import Limiter
from ._models import CategoryCount, Health, Suggestion

T = TypeVar("T")


class Get(NamedTuple):
    url: httpx.URL
    headers: Dict[str, str]


class Pause(NamedTuple):
    seconds: float


Call = Generator[Union[Get, Pause], Optional[httpx.Response], T]


class Reply(NamedTuple):
    response: httpx.Response
    """As it arrived: possibly a 304."""
    body: bytes


class Session:
    def __init__(
        self,
        base_url: str,
        api_key: str | None,
        *,
        max_retries: int,
        max_retry_delay_seconds: float,
        max_cache_entries: int,
        stay_under_limit: bool,
        requests_per_minute: int | None,
    ) -> None:
        if requests_per_minute is not None and requests_per_minute < 1:
            raise ValueError(f"requests_per_minute is {requests_per_minute}; it must be at least 1")
        self._base_url = base_url.rstrip("/")
        self._headers = {"accept": "application/json"}
        if api_key:
            self._headers["authorization"] = f"Bearer {api_key.strip()}"
        self._max_retries = max_retries
        self._max_retry_delay_seconds = max_retry_delay_seconds
        self._cache = EtagCache(max_cache_entries)
        self._limiter = (
            Limiter(learns_limit=bool(api_key), requests_per_minute=requests_per_minute)
            if stay_under_limit
            else None
        )

    def search(
        self, query: str, limit: int | None, offset: int | None, source: str | None, filters: Filters
    ) -> Call[List[Food]]:
        parameters = {"q": query, "limit": limit, "source": source, "offset": offset}
        reply = yield from self._get("/search", {**parameters, **_texts_of(filters)})
        return _parse(reply, _list_of(Food.from_json))

    def food(self, food_id: int) -> Call[Optional[Food]]:
        reply = yield from self._get(f"/food/{food_id}")
        return _parse_found(reply)

    def barcode(self, code: str) -> Call[Optional[Food]]:
        reply = yield from self._get(f"/barcode/{quote(code, safe='')}")
        return _parse_found(reply)

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

    def health(self) -> Call[Health]:
        reply = yield from self._get("/health", is_limited=False)
        return _parse(reply, Health.from_json)

    def _get(
        self, path: str, parameters: Mapping[str, str | int | None] = {}, *, is_limited: bool = True
    ) -> Call[Reply]:
        given = {name: value for name, value in parameters.items() if value is not None}
        url = httpx.URL(self._base_url + path, params=given) if given else httpx.URL(self._base_url + path)
        cached = self._cache.get(str(url))
        headers = self._headers if cached is None else {**self._headers, "if-none-match": cached.etag}
        response = yield from self._with_retries(Get(url, headers), self._limiter if is_limited else None)
        if response.status_code == 304 and cached is not None:
            self._cache.store(str(url), cached)
            return Reply(response, cached.body)
        etag = response.headers.get("etag")
        if response.status_code == 200 and etag is not None:
            self._cache.store(str(url), Entry(etag, response.content))
        return Reply(response, response.content)

    def _with_retries(self, request: Get, limiter: Limiter | None) -> Call[httpx.Response]:
        retries = 0
        while True:
            response = yield from self._send(request, limiter)
            if response.status_code not in (429, 503) or retries >= self._max_retries:
                return response
            delay = retry_after_of(response)
            if delay is None:
                delay = _backoff_seconds(retries)
            if delay > self._max_retry_delay_seconds:
                return response
            yield Pause(delay)
            retries += 1

    def _send(self, request: Get, limiter: Limiter | None) -> Call[httpx.Response]:
        if limiter is None:
            return _received((yield request))
        while True:
            delay = limiter.reserve(self._max_retry_delay_seconds)
            if delay == 0:
                break
            yield Pause(delay)
        response = None
        try:
            response = yield request
        finally:
            # Also when the request failed or was cancelled.
            limiter.finish(response)
        return _received(response)


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


def _received(response: httpx.Response | None) -> httpx.Response:
    if response is None:
        raise TypeError("a Get must be answered with its response")
    return response


def _backoff_seconds(retries: int) -> float:
    """For a response without Retry-After: 0.5, 1, 2, … seconds, less a random half so that clients spread out."""
    return 0.5 * 2.0**retries * (1 - random() / 2)


def _parse(reply: Reply, convert: Callable[[object], T]) -> T:
    status = reply.response.status_code
    if status not in (200, 304):
        raise error_of(reply.response)
    try:
        return convert(json.loads(reply.body))
    except ValueError as error:
        raise LarderError(status, f"This is not a response of the Larder API: {error}") from error


def _parse_found(reply: Reply) -> Food | None:
    """That nothing was found is an expected result of a lookup, not a failure."""
    return None if reply.response.status_code == 404 else _parse(reply, Food.from_json)


def _list_of(convert: Callable[[object], T]) -> Callable[[object], List[T]]:
    def convert_all(value: object) -> List[T]:
        if not isinstance(value, list):
            raise ValueError(f"expected a JSON array, not {value!r:.60}")
        return [convert(each) for each in value]

    return convert_all
