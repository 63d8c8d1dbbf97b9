from __future__ import annotations

from asyncio import sleep as sleep_async
from time import sleep
from types import TracebackType
from typing import TYPE_CHECKING, List, TypeVar

import httpx

from ._filters import Filters
from ._food import Food
from ._models import CategoryCount, Health, Suggestion
from ._session import Call, Pause, Session

if TYPE_CHECKING:
    # Type checkers know it; Python 3.9 does not.
    from typing_extensions import Unpack

T = TypeVar("T")


def _timeout_of(seconds: float) -> httpx.Timeout:
    # Many calls at once wait for a free connection of the pool. That is no failure, however long it takes.
    return httpx.Timeout(seconds, pool=None)


class Client:
    """The synchronous client. Threads may share it.

    Every call raises a LarderError for an error response, and an httpx.HTTPError if there is no response.

    base_url: the address of the API, such as https://api.example.org; a path prefix is kept.
    api_key: sent as `Authorization: Bearer …`. Without one, the limits of anonymous callers apply.
    http_client: your own client of httpx, for proxies, certificates or tests. You close it.
    timeout: seconds to wait for a connection, or for data; an `http_client` has its own.
    max_retries: retries of one call after 429 or 503.
    max_retry_delay_seconds: a longer Retry-After is not waited for: the call fails at once.
    max_cache_entries: how many responses to keep for revalidation by ETag; 0 keeps none.
    stay_under_limit: wait before a request that the API would reject, as far as X-RateLimit-* and Retry-After of
        earlier responses say so; at most `max_retry_delay_seconds`, after which the API decides.
    requests_per_minute: send no more than this. The API reports the limit of a key; without a key it is 30.
    """

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        http_client: httpx.Client | None = None,
        timeout: float = 10.0,
        max_retries: int = 2,
        max_retry_delay_seconds: float = 60.0,
        max_cache_entries: int = 500,
        stay_under_limit: bool = True,
        requests_per_minute: int | None = None,
    ) -> None:
        self._session = Session(
            base_url,
            api_key,
            max_retries=max_retries,
            max_retry_delay_seconds=max_retry_delay_seconds,
            max_cache_entries=max_cache_entries,
            stay_under_limit=stay_under_limit,
            requests_per_minute=requests_per_minute,
        )
        self._owns_http = http_client is None
        self._http = http_client or httpx.Client(timeout=_timeout_of(timeout))

    def search(
        self,
        query: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        source: str | None = None,
        **filters: Unpack[Filters],
    ) -> List[Food]:
        """Foods by name and brand, best match first; [] without a match.

        limit: 1 to 50; the API's default is 10. offset: 0 to 200. source: the API describes the values that it accepts
        at /openapi.json.
        """
        return self._run(self._session.search(query, limit, offset, source, filters))

    def food(self, food_id: int) -> Food | None:
        """None when no food has this id."""
        return self._run(self._session.food(food_id))

    def barcode(self, code: str) -> Food | None:
        """None when no food has this barcode."""
        return self._run(self._session.barcode(code))

    def popular(
        self, *, limit: int | None = None, offset: int | None = None, **filters: Unpack[Filters]
    ) -> List[Food]:
        """Common foods, page by page.

        limit: 1 to 500; the API's default is 100. has_image: True (the API's default here) for foods with an image only.
        """
        return self._run(self._session.popular(limit, offset, filters))

    def categories(self) -> List[CategoryCount]:
        """Every category with the number of its foods."""
        return self._run(self._session.categories())

    def suggest(self, query: str, *, limit: int | None = None) -> List[Suggestion]:
        """Completions of what somebody types, from the first character on, best first.

        limit: 1 to 20; the API's default is 8.
        """
        return self._run(self._session.suggest(query, limit))

    def health(self) -> Health:
        """Status and number of foods."""
        return self._run(self._session.health())

    def close(self) -> None:
        """Closes the connections."""
        if self._owns_http:
            self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def _run(self, call: Call[T]) -> T:
        response: httpx.Response | None = None
        try:
            while True:
                step = call.send(response)
                if isinstance(step, Pause):
                    response = None
                    sleep(step.seconds)
                else:
                    request = self._http.build_request("GET", step.url, headers=step.headers)
                    response = self._http.send(request, follow_redirects=True)
        except StopIteration as finished:
            result: T = finished.value
            return result
        finally:
            call.close()


class AsyncClient:
    """The asynchronous client, for asyncio. Its options are those of Client."""

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        http_client: httpx.AsyncClient | None = None,
        timeout: float = 10.0,
        max_retries: int = 2,
        max_retry_delay_seconds: float = 60.0,
        max_cache_entries: int = 500,
        stay_under_limit: bool = True,
        requests_per_minute: int | None = None,
    ) -> None:
        self._session = Session(
            base_url,
            api_key,
            max_retries=max_retries,
            max_retry_delay_seconds=max_retry_delay_seconds,
            max_cache_entries=max_cache_entries,
            stay_under_limit=stay_under_limit,
            requests_per_minute=requests_per_minute,
        )
        self._owns_http = http_client is None
        self._http = http_client or httpx.AsyncClient(timeout=_timeout_of(timeout))

    async def search(
        self,
        query: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        source: str | None = None,
        **filters: Unpack[Filters],
    ) -> List[Food]:
        """Foods by name and brand, best match first; [] without a match.

        limit: 1 to 50; the API's default is 10. offset: 0 to 200. source: the API describes the values that it accepts
        at /openapi.json.
        """
        return await self._run(self._session.search(query, limit, offset, source, filters))

    async def food(self, food_id: int) -> Food | None:
        """None when no food has this id."""
        return await self._run(self._session.food(food_id))

    async def barcode(self, code: str) -> Food | None:
        """None when no food has this barcode."""
        return await self._run(self._session.barcode(code))

    async def popular(
        self, *, limit: int | None = None, offset: int | None = None, **filters: Unpack[Filters]
    ) -> List[Food]:
        """Common foods, page by page.

        limit: 1 to 500; the API's default is 100. has_image: True (the API's default here) for foods with an image only.
        """
        return await self._run(self._session.popular(limit, offset, filters))

    async def categories(self) -> List[CategoryCount]:
        """Every category with the number of its foods."""
        return await self._run(self._session.categories())

    async def suggest(self, query: str, *, limit: int | None = None) -> List[Suggestion]:
        """Completions of what somebody types, from the first character on, best first.

        limit: 1 to 20; the API's default is 8.
        """
        return await self._run(self._session.suggest(query, limit))

    async def health(self) -> Health:
        """Status and number of foods."""
        return await self._run(self._session.health())

    async def close(self) -> None:
        """Closes the connections."""
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def _run(self, call: Call[T]) -> T:
        response: httpx.Response | None = None
        try:
            while True:
                step = call.send(response)
                if isinstance(step, Pause):
                    response = None
                    await sleep_async(step.seconds)
                else:
                    request = self._http.build_request("GET", step.url, headers=step.headers)
                    response = await self._http.send(request, follow_redirects=True)
        except StopIteration as finished:
            result: T = finished.value
            return result
        finally:
            call.close()
