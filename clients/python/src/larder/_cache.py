from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple, Protocol


class CachedResponse(NamedTuple):
    """A response to revalidate: its body is sent again only if its ETag has changed."""

    etag: str
    body: bytes


class ResponseCache(Protocol):
    """Where responses are kept. Your own may keep them on disk or in Redis; threads may share it."""

    def get(self, url: str) -> CachedResponse | None:
        ...

    def set(self, url: str, response: CachedResponse) -> None:
        ...


class MemoryCache:
    """Keeps the most recently used responses."""

    def __init__(self, max_entries: int = 500) -> None:
        self._max_entries = max_entries
        self._entries: OrderedDict[str, CachedResponse] = OrderedDict()
        self._lock = Lock()

    def get(self, url: str) -> CachedResponse | None:
        with self._lock:
            if url in self._entries:
                self._entries.move_to_end(url)
            return self._entries.get(url)

    def set(self, url: str, response: CachedResponse) -> None:
        with self._lock:
            self._entries[url] = response
            self._entries.move_to_end(url)
            if len(self._entries) > self._max_entries:
                self._entries.popitem(last=False)
