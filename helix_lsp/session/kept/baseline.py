"""The lattice before the last change, kept beside the index, so that two generations can be compared
(design-decisions.md#baseline).

`lattice.msgpack` is the newest summary, `lattice-baseline.msgpack` the one before. Both are hints: when one
is missing, damaged or of another format, there is nothing to compare with yet, and nothing is wrong.
"""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import msgspec

from helix_lsp.session.disk.scan import read_private, write_private
from helix_lsp.trees.diff import FORMAT, Summary

_kept = msgspec.msgpack.Decoder(tuple[int, Summary])

NEWEST = "lattice.msgpack"
BASELINE = "lattice-baseline.msgpack"


def keep(directory: str, now: Summary) -> None:
    """Make `now` the newest and what was the newest the baseline, unless nothing changed. A failure to write
    is not reported.
    """
    newest = load(directory, NEWEST)
    if newest is not None and same(newest, now):
        return
    place = Path(directory) / NEWEST
    temporary = place.with_name(f"{NEWEST}.{os.getpid()}")
    with contextlib.suppress(OSError):
        write_private(temporary, msgspec.msgpack.encode((FORMAT, now)))
        if newest is not None:
            os.replace(place, Path(directory) / BASELINE)
        os.replace(temporary, place)
        return
    with contextlib.suppress(OSError):
        temporary.unlink()


def load(directory: str, name: str) -> Summary | None:
    """A kept summary; None where there is none that can be read."""
    try:
        kind, summary = _kept.decode(read_private(Path(directory) / name))
    except (OSError, msgspec.MsgspecError):
        return None
    return summary if kind == FORMAT else None


def same(one: Summary, other: Summary) -> bool:
    """True when nothing but the generation differs."""
    return (one.files, one.nodes, one.cards) == (other.files, other.nodes, other.cards)
