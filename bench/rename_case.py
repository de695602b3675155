"""Made renames and made replacements over real code: the cases of rename_cases.py. Deterministic for a seed;
nothing of a repository is run.

A rename gives one real definition another name: one word of it is another, it is longer or shorter by a word,
or it is wholly new, in the style of the old one and made of words of the repository. Its uses follow in the
file and in others, or only the definition does. Some renames change a few lines of the body as well, some a
parameter.

A replacement puts another real definition of the repository, of the same sort and language, where one stood.
Hard ones are the most like it of many in words, size and parameters; in some the uses call the new one, too.
What is equal to the old one but for its name is drawn again: it is a rename.
"""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from helix_lsp.history.lines import defines_names
from helix_lsp.history.parts import Part, parts_of
from helix_lsp.history.successor import sort_of
from helix_lsp.history.uses import Shape, shape_of
from helix_lsp.syntax.extract import extract

Kind = Literal[
    "rename",
    "rename + body",
    "rename + parameter",
    "replacement",
    "hard replacement",
    "hard replacement + uses",
]
KINDS: tuple[Kind, ...] = (
    "rename",
    "rename + body",
    "rename + parameter",
    "replacement",
    "hard replacement",
    "hard replacement + uses",
)
_SMALLEST, _LARGEST, _FILES, _OTHERS, _DRAWN = 300, 120_000, 80, 6, 60
_DOCUMENTS = 150
_PAGES = (".md", ".mdx", ".rst", ".adoc")
_PAST = re.compile(r"chang|history|news|release|blog|migrat|upgrad", re.IGNORECASE)
_SAID = re.compile(rb"(?<=[`.:])([A-Za-z_]\w{3,60})(?=[`(])")
_OPENS = re.compile(
    rb"[:{(\[,\\]$|^[.})\]|&+?:]|\b(?:end|do|then|else|elsif|elif|if|unless|def|class|case|when|begin|rescue|except|try|for|while|switch)\b"
)
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


@dataclass(frozen=True, slots=True)
class Case:
    """`old` is or is not called `new` now; `before` and `after` hold every file that differs. The definition
    is `text` now, at bytes `start` to `end` of `path`.
    """

    kind: Kind
    path: str
    old: str
    new: str
    before: Mapping[str, bytes]
    after: Mapping[str, bytes]
    start: int
    end: int
    text: bytes

    @property
    def is_rename(self) -> bool:
        """Whether `new` is the right answer; else nothing is."""
        return self.kind.startswith("rename")


@dataclass(frozen=True, slots=True)
class Code:
    """The code of one repository: files, their definitions that cases are made of, the words of names, every
    name that a file defines, and the documents that speak of the definitions, where these were asked for.
    """

    files: Mapping[str, bytes]
    parts: Sequence[Part]
    words: Sequence[str]
    defined: Mapping[str, frozenset[str]]
    documents: Mapping[str, bytes] = field(default_factory=dict[str, bytes])


def read_code(clone: str, rng: random.Random, *, spoken: bool = False) -> Code:
    """The code of the newest commit of a clone, some of its files drawn; `spoken`: with the documents, and cases
    of what these speak of alone.
    """
    listed = _git(clone, "ls-tree", "-r", "-z", "--name-only", "HEAD").decode("utf-8", "replace").split("\0")
    names = sorted(p for p in listed if p and defines_names(p))
    rng.shuffle(names)
    pages = sorted(p for p in listed if spoken and p.endswith(_PAGES) and not _PAST.search(p))
    documents = {page: _git(clone, "cat-file", "blob", f"HEAD:{page}") for page in pages[:_DOCUMENTS]}
    said = {w.decode() for text in documents.values() for w in _SAID.findall(text)} if spoken else None
    code = code_of(((path, _git(clone, "cat-file", "blob", f"HEAD:{path}")) for path in names), said)
    return replace(code, documents=documents)


