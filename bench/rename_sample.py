"""Real renames drawn from a repository's commits, by a criterion that knows nothing of our history: used by
renames.py, or alone to read them.

    python bench/rename_sample.py [--seed N] [--most N] CLONE... > sample.jsonl

Commits are drawn in a seeded order. A rename is a pair of definitions of one file, before and after a commit
(a file that git itself calls moved counts as one), of the same kind, where the word of the old one is nowhere
in the file afterwards and the word of the new one was nowhere in it before, and

* body: their texts, each with its own name masked, agree in nine of ten tokens (twelve at least), or
* place: they stand between the same two neighbours (or one of them and the end of their class or file), and
  half of their tokens agree (three quarters where there are fewer than twelve),

and where neither has a second partner. The old word must be nowhere in the code after that commit, and
nowhere at the checked-out commit (git's own word search). The definitions are read by the extractor of the
index, on whole files; no patch is read. At most two renames a commit.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from difflib import SequenceMatcher

from helix_lsp.syntax.extract import extract

CODE = (":(exclude)*.md", ":(exclude)*.rst", ":(exclude)*.txt", ":(exclude)*.mdx", ":(exclude)*.adoc", ":(exclude)*.json", ":(exclude)*.lock",
        ":(exclude)*.po", ":(exclude)*.ipynb", ":(exclude)*.svg", ":(exclude)*.html", ":(exclude)*.yml", ":(exclude)*.yaml", ":(exclude)*test*",
        ":(exclude)docs/*", ":(exclude)doc/*", ":(exclude)docs_src/*", ":(exclude)examples/*", ":(exclude)*vendor*")  # fmt: skip
_SUFFIXES = re.compile(
    r"\.(?:py|pyi|js|jsx|mjs|cjs|ts|tsx|go|rs|java|kt|scala|swift|cs|rb|php|c|h|cc|cpp|hpp|ex|exs|lua|hs)\Z"
)
_ASIDE = re.compile(
    r"test|spec|docs?/|docs_src/|example|sample|bench|vendor|third_party|generated|\.min\.|_pb2|\.pb\.|dist/|node_modules"
)
_TOKEN = re.compile(r"\w+|[^\w\s]")
_WORD = re.compile(r"\w+")
_KINDS = frozenset(
    "function method class interface struct enum enum_member union trait type constant variable field property macro".split()
)
_ENOUGH, _A_COMMIT, _A_FILE, _TRIED = 12, 2, 400, 6_000


@dataclass(frozen=True, slots=True)
class Rename:
    """`old` became `new` in `commit`; `why` is the criterion that said so, `before` and `after` the first
    lines of the definitions.
    """

    root: str
    commit: str
    path: str
    kind: str
    old: str
    new: str
    why: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class _Defined:
    name: str
    kind: str
    text: str
    tokens: tuple[str, ...]
    above: str
    below: str


def sampled(root: str, seed: int, most: int) -> Iterator[Rename]:
    """At most `most` renames of the repository that is cloned at `root`, each old name once, the same ones
    for the same seed.
    """
    commits = list(_commits(root))
    random.Random(f"{seed} {root.rstrip('/').rpartition('/')[2]}").shuffle(commits)
    blobs, seen, taken = _Blobs(root), set[str](), 0
    try:
        for commit, files in commits[:_TRIED]:
            here = 0
            for path, before, after in files:
                for one in _pairs(root, commit, path, blobs.read(before), blobs.read(after)):
                    if (
                        here < _A_COMMIT
                        and one.old not in seen
                        and not _holds(root, commit, one.old)
                        and not _holds(root, "HEAD", one.old)
                    ):
                        seen.add(one.old)
                        here, taken = here + 1, taken + 1
                        yield one
                        if taken >= most:
                            return
                if here >= _A_COMMIT:
                    break
    finally:
        blobs.close()


def _commits(root: str) -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """(commit, [(path afterwards, blob before, blob after)]) of the commits that change code, those of more
    than 60 files left out.
    """
    log = git(root, "log", "--no-merges", "--raw", "--no-abbrev", "-M", "--diff-filter=MR", "--format=%x01%H")
    for block in log.split("\x01")[1:]:
        commit, _, body = block.partition("\n")
        rows = [line.split("\t") for line in body.split("\n") if line.startswith(":")]
        files = [
            (row[-1], *row[0].split(" ")[2:4])
            for row in rows
            if _SUFFIXES.search(row[-1]) and not _ASIDE.search(row[-1].lower())
        ]
        if files and len(rows) <= 60:
            yield commit, [(path, one, other) for path, one, other in files]


class _Blobs:
    """Contents by object name, through one `git cat-file --batch`."""

    def __init__(self, root: str) -> None:
        self._process = subprocess.Popen(
            ["git", "-C", root, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )

    def read(self, blob: str) -> bytes:
        """Empty for what is missing or larger than 400 kB."""
        asked, said = self._process.stdin, self._process.stdout
        assert asked is not None
        assert said is not None
        asked.write(blob.encode() + b"\n")
        asked.flush()
        head = said.readline().split()
        if len(head) != 3:
            return b""
        data = said.read(int(head[2]) + 1)[:-1]
        return data if len(data) <= 400_000 else b""

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()


def _pairs(root: str, commit: str, path: str, before: bytes, after: bytes) -> list[Rename]:
    if b"generated" in before[:400].lower():
        return []
    old_words, new_words = (
        set(_WORD.findall(before.decode("utf-8", "replace"))),
        set(_WORD.findall(after.decode("utf-8", "replace"))),
    )
    if not old_words - new_words or not new_words - old_words:
        return []
    went = [d for d in _defined(path, before) if d.name not in new_words]
    came = [d for d in _defined(path, after) if d.name not in old_words] if went else []
    if not came or len(went) * len(came) > _A_FILE:
        return []
    found = [(a, b, why) for a in went for b in came if (why := _same(a, b))]
    firsts, seconds = [a.name for a, _, _ in found], [b.name for _, b, _ in found]
    return [
        Rename(
            root,
            commit,
            path,
            a.kind,
            a.name,
            b.name,
            why,
            a.text.strip().partition("\n")[0][:120],
            b.text.strip().partition("\n")[0][:120],
        )
        for a, b, why in found
        if firsts.count(a.name) == 1 and seconds.count(b.name) == 1
    ]


def _same(one: _Defined, other: _Defined) -> str:
    """Which criterion says that these are one definition under two names, `` when none does."""
    if one.kind != other.kind:
        return ""
    least = min(len(one.tokens), len(other.tokens))
    alike = SequenceMatcher(None, one.tokens, other.tokens, autojunk=False).ratio()
    if least >= _ENOUGH and alike >= 0.9:
        return "body"
    beside = (one.above, one.below) == (other.above, other.below) and (one.above or one.below)
    return "place" if beside and alike >= (0.5 if least >= _ENOUGH else 0.75) else ""


def _defined(path: str, data: bytes) -> list[_Defined]:
    """Definitions with a name of three letters or more; `above` and `below` are the names of the neighbours
    in the same owner.
    """
    symbols = [s for s in extract(path, data).symbols if s.kind in _KINDS]
    around: dict[int, list[int]] = {}
    for at, symbol in enumerate(symbols):
        around.setdefault(symbol.parent, []).append(at)
    found: list[_Defined] = []
    for siblings in around.values():
        for at, which in enumerate(siblings):
            symbol = symbols[which]
            if len(symbol.name) < 3 or not _WORD.fullmatch(symbol.name) or symbol.name.startswith("__"):
                continue
            text = data[symbol.span.start : symbol.span.end].decode("utf-8", "replace")
            tokens = tuple("\0" if t == symbol.name else t for t in _TOKEN.findall(text)[:600])
            above = symbols[siblings[at - 1]].name if at else ""
            below = symbols[siblings[at + 1]].name if at + 1 < len(siblings) else ""
            found.append(_Defined(symbol.name, symbol.kind, text, tokens, above, below))
    return found


def _holds(root: str, commit: str, word: str) -> bool:
    return bool(git(root, "grep", "-lwF", "-e", word, commit, "--", ".", *CODE))


def git(root: str, *words: str) -> str:
    """What git prints, `` when it fails."""
    done = subprocess.run(["git", "-C", root, *words], capture_output=True, check=False)
    return done.stdout.decode("utf-8", "replace")


def main() -> int:
    words = sys.argv[1:]
    numbers = {"--seed": 1, "--most": 8}
    for name in numbers:
        if name in words:
            at = words.index(name)
            numbers[name] = int(words[at + 1])
            del words[at : at + 2]
    for root in words:
        for one in sampled(root, numbers["--seed"], numbers["--most"]):
            print(json.dumps(asdict(one), ensure_ascii=False), flush=True)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
