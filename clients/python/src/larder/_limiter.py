from __future__ import annotations

from threading import Lock
from time import monotonic

from ._reply import Reply, rate_limit_of, retry_after_of, server_time

_WINDOW_SECONDS = 60.0

# X-RateLimit-Reset is rounded up to a second and Date down, so a window seems to end up to this much later than it does.
_ROUNDING_SECONDS = 2.0

# How often a request asks whether the first response has arrived, which says what the limit is.
_FIRST_RESPONSE_POLL_SECONDS = 0.02


class Limiter:
    """Says when the next request may be sent, so that the API does not have to reject it.

    The API counts in windows of 60 seconds that start with their first request, and reports the window of a key in
    X-RateLimit-*. Callers without a key get no such headers, and only wait as Retry-After says.
    """

    def __init__(self, *, learns_limit: bool) -> None:
        self._lock = Lock()
        self._in_flight = 0
        # With a key, the first request is sent alone: nothing is known about the limit before its response.
        self._awaits_first_response = learns_limit
        self._limit: int | None = None
        self._remaining = 0
        self._ends_at = 0.0
        # X-RateLimit-Reset of the current window; None until a response of a new window has reported it.
        self._reset: int | None = None
        self._paused_until = 0.0

    def reserve(self, max_delay_seconds: float) -> float:
        """0 if the request may be sent now, and counts it; otherwise the seconds after which to ask again.

        A window of the API that ends later than `max_delay_seconds` is not waited for: the API says so itself.
        """
        with self._lock:
            now = monotonic()
            delay = self._delay_of_window(now)
            is_too_long = delay > max_delay_seconds + _ROUNDING_SECONDS
            if delay > 0 and not is_too_long:
                return min(delay, max_delay_seconds)
            self._in_flight += 1
            self._remaining -= 1
            return 0.0

    def finish(self, reply: Reply | None) -> None:
        """Every reserved request ends here, with None if it got no response."""
        with self._lock:
            now = monotonic()
            self._in_flight -= 1
            if reply is None:
                return
            self._awaits_first_response = False
            if reply.status == 429:
                self._paused_until = max(self._paused_until, now + (retry_after_of(reply.headers) or 0.0))
            self._learn(reply, now)

    def _delay_of_window(self, now: float) -> float:
        if self._awaits_first_response:
            return _FIRST_RESPONSE_POLL_SECONDS if self._in_flight > 0 else 0.0
        delay = self._paused_until - now
        if self._limit is None:
            return delay
        if now >= self._ends_at:
            # The next request starts a window.
            self._remaining = self._limit
            self._ends_at = now + _WINDOW_SECONDS
            self._reset = None
        return max(delay, 0.0 if self._remaining > 0 else self._ends_at - now)

    def _learn(self, reply: Reply, now: float) -> None:
        reported = rate_limit_of(reply.headers)
        if reported is None:
            return
        reset = int(reported.resets_at.timestamp())
        seconds_left = reset - server_time(reply.headers)
        if seconds_left <= 0:
            return
        if self._limit is not None and self._reset in (None, reset):
            # reserve() has counted the requests in flight. Other processes with the same key may have used more.
            self._remaining = min(self._remaining, reported.remaining)
        else:
            self._remaining = reported.remaining - self._in_flight
        self._limit = reported.limit
        self._ends_at = now + seconds_left
        self._reset = reset
