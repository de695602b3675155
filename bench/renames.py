"""Real renames against what history says a name became: python bench/renames.py [--show] CLONE... (work trees with their git history).

The oracle knows nothing of our rules. A rename is a pair that the maintainers' own commits to *documents* tell: a line of a document that
changed in one identifier (or path) only, old to new, where git's own searches say that at that commit no code holds the old one any more, some code
held it before, and code holds the new one. What is asked of history is the old name's newest definition that went, and what it became, along
further renames. A name that the code only ever used (another project's, an import) is no rename of this repository: its definition must have gone,
by a definition keyword or an assignment in a removed line that git shows. At most `MOST` pairs a repository, the newest first.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator

from helix_lsp.align.drift.history import History
from helix_lsp.session.settings import load
from helix_lsp.session.workspace import Workspace

MOST = 40
_DOCUMENTS = ("*.md", "*.rst", "*.txt", "*.mdx", "*.adoc")
_CODE = (":(exclude)*.md", ":(exclude)*.rst", ":(exclude)*.txt", ":(exclude)*.mdx", ":(exclude)*.adoc", ":(exclude)*.json", ":(exclude)*.lock",
         ":(exclude)*.po", ":(exclude)*.ipynb", ":(exclude)*.svg", ":(exclude)*.html", ":(exclude)*.yml", ":(exclude)*.yaml", ":(exclude)*test*",
         ":(exclude)docs/*", ":(exclude)doc/*", ":(exclude)docs_src/*", ":(exclude)examples/*", ":(exclude)*vendor*")  # fmt: skip
_PAST = re.compile(r"chang|history|news|release|whats|blog|migrat|deprec", re.IGNORECASE)
_TOKEN = re.compile(r"--[a-z][\w-]*\w|[\w.-]+/[\w./-]+\w|\w+|[^\w\s]")
_SHAPED = re.compile(r"[a-z0-9]_[a-z0-9]|[a-z][A-Z]|--[a-z]|^[A-Z][a-z]+[A-Z]|/", re.ASCII)


def main() -> int:
    show = "--show" in sys.argv
    total = [0, 0, 0]
    for root in (a for a in sys.argv[1:] if not a.startswith("--")):
        with Workspace.open(root, load(root)) as workspace:
            history = workspace.history()
            row = [0, 0, 0]
            for commit, old, new in _renames(root):
                became = _became(old, history)
                row[0] += new in became
                row[1] += bool(became)
                row[2] += 1
                if show and new not in became:
                    print(f"  {commit[:10]} {old} -> {new}; history says {' -> '.join(became) or 'nothing'}", flush=True)
            total = [a + b for a, b in zip(total, row, strict=True)]
            print(f"{root}: right {row[0]} of {row[2]} real renames, {row[1]} with a suggestion", flush=True)
    right, said, of = total
    if of:
        print(f"ALL right {right}/{of} = {right / of:.3f}; of those with a suggestion {right}/{said} = {right / max(1, said):.3f}")
    return 0


def _became(old: str, history: History) -> list[str]:
    """What history suggests for a name or path, along renames."""
    found: list[str] = []
    name = old
    for _ in range(8):
        if "/" in name:
            gone = history.path_gone(name)
            name = gone.moved if gone is not None else ""
        else:
            gone_at = history.gone(name)
            name = next((g.renamed for g in gone_at if g.defined), "") or next((g.renamed for g in gone_at), "")
        if not name or name in found:
            break
        found.append(name)
    return found


def _renames(root: str) -> Iterator[tuple[str, str, str]]:
    """(commit, old, new), newest first, each pair once."""
    seen: set[str] = set()
    taken = 0
    for commit, before, after in _changed_lines(root):
        pair = _only_change(before, after)
        if pair is None or pair[0] in seen:
            continue
        seen.add(pair[0])
        if _is_rename(root, commit, *pair):
            taken += 1
            yield commit, *pair
            if taken >= MOST:
                return


def _changed_lines(root: str) -> Iterator[tuple[str, str, str]]:
    log = _git(root, "log", "--no-merges", "-p", "-U0", "--no-color", "--no-ext-diff", "--format=%x01%H", "--", *_DOCUMENTS)
    for block in log.split("\x01")[1:]:
        commit, _, body = block.partition("\n")
        for file in body.split("\ndiff --git ")[0:]:
            if _PAST.search(file.partition("\n")[0]):
                continue
            for hunk in re.split(r"\n@@[^\n]*", file)[1:]:
                minus = [line[1:] for line in hunk.split("\n") if line.startswith("-")]
                plus = [line[1:] for line in hunk.split("\n") if line.startswith("+")]
                if len(minus) == len(plus) and len(minus) <= 60:
                    yield from ((commit, a, b) for a, b in zip(minus, plus, strict=True))


def _only_change(before: str, after: str) -> tuple[str, str] | None:
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    if len(old) != len(new) or len(old) < 2:
        return None
    pairs = {(a, b) for a, b in zip(old, new, strict=True) if a != b}
    if len(pairs) != 1:
        return None
    one, other = pairs.pop()
    fit = all(_SHAPED.search(w) and len(w) > 3 and not w.isdigit() for w in (one, other)) and ("/" in one) == ("/" in other)
    return (one, other) if fit and one.lower() != other.lower() else None


def _is_rename(root: str, commit: str, old: str, new: str) -> bool:
    if "/" in old:
        there = set(_git(root, "ls-tree", "--name-only", commit, old, new).split("\n"))
        return (
            new in there and old not in there and bool(_git(root, "log", "-1", "--format=%h", "--diff-filter=DR", "--no-renames", commit, "--", old))
        )
    if _git(root, "grep", "-lwF", "-e", old, commit, "--", ".", *_CODE) or not _git(root, "grep", "-lwF", "-e", new, commit, "--", ".", *_CODE):
        return False
    went = _git(root, "log", "-1", "--no-merges", "-p", "-U0", "--no-color", "--no-ext-diff", f"-S{old}", commit, "--", ".", *_CODE)
    name = re.escape(old)
    defines = (
        rf"^-.*(?:\b(?:def|class|fn|func|function|type|struct|enum|trait|interface|const|let|var|mod)\s+(?:\([^)]*\)\s*)?{name}\b"
        rf"|(?<![\w.]){name}\s*(?::[^=]+)?=[^=]|['\"]{name}['\"=, ]|\.{name}\s*=)"
    )
    return re.search(defines, went, re.MULTILINE) is not None


def _git(root: str, *words: str) -> str:
    done = subprocess.run(["git", "-C", root, *words], capture_output=True, check=False)
    return done.stdout.decode("utf-8", "replace")


if __name__ == "__main__":
    raise SystemExit(main())
