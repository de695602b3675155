"""What a name that went was replaced by in the same commit: by the lines that changed only in it, by what its own text says, by likeness.

Five witnesses, the surest first: the line that defined it, changed in nothing but the name; a text in the removed body that names the
successor ("use X instead", an alias, a wrapper that warns); other lines that changed only in the name; lines that changed in more, where the
name of a definition that came stands twice at least in the place of one that went; a definition that came and is like the one that went when
both names are masked, in its head and in its body. Weights were chosen by hand and tried on the renames of repositories (bench/renames.py
prints the figures).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache

from rapidfuzz import fuzz

from helix_lsp.align.mention import LITERALS
from helix_lsp.session.changes import WORD, Commit, Definition, Hunk

_TOKEN = re.compile(r"--[a-z][a-z0-9_-]*[a-z0-9]|\w+|[^\w\s]")
_NAME = re.compile(r"(?:--)?[A-Za-z_][\w-]{2,}\Z")
_SAYS = re.compile(
    r"(?:\buse|\busing|renamed to|replaced (?:by|with)|superseded by|in favou?r of|alias (?:for|of)|moved to|\bprefer)(?: the)?(?: new)?\s+"
    r"(?::[\w:]+:)?[`'\"*~!.]*(?P<name>[A-Za-z_][\w.]*\w)", re.IGNORECASE,
)  # fmt: skip
_ALIAS = re.compile(
    r"\s*(?:(?:export\s+)?(?:const|let|var|type|using)\s+)?(?P<on>self\.|this\.)?(?:cls\.)?(?P<old>\w+)\s*=\s*"
    r"(?P<of>\w+\.)?(?:\w+\.)*(?P<new>[A-Za-z_]\w+);?\s*\Z"
)
_WRAPS = re.compile(r"\s*return\s+(?:await\s+)?(?:self\.|cls\.|this\.)?(?P<new>[A-Za-z_]\w{2,})\(")
_LIKE = 55.0
_MANY = 4
_PAIRED = 400
_BODY = 40
_CROSSED = 40_000
_SHARED = 0.6
_SAME_BODY = 0.5
_ALIKE = 0.2
_KIN = 50.0
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_COMPARED = 4_000


def successors(commit: Commit) -> dict[str, str]:
    """Old name -> new name for the names whose lines or definitions this commit replaced; also for those that it keeps as an alias."""
    votes, heads = _votes(commit)
    came = _Came(commit)
    out: dict[str, str] = {}
    for old, counted in votes.items():
        new, count = counted.most_common(1)[0]
        if (old, new) in heads or count > 1 or fuzz.ratio(old.lower(), new.lower()) >= 50:
            out[old] = new
    for old, new in _exchanged(commit).items():
        out.setdefault(old, new)
    for one in commit.went:
        told = _told(one)
        if told and (one.name, out.get(one.name)) not in heads:
            out[one.name] = told
        elif one.name not in out:
            like = came.likest(one)
            if like:
                out[one.name] = like
    heirs = Counter(out.values())  # one that takes the place of many is the new name of none
    return {old: new for old, new in out.items() if heirs[new] < _MANY or (old, new) in heads}


def are_kin(old: str, new: str) -> bool:
    """True when two names share a word or look like each other."""
    return not _words(old).isdisjoint(_words(new)) or fuzz.ratio(old.lower(), new.lower()) >= _KIN


def _votes(commit: Commit) -> tuple[dict[str, Counter[str]], set[tuple[str, str]]]:
    """(how many lines changed only in this name, pairs of which one such line defined the old name)."""
    votes: dict[str, Counter[str]] = defaultdict(Counter)
    heads: set[tuple[str, str]] = set()
    defined = {(id(d.hunk), d.at): d.name for d in commit.went}
    called = {(id(d.hunk), d.at) for d in commit.went if d.sort == "call"}
    for hunk in commit.hunks:
        if len(hunk.removed) != len(hunk.added) or len(hunk.removed) > _PAIRED:
            continue
        for at, (before, after) in enumerate(zip(hunk.removed, hunk.added, strict=True)):
            pair = _only_change(before, after)
            if pair is not None and not ((id(hunk), at) in called and _is_another(hunk, at, pair)):
                votes[pair[0]][pair[1]] += 1
                if defined.get((id(hunk), at)) == pair[0]:
                    heads.add(pair)
    return votes, heads


def _is_another(hunk: Hunk, at: int, pair: tuple[str, str]) -> bool:
    """True when a definition whose head changed only in the name has another name's words and another body: it stands in the place, no more."""
    old, new = pair
    if are_kin(old, new):
        return False
    one, other = _shape(Definition(hunk, at, old), hunk.removed), _shape(Definition(hunk, at, new), hunk.added)
    return bool(one.size and other.size) and _overlap(one, other) < _ALIKE


