"""Which findings have one cause: what one commit took away or renamed, what one page does not have a heading for, what
one function's comment tells wrong, what one document says of one thing.

A document that was left behind by one change is one thing to a reader who mends it, however many places it
has. Two findings have one cause when they have one matter (the commit where history saw it go, else the file
that lacks it, and the function for a comment on one) and are in one document or refer to the same thing; so
do those that are joined by others.
"""

from __future__ import annotations

from collections.abc import Sequence

from helix_lsp.align.drift.one_file import Finding

_TOLD = frozenset({"parameter", "returns"})


def causes_of(findings: Sequence[Finding]) -> tuple[int, ...]:
    """The number of each finding's cause, from 1 in the order of their first findings."""
    first: dict[tuple[str, ...], int] = {}
    joined = list(range(len(findings)))

    def root(at: int) -> int:
        while joined[at] != at:
            joined[at] = joined[joined[at]]
            at = joined[at]
        return at

    for at, one in enumerate(findings):
        for key in _keys(one):
            before = first.setdefault(key, at)
            low, high = sorted((root(before), root(at)))
            joined[high] = low
    numbers: dict[int, int] = {}
    return tuple(numbers.setdefault(root(at), len(numbers) + 1) for at in range(len(findings)))


def _keys(found: Finding) -> tuple[tuple[str, ...], ...]:
    """What a finding shares with others of its cause; nothing where no matter is known."""
    ref, said = found.reference, found.judged
    if ref.kind == "claim":
        return (("claim", ref.path, ref.target),)
    if ref.kind in _TOLD:
        return (("comment", ref.path, ref.target),)
    matter = said.last_commit or said.last_path
    if not matter:
        return ()
    return ("document", ref.path, matter), ("thing", ref.target or ref.text, matter)
