"""What the tree of this moment holds, as far as drift asks: every word of its code, its packages, what it
imports from elsewhere.

Built once for one snapshot from the current bytes. A word counts wherever it is outside the documents
(code, comments, tests, settings): a name that occurs anywhere may be alive, and "may be alive" is not an alarm.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields

from helix_lsp.align.drift.declared import RUNNERS, declared
from helix_lsp.align.identity import (
    linked_repositories,
    module_parts,
    own_names,
    own_repositories,
    standard_modules,
)
from helix_lsp.align.live import Texts
from helix_lsp.config.documents import DriftConfig
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import FileEntry, Snapshot
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import pieces

BASELINE = b"drift-baseline.v1"
_WORD = regex(rb"--[a-z][a-zA-Z0-9_-]*[a-zA-Z0-9]|[A-Za-z_]\w*")
_HYPHENED = regex(rb"(?<=[\"'`:])[a-z][a-z0-9]*(?:[-.][a-z0-9]+)+(?=[\"'`=])")
_KEY = regex(rb"[\"']([A-Za-z_]\w*(?:\.[A-Za-z_]\w*){1,3})(?=[\"'])")  # dotted text that is a whole literal
_ASKED = regex(  # a member that is asked for by its name
    rb"(?:get|has|set|del)attr\(\s*(?:\w+\.)*(?P<owner>\w+),\s*[\"'](?P<name>[A-Za-z_]\w*)[\"']"
)
_INDEXED = regex(rb"\[[\"'](?P<name>[A-Za-z_]\w*)[\"']\]")
_SENT = regex(rb"\.(?:public_send|send|respond_to\?)\(\s*:(?P<name>[a-z_]\w*)")
_HOLDER = regex(rb"(?<!\w)[A-Z]\w*\Z")
_PAST = regex(
    r"(?:^|/)(?:change(?:s|log)?|history|news|releases?(?:[_-]?notes)?|whats?[_-]?new|blog|migrati(?:on|ng)\w*|upgrad\w+|porting|deprecat\w+|removals?|previous[_-]?versions?|"
    r"versioned[_-]docs|old[_-]docs|roadmap|todo|proposals?|rfcs?|"
    r"adrs?|[snpk]eps?|design[_-]?docs?|decisions?|archived?|old|obsolete|announce\w*|minutes)(?:[._/-]|\Z)"
    r"|(?:^|/)(?:[snpkdjt]ep|rfc|adr|bep)[_-]?\d[\d.]*(?:[._/-]|\Z)|(?:^|/)v[_-]?\d[\d.]*(?:[._-]|\Z)|(?:^|/)[dnp]\d{4}(?:r\d+)?[._-]|(?:^|/)\d{3,4}-[^/]+\.\w+\Z"
    r"|[_-](?:announcements?|release[_-]?notes|changelog|changes|upgrad(?:e|ing)|migration)\.\w+\Z"
    r"|(?:^|/)(?:release[_-]|version[_-]|v)?\d+\.\d+(?:[._-][\w.-]*)?\.(?:md|mdx|rst|adoc|txt|markdown)\Z",  # `2.3-announcement.md`
    re.IGNORECASE,
)
_VERSION = regex(
    r"(?:v|version[_-]?|release[_-]?)\d{1,4}(?:[._]\d+)*(?:[._]x)?|\d{1,4}(?:[._]\d+)*[._](?:\d+|x)",
    re.IGNORECASE,
)
_NAMESPACE = regex(rb"^[ \t]*namespace[ \t]+([A-Za-z_]\w*)", re.MULTILINE)
_SHELLS = frozenset({"sh", "bash", "zsh", "fish", "ps1", "nu", "elv"})
_OFFERED = ("program", "sub", "option")  # what a variable of the environment is called, `words` hold
_LONGEST = 60  # bytes of a holder's name
_LONGEST_WORD = 200
_FRONT = tuple(
    f"{page}.{ending}"
    for page in ("README", "Readme", "readme", "CONTRIBUTING")
    for ending in ("md", "rst", "adoc")
)
SOURCE_ROOTS = frozenset({"src", "lib", "python", "packages", "crates"})


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """`words` of all files that are not documents; `packages` are first module parts of ours; `foreign` roots
    of other distributions.

    `folders` are all folders with a visible file, `suffixes` the file endings that occur, `entries` what
    the project declares by name (`drift/declared.py`).
    `own` are the names of the project's distributions and repositories, the latter as `owner/name` too
    (`align/identity.py`). Among the words
    are `"a.b` for a dotted text that is a whole literal, and `@Owner.name` for a member that is asked for by
    its name (`getattr(self.Owner, "name")`).
    """

    snapshot: Snapshot
    texts: Texts
    words: frozenset[str]
    packages: frozenset[str]
    foreign: frozenset[str]
    folders: frozenset[str]
    suffixes: frozenset[str]
    entries: frozenset[str]
    own: frozenset[str]
    cfg: DriftConfig
    memo: dict[str, frozenset[str]] = field(
        default_factory=dict[str, frozenset[str]], compare=False, repr=False
    )

    def declared(self, kind: str) -> tuple[str, ...]:
        """The names that the project declares of one kind (`drift/declared.py`), in their order."""
        return remembered(self.snapshot, ("drift_kinds",), self._by_kind).get(kind, ())

    def _by_kind(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {}
        for kind, _, name in (entry.partition(" ") for entry in self.entries):
            found.setdefault(kind, []).append(name)
        return {kind: tuple(sorted(names)) for kind, names in found.items()}

    def words_of(self, path: str) -> frozenset[str]:
        """Words of one file, remembered."""
        if path not in self.memo:
            self.memo[path] = words_in(self.texts(path) or b"")
        return self.memo[path]

    def has_word(self, path: str, word: str) -> bool:
        """The same asked of one word; the words of a file without its letters are not read."""
        there = path in self.memo or word.encode("utf-8", "replace") in (self.texts(path) or b"")
        return there and word in self.words_of(path)


def build_world(snapshot: Snapshot, texts: Texts, cfg: DriftConfig, without: Iterable[str] = ()) -> World:
    """Reads every visible file that is not a document once; `without` are words to leave out (the removal test)."""
    found = Gathered()
    for path in snapshot.paths():
        gather(path, snapshot, texts, cfg, found)
    found.words.difference_update(without)

    return world_of({name: frozenset(getattr(found, name)) for name in SETS}, snapshot, texts, cfg)


@dataclass(slots=True)
class Gathered:
    """What files say, added up: the sets of a `World`, but `foreign` is all that is imported, also what is
    ours.
    """

    words: set[str] = field(default_factory=set[str])
    packages: set[str] = field(default_factory=set[str])
    foreign: set[str] = field(default_factory=set[str])
    folders: set[str] = field(default_factory=set[str])
    suffixes: set[str] = field(default_factory=set[str])
    entries: set[str] = field(default_factory=set[str])
    own: set[str] = field(default_factory=set[str])


SETS = tuple(f.name for f in fields(Gathered))


def world_of(
    sets: Mapping[str, frozenset[str]],
    snapshot: Snapshot,
    texts: Texts,
    cfg: DriftConfig,
    memo: dict[str, frozenset[str]] | None = None,
) -> World:
    """A world of what was gathered from all files, by the names of SETS."""
    front = (texts(page) or b"" for page in _FRONT if snapshot.file(page) is not None)
    linked = (linked_repositories(data, lambda file: snapshot.file(file) is not None) for data in front)
    rest = {
        **sets,
        "foreign": (sets["foreign"] | standard_modules(snapshot)) - sets["packages"],
        "own": sets["own"].union(*linked),
    }
    return World(cfg=cfg, snapshot=snapshot, texts=texts, memo={} if memo is None else memo, **rest)


def _declares(entry: FileEntry) -> bool:
    return not entry.surface.vendored and not entry.surface.test


def gather(path: str, snapshot: Snapshot, texts: Texts, cfg: DriftConfig, into: Gathered) -> None:
    """Add what one visible file says."""
    entry = snapshot.file(path)
    if entry is None:
        return
    folder = path.rpartition("/")[0]
    while folder and folder not in into.folders:
        into.folders.add(folder)
        folder = folder.rpartition("/")[0]
    into.suffixes.add(path.rpartition(".")[2].lower())
    into.words.update(words_in(path.encode("utf-8", "replace")))
    into.words.update(stem for part in path.split("/") if "-" in (stem := part.partition(".")[0]))
    if is_document(entry):
        return
    data = texts(path) or b""
    if path.endswith(".json") and BASELINE in data[:200]:
        return  # what it lists would otherwise live by being listed
    into.words.update(words_in(data))
    if _declares(entry) and len(data) <= cfg.declaring_bytes:
        into.entries.update(declared(path, data, RUNNERS))
        into.own.update(own_names(path, data), own_repositories(path, data))
        if not entry.surface.example and not entry.generated and not is_completion(path):
            into.entries.update(declared(path, data, _OFFERED))
    if entry.surface.kind == "code":
        parts = [p for p in module_parts.__wrapped__(path) if p not in SOURCE_ROOTS]
        into.packages.update(parts[:1])
        into.packages.update(
            m[1].decode() for m in _NAMESPACE.finditer(data) if path.endswith((".php", ".cs"))
        )
        into.foreign.update(_roots(path, snapshot))


def words_in(data: bytes) -> frozenset[str]:
    """Identifiers and long options of a text, as written; quoted words with hyphens or dots (an option's name
    without its dashes).

    Dotted literals begin with a quote, members that are asked for by their names with an `@`, so that no word
    equals them.
    """
    found: set[bytes] = set()
    for piece in pieces(data):
        words = set(_WORD.findall(piece))
        found.update(
            words if len(piece) <= _LONGEST_WORD else [word for word in words if len(word) <= _LONGEST_WORD]
        )  # what is longer is data
        _add_spelled(piece, found)
    return frozenset(w.decode("utf-8", "replace") for w in found)


def _add_spelled(data: bytes, found: set[bytes]) -> None:
    found.update(_HYPHENED.findall(data))
    found.update(b'"' + key for key in _KEY.findall(data))
    if b"attr(" in data:
        found.update(b"@" + m["owner"] + b"." + m["name"] for m in _ASKED.finditer(data))
    for pattern in (_INDEXED, _SENT) if b"send(" in data or b"respond_to?(" in data else (_INDEXED,):
        for match in pattern.finditer(data):
            holder = _HOLDER.search(data, max(0, match.start() - _LONGEST), match.start())
            if holder is not None:
                found.add(b"@" + holder[0] + b"." + match["name"])


def is_document(entry: FileEntry) -> bool:
    """True for prose: what is written there does not keep a name alive."""
    return entry.surface.kind == "docs" or (
        entry.surface.kind == "text" and entry.path.endswith(".txt") and "requirements" not in entry.path
    )


def is_completion(path: str) -> bool:
    """True for the completions of a shell: they repeat what a program offered, and declare nothing."""
    _, dot, ending = path.rpartition("/")[2].rpartition(".")
    return "complet" in path.lower() and (not dot or ending in _SHELLS)


def is_past(path: str) -> bool:
    """True for a document that tells of the past (changelog, release notes): its names may be gone by right."""
    return _PAST.search(path) is not None


def is_of_old_version(path: str, folders: frozenset[str]) -> bool:
    """True for a document in the folder of a version beside which stands the folder of a newer one
    (`docs/1.x` beside `docs/2.x`).
    """
    parts = path.split("/")[:-1]
    for at, part in enumerate(parts):
        if (mine := _version(part)) is not None:
            above = "/".join(parts[:at])
            beside = (f.rpartition("/") for f in folders)
            if any(
                rest == above and (other := _version(last)) is not None and other > mine
                for rest, _, last in beside
            ):
                return True
    return False


def _version(folder: str) -> tuple[int, ...] | None:
    match = _VERSION.fullmatch(folder)
    return tuple(int(n) for n in re.findall(r"\d+", folder)) if match is not None else None


def _roots(path: str, snapshot: Snapshot) -> set[str]:
    modules = (
        i.module for i in snapshot.imports(path) if not i.module.startswith((".", "crate", "self", "super"))
    )
    return {re.split(r"\.|::|/|\\", m.lstrip("@\\"))[0] for m in modules if m}
