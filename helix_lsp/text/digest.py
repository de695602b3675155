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
