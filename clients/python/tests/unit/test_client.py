from __future__ import annotations

import asyncio
import inspect
import json
import pickle
from email.utils import formatdate
from typing import Any

import httpx
import pytest
from harness import AsyncTransport, Clock, Harness, Reply, food_json

from larder import (
    AsyncClient,
    Attempt,
    CategoryCount,
    Client,
    Food,
    Health,
    LarderError,
    Suggestion,
)

LIMITED = Reply(429, {"detail": "Rate limit exceeded. Retry in 3 seconds."}, {"retry-after": "3"})


def test_sends_parameters_by_their_names_on_the_wire_and_the_key(harness: Harness) -> None:
    client = harness.client_with([Reply(body=[])], "larder_read_1\n")
    harness.run(client.search("crème & más", limit=3, source="off"))
    harness.run(client.popular(category="Dairy", has_image=False, offset=10, limit=5))
    harness.run(client.popular())
    paths = [(request.url.path, dict(request.url.params)) for request in harness.requests]
    assert paths == [
        ("/prefix/search", {"q": "crème & más", "limit": "3", "source": "off"}),
        ("/prefix/foods/popular", {"limit": "5", "offset": "10", "category": "Dairy", "has_image": "false"}),
        ("/prefix/foods/popular", {}),
    ]
    assert {request.headers["authorization"] for request in harness.requests} == {"Bearer larder_read_1"}


def test_sends_filters_by_their_names_on_the_wire(harness: Harness) -> None:
    client = harness.client_with([Reply(body=[])])
    harness.run(
        client.search(
            "bar", offset=20, kind="branded", exclude_allergens=["milk", "sesame seeds"], protein_g_min=10.5
        )
    )
    harness.run(client.popular(complete=True, country=None, brand="Ben & Jerry", calories_kcal_max=0))
    assert [dict(request.url.params) for request in harness.requests] == [
        {
            "q": "bar",
            "offset": "20",
            "kind": "branded",
            "exclude_allergens": "milk,sesame seeds",
            "protein_g_min": "10.5",
        },
        {"complete": "true", "brand": "Ben & Jerry", "calories_kcal_max": "0"},
    ]


def test_rejects_a_filter_that_the_api_would_ignore(harness: Harness) -> None:
    client: Any = harness.client_with([Reply(body=[])])
    with pytest.raises(TypeError, match="no filter is named 'min_protein'"):
        harness.run(client.search("bar", min_protein=10))
    assert harness.requests == []


def test_is_anonymous_without_a_key(harness: Harness) -> None:
    client = harness.client_with([Reply(body={"status": "ok", "foods_in_db": 1})])
    assert harness.run(client.health()) == Health("ok", 1)
    assert "authorization" not in harness.requests[0].headers


def test_reads_categories(harness: Harness) -> None:
    client = harness.client_with([Reply(body=[{"category": "Dairy", "count": 3, "icon": "🥛"}])])
    assert harness.run(client.categories()) == [CategoryCount("Dairy", 3, extra={"icon": "🥛"})]


def test_reads_suggestions(harness: Harness) -> None:
    body = [
        {"text": "Banana", "query": "banana", "food_id": 9},
        {"text": "Bandit", "query": "bandit", "food_id": None},
    ]
    client = harness.client_with([Reply(body=body)])
    assert harness.run(client.suggest("ban", limit=2)) == [
        Suggestion("Banana", "banana", 9),
        Suggestion("Bandit", "bandit", None),
    ]
    assert dict(harness.requests[0].url.params) == {"q": "ban", "limit": "2"}


@pytest.mark.parametrize(
    ("headers", "match", "searched_for"),
    [
        ({"x-search-match": "exact"}, "exact", None),
        (
            {"x-search-match": "corrected", "x-search-query": "cr%C3%A8me%20fra%C3%AEche"},
            "corrected",
            "crème fraîche",
        ),
        ({"x-search-match": "partial", "x-search-query": "100% oats %C3"}, "partial", "100% oats %C3"),
        ({}, None, None),
    ],
)
def test_says_how_the_first_food_was_found(
    harness: Harness, headers: dict[str, str], match: str | None, searched_for: str | None
) -> None:
    client = harness.client_with([Reply(body=[food_json()], headers=headers)])
    foods = harness.run(client.search("milk"))
    assert foods == [Food.from_json(food_json())]
    assert (foods.match, foods.searched_for) == (match, searched_for)


