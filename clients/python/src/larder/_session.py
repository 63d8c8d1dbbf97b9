"""Everything that Client and AsyncClient have in common: all but sending and waiting."""

from __future__ import annotations

import json
import re
from collections import OrderedDict
from dataclasses import dataclass
from random import random
from threading import Lock
from time import monotonic
from typing import (
    Any,
    Callable,
    Dict,
    Generator,
    Generic,
    Literal,
    NamedTuple,
    Optional,
    Protocol,
    TypeVar,
    Union,
)

import httpx

from ._calls import Call
from ._errors import LarderError, error_of, error_without_response
from ._limiter import Limiter
from ._reply import RateLimit, Reply, rate_limit_of, retry_after_of

T = TypeVar("T")
H = TypeVar("H", httpx.Client, httpx.AsyncClient)

# Without a response, and what proxies and overloaded servers send: every request is a GET, which may be repeated.
_TEMPORARY = (0, 429, 502, 503, 504)


class _Cached(NamedTuple):
    """A response to revalidate: its body is sent again only if its ETag has changed."""

    etag: str
    body: bytes


class _Cache:
    """Keeps the most recently used responses."""

    def __init__(self, max_entries: int) -> None:
        self._max_entries = max_entries
        self._entries: OrderedDict[str, _Cached] = OrderedDict()
        self._lock = Lock()

    def get(self, url: str) -> _Cached | None:
        with self._lock:
            if url in self._entries:
                self._entries.move_to_end(url)
            return self._entries.get(url)

    def set(self, url: str, response: _Cached) -> None:
        with self._lock:
            self._entries[url] = response
            self._entries.move_to_end(url)
            if len(self._entries) > self._max_entries:
                self._entries.popitem(last=False)


class Get(NamedTuple):
    """A request to send, to be answered with its reply."""

    url: httpx.URL
    headers: Dict[str, str]
    timeout: float


class Pause(NamedTuple):
    seconds: float


Steps = Generator[Union[Get, Pause], Optional[Reply], T]


@dataclass(frozen=True)
class Attempt:
    """One attempt of a call, after its end."""

    url: str
    number: int
    """1 for the first attempt of a call."""
    status: int
    """0 without a response."""
    duration_seconds: float
    request_id: str | None
    error: LarderError | None
    """Why there is no response."""
    retry_in_seconds: float | None
    """When the next attempt follows; None after the last."""