def code_of(given: Iterable[tuple[str, bytes]], spoken: Collection[str] | None = None) -> Code:
    """(path, bytes) of files, of which the first that fit are taken; `spoken` are the only names that cases are
    made of, where it is given.
    """
    files: dict[str, bytes] = {}
    parts: list[Part] = []
    defined: dict[str, frozenset[str]] = {}
    for path, data in given:
        if len(files) >= _FILES or not _SMALLEST < len(data) < _LARGEST:
            continue
        found = parts_of(path, data, extract(path, data))
        usable = [p for p in found if _is_usable(p, found) and (spoken is None or p.name in spoken)]
        if usable:
            files[path] = data
            parts += usable
            defined[path] = frozenset(p.name for p in found)
    words = sorted({w.lower() for p in parts for w in _PIECE.findall(p.name) if len(w) > 2})
    return Code(files, parts, words, defined)


def make_case(code: Code, kind: Kind, rng: random.Random) -> Case | None:
    """One case of a kind; None where the draw gives none."""
    part = rng.choice(code.parts)
    return _renamed(code, part, kind, rng) if kind.startswith("rename") else _replaced(code, part, kind, rng)


def _renamed(code: Code, part: Part, kind: Kind, rng: random.Random) -> Case | None:
    new = _new_name(part.name, code.words, rng)
    if any(_holds(data, new) for data in code.files.values()):
        return None
    text = part.span.cut(code.files[part.path])
    changed = text
    if kind == "rename + body":
        changed = _other_body(text, part.path.rpartition(".")[2], code, rng)
    elif kind == "rename + parameter":
        changed = _other_parameter(text, part.name, rng)
    if kind != "rename" and changed == text:
        return None
    return _case(code, part, kind, new, _put(changed, part.name, new), follow=rng.random() < 0.7)


def _replaced(code: Code, part: Part, kind: Kind, rng: random.Random) -> Case | None:
    mine = _shape(code, part)
    suffix = part.path.rpartition(".")[2]
    fits = [
        c
        for c in code.parts
        if sort_of(c) == sort_of(part)
        and c.path.endswith(f".{suffix}")
        and not _holds(code.files[part.path], c.name)
    ]
    fits = [c for c in rng.sample(fits, min(len(fits), _DRAWN)) if _shape(code, c).tokens != mine.tokens]
    if not fits:
        return None
    other = fits[0] if kind == "replacement" else max(fits, key=lambda c: _hardness(code, part, c))
    return _case(code, part, kind, other.name, _moved(code, other, part), follow=kind.endswith("uses"))


def _case(code: Code, part: Part, kind: Kind, new: str, text: bytes, *, follow: bool) -> Case:
    data, span = code.files[part.path], part.span
    rest = data[: span.start], data[span.end :]
    if follow:
        rest = _put(rest[0], part.name, new), _put(rest[1], part.name, new)
    before, after = {part.path: data}, {part.path: rest[0] + text + rest[1]}
    users = [
        p
        for p in sorted(code.files)
        if p != part.path and _holds(code.files[p], part.name) and part.name not in code.defined[p]
    ]
    for path in users[:_OTHERS] if follow else ():
        before[path], after[path] = code.files[path], _put(code.files[path], part.name, new)
    return Case(kind, part.path, part.name, new, before, after, len(rest[0]), len(rest[0]) + len(text), text)


def _is_usable(part: Part, parts: Sequence[Part]) -> bool:
    lines = part.end_line - part.start_line + 1
    alone = sum(p.name == part.name for p in parts) == 1
    return (
        sort_of(part) in ("call", "type")
        and len(part.name) > 3
        and part.name.strip("_").isidentifier()
        and alone
        and 3 <= lines <= 150
        and not part.name.startswith("__")
        and _holds(part.own, part.name)
    )


def _new_name(old: str, words: Sequence[str], rng: random.Random) -> str:
    pieces = _PIECE.findall(old) or [old]
    how = rng.random()
    drawn = [w for w in rng.sample(words, 3) if w not in {p.lower() for p in pieces}] or ["other"]
    if how < 0.55:
        pieces[rng.randrange(len(pieces))] = drawn[0]
    elif how < 0.75:
        pieces = [*pieces, drawn[0]] if len(pieces) < 4 or rng.random() < 0.5 else pieces[:-1]
    else:
        pieces = drawn[: max(1, min(len(drawn), len(pieces)))]
    lead = old[: len(old) - len(old.lstrip("_"))]
    if "_" in old.strip("_") or old.islower():
        return lead + "_".join(p.lower() for p in pieces)
    if old.isupper():
        return lead + "_".join(p.upper() for p in pieces)
    name = "".join(p[:1].upper() + p[1:].lower() for p in pieces)
    return lead + (name if old.lstrip("_")[:1].isupper() else name[:1].lower() + name[1:])


