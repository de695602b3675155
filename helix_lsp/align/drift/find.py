"""All references of documents -> findings: what `helix-lsp docs check` prints.

Deterministic for a snapshot and a history; order by (path, byte). What is judged in one file is
`drift/one_file.py`.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.judge import Asked, judge
from helix_lsp.align.drift.one_file import IGNORE, Finding, drift_of
from helix_lsp.align.drift.reference import DocReference, read_reference, references
from helix_lsp.align.drift.verdict import Judged, cannot
from helix_lsp.align.drift.world import BASELINE, World
from helix_lsp.config.documents import DriftConfig
from helix_lsp.text.data_file import BrokenData, next_json
from helix_lsp.text.positions import LineIndex, Span
from helix_lsp.text.regex import regex


def find_drift(
    world: World, history: History, cfg: DriftConfig, paths: Iterable[str] = ()
) -> tuple[Finding, ...]:
    """Every judged reference (live ones too) of the documents and docstrings below `paths` (all when empty)."""
    out: list[Finding] = []
    asked = Asked(history, cfg.introduced_most)
    for path in below(paths, world):
        out.extend(drift_of(path, world, history, cfg, asked))
    return tuple(out)


def below(paths: Iterable[str], world: World) -> Iterator[str]:
    """The files of the tree that are one of these or lie below one; all where none is given."""
    wanted = tuple(p.rstrip("/") for p in paths)
    for path in world.snapshot.paths():
        if not wanted or any(path == w or path.startswith(w + "/") or w == "." for w in wanted):
            yield path


def judge_one(world: World, history: History, path: str, line: int, text: str) -> Judged:
    """The verdict about one reference that somebody names, wherever (or whether) it is in the document;
    `line` from 1, 0 for none.
    """
    data = world.texts(path) or b""
    outline = world.snapshot.outline(path)
    asked = Asked(history, 1)
    rows = LineIndex(data)
    row = rows.line_span(line - 1) if line else Span(0, len(data))
    if outline is not None:
        for ref in references(path, data, outline, document=True, own=world.own):
            if row.overlaps(ref.span) and _same(ref, text):
                return judge(ref, world, history, asked.written)
    if re.search(
        rb":(?:ref|doc|term|option|numref|download|envvar):`[^`]*" + re.escape(text.encode()), row.cut(data)
    ):
        return cannot("label-or-term")
    if path.endswith(".rst") and re.match(rb"\s*\.\.\s+(?![\w:+-]+::|_|\[|\|)", row.cut(data)):
        return cannot("in-comment")
    ref = read_reference(path, text, row)
    if ref is None:
        return cannot("nothing-to-check")
    return judge(ref, world, history, asked.written)


def _same(ref: DocReference, text: str) -> bool:
    return (
        ref.text == text
        or text in (ref.target, ".".join(ref.name.parts) if ref.name else "")
        or ref.text.lstrip("~!") == text
    )


# The baseline file: findings that are known and not told again, as (document, reference) pairs, so that it
# survives lines that move.
#
# A repository brings the file, so no content of it stops a check: what can be read counts, and what cannot
# is told with its line. A broken entry hides nothing, which is the strict side.

NAME = ".helix-drift-baseline.json"
Pairs = frozenset[tuple[str, str]]
_LIST = regex(r'"findings"\s{0,99}:\s{0,99}\[')
_LIST_BYTES = regex(_LIST.pattern.encode())
_BETWEEN = regex(r"[\s,]*")
_NEXT = regex(r"\n[ \t]*\{")
_MOST_PROBLEMS = 20


class Baseline(msgspec.Struct, frozen=True, kw_only=True):
    """`pairs` are the entries that can be read; `problems` are (line from 1, what is wrong there), in order,
    none of a good file.
    """

    pairs: Pairs = frozenset()
    problems: tuple[tuple[int, str], ...] = ()


def read_baseline(data: bytes) -> Baseline:
    """Never raises; linear but for `_MOST_PROBLEMS` broken entries, behind which nothing is read."""
    text = data.decode("utf-8", "replace")
    opened = _LIST.search(text)
    if opened is None:
        return Baseline(problems=((1, "there is no list of findings"),))
    pairs: set[tuple[str, str]] = set()
    problems: list[tuple[int, str]] = []
    at = opened.end()
    while len(problems) < _MOST_PROBLEMS:
        at = _after(text, at)
        if at == len(text) or text[at] == "]":
            break
        try:
            row, end = next_json(text, at)
        except BrokenData as error:
            wrong = error.why
            behind = _NEXT.search(text, at + 1)
            end = behind.start() if behind else len(text)
        else:
            wrong = _taken(row, pairs)
        if wrong:
            problems.append((_line(text, at), wrong))
        at = end
    if at == len(text):
        problems.append((_line(text, at), "the list of findings does not end"))
    return Baseline(pairs=frozenset(pairs), problems=tuple(problems))


def added_to(data: bytes, pairs: Iterable[tuple[str, str]]) -> tuple[int, int, str] | None:
    """(start, end, text): what to put in place of these bytes so that the pairs are known too; None where the
    file holds no list of findings.

    A good file is written anew, in order. In one with a broken entry the new ones come first in its list and
    every byte of it stays, for what cannot be read is not ours to throw away.
    """
    known = read_baseline(data)
    if not data or not known.problems:
        return 0, len(data), baseline_text({*known.pairs, *pairs})
    opened = _LIST_BYTES.search(data)
    if opened is None:
        return None
    rows = [_row(pair) for pair in sorted(set(pairs) - known.pairs)]
    last = data[opened.end() :].lstrip(b" \t\r\n")[:1] in (b"]", b"")
    return (
        opened.end(),
        opened.end(),
        "".join(f"\n  {json.dumps(row, ensure_ascii=False)}," for row in rows)[: -1 if last else None],
    )


def baseline_text(pairs: Iterable[tuple[str, str]]) -> str:
    """The file for these pairs, sorted, one line to a value."""
    body = {"schema": BASELINE.decode(), "findings": [_row(pair) for pair in sorted(set(pairs))]}
    return json.dumps(body, indent=1, ensure_ascii=False) + "\n"


def _row(pair: tuple[str, str]) -> dict[str, str]:
    return {"path": pair[0], "reference": pair[1]}


def _taken(row: Any, pairs: set[tuple[str, str]]) -> str:
    match row:
        case {"path": str(path), "reference": str(reference)}:
            pairs.add((path, reference))
            return ""
        case _:
            return "an entry is an object with `path` and `reference`"


def _after(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found else at


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1


# Copies of a document that a repository keeps (translations, packed documentation, versions): what drifted
# in one drifted in all.
#
# Two documents are copies of each other when they have one file name and their paths differ in nothing but
# folders put in between, or in one folder that is a language or a version, or where one is in a folder of
# made documents. A finding of one is the finding of the other when both refer to the same thing, which went
# with the same commit. So is a path or link that several documents of one folder write alike: what went is
# one thing.

_KEPT_FOR = regex(
    r"[a-z]{2,3}[-_][A-Za-z]{2,4}|[a-z]{2}|v?\d+(?:\.[\dx]+)*|latest|stable|next|current", re.IGNORECASE
)
_PLACES = frozenset({"link", "path"})
_IS_MADE = regex(
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


# Which findings have one cause: what one commit took away or renamed, what one page does not have a heading
# for, what one function's comment tells wrong, what one document says of one thing.
#
# A document that was left behind by one change is one thing to a reader who mends it, however many places
# it has. Two findings have one cause when they have one matter (the commit where history saw it go, else
# the file that lacks it, and the function for a comment on one) and are in one document or refer to the
# same thing; so do those that are joined by others.

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


__all__ = ["Finding", "IGNORE", "below", "find_drift", "judge_one"]
