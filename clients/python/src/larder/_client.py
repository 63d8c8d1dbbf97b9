from __future__ import annotations

from asyncio import sleep as sleep_async
from time import monotonic, sleep
from types import TracebackType
from typing import TYPE_CHECKING, AsyncIterator, Callable, Iterator, List, Literal, Sequence, TypeVar

import httpx

from ._cache import ResponseCache
from ._changes import FoodChanges
from ._details import BatchEntry, FoodDetails
from ._filters import Filters
from ._food import Food
from ._found_foods import FoundFoods
from ._meal import Meal
from ._models import CategoryCount, Health, Suggestion
from ._reply import RateLimit, Reply
from ._session import Attempt, Call, Get, Pause, Session

if TYPE_CHECKING:
    # Type checkers know it; Python 3.9 does not.
    from typing_extensions import Unpack

T = TypeVar("T")


def _request_to(http: httpx.Client | httpx.AsyncClient, step: Get) -> httpx.Request:
    # Many calls at once wait for a free connection of the pool. That is no failure, however long it takes.
    timeout = httpx.Timeout(step.timeout, pool=None)
    return http.build_request("GET", step.url, headers=step.headers, timeout=timeout)


class _Body:
    """Collects the body of a response. httpx limits the time for each piece, but not for all of them."""

    def __init__(self, response: httpx.Response, timeout: float) -> None:
        self._response = response
        self._ends_at = monotonic() + timeout
        self._chunks: List[bytes] = []

    def add(self, chunk: bytes) -> None:
        self._chunks.append(chunk)
        if monotonic() > self._ends_at:
            raise httpx.ReadTimeout("the body takes too long", request=self._response.request)

    def reply(self) -> Reply:
        return Reply(self._response.status_code, self._response.headers, b"".join(self._chunks))


class Client:
    """The synchronous client. Threads may share it.

    Every call that fails raises a LarderError.

    base_url: the address of the API, such as https://api.example.org; a path prefix is kept.
    api_key: sent as `Authorization: Bearer …`. Without one, the limits of anonymous callers apply.
    http_client: your own client of httpx, for proxies, certificates or tests. You close it.
    timeout: seconds for each step of one attempt: to connect, until the response begins, and to receive it.
    total_timeout: seconds for all attempts of a call and the time between them, but not for staying under the limit.
    max_retries: retries of one call after a failed connection, a timeout, 429, 502, 503 or 504.
    max_retry_delay_seconds: a longer Retry-After is not waited for: the call fails at once.
    cache: keeps responses for revalidation by ETag: MemoryCache(500) unless you give another; False keeps none.
    on_attempt: called after each attempt of each call, for logs and metrics.
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
        total_timeout: float = 180.0,
        max_retries: int = 2,
        max_retry_delay_seconds: float = 60.0,
        cache: ResponseCache | Literal[False] | None = None,
        on_attempt: Callable[[Attempt], None] | None = None,
        stay_under_limit: bool = True,
        requests_per_minute: int | None = None,
    ) -> None:
        self._session = Session(
            base_url,
            api_key,
            timeout=timeout,
            total_timeout=total_timeout,
            max_retries=max_retries,
            max_retry_delay_seconds=max_retry_delay_seconds,
            cache=cache,
            on_attempt=on_attempt,
            stay_under_limit=stay_under_limit,
            requests_per_minute=requests_per_minute,
        )
        self._owns_http = http_client is None
        self._http = http_client or httpx.Client()

    @property
    def rate_limit(self) -> RateLimit | None:
        """As the last response reported it; None before, and without a key."""
        return self._session.rate_limit

    def search(
        self,
        query: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        source: str | None = None,
        **filters: Unpack[Filters],
    ) -> FoundFoods:
        """Foods by name and brand, best match first, and how the first was found; [] without a match.

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

    def popular_pages(
        self, *, limit: int = 100, offset: int = 0, **filters: Unpack[Filters]
    ) -> Iterator[List[Food]]:
        """One page after the other, of `limit` foods, from `offset` on."""
        while True:
            page = self.popular(limit=limit, offset=offset, **filters)
            if page:
                yield page
            if len(page) < limit:
                return
            offset += limit

    def categories(self) -> List[CategoryCount]:
        """Every category with the number of its foods."""
        return self._run(self._session.categories())

    def suggest(self, query: str, *, limit: int | None = None) -> List[Suggestion]:
        """Completions of what somebody types, from the first character on, best first.

        limit: 1 to 20; the API's default is 8.
        """
        return self._run(self._session.suggest(query, limit))

    def details(self, food_id: int) -> FoodDetails | None:
        """Everything that is stored about a food, with the origin of each value; an extension of the interface.

        None when no food has this id.
        """
        return self._run(self._session.details(food_id))

    def batch(
        self, *, ids: Sequence[int] | None = None, barcodes: Sequence[str] | None = None
    ) -> List[BatchEntry]:
        """Up to 50 foods by id or by barcode, one entry for each in the same order; an extension of the interface.

        The food of an entry is None when there is none.
        """
        return self._run(self._session.batch(ids, barcodes))

    def changes(self, since: str | None = None) -> Iterator[FoodChanges]:
        """Which foods changed since a cursor or a time, oldest first, page after page until now; an extension.

        Store `next` of each page, and continue with it later. Without `since`, the only page is empty and has the cursor of
        now.
        """
        while True:
            page = self._run(self._session.changes(since))
            yield page
            if not page.has_more:
                return
            since = page.next

    def meal(self, sentence: str) -> Meal:
        """The foods and totals of a meal in words; an extension of the interface."""
        return self._run(self._session.meal(sentence))

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
        try:
            step = next(call)
            while True:
                if isinstance(step, Pause):
                    sleep(step.seconds)
                    step = next(call)
                    continue
                try:
                    reply = self._receive(step)
                except httpx.RequestError as error:
                    step = call.throw(error)
                else:
                    step = call.send(reply)
        except StopIteration as finished:
            result: T = finished.value
            return result
        finally:
            call.close()

    def _receive(self, step: Get) -> Reply:
        response = self._http.send(_request_to(self._http, step), stream=True, follow_redirects=True)
        try:
            body = _Body(response, step.timeout)
            for chunk in response.iter_bytes():
                body.add(chunk)
            return body.reply()
        finally:
            response.close()


