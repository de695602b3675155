"""The only hashing: git's blob id for file identity, SHA-256 for proof, canonical JSON for digests of
records.
"""

from __future__ import annotations

import hashlib
import json

_canonical = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def blob_id(data: bytes) -> str:
    """Git's own id of these bytes (SHA-1 over a header and the bytes), 40 hex digits; equals `git
    hash-object`.
    """
    return hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest()


def sha256_hex(data: bytes) -> str:
    """SHA-256 of the bytes, 64 hex digits: what a range reference cites."""
    return hashlib.sha256(data).hexdigest()


def canonical_json(value: object) -> bytes:
    """JSON with sorted keys, no spaces, UTF-8: the same record gives the same bytes in every process."""
    return _canonical.encode(value).encode("utf-8", "surrogatepass")


def digest_of(value: object) -> str:
    """SHA-256 of the canonical JSON of plain data (dict, list, str, int, float, bool, None)."""
    return sha256_hex(canonical_json(value))


# What an edit changed, as one range: the smallest stretch outside of which two texts are equal.


def changed_range(old: bytes, new: bytes) -> tuple[int, int]:
    """(start, end) in `old`, widened to whole characters; the same stretch of `new` ends `len(new) -
    len(old)` later.

    Halving: a text of megabytes takes a few comparisons of memory.
    """
    most = min(len(old), len(new))
    start = _same_length(old, new, most)
    end = _same_length_back(old, new, most - start)
    while start > 0 and (_inside(old, start) or _inside(new, start)):
        start -= 1
    while end > 0 and (_inside(old, len(old) - end) or _inside(new, len(new) - end)):
        end -= 1
    return start, len(old) - end


def _same_length(old: bytes, new: bytes, most: int) -> int:
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if old[low:middle] == new[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _same_length_back(old: bytes, new: bytes, most: int) -> int:
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if old[len(old) - middle : len(old) - low] == new[len(new) - middle : len(new) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def _inside(data: bytes, at: int) -> bool:
    return at < len(data) and data[at] & 0xC0 == 0x80