def _exchanged(commit: Commit) -> dict[str, str]:
    """Names of definitions that went, where the name of one that came stands in their place in changed lines, twice at least and most often."""
    went, came = {d.name for d in commit.went}, {d.name for d in commit.came}
    gone, new = went - came, came - went
    counted: dict[str, Counter[str]] = defaultdict(Counter)
    if not gone or not new:
        return {}
    for hunk in commit.hunks:
        before, after = " ".join(hunk.removed), " ".join(hunk.added)
        if len(before) > _COMPARED or len(after) > _COMPARED or gone.isdisjoint(WORD.findall(before)) or new.isdisjoint(WORD.findall(after)):
            continue
        paired = len(hunk.removed) == len(hunk.added)
        for one, other in zip(hunk.removed, hunk.added, strict=True) if paired else ((before, after),):
            for a, b in _aligned(_TOKEN.findall(one), _TOKEN.findall(other)):
                if a in gone and b in new:
                    counted[a][b] += 1
    best = {old: found.most_common(2) for old, found in counted.items()}
    return {old: rows[0][0] for old, rows in best.items() if rows[0][1] > 1 and (len(rows) == 1 or rows[0][1] > rows[1][1])}


def _aligned(one: list[str], other: list[str]) -> Iterator[tuple[str, str]]:
    """Single tokens that changed between tokens that did not."""
    if one == other:
        return
    for tag, i, j, k, m in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if tag == "replace" and j - i == m - k == 1:
            yield one[i], other[k]


def _only_change(before: str, after: str) -> tuple[str, str] | None:
    """The one name that differs between two lines of the same shape."""
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    if len(old) != len(new):
        return None
    pairs = {(a, b) for a, b in zip(old, new, strict=True) if a != b}
    if len(pairs) != 1:
        return None
    pair = pairs.pop()
    return pair if _NAME.match(pair[0]) and _NAME.match(pair[1]) and len(old) > 1 and pair[1] not in LITERALS else None


def _told(one: Definition) -> str:
    """The successor that the removed definition itself names."""
    line = one.hunk.removed[one.at]
    alias = _ALIAS.match(line)
    if alias is not None and alias["old"] == one.name != alias["new"] and not alias["new"][:1].isdigit() and not _is_taken_in(alias):
        return alias["new"] if alias["new"] not in LITERALS else ""
    body = "\n".join(_body(one.hunk.removed, one.at))
    if not re.search(r"deprecat|renamed|warn|obsolete|instead", body, re.IGNORECASE):
        return ""
    for said in _SAYS.finditer(" ".join(body.split())):
        name = said["name"].rpartition(".")[2]
        if name != one.name and re.search(r"[_A-Z]", name[1:]):
            return name
    wrapped = {m["new"] for line in body.split("\n") if (m := _WRAPS.match(line))} - {one.name, "super"}  # the parent is no successor
    return wrapped.pop() if len(wrapped) == 1 else ""


@dataclass(frozen=True, slots=True)
class _Shape:
    """A definition with its name masked: its line, and how often each line of its body stands there; `name` in lower case, `words` its parts."""

    one: Definition
    name: str
    words: frozenset[str]
    head: str
    body: Counter[str]
    size: int


def _is_taken_in(alias: re.Match[str]) -> bool:
    """True for `self._bell = bell` and `_bell = bell`: a constructor keeps its argument."""
    return alias["new"] == alias["old"].lstrip("_") or (alias["on"] is not None and alias["of"] is None)


