"""The clients against a running service with the fixture foods. test/service/clients/python.test.ts starts both.

LARDER_URL: the address of the API
LARDER_API_KEY: a key that is not limited
LARDER_LIMITED_KEYS: four keys of 5 requests per minute each, separated by spaces
"""

from __future__ import annotations

import asyncio
import os
from concurrent.futures import ThreadPoolExecutor
from time import sleep
from typing import Any

import httpx
import pytest
from harness import AnyClient, Harness

from larder import NUTRIENT_NAMES, AsyncClient, Client, FoodChanges, LarderError, portion, totals

BASE_URL = os.environ["LARDER_URL"]
API_KEY = os.environ["LARDER_API_KEY"]
LIMITED_KEYS = os.environ["LARDER_LIMITED_KEYS"].split()
LIMIT = 5


class Recorded:
    """A client that records the status of every response."""

    def __init__(self, harness: Harness, api_key: str | None = API_KEY, **options: Any) -> None:
        self.statuses: list[int] = []
        self._harness = harness
        self.client: AnyClient
        if harness.kind == "sync":
            self._http = httpx.Client(event_hooks={"response": [self._record]})
            self.client = Client(BASE_URL, api_key, http_client=self._http, **options)
        else:
            self._async_http = httpx.AsyncClient(event_hooks={"response": [self._record_async]})
            self.client = AsyncClient(BASE_URL, api_key, http_client=self._async_http, **options)

    def __enter__(self) -> Recorded:
        return self

    def __exit__(self, *_: object) -> None:
        if self._harness.kind == "sync":
            self._http.close()
        else:
            self._harness.run_async(self._async_http.aclose())

    def _record(self, response: httpx.Response) -> None:
        self.statuses.append(response.status_code)

    async def _record_async(self, response: httpx.Response) -> None:
        self._record(response)


def test_searches_looks_up_lists_and_reads_the_health_status(harness: Harness) -> None:
    with Recorded(harness) as recorded:
        client = recorded.client
        [milk] = harness.run(client.search("reduced fat milk", limit=1, source="off"))
        assert (milk.name, milk.barcode, milk.source) == ("2% Reduced Fat Milk", "0042100005264", "off")
        assert harness.run(client.food(milk.id)) == milk
        assert harness.run(client.barcode("042100005264")) == milk
        dairy = harness.run(client.popular(category="Dairy", limit=3, has_image=False))
        assert [food.category for food in dairy] == ["Milk", "Milk", "Milk"]
        assert harness.run(client.popular(category="Dairy", limit=2, offset=1, has_image=False)) == dairy[1:]
        [item] = harness.run(client.meal("a cup of whole milk")).items
        assert item.food is not None
        assert item.food.name == "Whole Milk"
        details = harness.run(client.details(milk.id))
        assert details is not None
        assert details.food == milk
        entries = harness.run(client.batch(ids=[milk.id, -1]))
        assert [(entry.key, entry.food) for entry in entries] == [(str(milk.id), milk), ("-1", None)]
        [entry] = harness.run(client.batch(barcodes=["042100005264"]))
        assert entry.food == milk
        [page] = harness.run_async(pages_of(client.changes()))
        assert (page.changes, page.has_more) == ((), False)
        assert harness.run_async(pages_of(client.changes(page.next)))[0].changes == ()
        counts = {each.category: each.count for each in harness.run(client.categories())}
        assert counts["Dairy"] > 3
        health = harness.run(client.health())
        assert (health.status, health.foods_in_db > 100) == ("ok", True)
        assert portion(milk, 200).calories_kcal == 102
        assert recorded.statuses == [200] * 13


async def pages_of(pages: Any) -> list[FoodChanges]:
    return [page async for page in pages] if hasattr(pages, "__aiter__") else list(pages)


def test_every_value_of_every_food_is_as_sent_and_null_stays_none(harness: Harness) -> None:
    parameters: dict[str, Any] = {"limit": 500, "has_image": "false"}
    sent = httpx.get(f"{BASE_URL}/foods/popular", params=parameters).json()
    with Recorded(harness) as recorded:
        foods = harness.run(recorded.client.popular(limit=500, has_image=False))
    assert len(foods) == len(sent) > 100
    assert [{name: getattr(food, name) for name in raw} for food, raw in zip(foods, sent)] == sent
    assert [food for food in foods if food.extra] == []

    unknown = next(food for food in foods if food.fiber_g is None and food.calories_kcal is not None)
    stated = next(food for food in foods if food.fiber_g is not None and food.calories_kcal is not None)
    assert portion(unknown, 50).fiber_g is None
    meal = totals([(unknown, 50), (stated, 100)])
    assert (meal.fiber_g, meal.known.fiber_g) == (None, stated.fiber_g)
    assert meal.calories_kcal is not None
    nulls = sum(raw[name] is None for raw in sent for name in NUTRIENT_NAMES)
    assert nulls == sum(getattr(food, name) is None for food in foods for name in NUTRIENT_NAMES) > 0


