"""Results that fit: a change is cut where its lists have a place to say so, page by page of files.

Invariant: what is cut is counted in the `..._left_out` that the schema has beside each list, so that the data
stays a `pr-delta.v1`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

MOST_TEXT = 12_000
_ROOM = 40_000  # characters of the files of one page: about 10,000 tokens
_LISTED = 25
_PARTS = {"hunks": 8, "symbols": 25, "chunks": 0}


def cut_delta(data: Mapping[str, Any], after: str) -> tuple[dict[str, Any], str]:
    """(the delta with the files behind `after` that fit, the path to go on after, `` at the end). Files come in
    the order of their paths, at least one a page; those of other pages count as left out.
    """
    every = sorted(data["files"], key=lambda file: str(file["path"]))
    files: list[dict[str, Any]] = []
    room, more = _ROOM, ""
    for file in every:
        if after and str(file["path"]) <= after:
            continue
        small = file
        for name, most in _PARTS.items():
            small = _cut(small, name, most)
        room -= len(json.dumps(small))
        if files and room < 0:
            more = str(files[-1]["path"])
            break
        files.append(small)
    out = {**data, "files": files, "files_left_out": data["files_left_out"] + len(every) - len(files)}
    touches = dict(data["touches"])
    for name in ("documents", "uses"):
        touches = _cut(touches, name, _LISTED)
    for name in ("stale", "flags"):
        out = _cut(out, name, _LISTED)
    return {**out, "touches": touches}, more


def _cut(record: dict[str, Any], name: str, most: int) -> dict[str, Any]:
    listed, left = record[name], f"{name}_left_out"
    if len(listed) <= most:
        return record
    return {**record, name: listed[:most], left: record[left] + len(listed) - most}
