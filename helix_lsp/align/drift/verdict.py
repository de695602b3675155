"""What is said of one reference: what the tree and history witness, and what was decided of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from helix_lsp.align.drift.history import Gone, Left
from helix_lsp.align.drift.reason import Reason, because
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.config.drift import DriftConfig

Verdict = Literal["live", "stale", "cannot_know"]
Written = Callable[[DocReference, Left], str]
# what `Written` says of a reference, against the commit in which what it names went
BEFORE, AFTER, WHOLE, UNDATED = "written-before", "written-after", "whole-text", "undated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """`reasons`: for a live or unknown reference the one that settled it; for a stale one its check, then the
    evidence and the rules that were weighed, in the order in which they are told. `tier` is A for an alarm, B
    for a hint, `` otherwise.

    `last_path` and `last_commit` say where it last stood. `successor` is the name (or path) of today that
    history saw take its place, `` when none is known; `certain`: so surely that it may be written without
    anybody looking.
    """

    verdict: Verdict
    reasons: tuple[Reason, ...]
    confidence: float = 0.0
    tier: str = ""
    suggestions: tuple[str, ...] = ()
    last_path: str = ""
    last_commit: str = ""
    successor: str = ""
    certain: bool = False

    @property
    def check(self) -> str:
        """The id of the first reason: the check that a stale reference failed."""
        return self.reasons[0].id


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """A reference that the tree, its history or a signature contradicts, before anything that speaks against
    it was asked.

    `check` says what is wrong, `evidence` what bears on how sure that is; `gone` is the removal that history
    saw, None where it saw none.
    """

    check: Reason
    evidence: tuple[Reason, ...] = ()
    gone: Gone | None = None
    suggestions: tuple[str, ...] = ()
    last_path: str = ""
    last_commit: str = ""
    successor: str = ""
    certain: bool = False


def live(id: str, **facts: str) -> Judged:  # noqa: A002
    """The code backs it."""
    return Judged(verdict="live", reasons=(because(id, **facts),))


def cannot(id: str, **facts: str) -> Judged:  # noqa: A002
    """Nobody can tell from this tree: never an alarm."""
    return Judged(verdict="cannot_know", reasons=(because(id, **facts),))


def witnessed(
    ref: DocReference, word: str, seen: tuple[Gone, ...], written: Written, witness: Witness, check: str
) -> Witness:
    """The witness with what history says of `word`, which is in the document as written: then `check` is
    what is wrong.
    """
    if not seen:
        return witness
    gone = seen[0]
    wrong = because(
        check, **dict(witness.check.facts) | {"word": word, "path": gone.path, "commit": gone.commit}
    )
    evidence = (because(written(replace(ref, name=None, target=word), gone)),)
    return replace(
        witness, check=wrong, evidence=evidence, gone=gone, last_path=gone.path, last_commit=gone.commit
    )


def alike(word: str, names: Iterable[str], cfg: DriftConfig) -> tuple[str, ...]:
    """The names that look like the word, best first, as many as the options allow."""
    from rapidfuzz import fuzz  # 4 MB that a session with nothing stale does without

    rated = sorted(((round(fuzz.ratio(word, n), 3), n) for n in names), key=lambda x: (-x[0], x[1]))
    return tuple(n for score, n in rated if score >= cfg.suggest_likeness)[: cfg.suggest_most]
