"""Reads the patches of `git log` into names that went, with the definition that took their place in the same commit.

Pure text work; nothing is checked out and nothing in a patch is run. A name went from a file when a commit removes it there and
adds it nowhere in code (moves cancel). A rename is the added definition of the same hunk, or of the same file, whose line is most
like the removed one when both names are masked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rapidfuzz import fuzz

from helix_lsp.align.drift.history import Gone

MARK = b"\x01"
_WORD = re.compile(r"--[a-z][a-z0-9-]*[a-z0-9]|[A-Za-z_]\w{2,}")
_DEFINED = re.compile(
    r"^\s*(?:@\w+\s+)?(?:export\s+|default\s+|pub(?:\([^)]*\))?\s+|public\s+|private\s+|protected\s+|static\s+|final\s+|abstract\s+|async\s+|"
    r"unsafe\s+|override\s+|declare\s+|inline\s+)*"
    r"(?:(?:def|class|fn|func|function\*?|interface|struct|enum|trait|type|const|let|var|mod|macro_rules!|record)\s+(?:\([^)]*\)\s*)?(?P<a>\w+)"
    r"|(?:self|this|cls)\.(?P<b>\w+)\s*(?::[^=]+)?=[^=]"
    r"|(?P<c>\w+)\s*(?::\s*[^=(){}]+)?\s=\s"
    r"|(?:readonly\s+)?(?P<d>\w+)\??:\s"
    r"|(?:[\w<>\[\],.?]+\s+)*(?P<e>\w+)\s*\([^;]*\)\s*(?:throws\s[\w, ]+)?(?::[^=]*)?\{)"
)
_KEYWORDS = frozenset(
    "if for while switch catch return else elif with try except match in "
    "not and or case default new await print assert raise".split()
)
_LIKE = 55.0
_LONGEST = 400


@dataclass(slots=True)
class _Commit:
    name: str
    time: int
    removed: dict[str, dict[str, bool]] = field(default_factory=dict[str, "dict[str, bool]"])
    added: set[str] = field(default_factory=set[str])
    went: list[tuple[str, int, str, str]] = field(default_factory=list[tuple[str, int, str, str]])
    came: list[tuple[str, int, str, str]] = field(default_factory=list[tuple[str, int, str, str]])


def read_changes(patches: bytes) -> Iterator[tuple[str, Gone]]:
    """(name, where it went) over `git log -p -U0 --format=%x01%H %ct`, in the order of the log (newest first)."""
    for block in patches.split(MARK)[1:]:
        head, _, body = block.decode("utf-8", "replace").partition("\n")
        commit, _, time = head.partition(" ")
        if time.strip().isdigit():
            yield from _gone(_read(_Commit(commit, int(time)), body))


def _read(commit: _Commit, body: str) -> _Commit:
    path, hunk = "", 0
    for line in body.split("\n"):
        sign = line[:1]
        if sign not in ("-", "+"):
            if line.startswith("diff --git "):
                path = ""
            hunk += line.startswith("@@")
            continue
        if line.startswith(("--- ", "+++ ")) and (line[4:6] in ("a/", "b/") or line[4:] == "/dev/null"):
            path = line[6:].rstrip("\t") if line[4:6] in ("a/", "b/") else path
            continue
        text = line[1 : _LONGEST + 1]
        match = _DEFINED.match(text)
        defined = (match[match.lastgroup or 0] or "") if match is not None else ""
        defined = "" if defined in _KEYWORDS else defined
        if sign == "+":
            commit.added.update(_WORD.findall(text))
            if defined:
                commit.came.append((path, hunk, defined, text))
            continue
        here = commit.removed.setdefault(path, {})
        for word in _WORD.findall(text):
            here[word] = here.get(word, False) or word == defined
        if defined:
            commit.went.append((path, hunk, defined, text))
    return commit


def _gone(commit: _Commit) -> Iterator[tuple[str, Gone]]:
    went = {(p, n): (h, t) for p, h, n, t in reversed(commit.went)}
    lost = {n for words in commit.removed.values() for n in words}
    for path, words in commit.removed.items():
        for word, defined in words.items():
            if word in commit.added:
                continue
            renamed = ""
            if defined and (path, word) in went:
                renamed = _successor(commit, path, word, *went[(path, word)], lost=lost)
            yield word, Gone(commit=commit.name, time=commit.time, path=path, defined=defined, renamed=renamed)


def _successor(commit: _Commit, path: str, old: str, hunk: int, text: str, *, lost: set[str]) -> str:
    best, name = 0.0, ""
    masked = re.sub(rf"\b{re.escape(old)}\b", "\0", text)
    for there, place, new, line in commit.came:
        if there != path or new in lost or new == old:
            continue
        same = fuzz.ratio(masked, re.sub(rf"\b{re.escape(new)}\b", "\0", line))
        score = 0.5 * same + 0.35 * fuzz.ratio(old.lower(), new.lower()) + (15 if place == hunk else 0)
        if score > best:
            best, name = score, new
    return name if best >= _LIKE else ""
