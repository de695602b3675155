"""Addresses that a question writes: a path, a place in a file, a folder; and what is asked of them.

    src/a.rs:12   a.rs#L10-L12   line 13 of a.rs   lines 3 to 9 of a.rs   a.rs (line 7)   src/core/   Makefile

A question that is one word, or that asks what is in it, names the folder or the files of that name (`internal`,
`what is in testutils?`), where nothing is defined and no heading is called so.
An address is one when the index has what it names. What merely looks like one (`and/or`, `node.js`, a web
address) is none; what could be nothing else and is not there (`src/gone.rs:3`) is an address of nothing.
Pure and deterministic; one scan of the paths for each address.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import islice
from typing import Literal

import msgspec

from helix_lsp.ask.question.question import ASKING
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.channels.path import found_at
from helix_lsp.search.question.kind import PATH_ENDINGS
from helix_lsp.text.paths import refuse, split_path, stem_of
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, stem

Wish = Literal["lines", "users", "whole", "importers", "tests", "within"]
"""The lines, who uses the definition that they are in, what it is and holds, who imports it, which tests use it, or
something that it says or defines.
"""

LAST = 10**8
_MOST = 6
_LONGEST = 2_000
_NEAR = 3
_MOST_DOCUMENTS = 300
_ALIKE = 0.72
_SPAN = r"\s*(?:-|\u2013|\.\.|to|through|until|and)\s*(?:lines?\s+)?L?"
_BEFORE = regex(
    rf"\b(?:lines?\s+(\d{{1,7}})(?:{_SPAN}(\d{{1,7}}))?|(\d{{1,7}})(?:st|nd|rd|th)\s+line|(first|last)\s+line)\s+(?:of|in|from|at)\s+"
    r"(?:the\s+)?(?:file\s+)?[`'\"]?\Z",
    re.I,
)
_BEHIND = regex(
    rf"(?::|\#L?)(\d{{1,7}})(?::\d{{1,5}})?(?:(?:-|\u2013|\.\.)L?(\d{{1,7}}))?(?![\w.])|"
    rf"[`'\"]?,?\s+\(?(?:at\s+|on\s+)?lines?\s+(\d{{1,7}})(?:{_SPAN}(\d{{1,7}}))?\)?",
    re.I,
)
_TOKEN = regex(r"(?<![\w/\\.@:+~()\[\]-])[\w@+~.-][\w@+~./\\()\[\]-]{0,299}")
_TAIL = ".,;:!?()[]-~"
_TICKED = regex(r"`([^`\n:#]{1,200})`")
_WEB = regex(r"\b[a-z][a-z0-9+.-]{1,20}://\S+|(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,64}\.\w", re.I)
_FILE_WORD = regex(r"\bfile\s+[`'\"]?\Z", re.I)
_IMPORTS = regex(
    r"\b(?:who|what|which(?: \w+)?|anyone|anything|anybody|something|we|you|they)(?: else)? "
    r"(?:imports?|includes?|requires?|loads?|uses?|calls?|depends? on|reads?)(?: the (?:file|module|header))? \0|"
    r"\bwhere (?:is|are) \0 (?:\w+ )?(?:imported|included|required|loaded|used|called)\b|"
    r"\b(?:is|are) \0 (?:\w+ )?(?:imported|included|required|loaded|used)\b|"
    r"\b(?:importers|users|callers|dependents|usages?) of \0|\bdepends? on \0",
    re.I,
)
_TESTS = regex(r"\b(?:tests?|tested|covers?|covered|coverage|specs?)\b", re.I)
_INSIDE = regex(r"\b(?:in|inside|of|within|does|do) \0", re.I)
_WITHIN = regex(
    r"\b(?:in|inside|within|of|from|per|according to) (?:the )?(?:file |folder |document )?\0|"
    r"\0(?:'s)? (?:say|tell|mention|describ|defin|document|explain|list|recommend)\w*\b",
    re.I,
)
_ONE_WORD = regex(
    r"\W*(?:(?:what(?:'s| is| does| do|)|explain|describe|summari[sz]e|show(?: me)?|list)(?: (?:in|inside|of|the|files|all)){0,3} )?"
    r"[`'\"]?([^\W\d][\w-]{1,80})[`'\"]?((?: (?:file|folder|directory|module|package|script))?(?: contains?| do)?)\W*",
    re.I,
)
_BARE_WORD = regex(r"[`'\"]?([\w-]+)[`'\"]?")
_INSIDE_OF = regex(r"\b(?:in|inside|files)\b", re.I)
_OF_A_FILE = frozenset(
    stem(w)
    for w in (
        "explain summarize summarise summary overview outline purpose content contents contain contains inside module document doc page "
        "header script source walk through directory dir package listing functions function classes class methods method definitions "
        "definition symbols structure responsible role about exist short brief briefly sentence words types type live lives found hold "
        "holds start starts begin begins end ends there top bottom cover covers covered coverage unit integration exercise exercises "
        "spec specs run runs suite case cases have has had"
    ).split()
)


class Address(msgspec.Struct, frozen=True, kw_only=True):
    """`written` is the path as the question has it; `paths` the files that it may mean, sorted, the likeliest
    first, `folder` the folder; both empty where nothing of the kind is here, and `near` are then paths that
    come near. Lines count from 1, 0 for none, LAST for the last one.
    """

    written: str
    paths: tuple[str, ...]
    folder: str = ""
    first: int = 0
    last: int = 0
    near: tuple[str, ...] = ()
    wish: Wish = "within"

    @property
    def found(self) -> bool:
        """Something is there."""
        return bool(self.paths or self.folder)

    @property
    def answered(self) -> bool:
        """The address says what is to be told: the answer is made from it."""
        return self.wish != "within" or not self.found


def addresses(text: str, snapshot: Snapshot) -> tuple[Address, ...]:
    """The addresses of a question, each once, in their order; remembered."""
    text = text[:_LONGEST]
    return remembered(snapshot, ("ask.addresses", text), lambda: _addresses(text, snapshot))


def asked_address(text: str, snapshot: Snapshot) -> Address | None:
    """The one address that a question is about; None for several, and where it is only where to look."""
    found = addresses(text, snapshot)
    if not found:
        return remembered(snapshot, ("ask.word_of_a_path", text), lambda: _word_of_a_path(text, snapshot))
    return found[0] if len(found) == 1 and found[0].answered else None


def _word_of_a_path(text: str, snapshot: Snapshot) -> Address | None:
    """The folder or the files that are called like the one word of the question."""
    asked = _ONE_WORD.fullmatch(text)
    if asked is None or not (asked[2] or _BARE_WORD.fullmatch(text.strip(" ?.!")) or _INSIDE_OF.search(text)):
        return None
    word, low = asked[1], asked[1].lower()
    if low in STOP_WORDS or any(_is_ours(d.path, snapshot) for d in snapshot.defined(word)):
        return None
    folders: set[str] = set()
    files: list[str] = []
    for path in snapshot.paths():
        folder, base = split_path(path)
        if _is_ours(path, snapshot) or folder.lower() == low:
            files += [path] if low in (base.lower(), stem_of(path).lower()) else []
            if (at := f"/{folder.lower()}/".find(f"/{low}/")) >= 0:
                folders.add(folder[: at + len(low)])
    if folders:
        return Address(
            written=word, paths=(), folder=min(folders, key=lambda f: (f.count("/"), f)), wish="whole"
        )
    if not files or _is_heading(low, snapshot):
        return None
    return Address(written=word, paths=tuple(sorted(files, key=lambda p: (p.count("/"), p))), wish="whole")


def _is_ours(path: str, snapshot: Snapshot) -> bool:
    entry = snapshot.file(path)
    return entry is not None and not entry.surface.vendored and not entry.generated


def _is_heading(low: str, snapshot: Snapshot) -> bool:
    """True where a document of the project has a heading of this very word: it explains what the word means."""
    documents = (
        p
        for p in snapshot.paths()
        if (entry := snapshot.file(p)) is not None and entry.surface.kind == "docs" and _is_ours(p, snapshot)
    )
    outlines = (snapshot.skeleton(p) for p in islice(documents, _MOST_DOCUMENTS))
    return any(
        s.title.lower() == low for outline in outlines if outline is not None for s in outline.sections
    )


def named_files(text: str, snapshot: Snapshot) -> tuple[str, ...]:
    """The files in which a question says its answer stands: `... in src/a.rs`, `according to docs/b.md`; empty
    where it says none.
    """
    return tuple(dict.fromkeys(p for a in addresses(text, snapshot) if a.wish == "within" for p in a.paths))


def named_inside(text: str, snapshot: Snapshot) -> frozenset[str]:
    """The files in which a question says that something stands, and those of the folders that it names so."""
    folders = tuple(
        f"{a.folder.rstrip('/')}/" for a in addresses(text, snapshot) if a.wish == "within" and a.folder
    )
    below = (p for p in snapshot.paths() if p.startswith(folders)) if folders else ()
    return frozenset((*named_files(text, snapshot), *below))


def _addresses(text: str, snapshot: Snapshot) -> tuple[Address, ...]:
    web = [m.span() for m in _WEB.finditer(text)]
    tokens = [(m[1], m.start(1), m.end(1)) for m in _TICKED.finditer(text)]
    tokens += [(m[0], m.start(), m.end()) for m in _TOKEN.finditer(text)]
    out: dict[str, Address] = {}
    taken = list(web)
    for written, start, end in sorted(tokens, key=lambda t: (t[1], -t[2])):
        if len(out) == _MOST:
            break
        if any(a < end and start < b for a, b in taken):
            continue
        one = _read(written, text[:start], text[end:], snapshot)
        if one is not None:
            taken.append((start, end))
            out.setdefault(one.written, one)
    return tuple(out.values())


def _read(written: str, before: str, behind: str, snapshot: Snapshot) -> Address | None:
    kept = written.rstrip(_TAIL)
    path, behind = kept.replace("\\", "/").removeprefix("./"), written[len(kept) :] + behind
    lines, lead = _BEHIND.match(behind), _BEFORE.search(before)
    numbers = [_number(n) for n in (lines.groups() if lines else lead.groups() if lead else ()) if n]
    bare = "/" not in path.rstrip("/") and "." not in path[1:]
    if not path.rstrip("/") or refuse(path.rstrip("/")) is not None:
        return None
    if bare and not numbers and not path.endswith("/") and not _is_special(path):
        return None
    paths, folder = found_at(path, snapshot)
    first, last = (numbers[0], max(numbers[0], numbers[-1])) if numbers else (0, 0)
    if paths or folder:
        rest = f"{before[: lead.start()] if lead else before}\0{behind[lines.end() :] if lines else behind}"
        rest = re.sub(r"[`'\"]?\0[`'\"]?", "\0", rest)
        of_lines: Wish = "users" if _IMPORTS.search(rest) else "lines"
        wish = of_lines if first and paths else _wish(rest, path, bare=bare)
        if wish is None:
            return None
        return Address(written=path, paths=paths, folder=folder, first=first, last=last, wish=wish)
    known = path.rpartition(".")[2].lower() in PATH_ENDINGS
    if known and ("/" in path or numbers or _FILE_WORD.search(before)):
        return Address(written=path, paths=(), first=first, last=last, near=_near(path, snapshot))
    return None


def _number(written: str) -> int:
    return {"first": 1, "last": LAST}.get(written.lower()) or int(written)


def _is_special(word: str) -> bool:
    """True for what may be a file without an ending: `Makefile`, `LICENSE`, `.env`."""
    return word[0].isupper() or word[0] == "."


def _wish(rest: str, path: str, *, bare: bool) -> Wish | None:
    """What is asked of the address; None for a word that is none after all (`License` in a sentence)."""
    if _IMPORTS.search(rest):
        return "importers"
    words = [w for w in re.findall(r"[^\W\d_]+", rest.replace("\0", " ").lower()) if len(w) > 1]
    whole = all(w in STOP_WORDS or stem(w) in ASKING or stem(w) in _OF_A_FILE for w in words)
    of_tests = _TESTS.search(rest) is not None
    if whole and of_tests and not (_INSIDE.search(rest) and _TESTS.search(path.replace("_", " "))):
        return "tests"
    if whole:
        return "whole"
    return "within" if not bare and _WITHIN.search(rest) else None


def _near(path: str, snapshot: Snapshot) -> tuple[str, ...]:
    """Paths that come near one which is not here: the same name elsewhere, then those that are spelled alike."""
    folder, base = split_path(path.lower())
    alike: list[tuple[float, str]] = []
    for other in snapshot.paths():
        its_folder, its_base = split_path(other.lower())
        if abs(len(its_base) - len(base)) > _NEAR and its_base != base:
            continue
        share = SequenceMatcher(None, base, its_base, autojunk=False).ratio()
        if share >= _ALIKE:
            alike.append((-round(share + (0.1 if its_folder == folder else 0.0), 6), other))
    return tuple(p for _, p in sorted(alike)[:_NEAR])
