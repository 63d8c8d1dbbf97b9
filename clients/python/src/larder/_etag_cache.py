from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import NamedTuple


class Entry(NamedTuple):
    etag: str
    body: bytes


class EtagCache:
    """Keeps bodies by their ETag, so that an unchanged food is not sent again. Drops the least recently used."""

    def __init__(self, max_entries: int) -> None:
        self._max_entries = max_entries
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._lock = Lock()

    def get(self, url: str) -> Entry | None:
        with self._lock:
            return self._entries.get(url)

    def store(self, url: str, entry: Entry) -> None:
        if self._max_entries <= 0:
            return
        with self._lock:
            self._entries[url] = entry
            self._entries.move_to_end(url)
            if len(self._entries) > self._max_entries:
                self._entries.popitem(last=False)
