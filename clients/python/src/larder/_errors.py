from __future__ import annotations

import json
from typing import Any, Literal, TypedDict, cast

import httpx

from ._reply import Reply, retry_after_of

ErrorCode = Literal[
    "connection_failed",
    "timeout",
    "unexpected_response",
    "unauthorized",
    "forbidden",
    "not_found",
    "gone",
    "invalid_parameters",
    "rate_limited",
    "unavailable",
    "server_error",
]

_ADVICE: dict[ErrorCode, str] = {
    "connection_failed": "Check the network and the base URL.",
    "timeout": "Try again, or allow more time.",
    "unexpected_response": "Check the base URL: a proxy or another server answered.",
    "unauthorized": "Check the API key and the base URL.",
    "forbidden": "Use a key that may do this.",
    "not_found": "Check the base URL.",
    "gone": "Load all foods again.",
    "invalid_parameters": "Correct the parameters.",
    "rate_limited": "Wait, or use a key with a higher limit.",
    "unavailable": "Try again later.",
    "server_error": "Tell the operator the request id.",
}

_CODES: dict[int, ErrorCode] = {
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    410: "gone",
    422: "invalid_parameters",
    429: "rate_limited",
    502: "unavailable",
    503: "unavailable",
    504: "unavailable",
}


class ValidationError(TypedDict, total=False):
    """One entry of a 422: which parameter is wrong, and how."""

    type: str
    loc: list[str]
    msg: str
    input: Any
    ctx: dict[str, Any]


class LarderError(Exception):
    """A call failed: the API responded with an error, something else responded, or nothing did.

    status: of the last response; 0 without one.
    detail: what happened: the list of invalid parameters for 422, otherwise a text.
    retry_after: how many seconds to wait before another attempt, when the response says so.
    code: the kind of failure.
    advice: what to do about it.
    request_id: identifies the request in the log of the server.
    """

    def __init__(
        self,
        status: int,
        detail: str | list[ValidationError],
        retry_after: float | None = None,
        code: ErrorCode | None = None,
        request_id: str | None = None,
    ) -> None:
        # All arguments, so that the error can be pickled, as multiprocessing does.
        super().__init__(status, detail, retry_after, code, request_id)
        self.status = status
        self.detail = detail
        self.retry_after = retry_after
        self.code: ErrorCode = code or _code_of(status)
        self.advice = _ADVICE[self.code]
        self.request_id = request_id

    def __str__(self) -> str:
        what = (
            self.detail
            if isinstance(self.detail, str)
            else "; ".join(_in_words(entry) for entry in self.detail)
        )
        status = f"{self.status}: " if self.status else ""
        request_id = f" Request id: {self.request_id}" if self.request_id else ""
        return f"{status}{what if what.endswith('.') else what + '.'} {self.advice}{request_id}"


def _code_of(status: int) -> ErrorCode:
    return _CODES.get(status, "unexpected_response" if status < 500 else "server_error")


def _in_words(entry: ValidationError) -> str:
    return f"{'.'.join(str(part) for part in entry['loc'])}: {entry['msg']}"


def error_of(reply: Reply, reason: str | None = None) -> LarderError:
    """The error that a response means. What is not from the API is quoted, with the reason why it cannot be read."""
    detail = None if reply.status == 200 else _detail_of(reply.body)
    status, headers = reply.status, reply.headers
    # A proxy may say that a limit or a server is to blame; nothing else of it can be trusted.
    is_trusted = detail is not None or status == 429 or status >= 500
    return LarderError(
        status,
        _quote(reply, reason) if detail is None else detail,
        retry_after_of(headers),
        None if is_trusted else "unexpected_response",
        headers.get("x-request-id"),
    )


def _quote(reply: Reply, reason: str | None) -> str:
    content_type = reply.headers.get("content-type", "no content type")
    beginning = json.dumps(reply.body.decode(errors="replace")[:80], ensure_ascii=False)
    quoted = f"Not a response of the Larder API: {content_type}, {beginning}"
    return quoted if reason is None else f"{quoted} ({reason})"


def _detail_of(content: bytes) -> str | list[ValidationError] | None:
    try:
        body = json.loads(content)
    except ValueError:
        return None
    detail = body.get("detail") if isinstance(body, dict) else None
    if isinstance(detail, str):
        return detail
    if isinstance(detail, list) and all(_is_validation_error(entry) for entry in detail):
        return cast("list[ValidationError]", detail)
    return None


def _is_validation_error(entry: object) -> bool:
    return (
        isinstance(entry, dict) and isinstance(entry.get("loc"), list) and isinstance(entry.get("msg"), str)
    )


def error_without_response(cause: httpx.RequestError, timeout: float) -> LarderError:
    error = (
        LarderError(0, f"No response within {timeout:g} seconds", code="timeout")
        if isinstance(cause, httpx.TimeoutException)
        else LarderError(0, f"No response: {cause or type(cause).__name__}", code="connection_failed")
    )
    error.__cause__ = cause
    return error
