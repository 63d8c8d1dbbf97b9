from __future__ import annotations

import json
from email.utils import parsedate_to_datetime
from math import ceil
from time import time
from typing import Any, TypedDict

import httpx


class _ValidationErrorBase(TypedDict):
    type: str
    loc: list[str]
    msg: str
    input: Any


class ValidationError(_ValidationErrorBase, total=False):
    """One entry of a 422: which parameter is wrong, and how."""

    ctx: dict[str, Any]


class LarderError(Exception):
    """The API responded with an error, or with something that is not a response of the Larder API.

    `detail` is the list of invalid parameters for 422, otherwise a text. `retry_after` is how many seconds to wait
    before another attempt, when the response says so.
    """

    def __init__(
        self, status: int, detail: str | list[ValidationError], retry_after: float | None = None
    ) -> None:
        # All arguments, so that the error can be pickled, as multiprocessing does.
        super().__init__(status, detail, retry_after)
        self.status = status
        self.detail = detail
        self.retry_after = retry_after

    def __str__(self) -> str:
        if isinstance(self.detail, str):
            return f"{self.status}: {self.detail}"
        return f"{self.status}: {'; '.join(_in_words(entry) for entry in self.detail)}"


def _in_words(entry: ValidationError) -> str:
    return f"{'.'.join(str(part) for part in entry['loc'])}: {entry['msg']}"


def error_of(response: httpx.Response) -> LarderError:
    """The error that a response means. Proxies answer with text, or with nothing, instead of JSON."""
    return LarderError(response.status_code, _detail_of(response), retry_after_of(response))


def _detail_of(response: httpx.Response) -> str | list[ValidationError]:
    try:
        body = json.loads(response.content)
    except ValueError:
        return response.text.strip() or response.reason_phrase
    detail = body.get("detail") if isinstance(body, dict) else body
    if isinstance(detail, str):
        return detail
    if isinstance(detail, list) and all(_is_validation_error(entry) for entry in detail):
        return detail
    return response.reason_phrase


def _is_validation_error(entry: object) -> bool:
    return (
        isinstance(entry, dict) and isinstance(entry.get("loc"), list) and isinstance(entry.get("msg"), str)
    )


def retry_after_of(response: httpx.Response) -> float | None:
    """Seconds, from either form of Retry-After: a number or a date."""
    value = response.headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return float(value)
    date = seconds_of_date(value)
    return None if date is None else max(0.0, float(ceil(date - time())))


def seconds_of_date(value: str) -> float | None:
    """Unix time of an HTTP date; None if it is not one."""
    try:
        return parsedate_to_datetime(value).timestamp()
    except (ValueError, TypeError):
        return None