def test_takes_from_a_304_how_the_first_food_was_found(harness: Harness) -> None:
    client = harness.client_with(
        [
            Reply(
                body=[food_json()],
                headers={"etag": '"a"', "x-search-match": "corrected", "x-search-query": "milk"},
            ),
            Reply(304, headers={"etag": '"a"', "x-search-match": "exact"}),
        ]
    )
    first = harness.run(client.search("mlik"))
    second = harness.run(client.search("mlik"))
    assert (first.match, first.searched_for) == ("corrected", "milk")
    assert (second.match, second.searched_for) == ("exact", None)
    assert second == first


def test_returns_none_for_a_food_or_barcode_that_does_not_exist(harness: Harness) -> None:
    client = harness.client_with([Reply(404, {"detail": "Barcode not found"})])
    assert harness.run(client.food(-1)) is None
    assert harness.run(client.barcode("12/3 ?")) is None
    assert harness.requests[1].url.raw_path == b"/prefix/barcode/12%2F3%20%3F"


def test_a_list_that_is_not_found_is_an_error(harness: Harness) -> None:
    client = harness.client_with([Reply(404, {"detail": "Not Found"})])
    with pytest.raises(LarderError, match="404: Not Found"):
        harness.run(client.categories())


def test_raises_a_typed_error_with_the_list_of_a_422(harness: Harness) -> None:
    fault = {"type": "missing", "loc": ["query", "q"], "msg": "Field required", "input": None}
    client = harness.client_with([Reply(422, {"detail": [fault]})])
    with pytest.raises(LarderError) as raised:
        harness.run(client.search(""))
    assert (raised.value.status, raised.value.detail, raised.value.retry_after) == (422, [fault], None)
    assert str(raised.value) == "422: query.q: Field required. Correct the parameters."


@pytest.mark.parametrize("content", [b"[1]", b'{"detail": 5}', b'"no upstream"', b'{"detail": [1]}'])
def test_raises_a_typed_error_for_json_of_a_proxy(harness: Harness, content: bytes) -> None:
    client = harness.client_over(lambda _: httpx.Response(400, content=content))
    with pytest.raises(LarderError) as raised:
        harness.run(client.categories())
    assert (raised.value.status, raised.value.code) == (400, "unexpected_response")
    assert raised.value.detail == (
        f"Not a response of the Larder API: no content type, {json.dumps(content.decode())}"
    )


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"\xff<html>Sign in to the hotel</html>", "Not a response of the Larder API"),
        (b'{"results": []}', "expected a JSON array"),
        (b"[1]", "expected a food as a JSON object, not 1"),
        (b'[{"id": 1, "source": "off", "confidence": 1}]', "name of a food is None; it must be present"),
    ],
)
def test_raises_a_typed_error_for_a_200_of_something_else(
    harness: Harness, body: bytes, message: str
) -> None:
    client = harness.client_over(lambda _: httpx.Response(200, content=body))
    with pytest.raises(LarderError, match=message) as raised:
        harness.run(client.search("milk"))
    assert (raised.value.status, raised.value.code) == (200, "unexpected_response")


def test_raises_a_typed_error_without_a_response(harness: Harness, clock: Clock) -> None:
    def refuse(request: httpx.Request) -> httpx.Response:
        raise httpx.ConnectError("refused", request=request)

    client = harness.client_over(refuse, "key")
    # Twice: a failed request must not count as one in flight, which the second call would wait for.
    for _ in range(2):
        with pytest.raises(LarderError, match="^No response: refused. Check the network") as raised:
            harness.run(client.categories())
        assert isinstance(raised.value.__cause__, httpx.ConnectError)
    assert (len(harness.requests), clock.waits) == (6, [0.5, 1, 0.5, 1])


def test_errors_can_be_pickled() -> None:
    error = LarderError(429, "later", 3.0, request_id="r-1")
    copy = pickle.loads(pickle.dumps(error))
    assert vars(copy) == vars(error)
    assert str(copy) == str(error) != ""