def test_returns_none_for_what_does_not_exist_and_raises_for_what_is_invalid(harness: Harness) -> None:
    with Recorded(harness, None) as recorded:
        assert harness.run(recorded.client.food(-1)) is None
        assert harness.run(recorded.client.barcode("0000000000000")) is None
        assert harness.run(recorded.client.search("xqzwvk plmrtk")) == []
        with pytest.raises(LarderError) as raised:
            harness.run(recorded.client.search("m", limit=51))
        assert raised.value.status == 422
        assert [entry["type"] for entry in raised.value.detail if not isinstance(entry, str)] == [
            "string_too_short",
            "less_than_equal",
        ]
        assert recorded.statuses == [404, 404, 200, 422]
    with Recorded(harness, "no-such-key") as recorded:
        with pytest.raises(LarderError, match="401: Missing or invalid API key"):
            harness.run(recorded.client.categories())


def test_revalidates_by_etag(harness: Harness) -> None:
    with Recorded(harness) as recorded:
        categories = harness.run(recorded.client.categories())
        assert harness.run(recorded.client.categories()) == categories
        assert recorded.statuses == [200, 304]


def test_reports_how_long_to_wait_when_the_limit_is_exceeded(harness: Harness) -> None:
    key = LIMITED_KEYS[0 if harness.kind == "sync" else 1]
    with Recorded(harness, key, stay_under_limit=False, max_retries=0) as recorded:
        for _ in range(LIMIT):
            harness.run(recorded.client.categories())
        with pytest.raises(LarderError, match="429: Rate limit exceeded") as raised:
            harness.run(recorded.client.categories())
        assert recorded.statuses[-1] == 429
        assert raised.value.retry_after is not None
        assert 1 <= raised.value.retry_after <= 60
        assert (raised.value.code, raised.value.request_id is None) == ("rate_limited", False)
        assert recorded.client.rate_limit is not None
        assert (recorded.client.rate_limit.limit, recorded.client.rate_limit.remaining) == (LIMIT, 0)


class Waited(Exception):
    """Raised instead of waiting for the next window, which takes up to a minute."""


def test_concurrent_calls_stay_under_the_limit(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []

    def note(seconds: float) -> None:
        if seconds >= 1:
            waits.append(seconds)
            raise Waited

    def wait(seconds: float) -> None:
        note(seconds)
        sleep(seconds)

    asyncio_sleep = asyncio.sleep

    async def wait_async(seconds: float) -> None:
        note(seconds)
        await asyncio_sleep(seconds)

    monkeypatch.setattr("larder._client.sleep", wait)
    monkeypatch.setattr("larder._client.sleep_async", wait_async)
    key = LIMITED_KEYS[2 if harness.kind == "sync" else 3]
    with Recorded(harness, key) as recorded:
        client = recorded.client
        if isinstance(client, AsyncClient):
            calls = [client.categories() for _ in range(LIMIT + 3)]
            results: list[object] = harness.run(asyncio_gather(calls))
        else:
            results = threads(client, LIMIT + 3)
        assert [isinstance(result, Waited) for result in results].count(True) == 3
        assert [isinstance(result, list) for result in results].count(True) == LIMIT
        # None was rejected, and the client asked for a pause until the window ends.
        assert sorted(set(recorded.statuses)) in ([200], [200, 304])
        assert len(recorded.statuses) == LIMIT
        assert all(1 <= seconds <= 61 for seconds in waits)


async def asyncio_gather(calls: list[Any]) -> list[object]:
    return list(await asyncio.gather(*calls, return_exceptions=True))


def threads(client: Client, calls: int) -> list[object]:
    def attempt(_: int) -> object:
        try:
            return client.categories()
        except Waited as waited:
            return waited

    with ThreadPoolExecutor(calls) as pool:
        return list(pool.map(attempt, range(calls)))
