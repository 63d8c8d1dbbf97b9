from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, field
from typing import Any, Awaitable, Callable, TypeVar, Union

import httpx

from larder import AsyncClient, Client

T = TypeVar("T")
AnyClient = Union[Client, AsyncClient]


@dataclass
class Reply:
    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)

    def response(self) -> httpx.Response:
        content = b"" if self.body is None else json.dumps(self.body).encode()
        return httpx.Response(self.status, headers=self.headers, content=content)


class Clock:
    """Time that passes only while the client waits."""

    def __init__(self) -> None:
        self.now = 1_700_000_000.0
        self.waits: list[float] = []

    def read(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        self.now += seconds

    async def sleep_async(self, seconds: float) -> None:
        ends_at = self.now + seconds
        self.waits.append(seconds)
        # Tasks that are ready run before time passes; those that sleep at the same time share it.
        for _ in range(100):
            await asyncio.sleep(0)
        self.now = max(self.now, ends_at)


class AsyncTransport(httpx.AsyncBaseTransport):
    """httpx.MockTransport for a handler that waits."""

    def __init__(self, handler: Callable[[httpx.Request], Awaitable[httpx.Response]]) -> None:
        self._handler = handler

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        return await self._handler(request)


class Harness:
    """Makes clients of one kind, and runs the calls of both kinds to their end."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.requests: list[httpx.Request] = []
        self._loop = asyncio.new_event_loop()

    def client(self, base_url: str, api_key: str | None = None, **options: Any) -> AnyClient:
        return (
            Client(base_url, api_key, **options)
            if self.kind == "sync"
            else AsyncClient(base_url, api_key, **options)
        )

    def client_over(
        self, handler: Callable[[httpx.Request], httpx.Response], api_key: str | None = None, **options: Any
    ) -> AnyClient:
        def record(request: httpx.Request) -> httpx.Response:
            self.requests.append(request)
            return handler(request)

        transport = httpx.MockTransport(record)
        http_client: Any = (
            httpx.Client(transport=transport)
            if self.kind == "sync"
            else httpx.AsyncClient(transport=transport)
        )
        return self.client("https://api.example/prefix/", api_key, http_client=http_client, **options)

    def client_with(self, replies: list[Reply], api_key: str | None = None, **options: Any) -> AnyClient:
        """A client over canned replies. The last one repeats."""
        return self.client_over(
            lambda _: replies[min(len(self.requests), len(replies)) - 1].response(), api_key, **options
        )

    def run(self, result: T | Awaitable[T]) -> T:
        if isinstance(result, Awaitable):
            awaited: T = self.run_async(result)
            return awaited
        return result

    def run_async(self, result: Awaitable[T]) -> T:
        return self._loop.run_until_complete(_awaited(result))

    def close(self) -> None:
        self._loop.close()


async def _awaited(result: Awaitable[T]) -> T:
    return await result


def food_json(**members: Any) -> dict[str, Any]:
    return {"id": 2, "name": "Whole Milk", "source": "off", "confidence": 0.9, **members}
