"""Real renames against what history says a name became: python bench/renames.py [--documents] [--fix-all]
[--seed N] [--of N] [--show] CLONE...

CLONE: a folder with its git history; nothing needs to be checked out. Two oracles, neither of which knows our
rules:

* drawn (default): renames that the commits themselves show, drawn at random (see rename_sample.py), `--of`
  (200) of all repositories together.
* `--documents`: pairs that the maintainers' own commits to *documents* tell: a line of a document that
  changed in one identifier (or path) only, old to new, where git's own searches say that at that commit no
  code holds the old one any more, some code held it before, and code holds the new one. A name that the code
  only ever used (another project's, an import) is no rename of this repository: its definition must have
  gone, by a definition keyword or an assignment in a removed line that git shows. At most `MOST` pairs a
  repository, the newest first.

What is asked of history is what `drift` asks: the old name's newest definition that went, and what it became,
along further renames up to a name that the checked-out code holds. Right is: that name is the new one, or,
where the new one is gone as well, the new one is on the way.

`--fix-all` asks another thing of the pairs that documents tell: the tree stands as it was before the
maintainers mended the document, *fix all* is run on all its documents, and each text that it changes is held
against the pair and against the document of the newest commit. Wrong is a new text that names nothing in that
tree, or an old one that the tree defines and the newest document still has.
"""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from drift_census import check_out
from fixed import Put, documents_of, fix_all
from rename_sample import CODE, git, sampled

from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.world import build_world
from helix_lsp.config.documents import DriftConfig
from helix_lsp.session.git.git import Git, find_git
from helix_lsp.session.history.history import open_history
from helix_lsp.session.settings.settings import load
from helix_lsp.session.workspace import Workspace

MOST = 40
_DOCUMENTS = ("*.md", "*.rst", "*.txt", "*.mdx", "*.adoc")
_PAST = re.compile(r"chang|history|news|release|whats|blog|migrat|deprec", re.IGNORECASE)
_TOKEN = re.compile(r"--[a-z][\w-]*\w|[\w.-]+/[\w./-]+\w|\w+|[^\w\s]")
_SHAPED = re.compile(r"[a-z0-9]_[a-z0-9]|[a-z][A-Z]|--[a-z]|^[A-Z][a-z]+[A-Z]|/", re.ASCII)