@pytest.mark.parametrize(
    ("status", "headers", "seconds"),
    [
        (429, {"retry-after": "3"}, 3),
        (503, {"retry-after": "1"}, 1),
        (503, {"retry-after": formatdate(1_700_000_005, usegmt=True)}, 5),
    ],
)
def test_waits_as_long_as_retry_after_says_and_tries_again(
    harness: Harness, clock: Clock, status: int, headers: dict[str, str], seconds: float
) -> None:
    client = harness.client_with([Reply(status, {"detail": "later"}, headers), Reply(body=[])])
    assert harness.run(client.search("milk")) == []
    assert (clock.waits, len(harness.requests)) == ([seconds], 2)


@pytest.mark.parametrize("headers", [{}, {"retry-after": "soon"}])
def test_waits_half_a_second_and_then_a_second_without_retry_after(
    harness: Harness, clock: Clock, headers: dict[str, str]
) -> None:
    client = harness.client_with([Reply(503, headers=headers), Reply(503, headers=headers), Reply(body=[])])
    assert harness.run(client.search("milk")) == []
    first, second = clock.waits
    assert 0.25 < first <= 0.5 < second <= 1


def test_gives_up_after_max_retries_and_reports_how_long_to_wait(harness: Harness, clock: Clock) -> None:
    client = harness.client_with([LIMITED], max_retries=3)
    with pytest.raises(LarderError) as raised:
        harness.run(client.categories())
    assert (raised.value.status, raised.value.retry_after) == (429, 3)
    assert (len(harness.requests), clock.waits) == (4, [3, 3, 3])


def test_retries_twice_by_default(harness: Harness, clock: Clock) -> None:
    client = harness.client_with([LIMITED])
    with pytest.raises(LarderError):
        harness.run(client.categories())
    assert len(harness.requests) == 3


def test_waits_a_minute_by_default_but_no_longer(harness: Harness, clock: Clock) -> None:
    minute = Reply(429, {"detail": "later"}, {"retry-after": "60"})
    longer = Reply(429, {"detail": "later"}, {"retry-after": "61"})
    client = harness.client_with([minute, longer])
    with pytest.raises(LarderError) as raised:
        harness.run(client.categories())
    assert raised.value.retry_after == 61
    assert (len(harness.requests), clock.waits) == (2, [60])


def test_does_not_retry_other_errors(harness: Harness, clock: Clock) -> None:
    client = harness.client_with([Reply(401, {"detail": "Missing or invalid API key"})])
    with pytest.raises(LarderError, match="401: Missing or invalid API key"):
        harness.run(client.categories())
    assert (len(harness.requests), clock.waits) == (1, [])


def test_revalidates_by_etag_and_returns_the_cached_body_on_304(harness: Harness) -> None:
    client = harness.client_with(
        [
            Reply(body=food_json(name="Whole Milk"), headers={"etag": '"a"'}),
            Reply(304, headers={"etag": '"a"'}),
            Reply(body=food_json(name="Milk"), headers={"etag": '"b"'}),
            Reply(304, headers={"etag": '"b"'}),
        ]
    )
    foods = [harness.run(client.food(2)) for _ in range(4)]
    assert [food and food.name for food in foods] == ["Whole Milk", "Whole Milk", "Milk", "Milk"]
    assert foods[0] == foods[1]
    assert _if_none_match(harness) == [None, '"a"', '"a"', '"b"']


def test_keeps_nothing_with_cache_off(harness: Harness) -> None:
    client = harness.client_with([Reply(body=[], headers={"etag": '"a"'})], cache=False)
    harness.run(client.categories())
    harness.run(client.categories())
    assert _if_none_match(harness) == [None, None]


@pytest.mark.parametrize("answers_304", [True, False])
def test_the_cache_keeps_the_500_most_recently_used_responses(harness: Harness, answers_304: bool) -> None:
    def handle(request: httpx.Request) -> httpx.Response:
        if answers_304 and "if-none-match" in request.headers:
            return httpx.Response(304)
        return httpx.Response(200, headers={"etag": '"a"'}, json=food_json())

    client = harness.client_over(handle)
    for food_id in [*range(500), 0, 500, 0, 1]:
        harness.run(client.food(food_id))
    assert [etag is not None for etag in _if_none_match(harness)[-4:]] == [True, False, True, False]


