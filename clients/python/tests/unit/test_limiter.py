from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from email.utils import formatdate
from threading import Lock
from typing import Any

import httpx
import pytest
from harness import AsyncTransport, Clock, Harness, Reply

from larder import AsyncClient, Client, LarderError
from larder._limiter import Limiter
from larder._reply import Reply as ReceivedReply


class Window:
    """Counts as the API does: a window of 60 seconds starts with its first request."""

    def __init__(self, clock: Clock, limit: int, *, has_headers: bool = True) -> None:
        self._clock = clock
        self._limit = limit
        self._has_headers = has_headers
        self._ends_at = 0.0
        self._used = 0
        self._lock = Lock()
        self.statuses: list[int] = []

    def handle(self, _: httpx.Request) -> httpx.Response:
        with self._lock:
            now = self._clock.now
            if now >= self._ends_at:
                self._ends_at, self._used = now + 60, 0
            is_allowed = self._used < self._limit
            self._used += is_allowed
            self.statuses.append(200 if is_allowed else 429)
            return self._response(now, is_allowed)

    def use(self, requests: int) -> None:
        """Another process with the same key."""
        self._used += requests

    def _response(self, now: float, is_allowed: bool) -> httpx.Response:
        headers = {"date": formatdate(now, usegmt=True)}
        seconds_left = int(-((now - self._ends_at) // 1))
        if self._has_headers:
            headers["x-ratelimit-limit"] = str(self._limit)
            headers["x-ratelimit-remaining"] = str(self._limit - self._used)
            headers["x-ratelimit-reset"] = str(int(-(-self._ends_at // 1)))
        if is_allowed:
            return httpx.Response(200, headers=headers, json=[])
        headers["retry-after"] = str(seconds_left)
        return httpx.Response(429, headers=headers, json={"detail": "Rate limit exceeded."})


def test_waits_for_the_next_window_instead_of_being_rejected(harness: Harness, clock: Clock) -> None:
    window = Window(clock, 5)
    client = harness.client_over(window.handle, "key")
    for _ in range(12):
        harness.run(client.categories())
    assert window.statuses == [200] * 12
    assert clock.waits == [60, 60]


def test_waits_for_a_whole_window_that_rounding_makes_longer_than_a_minute(
    harness: Harness, clock: Clock
) -> None:
    clock.now += 0.7
    window = Window(clock, 1)
    client = harness.client_over(window.handle, "key")
    harness.run(client.categories())
    harness.run(client.categories())
    assert window.statuses == [200, 200]
    assert 60 <= sum(clock.waits) < 62


def test_uses_the_clock_of_the_server(
    harness: Harness, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("larder._reply.time", lambda: clock.now - 86_400)
    window = Window(clock, 1)
    client = harness.client_over(window.handle, "key")
    harness.run(client.categories())
    harness.run(client.categories())
    assert (window.statuses, clock.waits) == ([200, 200], [60])


def test_notices_what_other_processes_use(harness: Harness, clock: Clock) -> None:
    window = Window(clock, 10)
    client = harness.client_over(window.handle, "key")
    harness.run(client.categories())
    window.use(8)
    harness.run(client.categories())
    clock.now += 30
    harness.run(client.categories())
    assert (window.statuses, clock.waits) == ([200, 200, 200], [30])


def test_does_not_wait_with_stay_under_limit_off(harness: Harness, clock: Clock) -> None:
    window = Window(clock, 1)
    client = harness.client_over(window.handle, "key", stay_under_limit=False, max_retries=0)
    harness.run(client.categories())
    with pytest.raises(LarderError) as raised:
        harness.run(client.categories())
    assert (raised.value.status, raised.value.retry_after) == (429, 60)
    assert clock.waits == []


def test_does_not_wait_longer_than_max_retry_delay_seconds(harness: Harness, clock: Clock) -> None:
    window = Window(clock, 1)
    client = harness.client_over(window.handle, "key", max_retry_delay_seconds=40)
    harness.run(client.categories())
    for _ in range(2):
        with pytest.raises(LarderError) as raised:
            harness.run(client.categories())
        assert raised.value.retry_after == 60
    assert clock.waits == []
    clock.now += 20
    harness.run(client.categories())
    assert (window.statuses, clock.waits) == ([200, 429, 429, 200], [40])


def test_health_is_never_limited(harness: Harness, clock: Clock) -> None:
    limited = Reply(
        200, [], {"x-ratelimit-limit": "1", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1700000060"}
    )
    client = harness.client_with([limited, Reply(body={"status": "ok", "foods_in_db": 1})], "key")
    harness.run(client.categories())
    harness.run(client.health())
    assert clock.waits == []


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"x-ratelimit-limit": "30", "x-ratelimit-remaining": "0"},
        {"x-ratelimit-limit": "30", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "soon"},
        {"x-ratelimit-limit": "30", "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1699999999"},
    ],
)
def test_ignores_headers_that_say_nothing(harness: Harness, clock: Clock, headers: dict[str, str]) -> None:
    client = harness.client_with([Reply(body=[], headers=headers)], "key")
    for _ in range(3):
        harness.run(client.categories())
    assert clock.waits == []


def test_a_429_makes_later_calls_wait_too(harness: Harness, clock: Clock) -> None:
    limited = Reply(429, {"detail": "later"}, {"retry-after": "30"})
    client = harness.client_with([limited, Reply(body=[])], max_retries=0)
    with pytest.raises(LarderError):
        harness.run(client.categories())
    clock.now += 10
    assert harness.run(client.categories()) == []
    assert clock.waits == [20]


def report(remaining: int, reset: int, now: float) -> ReceivedReply:
    limit = {"limit": "3", "remaining": str(remaining), "reset": str(reset)}
    headers = {f"x-ratelimit-{name}": value for name, value in limit.items()}
    return ReceivedReply(200, httpx.Headers({"date": formatdate(now, usegmt=True), **headers}), b"")


def test_counts_requests_in_flight_that_a_response_does_not_count_yet(clock: Clock) -> None:
    limiter = Limiter(learns_limit=True)
    ends_at = int(clock.now) + 60
    assert limiter.reserve(60) == 0
    limiter.finish(report(2, ends_at, clock.now))
    assert [limiter.reserve(60), limiter.reserve(60)] == [0, 0]
    limiter.finish(report(1, ends_at, clock.now))
    assert limiter.reserve(60) == 60


def test_counts_requests_in_flight_when_a_response_reports_a_new_window(clock: Clock) -> None:
    limiter = Limiter(learns_limit=True)
    ends_at = int(clock.now) + 60
    assert limiter.reserve(60) == 0
    limiter.finish(report(2, ends_at, clock.now))
    assert [limiter.reserve(60), limiter.reserve(60)] == [0, 0]
    # The server's window ended earlier than the client expected: one request is reported, the other is still in flight.
    limiter.finish(report(2, ends_at + 30, clock.now))
    assert limiter.reserve(60) == 0
    assert limiter.reserve(100) == 90


def test_ignores_a_late_response_of_a_window_that_has_ended(clock: Clock) -> None:
    limiter = Limiter(learns_limit=True)
    first_ends_at = int(clock.now) + 60
    assert limiter.reserve(60) == 0
    limiter.finish(report(2, first_ends_at, clock.now))
    assert limiter.reserve(60) == 0
    clock.now += 60
    assert [limiter.reserve(60) for _ in range(3)] == [0, 0, 0]
    limiter.finish(report(1, first_ends_at, clock.now))
    assert limiter.reserve(60) == 60


def gather(clock: Clock, window: Window, calls: int, api_key: str | None = None, **options: Any) -> None:
    """That many calls at the same time."""

    async def handle(request: httpx.Request) -> httpx.Response:
        await asyncio.sleep(0)
        response = window.handle(request)
        await asyncio.sleep(0)
        return response

    async def scenario() -> None:
        async with httpx.AsyncClient(transport=AsyncTransport(handle)) as http_client:
            client = AsyncClient("https://api.example", api_key, http_client=http_client, **options)
            await asyncio.gather(*(client.categories() for _ in range(calls)))

    asyncio.run(scenario())


def test_concurrent_calls_stay_under_the_limit_of_the_key(clock: Clock) -> None:
    window = Window(clock, 10)
    started_at = clock.now
    gather(clock, window, 35, "key")
    assert window.statuses == [200] * 35
    # Four windows: 10, 10, 10 and 5 requests.
    assert 180 <= clock.now - started_at < 190


def test_a_429_makes_concurrent_calls_without_a_key_wait(clock: Clock) -> None:
    window = Window(clock, 10, has_headers=False)
    gather(clock, window, 30)
    assert window.statuses.count(200) == 30
    # All 30 are sent before the first 429, and the 20 rejected ones again after the window has ended.
    assert window.statuses.count(429) == 30


def test_threads_stay_under_the_limit_of_the_key() -> None:
    # The threads really wait here, for a limit that they do not exceed.
    clock = Clock()
    window = Window(clock, 40)
    with httpx.Client(transport=httpx.MockTransport(window.handle)) as http_client:
        client = Client("https://api.example", "key", http_client=http_client, max_retry_delay_seconds=0)
        with ThreadPoolExecutor(8) as pool:
            results = list(pool.map(lambda _: client.categories(), range(40)))
    assert results == [[]] * 40
    assert window.statuses == [200] * 40
    assert client._limiter is not None
    assert client._limiter._in_flight == 0