class AsyncClient:
    """The asynchronous client, for asyncio. Its options are those of Client."""

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        http_client: httpx.AsyncClient | None = None,
        timeout: float = 10.0,
        total_timeout: float = 180.0,
        max_retries: int = 2,
        max_retry_delay_seconds: float = 60.0,
        cache: ResponseCache | Literal[False] | None = None,
        on_attempt: Callable[[Attempt], None] | None = None,
        stay_under_limit: bool = True,
        requests_per_minute: int | None = None,
    ) -> None:
        self._session = Session(
            base_url,
            api_key,
            timeout=timeout,
            total_timeout=total_timeout,
            max_retries=max_retries,
            max_retry_delay_seconds=max_retry_delay_seconds,
            cache=cache,
            on_attempt=on_attempt,
            stay_under_limit=stay_under_limit,
            requests_per_minute=requests_per_minute,
        )
        self._owns_http = http_client is None
        self._http = http_client or httpx.AsyncClient()

    @property
    def rate_limit(self) -> RateLimit | None:
        """As the last response reported it; None before, and without a key."""
        return self._session.rate_limit

    async def search(
        self,
        query: str,
        *,
        limit: int | None = None,
        offset: int | None = None,
        source: str | None = None,
        **filters: Unpack[Filters],
    ) -> FoundFoods:
        """Foods by name and brand, best match first, and how the first was found; [] without a match.

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

    async def popular_pages(
        self, *, limit: int = 100, offset: int = 0, **filters: Unpack[Filters]
    ) -> AsyncIterator[List[Food]]:
        """One page after the other, of `limit` foods, from `offset` on."""
        while True:
            page = await self.popular(limit=limit, offset=offset, **filters)
            if page:
                yield page
            if len(page) < limit:
                return
            offset += limit

    async def categories(self) -> List[CategoryCount]:
        """Every category with the number of its foods."""
        return await self._run(self._session.categories())

    async def suggest(self, query: str, *, limit: int | None = None) -> List[Suggestion]:
        """Completions of what somebody types, from the first character on, best first.

        limit: 1 to 20; the API's default is 8.
        """
        return await self._run(self._session.suggest(query, limit))

    async def details(self, food_id: int) -> FoodDetails | None:
        """Everything that is stored about a food, with the origin of each value; an extension of the interface.

        None when no food has this id.
        """
        return await self._run(self._session.details(food_id))

    async def batch(
        self, *, ids: Sequence[int] | None = None, barcodes: Sequence[str] | None = None
    ) -> List[BatchEntry]:
        """Up to 50 foods by id or by barcode, one entry for each in the same order; an extension of the interface.

        The food of an entry is None when there is none.
        """
        return await self._run(self._session.batch(ids, barcodes))

    async def changes(self, since: str | None = None) -> AsyncIterator[FoodChanges]:
        """Which foods changed since a cursor or a time, oldest first, page after page until now; an extension.

        Store `next` of each page, and continue with it later. Without `since`, the only page is empty and has the cursor of
        now.
        """
        while True:
            page = await self._run(self._session.changes(since))
            yield page
            if not page.has_more:
                return
            since = page.next

    async def meal(self, sentence: str) -> Meal:
        """The foods and totals of a meal in words; an extension of the interface."""
        return await self._run(self._session.meal(sentence))

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
        try:
            step = next(call)
            while True:
                if isinstance(step, Pause):
                    await sleep_async(step.seconds)
                    step = next(call)
                    continue
                try:
                    reply = await self._receive(step)
                except httpx.RequestError as error:
                    step = call.throw(error)
                else:
                    step = call.send(reply)
        except StopIteration as finished:
            result: T = finished.value
            return result
        finally:
            call.close()

    async def _receive(self, step: Get) -> Reply:
        response = await self._http.send(_request_to(self._http, step), stream=True, follow_redirects=True)
        try:
            body = _Body(response, step.timeout)
            async for chunk in response.aiter_bytes():
                body.add(chunk)
            return body.reply()
        finally:
            await response.aclose()
