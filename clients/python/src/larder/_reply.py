from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime
from math import ceil
from time import time
from typing import NamedTuple

import httpx


class Reply(NamedTuple):
    """A response whose body has been read."""

    status: int
    headers: httpx.Headers
    body: bytes


@dataclass(frozen=True)
class RateLimit:
    """What a response reports of the limit of the key. An account has several limits; the API reports the tightest."""

    limit: int
    remaining: int
    resets_at: datetime


def retry_after_of(headers: httpx.Headers) -> float | None:
    """Seconds, from either form of Retry-After: a number or a date."""
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return float(value)
    date = _seconds_of_date(value)
    return None if date is None else max(0.0, float(ceil(date - server_time(headers))))


def rate_limit_of(headers: httpx.Headers) -> RateLimit | None:
    try:
        return RateLimit(
            int(headers["x-ratelimit-limit"]),
            int(headers["x-ratelimit-remaining"]),
            datetime.fromtimestamp(int(headers["x-ratelimit-reset"]), timezone.utc),
        )
    except (KeyError, ValueError, OverflowError):
        return None


def server_time(headers: httpx.Headers) -> float:
    """By the clock of the server where it is known: the caller's may be wrong."""
    date = _seconds_of_date(headers.get("date", ""))
    return time() if date is None else date


def _seconds_of_date(value: str) -> float | None:
    """Unix time of an HTTP date; None if it is not one."""
    try:
        return parsedate_to_datetime(value).timestamp()
    except (ValueError, TypeError):
        return None