def _other_body(text: bytes, suffix: str, code: Code, rng: random.Random) -> bytes:
    """One to three lines below the head taken out, put in from elsewhere, or with another word in them."""
    lines = text.split(b"\n")
    if len(lines) < 5:
        return text
    for _ in range(rng.randint(1, max(1, min(3, len(lines) // 4)))):
        whole = [n for n in range(2, len(lines) - 1) if _is_whole(lines[n])]
        if not whole:
            break
        at = rng.choice(whole)
        how = rng.randrange(3)
        if how == 0 and len(lines) > 5:
            del lines[at]
        elif how == 1:
            donor = rng.choice(code.parts)
            taken = [
                line for line in donor.span.cut(code.files[donor.path]).split(b"\n")[1:] if _is_whole(line)
            ]
            indent = lines[at][: len(lines[at]) - len(lines[at].lstrip())]
            if taken and donor.path.rpartition(".")[2] == suffix:
                lines.insert(at, indent + rng.choice(taken).strip())
        else:
            found = list(re.finditer(rb"[A-Za-z_]{4,}", lines[at]))
            if found:
                one = rng.choice(found)
                lines[at] = (
                    lines[at][: one.start()] + rng.choice(code.words).encode() + lines[at][one.end() :]
                )
    return b"\n".join(lines)


def _is_whole(line: bytes) -> bool:
    """True for a line that neither opens nor closes anything: without it, or with one more, the code is still
    code.
    """
    text = line.strip()
    if not text or _OPENS.search(text) or text.startswith((b"#", b"//", b"*", b"/*", b'"')):
        return False
    closed = all(text.count(a) == text.count(b) for a, b in ((b"(", b")"), (b"[", b"]"), (b"{", b"}")))
    return closed and text.count(b'"') % 2 == text.count(b"'") % 2 == 0


def _other_parameter(text: bytes, name: str, rng: random.Random) -> bytes:
    """One more parameter, or one less."""
    head = re.search(rb"(?<!\w)" + re.escape(name.encode()) + rb"\s*\(([^()]*)\)", text)
    if head is None:
        return text
    given = [p.strip() for p in head[1].split(b",") if p.strip()]
    if given and rng.random() < 0.3:
        given.pop()
    else:
        given.append(rng.choice((b"limit", b"strict", b"timeout", b"fallback")))
    return text[: head.start(1)] + b", ".join(given) + text[head.end(1) :]


def _hardness(code: Code, part: Part, other: Part) -> float:
    """How like the other is: words, size, parameters."""
    one, two = _shape(code, part).words, _shape(code, other).words
    shared = (one & two).total() / max(1, one.total(), two.total())
    sizes = part.end_line - part.start_line + 1, other.end_line - other.start_line + 1
    return (
        2 * shared + min(sizes) / max(sizes) + 0.5 * (part.signature.count(",") == other.signature.count(","))
    )


def _moved(code: Code, other: Part, to: Part) -> bytes:
    """The other's text at the depth of the one that it replaces."""
    text = other.span.cut(code.files[other.path])
    here, there = (_indent(code.files[p.path], p.span.start) for p in (to, other))
    return b"\n".join(
        here + line[len(there) :] if at and line.startswith(there) else line
        for at, line in enumerate(text.split(b"\n"))
    )


def _indent(data: bytes, at: int) -> bytes:
    line = data[data.rfind(b"\n", 0, at) + 1 : at]
    return line if not line.strip() else line[: len(line) - len(line.lstrip())]


def _shape(code: Code, part: Part) -> Shape:
    return shape_of(part.span.cut(code.files[part.path]), part.name, {})


def _holds(data: bytes, name: str) -> bool:
    return re.search(rb"(?<![\w$])" + re.escape(name.encode()) + rb"(?![\w$])", data) is not None


def _put(data: bytes, old: str, new: str) -> bytes:
    return re.sub(rb"(?<![\w$])" + re.escape(old.encode()) + rb"(?![\w$])", new.encode(), data)


def _git(clone: str, *words: str) -> bytes:
    return subprocess.run(["git", "-C", clone, *words], capture_output=True, check=True).stdout