def test_reports_each_attempt(harness: Harness, clock: Clock) -> None:
    attempts: list[Attempt] = []
    replies = [Reply(503, {"detail": "later"}, {"retry-after": "2", "x-request-id": "r-1"}), Reply(body=[])]
    client = harness.client_with(replies, on_attempt=attempts.append)
    harness.run(client.categories())
    assert [
        (each.number, each.status, each.request_id, each.error, each.retry_in_seconds) for each in attempts
    ] == [
        (1, 503, "r-1", None, 2),
        (2, 200, None, None, None),
    ]
    assert {each.url for each in attempts} == {"https://api.example/prefix/foods/categories"}


def test_does_not_keep_errors(harness: Harness) -> None:
    client = harness.client_with([Reply(404, {"detail": "Food not found"}, {"etag": '"a"'})])
    assert harness.run(client.food(9)) is harness.run(client.food(9)) is None
    assert _if_none_match(harness) == [None, None]


def test_follows_redirects(harness: Harness) -> None:
    moved = Reply(301, headers={"location": "https://api.example/new"})
    client = harness.client_with([moved, Reply(body=[])])
    assert harness.run(client.categories()) == []


def _if_none_match(harness: Harness) -> list[Any]:
    return [request.headers.get("if-none-match") for request in harness.requests]


def test_closes_its_own_http_client_and_leaves_yours_open() -> None:
    with httpx.Client(transport=httpx.MockTransport(lambda _: httpx.Response(200))) as yours:
        with Client("https://api.example", http_client=yours):
            pass
        assert not yours.is_closed
    with Client("https://api.example") as client:
        pass
    assert client._http.is_closed


def test_closes_its_own_asynchronous_http_client_and_leaves_yours_open() -> None:
    async def scenario() -> None:
        transport = httpx.MockTransport(lambda _: httpx.Response(200))
        async with httpx.AsyncClient(transport=transport) as yours:
            async with AsyncClient("https://api.example", http_client=yours):
                pass
            assert not yours.is_closed
        async with AsyncClient("https://api.example") as client:
            pass
        assert client._http.is_closed

    asyncio.run(scenario())


def test_a_cancelled_request_no_longer_counts_as_one_in_flight() -> None:
    started = 0

    async def scenario() -> None:
        async def never(_: httpx.Request) -> httpx.Response:
            nonlocal started
            started += 1
            await asyncio.sleep(3600)
            raise AssertionError("the request was not cancelled")

        async with httpx.AsyncClient(transport=AsyncTransport(never)) as http_client:
            client = AsyncClient("https://api.example", "key", http_client=http_client)
            for _ in range(2):
                with pytest.raises(asyncio.TimeoutError):
                    await asyncio.wait_for(client.categories(), 0.05)

    asyncio.run(scenario())
    # The second was sent too: it did not wait for a response of the first.
    assert started == 2


@pytest.mark.parametrize(
    "name",
    [
        "__init__",
        "search",
        "food",
        "barcode",
        "popular",
        "popular_pages",
        "categories",
        "suggest",
        "details",
        "batch",
        "changes",
        "meal",
        "health",
    ],
)
def test_both_clients_have_the_same_interface(name: str) -> None:
    def parameters_of(client: type[Client] | type[AsyncClient]) -> list[tuple[str, Any]]:
        parameters = inspect.signature(getattr(client, name)).parameters.values()
        return [(parameter.name, parameter.default) for parameter in parameters]

    assert parameters_of(Client) == parameters_of(AsyncClient)


def test_the_defaults_are_those_of_the_other_clients() -> None:
    defaults = {name: each.default for name, each in inspect.signature(Client).parameters.items()}
    assert {
        name: defaults[name]
        for name in ("timeout", "total_timeout", "max_retries", "max_retry_delay_seconds")
    } == {"timeout": 10, "total_timeout": 180, "max_retries": 2, "max_retry_delay_seconds": 60}