def _shape(one: Definition, lines: list[str]) -> _Shape:
    body = _masked(lines, one)
    return _Shape(one, one.name.lower(), _words(one.name), _mask(lines[one.at], one.name), Counter(body), len(body))


class _Came:
    """The definitions that a commit added, masked once; those of other files only where the commit is small enough to compare all with all, and
    those of a file only where that is small enough: a generated parser has thousands, and none is the heir of another.
    """

    def __init__(self, commit: Commit) -> None:
        self._crossing = len(commit.went) * len(commit.came) <= _CROSSED
        went, left = {d.name for d in commit.went}, Counter(d.hunk.path for d in commit.went)
        come = Counter(d.hunk.path for d in commit.came)
        self._rows: dict[str, list[_Shape]] = defaultdict(list)
        for one in commit.came:
            fits = self._crossing or 0 < left[one.hunk.path] * come[one.hunk.path] <= _CROSSED
            if one.name not in went and fits:
                self._rows[one.hunk.path].append(_shape(one, one.hunk.added))

    def likest(self, one: Definition) -> str:
        """The name of the definition that is most like one that went, `` when none is like it."""
        paths = (one.hunk.path,) if not self._crossing else tuple(self._rows)
        if not any(path in self._rows for path in paths):
            return ""
        went = _shape(one, one.hunk.removed)
        best, name = 0.0, ""
        for path in paths if went.size >= 3 else (one.hunk.path,):
            for came in self._rows.get(path, ()):
                score = _score(went, came)
                if score > best:
                    best, name = score, came.one.name
        return name if best >= _LIKE else ""


def _score(went: _Shape, came: _Shape) -> float:
    """Likeness in percent, 0 for what is no rename: neither the names nor the bodies have enough in common, or a sort or file is another."""
    one, other = went.one, came.one
    if one.sort and other.sort and one.sort != other.sort:
        return 0.0
    shared = _overlap(went, came)
    if shared < _SHARED and other.hunk.path != one.hunk.path:
        return 0.0
    strange = shared < _SAME_BODY and went.words.isdisjoint(came.words)
    named = fuzz.ratio(went.name, came.name, score_cutoff=_KIN if strange else None)
    if strange and not named:
        return 0.0  # two short methods that stand next to each other are alike in everything but what they are
    alike = fuzz.ratio(went.head, came.head)
    score = 0.5 * alike + 0.35 * named + (15 if other.hunk is one.hunk else 0)
    if not went.size or not came.size:
        return score
    return max(score if shared >= 0.2 else 0.8 * score, 0.3 * alike + 0.2 * named + 50 * shared)


@lru_cache(4_096)
def _words(name: str) -> frozenset[str]:
    """The words of four letters and more that a name is made of, in lower case."""
    return frozenset(w.lower() for w in _PART.findall(name) if len(w) > 3)


def _masked(lines: list[str], one: Definition) -> list[str]:
    return [_mask(line.strip(), one.name) for line in _body(lines, one.at)]


def _mask(text: str, name: str) -> str:
    return text.replace(name, "\0")


def _body(lines: list[str], at: int) -> list[str]:
    """Lines below a definition that are indented deeper, forty at most."""
    return list(_deeper(lines, at))[:_BODY]


def _deeper(lines: list[str], at: int) -> Iterator[str]:
    indent = len(lines[at]) - len(lines[at].lstrip())
    for line in lines[at + 1 : at + 1 + 2 * _BODY]:
        text = line.lstrip()
        if not text or text[0] in ")}]":
            continue
        if len(line) - len(text) <= indent:
            return
        yield line


def _overlap(one: _Shape, other: _Shape) -> float:
    """Share of the longer body's lines that both have, 0 without a body."""
    if not one.size or not other.size or one.body.keys().isdisjoint(other.body):
        return 0.0
    few, many = (one.body, other.body) if len(one.body) <= len(other.body) else (other.body, one.body)
    return sum(min(count, many[line]) for line, count in few.items() if line in many) / max(one.size, other.size)
