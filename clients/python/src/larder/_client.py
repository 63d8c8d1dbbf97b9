from __future__ import annotations

from asyncio import sleep as sleep_async
from inspect import Parameter, Signature, signature
from time import monotonic, sleep
from typing import (
    TYPE_CHECKING,
    Any,
    AsyncIterator,
    Coroutine,
    Callable,
    Concatenate,
    Iterator,
    List,
    ParamSpec,
    TypeVar,
)

import httpx

from . import _calls as calls
from ._calls import Call
from ._reply import Reply
from ._session import Get, Pause, Session

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._answers import FoodChanges
    from ._filters import Filters
    from ._food import Food

T = TypeVar("T")
P = ParamSpec("P")
F = TypeVar("F", bound=Callable[..., Any])


def _sync(make: Callable[P, Call[T]]) -> Callable[Concatenate[Client, P], T]:
    def call(self: Client, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self._run(make(*args, **kwargs))

    return _described_as(make, call)


def _async(make: Callable[P, Call[T]]) -> Callable[Concatenate[AsyncClient, P], Coroutine[Any, Any, T]]:
    async def call(self: AsyncClient, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return await self._run(make(*args, **kwargs))

    return _described_as(make, call)


def _described_as(make: Callable[..., object], call: F) -> F:
    """For help(), which shows the parameters of `make` after self."""
    parameters = [Parameter("self", Parameter.POSITIONAL_ONLY), *signature(make).parameters.values()]
    setattr(call, "__signature__", Signature(parameters))
    call.__name__, call.__doc__ = make.__name__, make.__doc__
    return call


class Client(Session[httpx.Client]):
    """The synchronous client. Threads may share it.

    Every call that fails raises a LarderError.
    """

    _new_http = httpx.Client
    search = _sync(calls.search)
    food = _sync(calls.food)
    barcode = _sync(calls.barcode)
    popular = _sync(calls.popular)
    categories = _sync(calls.categories)
    suggest = _sync(calls.suggest)
    details = _sync(calls.details)
    batch = _sync(calls.batch)
    meal = _sync(calls.meal)
    health = _sync(calls.health)

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

    def changes(self, since: str | None = None) -> Iterator[FoodChanges]:
        """Which foods changed since a cursor or a time, oldest first, page after page until now; an extension.

        Store `next` of each page, and continue with it later. Without `since`, the only page is empty and has the cursor of
        now.
        """
        while True:
            page = self._run(calls.changes(since))
            yield page
            if not page.has_more:
                return
            since = page.next

    def close(self) -> None:
        """Closes the connections."""
        if self._owns_http:
            self._http.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self, call: Call[T]) -> T:
        steps = self._request(call)
        try:
            step = next(steps)
            while True:
                if isinstance(step, Pause):
                    sleep(step.seconds)
                    step = next(steps)
                    continue
                try:
                    reply = self._receive(step)
                except httpx.RequestError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(reply)
        except StopIteration as finished:
            return call.read(finished.value)
        finally:
            steps.close()

    def _receive(self, step: Get) -> Reply:
        response = self._http.send(self._build(step), stream=True, follow_redirects=True)
        ends_at = monotonic() + step.timeout
        chunks = []
        try:
            for chunk in response.iter_bytes():
                chunks.append(chunk)
                _check_time(ends_at, response)
            return Reply(response.status_code, response.headers, b"".join(chunks))
        finally:
            response.close()


class AsyncClient(Session[httpx.AsyncClient]):
    """The asynchronous client, for asyncio. Its options and calls are those of Client."""

    _new_http = httpx.AsyncClient
    search = _async(calls.search)
    food = _async(calls.food)
    barcode = _async(calls.barcode)
    popular = _async(calls.popular)
    categories = _async(calls.categories)
    suggest = _async(calls.suggest)
    details = _async(calls.details)
    batch = _async(calls.batch)
    meal = _async(calls.meal)
    health = _async(calls.health)

    async def popular_pages(
        self, *, limit: int = 100, offset: int = 0, **filters: Unpack[Filters]
    ) -> AsyncIterator[List[Food]]:
        while True:
            page = await self.popular(limit=limit, offset=offset, **filters)
            if page:
                yield page
            if len(page) < limit:
                return
            offset += limit

    async def changes(self, since: str | None = None) -> AsyncIterator[FoodChanges]:
        while True:
            page = await self._run(calls.changes(since))
            yield page
            if not page.has_more:
                return
            since = page.next

    async def close(self) -> None:
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _run(self, call: Call[T]) -> T:
        steps = self._request(call)
        try:
            step = next(steps)
            while True:
                if isinstance(step, Pause):
                    await sleep_async(step.seconds)
                    step = next(steps)
                    continue
                try:
                    reply = await self._receive(step)
                except httpx.RequestError as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(reply)
        except StopIteration as finished:
            return call.read(finished.value)
        finally:
            steps.close()

    async def _receive(self, step: Get) -> Reply:
        response = await self._http.send(self._build(step), stream=True, follow_redirects=True)
        ends_at = monotonic() + step.timeout
        chunks = []
        try:
            async for chunk in response.aiter_bytes():
                chunks.append(chunk)
                _check_time(ends_at, response)
            return Reply(response.status_code, response.headers, b"".join(chunks))
        finally:
            await response.aclose()


def _check_time(ends_at: float, response: httpx.Response) -> None:
    """httpx limits the time for each piece of a body, but not for all of them."""
    if monotonic() > ends_at:
        raise httpx.ReadTimeout("the body takes too long", request=response.request)
