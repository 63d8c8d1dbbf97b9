from __future__ import annotations

from typing import Iterator

import pytest
from harness import Clock, Harness


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("larder._client.sleep", clock.sleep)
    monkeypatch.setattr("larder._client.sleep_async", clock.sleep_async)
    monkeypatch.setattr("larder._limiter.monotonic", clock.read)
    monkeypatch.setattr("larder._reply.time", clock.read)
    # Waits are as long as they can be without a response that asks for more, and as Retry-After says.
    monkeypatch.setattr("larder._session.random", lambda: 0.0)
    return clock


@pytest.fixture(params=["sync", "async"])
def harness(request: pytest.FixtureRequest) -> Iterator[Harness]:
    harness = Harness(request.param)
    yield harness
    harness.close()