class Session(Generic[H]):
    """
    base_url: the address of the API, such as https://api.example.org; a path prefix is kept.
    api_key: sent as `Authorization: Bearer …`. Without one, the limits of anonymous callers apply.
    http_client: your own client of httpx, for proxies, certificates or tests. You close it.
    timeout: seconds for each step of one attempt: to connect, until the response begins, and to receive it.
    total_timeout: seconds for all attempts of a call and the time between them, but not for staying under the limit.
    max_retries: retries of one call after a failed connection, a timeout, 429, 502, 503 or 504.
    max_retry_delay_seconds: a longer Retry-After is not waited for: the call fails at once.
    cache: whether the last 500 responses are kept for revalidation by ETag.
    on_attempt: called after each attempt of each call, for logs and metrics.
    stay_under_limit: wait before a request that the API would reject, as far as X-RateLimit-* and Retry-After of
        earlier responses say so; at most `max_retry_delay_seconds`, after which the API decides.
    """

    _new_http: Callable[[], H]

    def __init__(
        self,
        base_url: str,
        api_key: str | None = None,
        *,
        http_client: H | None = None,
        timeout: float = 10.0,
        total_timeout: float = 180.0,
        max_retries: int = 2,
        max_retry_delay_seconds: float = 60.0,
        cache: bool = True,
        on_attempt: Callable[[Attempt], None] | None = None,
        stay_under_limit: bool = True,
    ) -> None:
        if not isinstance(base_url, str) or not re.fullmatch(r"(?i)https?://[^\s/?#]+[^\s?#]*", base_url):
            raise ValueError(
                f"base_url is {base_url!r}; it must be the address of the API, such as https://api.example.org"
            )
        self._base_url = base_url.rstrip("/")
        self._headers = {"accept": "application/json"}
        if api_key is not None:
            if not re.fullmatch("[!-~]+", api_key.strip()):
                raise ValueError(
                    "api_key is empty or has characters that no key has; leave it out to call without a key"
                )
            self._headers["authorization"] = f"Bearer {api_key.strip()}"
        self._timeout = timeout
        self._total_timeout = total_timeout
        self._max_retries = max_retries
        self._max_retry_delay_seconds = max_retry_delay_seconds
        self._cache = _Cache(500) if cache else None
        self._on_attempt = on_attempt
        self.rate_limit: RateLimit | None = None
        """As the last response reported it; None before, and without a key."""
        self._limiter = Limiter(learns_limit=api_key is not None) if stay_under_limit else None
        self._owns_http = http_client is None
        self._http: H = http_client or type(self)._new_http()

    def _build(self, step: Get) -> httpx.Request:
        # Many calls at once wait for a free connection of the pool. That is no failure, however long it takes.
        timeout = httpx.Timeout(step.timeout, pool=None)
        return self._http.build_request("GET", step.url, headers=step.headers, timeout=timeout)

    def _request(self, call: Call[Any]) -> Steps[Reply]:
        given = {name: value for name, value in call.parameters.items() if value is not None}
        url = httpx.URL(self._base_url + call.path, **({"params": given} if given else {}))
        cached = self._cache.get(str(url)) if self._cache else None
        headers = self._headers if cached is None else {**self._headers, "if-none-match": cached.etag}
        reply = yield from self._with_retries(url, headers, self._limiter if call.is_limited else None)
        if reply.status == 304 and cached is not None:
            return reply._replace(status=200, body=cached.body)
        etag = reply.headers.get("etag")
        # A body that a proxy cut off would otherwise be returned until the food changes.
        if self._cache and reply.status == 200 and etag is not None and _is_json(reply.body):
            self._cache.set(str(url), _Cached(etag, reply.body))
        return reply

    def _with_retries(self, url: httpx.URL, headers: Dict[str, str], limiter: Limiter | None) -> Steps[Reply]:
        # The time until the limiter permits a request does not count.
        remaining = self._total_timeout
        number = 0
        while True:
            number += 1
            if limiter is not None:
                yield from self._wait_for(limiter)
            request = Get(url, headers, min(self._timeout, remaining))
            started_at = monotonic()
            reply: Reply | None = None
            error: LarderError | None = None
            try:
                reply = yield request
            except httpx.RequestError as cause:
                error = error_without_response(cause, request.timeout)
            finally:
                # Also when the request was cancelled.
                if limiter is not None:
                    limiter.finish(reply)
            duration = monotonic() - started_at
            status = 0 if reply is None else reply.status
            retry_after = None if reply is None else retry_after_of(reply.headers)
            delay = _delay_seconds(number, retry_after)
            remaining -= duration + delay
            will_retry = (
                status in _TEMPORARY
                and number <= self._max_retries
                and (retry_after or 0) <= self._max_retry_delay_seconds
                and remaining > 0
            )
            if reply is not None:
                self.rate_limit = rate_limit_of(reply.headers) or self.rate_limit
            if self._on_attempt is not None:
                request_id = None if reply is None else reply.headers.get("x-request-id")
                retry_in = delay if will_retry else None
                self._on_attempt(Attempt(str(url), number, status, duration, request_id, error, retry_in))
            if will_retry:
                yield Pause(delay)
            elif reply is not None:
                return reply
            else:
                raise error or TypeError("a Get must be answered with its reply")

    def _wait_for(self, limiter: Limiter) -> Steps[None]:
        while True:
            delay = limiter.reserve(self._max_retry_delay_seconds)
            if delay == 0:
                return
            yield Pause(delay)


def _delay_seconds(number: int, retry_after: float | None) -> float:
    """As Retry-After says, or 0.5, 1, 2, … seconds. Both are random, so that clients that failed together do not
    return together."""
    if retry_after is None:
        return 0.25 * 2.0**number * (1 - random() / 2)
    return retry_after + random() / 2


def _is_json(body: bytes) -> bool:
    try:
        json.loads(body)
    except ValueError:
        return False
    return True
