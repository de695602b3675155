"""Reads the patches of `git log` into names that went.

Pure text work; nothing is checked out and nothing in a patch is run. A name went from a file when a commit
removes it there and adds it nowhere in code (moves cancel). Only what is written in code or settings counts:
a changelog, an example or a test defines nothing.
What a name became is not told by a patch: `history/successor.py` reads both sides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from helix_lsp.align.drift.declared import declared
from helix_lsp.align.drift.history import Gone
from helix_lsp.history.lines import WORD, defines_names, definitions, is_comment

MARK = b"\x01"
_HEAD = re.compile(rb"^\x01(?P<commit>[0-9a-f]{1,64}) (?P<time>\d{1,12})$", re.MULTILINE)
_LONGEST = 400


@dataclass(slots=True, eq=False)
class Hunk:
    """Removed and added lines of one place; `around` is the line of code above it that git prints in the
    hunk's head.
    """

    path: str
    around: str
    removed: list[str] = field(default_factory=list[str])
    added: list[str] = field(default_factory=list[str])


@dataclass(slots=True)
class Commit:
    """One commit's hunks in code. `went` are the definitions on removed lines, (path, name) -> owner; `came`
    the names defined on added lines.
    """

    name: str
    time: int
    hunks: list[Hunk] = field(default_factory=list[Hunk])
    went: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])
    came: set[str] = field(default_factory=set[str])


def read_commits(patches: bytes) -> Iterator[Commit]:
    """Commits of `git log -p -U0 --format=%x01%H %ct`, in the order of the log (newest first)."""
    heads = [
        *_HEAD.finditer(patches)
    ]  # in a patch every line begins with a sign, so that no content looks like one
    for at, head in enumerate(heads):
        body = patches[head.end() : heads[at + 1].start() if at + 1 < len(heads) else len(patches)]
        yield _read(
            Commit(head["commit"].decode("ascii"), int(head["time"])), body.decode("utf-8", "replace")
        )


def names_gone(commit: Commit) -> Iterator[tuple[str, Gone]]:
    """(name, where it went) without successors; a definition before a use of the same file."""
    added = {w for h in commit.hunks for line in h.added for w in WORD.findall(line)}
    went = commit.went
    seen: set[tuple[str, str]] = set()
    for hunk in commit.hunks:
        for line in hunk.removed:
            for word in WORD.findall(line):
                key = (hunk.path, word)
                if word in added or key in seen:
                    continue
                seen.add(key)
                yield (
                    word,
                    Gone(
                        commit=commit.name,
                        time=commit.time,
                        path=hunk.path,
                        defined=key in went,
                        owner=went.get(key, ""),
                    ),
                )
    kept = added | commit.came
    for path, name in sorted(
        went.keys() - seen
    ):  # options and targets that are spelt otherwise where they are declared
        if name not in kept:
            yield (
                name,
                Gone(commit=commit.name, time=commit.time, path=path, defined=True, owner=went[path, name]),
            )


def _read(commit: Commit, body: str) -> Commit:
    path, wanted = "", False
    hunk: Hunk | None = None
    for line in body.split("\n"):
        sign = line[:1]
        if sign not in ("-", "+"):
            if line.startswith("diff --git "):
                path, hunk = "", None
            elif line.startswith("@@"):
                hunk = Hunk(path, line.split("@@", 2)[-1].strip()) if wanted else None
                if hunk is not None:
                    commit.hunks.append(hunk)
            continue
        if hunk is None and line.startswith(("--- ", "+++ ")):
            if line[4:6] in ("a/", "b/"):
                path = line[6:].rstrip("\t")
                wanted = defines_names(path)
            continue
        if hunk is not None:
            (hunk.removed if sign == "-" else hunk.added).append(line[1 : _LONGEST + 1])
    for one in commit.hunks:
        for each in definitions(one.path, one.removed, one.around):
            commit.went.setdefault((one.path, each.name), each.owner)
        commit.came.update(each.name for each in definitions(one.path, one.added, one.around))
        for name in _declared(one.path, one.removed):
            commit.went.setdefault((one.path, name), "")
        commit.came.update(_declared(one.path, one.added))
    return commit


def _declared(path: str, lines: list[str]) -> Iterator[str]:
    """Options and variables that these lines declare, and subcommands, whose words may be elsewhere too, as
    `sub fire`.
    """
    code = "\n".join(line for line in lines if not is_comment(line))
    things = declared(path, code.encode(), ("sub", "option", "env")) if code else ()
    return (one.removeprefix("option ").removeprefix("env ") for one in things)
