"""clients/behaviours.json: what the clients do when a server fails. @larder/client has the same table.

Node.js 24 must be on the PATH: it runs lab/faulty-server.ts.
"""

from __future__ import annotations

import json
import re
import subprocess
from dataclasses import asdict, is_dataclass
from pathlib import Path
from typing import Any, AsyncIterator, Iterator
from uuid import uuid4

import httpx
import pytest
from harness import AnyClient, Harness

from larder import Attempt, LarderError

REPOSITORY = Path(__file__).parents[4]
BEHAVIOURS: dict[str, list[dict[str, Any]]] = json.loads((REPOSITORY / "clients/behaviours.json").read_text())
# The names that are not those of @larder/client with underscores.
OPTION_NAMES = {"timeoutSeconds": "timeout", "totalTimeoutSeconds": "total_timeout"}


def named(table: str) -> Any:
    return [pytest.param(case, id=case["name"]) for case in BEHAVIOURS[table]]


def snake_case(name: str) -> str:
    return OPTION_NAMES.get(name) or re.sub("[A-Z]", lambda letter: f"_{letter[0].lower()}", name)


def with_snake_case(members: dict[str, Any]) -> dict[str, Any]:
    return {snake_case(name): value for name, value in members.items()}


@pytest.fixture(scope="session")
def control() -> Iterator[httpx.Client]:
    # Without certificates, which take longer to load than most cases take.
    with httpx.Client(verify=False) as client:
        yield client


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    with subprocess.Popen(
        ["node", "lab/faulty-server.ts"],
        cwd=REPOSITORY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        assert server.stdout is not None
        yield server.stdout.readline().strip()
        # Its standard input ends, and so does the server.
        server.communicate()


@pytest.mark.parametrize("case", named("cases"))
def test_case(harness: Harness, control: httpx.Client, server_url: str, case: dict[str, Any]) -> None:
    url = f"{server_url}/{uuid4().hex}"
    control.put(url, json=case["server"]).raise_for_status()
    attempts: list[Attempt] = []
    options = with_snake_case(case.get("options", {}))
    client = harness.client(url, on_attempt=attempts.append, **options)
    outcome: Any = None
    for _ in range(case.get("repeat", 1)):
        try:
            outcome = harness.run_async(call(client, *case["call"]))
        except LarderError as error:
            outcome = error
    harness.run(client.close())
    requests = control.get(url).json()

    expected = case["expected"]
    assert len(attempts) == expected["attempts"]
    if "timeout" not in options:
        # A request that the client gave up may not have arrived.
        assert len(requests) >= len(attempts)
    assert_includes(requests, expected.get("requests", requests))
    if "rateLimit" in expected:
        assert rate_limit_of(client) == expected["rateLimit"]
    if "delays" in expected:
        waits = [each.retry_in_seconds for each in attempts if each.retry_in_seconds is not None]
        assert len(waits) == len(expected["delays"])
        assert [(wait, least <= wait <= most) for wait, (least, most) in zip(waits, expected["delays"])] == [
            (wait, True) for wait in waits
        ]
    if "error" not in expected:
        assert_includes(as_json(outcome), expected["result"])
        if "found" in expected:
            assert {"match": outcome.match, "searchedFor": outcome.searched_for} == expected["found"]
        return
    assert isinstance(outcome, LarderError), outcome
    members = with_snake_case(expected["error"])
    for text in members.pop("message_includes", []):
        assert text in str(outcome)
    assert_includes({"message": str(outcome), **vars(outcome)}, members)


@pytest.mark.parametrize("case", named("creation"))
def test_creation(harness: Harness, case: dict[str, Any]) -> None:
    options = {"base_url": "https://api.example", **with_snake_case(case["options"])}
    with pytest.raises(ValueError) as raised:
        harness.client(**options)
    for text in case["messageIncludes"]:
        assert text in str(raised.value)


async def call(client: AnyClient, method: str, *arguments: Any) -> Any:
    positional = [each for each in arguments if not isinstance(each, dict)]
    named_arguments = {
        name: value
        for each in arguments
        if isinstance(each, dict)
        for name, value in with_snake_case(each).items()
    }
    result = getattr(client, snake_case(method))(*positional, **named_arguments)
    if isinstance(result, AsyncIterator):
        return [item async for item in result]
    if isinstance(result, Iterator):
        return list(result)
    return await result if hasattr(result, "__await__") else result


def rate_limit_of(client: AnyClient) -> dict[str, Any] | None:
    reported = client.rate_limit
    if reported is None:
        return None
    return {
        "limit": reported.limit,
        "remaining": reported.remaining,
        "resetsAt": reported.resets_at.timestamp(),
    }


def as_json(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return as_json(asdict(value))
    if isinstance(value, dict):
        return {name: as_json(member) for name, member in value.items()}
    return [as_json(each) for each in value] if isinstance(value, (list, tuple)) else value


def assert_includes(actual: Any, expected: Any) -> None:
    """Members that are not expected may exist; a list has exactly the expected elements."""
    if isinstance(expected, dict) and isinstance(actual, dict):
        for name, value in expected.items():
            assert_includes(actual.get(name), value)
    elif isinstance(expected, list) and isinstance(actual, list):
        assert len(actual) == len(expected)
        for each, value in zip(actual, expected):
            assert_includes(each, value)
    else:
        assert actual == expected
