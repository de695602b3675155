"""What a commit is told: plain records."""

from __future__ import annotations

import msgspec


class Put(msgspec.Struct, frozen=True, kw_only=True):
    """A file is there, with these bytes. `size` in bytes, `mtime_ns` as the caller saw it; `sha` is the git
    blob id.

    `packed` is `index/store/pack.py`'s form of the facts, None when `Host.has(sha, language)` said that they are
    stored.
    """

    path: str
    size: int
    mtime_ns: int
    tracked: bool
    sha: str
    language: str
    packed: bytes | None


class Drop(msgspec.Struct, frozen=True, kw_only=True):
    """A file is gone, or is no longer to be indexed."""

    path: str


Change = Put | Drop
