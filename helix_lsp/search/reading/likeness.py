"""The port behind which a model of meaning may stand, and the order of passages when one does. Without one
the order of words stays.

A question in everyday words often shares none of them with the lines that answer it. A sentence encoder gives
the likeness of the two texts; four features of it and of the lexical score are weighed (`drift_worths.py`).
Only the best POOL passages are shown to the port, none of which overlap.

Invariants: whatever the port does (it fails, answers nonsense), an answer comes and the lexical order stands,
and the reading says so. With the same port the same question gives the same order.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Protocol

import msgspec

from helix_lsp.errors import Cancelled
from helix_lsp.index.overlay.snapshot import Snapshot

POOL = 24  # 12 cost .05 of the places in three on one of two sets, 40 gained nothing
NAMES = ("lexical", "likeness", "below_best", "rank")


class Late(Exception):
    """The port did not answer in time."""


class Unusable(ValueError):
    """The port cannot answer; its text says why, in words for a person, without a path of this machine."""


class Near(msgspec.Struct, frozen=True, kw_only=True):
    """Lines of a file from 1, both inclusive, that are near to a question by meaning; `alike` is -1..1."""

    path: str
    first: int
    last: int
    alike: float


class Nearest(Protocol):
    """The places of a workspace that are nearest to a question, of those whose vectors are made."""

    def __call__(
        self, question: str, snapshot: Snapshot, keep: Callable[[str], bool] | None, check: Callable[[], None]
    ) -> Sequence[Near]:
        """Nearest first; `keep` filters paths. Calls `check` now and then, which may raise `Cancelled`."""
        ...


class Likeness(Protocol):
    """How alike a question and each passage are, -1..1, one value a passage in their order; more is more
    alike. One that has a true attribute `learned` was taught by questions about code; its values are weighed as such. Its
    attribute `nearest`, where it has one, is a `Nearest`; its attribute `by_line`, where it has one, takes the same and
    gives one value for each line of each passage.
    """

    def __call__(
        self, question: str, passages: tuple[str, ...], check: Callable[[], None]
    ) -> Sequence[float]:
        """The values. Calls `check` now and then, which may raise `Cancelled`; may raise whatever it likes."""
        ...


def likenesses(
    question: str, passages: tuple[str, ...], port: Likeness | None, check: Callable[[], None]
) -> tuple[tuple[float, ...], str]:
    """(values, what became of it): no values where there is no port or it failed; the note is `` without a
    port, `applied` with values.
    """
    if port is None or not passages:
        return (), ""
    try:
        values = tuple(float(v) for v in port(question, passages, check))
    except Cancelled:
        raise
    except (Late, TimeoutError):
        return (), "late: the order of words stands"
    except Unusable as error:
        return (), f"{error}: the order of words stands"
    except Exception as error:  # noqa: BLE001  a second opinion that fails costs nothing but itself
        return (), f"failed ({type(error).__name__}): the order of words stands"
    if len(values) != len(passages) or not all(math.isfinite(v) for v in values):
        return (), "answered no value for each passage: the order of words stands"
    return tuple(round(v, 6) for v in values), "applied"


def line_values(
    question: str, passages: tuple[str, ...], port: Likeness | None, check: Callable[[], None]
) -> tuple[tuple[float, ...], ...]:
    """How alike each line of each passage is, in their order; nothing where the port does not say, or fails."""
    look: Callable[..., Sequence[Sequence[float]]] | None = getattr(port, "by_line", None)
    if look is None:
        return ()
    try:
        values = tuple(tuple(round(float(v), 6) for v in one) for one in look(question, passages, check))
    except Cancelled:
        raise
    except Exception:  # noqa: BLE001  lines are then kept by their words
        return ()
    whole = [len(one) == passage.count("\n") + 1 for one, passage in zip(values, passages, strict=False)]
    return values if len(whole) == len(passages) and all(whole) else ()


def nearest(
    question: str,
    snapshot: Snapshot,
    port: Likeness | None,
    keep: Callable[[str], bool] | None,
    check: Callable[[], None],
) -> tuple[tuple[Near, ...], str]:
    """(what the port finds by meaning alone, why that is nothing where it failed)."""
    look: Nearest | None = getattr(port, "nearest", None)
    if look is None:
        return (), ""
    try:
        return tuple(look(question, snapshot, keep, check)), ""
    except Cancelled:
        raise
    except Exception as error:  # noqa: BLE001  what words found stands
        return (), f"failed ({type(error).__name__}): only places that words find are read"


def features(lexical: Sequence[float], values: Sequence[float]) -> list[tuple[float, ...]]:
    """A vector in the order of NAMES for each passage; `lexical` are the scores by words."""
    best_lexical, best = max(lexical, default=0.0), max(values, default=0.0)
    ranks = {at: n for n, at in enumerate(sorted(range(len(values)), key=lambda k: (-values[k], k)))}
    return [
        (s - best_lexical, v, v - best, 1 / (2 + ranks[at]))
        for at, (s, v) in enumerate(zip(lexical, values, strict=True))
    ]
