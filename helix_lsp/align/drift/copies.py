"""Copies of a document that a repository keeps (translations, packed documentation, versions): what drifted
in one drifted in all.

Two documents are copies of each other when they have one file name and their paths differ in nothing but
folders put in between, or in one folder that is a language or a version, or where one is in a folder of
made documents. A finding of one is the finding of the other when both refer to the same thing, which went
with the same commit. So is a path or link that several documents of one folder write alike: what went is one
thing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence

from helix_lsp.align.drift.one_file import Finding

_KEPT_FOR = re.compile(
    r"[a-z]{2,3}[-_][A-Za-z]{2,4}|[a-z]{2}|v?\d+(?:\.[\dx]+)*|latest|stable|next|current", re.IGNORECASE
)
_PLACES = frozenset({"link", "path"})
_IS_MADE = re.compile(
    r"(?:generated|built|compiled|rendered)[-_](?:docs?|site|pages|website)|(?:docs?|site)[-_](?:generated|built|out|output)"
)


def grouped(findings: Sequence[Finding]) -> tuple[tuple[Finding, tuple[Finding, ...]], ...]:
    """(finding, the same finding in copies of its document), in the order of the findings; the shortest path
    is the one that is told.
    """
    by_matter: dict[tuple[str, ...], dict[str, list[Finding]]] = defaultdict(lambda: defaultdict(list))
    for one in findings:
        ref, said = one.reference, one.judged
        place = ref.kind in _PLACES and bool(said.last_commit)
        file = "" if place else ref.path.rpartition("/")[2]
        last = said.last_path if said.last_commit else said.last_path.rpartition("/")[2]
        by_matter[file, ref.kind, ref.target or ref.text, last, said.last_commit][ref.path].append(one)
    copies: dict[int, list[Finding]] = defaultdict(list)
    hidden: set[int] = set()
    for documents in by_matter.values():
        mains: list[str] = []
        for path in sorted(documents, key=lambda p: (p.count("/"), p)):
            alike = documents[path][0].reference.kind in _PLACES
            main = next(
                (m for m in mains if _are_copies(m, path) or (alike and _folder(m) == _folder(path))), None
            )
            if main is None:
                mains.append(path)
                continue
            for at, one in enumerate(documents[path]):
                hidden.add(id(one))
                copies[id(documents[main][min(at, len(documents[main]) - 1)])].append(one)
    return tuple((one, tuple(copies[id(one)])) for one in findings if id(one) not in hidden)


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _are_copies(one: str, other: str) -> bool:
    """`one` has no more folders than `other`."""
    if one.rpartition("/")[2] != other.rpartition("/")[2]:
        return False
    few, many = one.split("/"), other.split("/")
    head = next((i for i, (a, b) in enumerate(zip(few, many, strict=False)) if a != b), len(few))
    tail = next(
        (i for i, (a, b) in enumerate(zip(reversed(few), reversed(many), strict=False)) if a != b), len(few)
    )
    if (
        any(_IS_MADE.fullmatch(p) for p in many)
        and few[head + 1 :] == many[-len(few[head + 1 :]) :]
        and len(few) > head + 1
    ):
        return True
    if len(few) < len(many):
        return len(few) > 1 and head + tail >= len(few)
    return head + tail == len(few) - 1 and all(_KEPT_FOR.fullmatch(p[head]) is not None for p in (few, many))
