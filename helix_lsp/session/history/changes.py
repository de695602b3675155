"""Reads the patches of `git log` into names that went.

Pure text work; nothing is checked out and nothing in a patch is run. A name went from a file when a commit
removes it there and adds it nowhere in code (moves cancel). Only what is written in code or settings counts:
a changelog, an example or a test defines nothing.
What a name became is not told by a patch: `history/successor.py` reads both sides.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

from helix_lsp.align.drift.declared import KINDS, declared, reads
from helix_lsp.align.drift.history import Dropped, Gone
from helix_lsp.history.lines import WORD, defines_names, definitions, is_comment
from helix_lsp.index.surface import surface_of
from helix_lsp.session.git.blobs import committed_files, some_blobs
from helix_lsp.session.git.git import Git, changed_paths, read_git
from helix_lsp.session.git.git_folder import NoGit
from helix_lsp.session.git.git_verbs import CHANGES, COMMITS, Spec
from helix_lsp.syntax.language import language_of
from helix_lsp.text.regex import regex
from helix_lsp.text.words import separated

MARK = b"\x01"
_HEAD = regex(rb"^\x01(?P<commit>[0-9a-f]{1,64}) (?P<time>\d{1,12})$", re.MULTILINE)
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
    """One commit's hunks in code. `went` are the definitions on removed lines, (path, name) -> owner."""

    name: str
    time: int
    hunks: list[Hunk] = field(default_factory=list[Hunk])
    went: dict[tuple[str, str], str] = field(default_factory=dict[tuple[str, str], str])

    def came(self) -> set[str]:
        """The names defined on added lines: few commits are asked for them, and they are half of the work."""
        found: set[str] = set()
        for one in self.hunks:
            found.update(each.name for each in definitions(one.path, one.added, one.around))
            found.update(_declared(one.path, one.added))
        return found


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
    # options and targets that are spelt otherwise where they are declared
    rest = sorted(key for key in went.keys() - seen if key[1] not in added)
    kept = commit.came() if rest else frozenset[str]()
    for path, name in rest:
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
        for name in _declared(one.path, one.removed):
            commit.went.setdefault((one.path, name), "")
    return commit


def _declared(path: str, lines: list[str]) -> Iterator[str]:
    """Options and variables that these lines declare, and subcommands, whose words may be elsewhere too, as
    `sub fire`.
    """
    code = "\n".join(line for line in lines if not is_comment(line))
    things = declared(path, code.encode(), ("sub", "option", "env")) if code else ()
    return (one.removeprefix("option ").removeprefix("env ") for one in things)


# Which commit took the declaration of a thing away: revisions of the files that may declare it, read by the
# one reader of `drift/declared.py`.
#
# Invariants (law I11) as `session/git/git.py`. Changes of files, bytes and revisions are bounded; what lies
# beyond is not known.

_CHANGES = (
    1_000  # newest changes of files of one kind; three times as many took 10 s of 44 on a tree of 3,100 files
)
_LARGEST, _BYTES, _STEP = 400_000, 40_000_000, 6_000_000
_PLACES = 8
_MOULDS = frozenset(
    "template templates skeleton skeletons scaffold stubs generators".split()
)  # of the reader's project
_NOTHING = "0"


class _Change(msgspec.Struct, frozen=True):
    commit: str
    time: int
    path: str
    before: str
    after: str