def main() -> int:
    words = sys.argv[1:]
    seed, of = (_number(words, name, usual) for name, usual in (("--seed", 1), ("--of", 200)))
    roots = [w for w in words if not w.startswith("--")]
    pairs = [
        (root, *pair)
        for root in roots
        for pair in _asked(
            root, bool({"--documents", "--fix-all"} & {*words}), seed, -(-5 * of // (4 * max(1, len(roots))))
        )
    ]
    if not {"--documents", "--fix-all"} & {*words}:
        pairs = sorted(random.Random(seed).sample(pairs, min(of, len(pairs))))
    if "--fix-all" in words:
        return _fixed(pairs, show="--show" in words)
    total = [0, 0, 0]
    for root in roots:
        row = _measure(root, [pair[1:] for pair in pairs if pair[0] == root], show="--show" in words)
        total = [a + b for a, b in zip(total, row, strict=True)]
        print(f"{root}: right {row[0]} of {row[2]} real renames, {row[1]} with a suggestion", flush=True)
    right, said, asked = total
    if asked:
        print(
            f"ALL right {right}/{asked} = {right / asked:.3f}; of those with a suggestion {right}/{said} = {right / max(1, said):.3f}"
        )
    return 0


def _fixed(pairs: list[tuple[str, str, str, str]], *, show: bool) -> int:
    """Runs *fix all* before each commit that mended a document; 1 where a text was made wrong."""
    total: Counter[str] = Counter()
    of_commit: dict[tuple[str, str], dict[str, str]] = {}
    for root, commit, old, new in pairs:
        of_commit.setdefault((root, commit), {})[old] = new
    with tempfile.TemporaryDirectory(prefix="helix-fixes-") as folder:
        for at, ((root, commit), told) in enumerate(of_commit.items()):
            tree = Path(folder, str(abs(hash(root))))
            if not tree.exists():
                git(root, "clone", "-q", "-n", "--shared", root, str(tree))
            check_out(tree, git(root, "rev-parse", f"{commit}^").strip())
            row: Counter[str] = Counter(runs=1)
            for put in _puts(tree, folder):
                said = _held(put, told, root, tree)
                row.update(("changes", said))
                if show or said == "WRONG":
                    print(f"  {said} {commit[:10]} {put}", flush=True)
            total += row
            print(
                f"{at + 1} {root.removesuffix('/repo').rpartition('/')[2]} {commit[:10]}: {dict(row)}",
                flush=True,
            )
    print(f"ALL {dict(total)}")
    return 1 if total["WRONG"] else 0


def _puts(tree: Path, folder: str) -> list[Put]:
    env = {**os.environ, "XDG_CACHE_HOME": str(Path(folder, "cache"))}
    with Workspace.open(str(tree), load(str(tree), env=env)) as workspace:
        workspace.refresh()
        view = workspace.view()
        world = build_world(view.snapshot, view.texts, view.config.drift)
        return list(fix_all(documents_of(world), world, workspace.history(), view.config.drift))


def _held(put: Put, told: dict[str, str], root: str, tree: Path) -> str:
    """What is known of a change: as the maintainers made it, as they made it later, or not known."""
    if told.get(put.old) == put.new:
        return "as mended"
    now = git(root, "show", f"HEAD:{put.path}")
    names = [re.findall(r"\w+", text)[-1:] for text in (put.old, put.new)]
    old, new = ((word[0] if word else "") for word in names)
    if not _stands(put, new, tree):
        return "WRONG"
    kept = re.search(rf"(?<!\w){re.escape(put.old)}(?!\w)", now) is not None
    if kept and _stands(put, old, tree, put.old):
        return "WRONG"
    if not kept and re.search(rf"(?<!\w){re.escape(put.new)}(?!\w)", now):
        return "as mended later"
    return "kept by the newest document" if kept else "not told by the newest document"


def _stands(put: Put, word: str, tree: Path, written: str = "") -> bool:
    """Whether the tree has what a text names: a path, else a word of the code."""
    if put.found.reference.kind in ("path", "link"):
        path = (written or put.new).partition("#")[0]
        spots = (tree / Path(put.path).parent / path, tree / path.lstrip("/"))
        return not path or any(spot.exists() for spot in spots)
    found = subprocess.run(
        ["git", "-C", str(tree), "grep", "-qwF", "-e", word, "--", ".", *CODE],
        capture_output=True,
        check=False,
    )
    return found.returncode == 0


def _number(words: list[str], name: str, usual: int) -> int:
    if name not in words:
        return usual
    at = words.index(name)
    value = int(words[at + 1])
    del words[at : at + 2]
    return value


def _asked(root: str, documents: bool, seed: int, most: int) -> list[tuple[str, str, str]]:
    return (
        list(_renames(root))
        if documents
        else [(one.commit, one.old, one.new) for one in sampled(root, seed, most)]
    )


def _measure(root: str, pairs: list[tuple[str, str, str]], *, show: bool) -> list[int]:
    """How many are right, how many have a suggestion, how many were asked."""
    program = find_git(os.environ.get("PATH", ""), root)
    if program is None or not pairs:
        return [0, 0, len(pairs)]
    with tempfile.TemporaryDirectory() as folder:
        history = open_history(Git(program=program), root, folder, DriftConfig())
        if history is None:
            return [0, 0, len(pairs)]
        row = [0, 0, len(pairs)]
        for commit, old, new in pairs:
            became = _became(root, old, history)
            right = became[-1:] == [new] or (new in became and not _lives(root, new))
            row[0] += right
            row[1] += bool(became)
            if show and not right:
                print(
                    f"  {commit[:10]} {old} -> {new}; history says {' -> '.join(became) or 'nothing'}",
                    flush=True,
                )
        return row


def _became(root: str, old: str, history: History) -> list[str]:
    """What history suggests for a name or path, along renames, up to one that lives."""
    found: list[str] = []
    name = old
    for _ in range(8):
        if "/" in name:
            gone = history.path_gone(name)
            name = gone.moved if gone is not None else ""
        else:
            gone_at = history.gone(name)
            told = [(not g.defined, one.new) for g in gone_at if (one := history.became(name, g)) is not None]
            name = min(told, key=lambda row: row[0])[1] if told else ""
        if not name or name in found:
            break
        found.append(name)
        if _lives(root, name):
            break
    return found


def _lives(root: str, name: str) -> bool:
    if "/" in name:
        return bool(git(root, "ls-tree", "--name-only", "HEAD", name))
    return bool(git(root, "grep", "-lwF", "-e", name, "HEAD", "--", ".", *CODE))


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
    log = git(
        root,
        "log",
        "--no-merges",
        "-p",
        "-U0",
        "--no-color",
        "--no-ext-diff",
        "--format=%x01%H",
        "--",
        *_DOCUMENTS,
    )
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
    fit = all(_SHAPED.search(w) and len(w) > 3 and not w.isdigit() for w in (one, other)) and (
        "/" in one
    ) == ("/" in other)
    return (one, other) if fit and one.lower() != other.lower() else None


def _is_rename(root: str, commit: str, old: str, new: str) -> bool:
    if "/" in old:
        there = set(git(root, "ls-tree", "--name-only", commit, old, new).split("\n"))
        return (
            new in there
            and old not in there
            and bool(
                git(root, "log", "-1", "--format=%h", "--diff-filter=DR", "--no-renames", commit, "--", old)
            )
        )
    if git(root, "grep", "-lwF", "-e", old, commit, "--", ".", *CODE) or not git(
        root, "grep", "-lwF", "-e", new, commit, "--", ".", *CODE
    ):
        return False
    went = git(
        root,
        "log",
        "-1",
        "--no-merges",
        "-p",
        "-U0",
        "--no-color",
        "--no-ext-diff",
        f"-S{old}",
        commit,
        "--",
        ".",
        *CODE,
    )
    name = re.escape(old)
    defines = (
        rf"^-.*(?:\b(?:def|class|fn|func|function|type|struct|enum|trait|interface|const|let|var|mod)\s+(?:\([^)]*\)\s*)?{name}\b"
        rf"|(?<![\w.]){name}\s*(?::[^=]+)?=[^=]|['\"]{name}['\"=, ]|\.{name}\s*=)"
    )
    return re.search(defines, went, re.MULTILINE) is not None


if __name__ == "__main__":
    raise SystemExit(main())