class Declarations:
    """Asks git once for each kind and remembers what it said. Mutable, for one thread at a time."""

    def __init__(self, git: Git, root: str) -> None:
        self._git, self._root = git, root
        self._by_kind: dict[str, Mapping[str, Dropped]] = {}
        self._held: dict[tuple[str, str], bytes | None] = {}  # (commit, path) -> the file

    def dropped(self, thing: str, seen: Iterable[Gone]) -> Dropped | None:
        """`thing` as in `drift/declared.py`; `seen` are places that its words left, newest first, for what code
        declares.
        """
        kind = thing.partition(" ")[0]
        if kind not in KINDS:
            return None
        places = [g for g in seen if reads(kind, g.path) and _counts(g.path)][:_PLACES]
        self._fetch([(f"{g.commit}{up}", g.path) for g in places for up in ("^", "")])
        for gone in places:
            data = self._held[f"{gone.commit}^", gone.path]
            if data is None or (
                kind == "key" and _squeezed(thing[len(kind) + 1 :].encode()) not in _squeezed(data)
            ):
                continue
            had = declared(gone.path, data, (kind,))
            data = self._held[gone.commit, gone.path] if thing in had else None
            has = declared(gone.path, data, (kind,)) if data is not None else {}
            if thing in had and thing not in has:
                return _dropped(gone, thing, had, has)
        if not KINDS[kind].files:
            return None
        if kind not in self._by_kind:
            self._by_kind[kind] = self._all(kind)
        return self._by_kind[kind].get(thing)

    def _fetch(self, places: Sequence[tuple[str, str]]) -> None:
        """Reads what is not held, with one call; what many things ask for is read once."""
        if sum(len(data or b"") for data in self._held.values()) > _STEP:
            self._held.clear()
        if wanted := [one for one in places if one not in self._held]:
            found = committed_files(self._git, self._root, wanted)
            self._held.update(zip(wanted, found, strict=True))

    def _all(self, kind: str) -> Mapping[str, Dropped]:
        changes = list(self._changes(kind))
        ids = [one for c in changes for one in (c.before, c.after) if one.strip(_NOTHING)]
        blobs = some_blobs(self._git, self._root, ids, largest=_LARGEST, total=_BYTES, step=_STEP)
        found: dict[str, Dropped] = {}
        read: dict[tuple[str, str], Mapping[str, str]] = {}

        def things(change: _Change, blob: str) -> Mapping[str, str]:
            key = blob, change.path.rpartition("/")[2]
            if key not in read:
                read[key] = declared(change.path, blobs.get(blob, b""), (kind,))
            return read[key]

        for change in changes:
            if any(one.strip(_NOTHING) and one not in blobs for one in (change.before, change.after)):
                continue
            before, after = things(change, change.before), things(change, change.after)
            for thing in before.keys() - after.keys():
                gone = Gone(commit=change.commit, time=change.time, path=change.path, defined=True)
                found.setdefault(thing, _dropped(gone, thing, before, after))
        return found

    def _changes(self, kind: str) -> Iterator[_Change]:
        paths = [spec for glob in KINDS[kind].files for spec in _specs(glob)]
        listed = read_git(self._git, self._root, COMMITS, "HEAD", paths=paths)
        if isinstance(listed, NoGit) or not listed:
            return
        yield from self._of_commits(b"".join(listed.splitlines(keepends=True)[:_CHANGES]), paths)

    def _of_commits(self, commits: bytes, paths: list[Spec]) -> Iterator[_Change]:
        said = read_git(self._git, self._root, CHANGES, paths=paths, stdin=commits)
        left = _CHANGES
        blocks: list[bytes] = [] if isinstance(said, NoGit) else said.split(MARK)[1:]
        for block in blocks:
            fields = block.decode("utf-8", "replace").split("\0")
            commit, _, time = fields[0].strip().partition(" ")
            for row in changed_paths(fields[1:]):
                if left > 0 and time.isdecimal() and _counts(row.path):
                    left -= 1
                    yield _Change(commit, int(time), row.path, row.before, row.after)


def _specs(glob: str) -> list[Spec]:
    """A pattern for names of files as git compares it fastest: with one star and without `glob` by its end alone."""
    name = glob.removeprefix("**/")
    if name.startswith("*.") and "*" not in name[1:]:
        return [("", name)]
    return [("glob", glob)] if "*" in name or name == glob else [("literal", name), ("", f"*/{name}")]


def spellings(thing: str) -> tuple[str, ...]:
    """The words under which code may declare a thing: `cool-down`, `CoolDown`, `cool_down`, `coolDown`."""
    name = thing.partition(" ")[2].lstrip("-")
    words = separated(name, "-").split("-")
    pascal = "".join(word[:1].upper() + word[1:] for word in words)
    return tuple(
        dict.fromkeys((name, f"--{name}", pascal, "_".join(words), pascal[:1].lower() + pascal[1:], *words))
    )


def _squeezed(text: bytes) -> bytes:
    """In lower case, without what is between the words of a key: equal where two keys are."""
    return text.lower().replace(b"_", b"").replace(b"-", b"")


def _dropped(gone: Gone, thing: str, before: Mapping[str, str], after: Mapping[str, str]) -> Dropped:
    """With the one that took its place: declared in the same way, else the only one that came as the only one
    went.
    """
    how = before[thing].strip()
    came = [one for one in after if one not in before]
    same = [one for one in came if how and after[one].strip() == how]
    went = [one for one in before if one not in after]
    new = same if len(same) == 1 else came if len(came) == len(went) == 1 else []
    return Dropped(
        commit=gone.commit,
        time=gone.time,
        path=gone.path,
        defined=True,
        new=new[0].partition(" ")[2] if new else "",
        same=len(same) == 1,
    )


def _counts(path: str) -> bool:
    if not _MOULDS.isdisjoint(path.lower().split("/")[:-1]):
        return False
    surface = surface_of(path, language_of(path))
    return not (surface.test or surface.example or surface.vendored or surface.kind == "docs")
