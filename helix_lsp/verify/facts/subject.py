"""The definitions that a claim may speak of: by a written name, or by the words of one.

Everything that is not a definition of the project itself (tests, examples, what is generated, vendored or a
copy) is left out before anything is compared.
"""

from __future__ import annotations

import builtins
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache

from msgspec.structs import replace

from helix_lsp.align.lineage import CLASS_KINDS, bases_of
from helix_lsp.align.live import Live
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.data_file import parts_of_text
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, lower_parts, stem
from helix_lsp.verify.facts.fact import Fact, grade_of
from helix_lsp.verify.facts.value import agree

_ALIKE = {
    "maximum": "max", "minimum": "min", "maximal": "max", "minimal": "min",
    "configuration": "config", "seconds": "", "directory": "dir", "number": "num", "length": "len",
}  # fmt: skip
_EMPTY = frozenset(
    stem(w)
    for w in "default value initial current setting constant variable option parameter argument amount number num count".split()
)
_VALUED = frozenset({"constant", "variable", "field", "property", "enum_member"})
_MOST = 24


def named(name: str, snapshot: Snapshot) -> tuple[Defined, ...]:
    """Definitions in the project itself whose qualified name ends in the written one, in the same letters."""
    parts = [p for p in re.split(r"\.|::|#|\\", name.removesuffix("()").strip()) if p]
    if not parts or not all(re.fullmatch(r"[A-Za-z_$][\w$]*", p) for p in parts):
        return ()
    return remembered(snapshot, ("claim named", tuple(parts)), lambda: _named(parts, snapshot))


def _named(parts: list[str], snapshot: Snapshot) -> tuple[Defined, ...]:
    found = [d for d in snapshot.defined(parts[-1]) if d.symbol.name == parts[-1] and own(d.path, snapshot)]
    if len(parts) > 1:
        kept = [d for d in found if ("." + d.symbol.qualified).endswith("." + ".".join(parts))]
        found = kept or [
            d
            for d in found
            if "." not in d.symbol.qualified and d.symbol.exported and _is_module(parts[:-1], d.path)
        ]
    else:
        top = [d for d in found if "." not in d.symbol.qualified]
        found = top or found
    blocks = [d for d in found if d.symbol.kind != "impl"]
    return tuple(blocks[: _MOST + 1])


def _is_module(owner: list[str], path: str) -> bool:
    """True when the name before the last is the file, its folder or the project: `app.route` of `app.py`."""
    stems = [p.partition(".")[0].lower() for p in path.split("/")]
    return owner[-1].lower() in stems or (
        len(owner) == 1 and owner[-1].islower() and stems[-1] in ("mod", "lib", "index")
    )


def own(path: str, snapshot: Snapshot) -> bool:
    """True for code and configuration of the project itself."""
    entry = snapshot.file(path)
    return entry is not None and grade_of(entry) == "A"


def words_of(phrase: str) -> frozenset[str]:
    """Content words of a phrase or a name, stemmed, without those that only say that there is a value."""
    words: set[str] = set()
    for part in re.findall(r"[A-Za-z][A-Za-z0-9_]*", phrase):
        for word in lower_parts(part):
            plain = stem(_ALIKE.get(word, word))
            if plain and plain not in STOP_WORDS and plain not in _EMPTY:
                words.add(plain)
    return frozenset(words)


def spoken(phrase: str, snapshot: Snapshot) -> tuple[Defined, ...]:
    """Definitions with a value whose name has exactly the words of a phrase; of two words or more, or of one
    and `default`.
    """
    wanted = _with_default(phrase)
    if len(wanted) < 2:
        return ()
    index = remembered(snapshot, ("claim words",), lambda: _index(snapshot.names()))
    found: list[Defined] = []
    for name in index.get(wanted, ()):
        found += [
            d
            for d in snapshot.defined(name)
            if d.symbol.name == name and d.symbol.kind in _VALUED and own(d.path, snapshot)
        ]
    return tuple(sorted(found, key=lambda d: (d.path, d.ordinal))[: _MOST + 1])


def _index(names: Iterable[str]) -> dict[frozenset[str], tuple[str, ...]]:
    out: dict[frozenset[str], list[str]] = {}
    for name in names:
        if len(name) > 5 and len(words := _with_default(name)) > 1:
            out.setdefault(words, []).append(name)
    return {words: tuple(found) for words, found in out.items()}


def _with_default(text: str) -> frozenset[str]:
    words = words_of(text)
    return words | {"default"} if len(words) == 1 and "default" in text.lower() else words


# Which of several places a document may mean: those of its own package, of the place it is named after, of
# the keys that it names. Whoever finds one of these cannot be sure of the others.

_MANIFEST = regex(
    r"(?:package\.json|pyproject\.toml|setup\.py|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|composer\.json|[\w.-]+\.gemspec)\Z"
)

_ANY_OWNER = frozenset(
    "options opts option config configuration settings params props args this self".split()
)


def of_document(facts: tuple[Fact, ...], name: str, document: str, live: Live) -> tuple[Fact, ...]:
    """Those that a document may mean by a name.

    A document in a package whose code defines the name speaks of that package. Where it is named after a place of the
    code (`csrf.md` after `csrf/`) it speaks of that place, and what is in a place that another document is
    named after is not meant, nor what is among documents: that configures them.
    """
    if not facts or not document:
        return facts
    places, titles, documentation = remembered(
        live.snapshot, ("claim places",), lambda: _places(live.snapshot)
    )
    facts = tuple(f for f in facts if f.path.partition("/")[0] not in documentation)
    inside = package_of(document, live.snapshot)
    mine = tuple(f for f in facts if f.path.startswith(inside))
    if mine or any(
        d.path.startswith(inside) and own(d.path, live.snapshot) for d in live.snapshot.defined(name)
    ):
        facts = mine
    title = _title(document)
    if not title or title not in places:
        return facts
    others = titles - _parts(document)
    return tuple(f for f in facts if title in _parts(f.path)) or tuple(
        f for f in facts if others.isdisjoint(_ends(f.path))
    )


def of_keys(facts: tuple[Fact, ...], owner: str, said: frozenset[str]) -> tuple[Fact, ...]:
    """Those whose innermost key around is said as well; else those that are in no other key, else all.

    What is said to be of an owner (`retry.limit`) is unsure where neither the keys nor the path has the owner.
    """
    around = [(f, f.subject.split(".")[:-1]) for f in facts]
    if inner := tuple(f for f, keys in around if keys and keys[-1] in said):
        return inner
    found = tuple(f for f, keys in around if not keys) or facts
    if not owner or owner.lower() in _ANY_OWNER:
        return found
    return tuple(f if owner.lower() in _parts(f.path) else replace(f, sure=False) for f in found)


def tied(facts: tuple[Fact, ...], name: str, said: frozenset[str], document: str) -> tuple[Fact, ...]:
    """One everyday word (`level`) is the name of many things. In a document it is surely that of a place only where
    the document, or what it says around, names a key, a file or a folder of the place.
    """
    if not document or not name.isalpha() or name.isupper() or len(lower_parts(name)) > 1:
        return facts
    around = frozenset(word.lower() for word in (*said, _title(document)))
    return tuple(
        f
        if around & (_parts(f.path) | {k.lower() for k in f.subject.split(".")[:-1]})
        else replace(f, sure=False)
        for f in facts
    )


def told_once(facts: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """Without those that are not sure and say what a sure one says."""
    sure = [f for f in facts if f.sure]
    return tuple(f for f in facts if f.sure or not any(agree(f.value, s.value) for s in sure))


def package_of(document: str, snapshot: Snapshot) -> str:
    """The innermost folder with a manifest that holds a document, with its slash; `` for the root."""
    folders = remembered(
        snapshot,
        ("claim packages",),
        lambda: frozenset(
            p.rpartition("/")[0] for p in snapshot.paths() if _MANIFEST.match(p.rpartition("/")[2])
        ),
    )
    folder = document.rpartition("/")[0]
    while folder and folder not in folders:
        folder = folder.rpartition("/")[0]
    return f"{folder}/" if folder else ""


def _places(snapshot: Snapshot) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """(folders and files of code, what documents are named after), without endings, in lower case; (outermost
    folders that hold more documents than code).
    """
    places: set[str] = set()
    titles: set[str] = set()
    weight: Counter[str] = Counter()
    for path in snapshot.paths():
        entry = snapshot.file(path)
        folder = path.partition("/")[0]
        if entry is not None and entry.surface.kind == "docs":
            titles.add(_title(path))
            weight[folder] += 1
        elif entry is not None and entry.surface.kind == "code":
            weight[folder] -= 1
            if grade_of(entry) == "A":
                places.update(_parts(path))
    return frozenset(places), frozenset(titles), frozenset(f for f, n in weight.items() if n > 0)


def _parts(path: str) -> frozenset[str]:
    *folders, file = path.lower().split("/")
    return frozenset((*folders, file.partition(".")[0]))


def _ends(path: str) -> frozenset[str]:
    """The file and its folder."""
    return frozenset((path.lower().rpartition("/")[2].partition(".")[0], *path.lower().split("/")[-2:-1]))


def _title(document: str) -> str:
    """`options` of `docs/2-options.md`; the folder's name for a `README`."""
    *folders, file = document.lower().split("/")
    stem = re.sub(r"\A\d{1,4}[-_.]", "", file.partition(".")[0])
    return folders[-1] if stem in ("readme", "index") and folders else stem


# Modifiers in the head of a definition (`final`, `abstract`, `internal`), as each language means their
# absence.

_VISIBLE = ("public", "private", "protected", "internal")
_KNOWN = {
    "java": "static abstract final sealed protected",
    "php": "static abstract final protected readonly const",
    "kotlin": "abstract final sealed internal protected const inline suspend",
    "c_sharp": "static abstract sealed internal protected readonly virtual const",
    "typescript": "static abstract protected readonly const",
    "tsx": "static abstract protected readonly const",
    "swift": "static final internal",
}  # fmt: skip
_AS_SAID = {("c_sharp", "final"): "sealed"}
_TYPES = CLASS_KINDS - {"interface", "trait"}


def has_modifier(word: str, symbol: Symbol, language: str) -> bool | None:
    """Whether a definition has a modifier; None where its head does not tell: the language has no such word, or a
    mark of the class around gives it.
    """
    said = _AS_SAID.get((language, word), word)
    words = _words(symbol)
    if said in words:
        return True
    if said not in _KNOWN.get(language, "").split() or symbol.kind not in (*_TYPES, "method", "function"):
        return None
    if said in _VISIBLE:
        seen = visibility(symbol, language)
        return seen == said if seen else None
    if language == "kotlin" and said == "final":
        return None if words & {"override"} else not words & {"open", "abstract", "sealed", "enum"}
    if language == "c_sharp" and (
        (said in ("abstract", "sealed") and "static" in words) or "partial" in words
    ):
        return None
    return None if symbol.kind not in _TYPES and said in ("abstract", "final", "virtual") else False


def visibility(symbol: Symbol, language: str) -> str:
    """`public`, `internal`, `protected` or `private`; `` where the head does not tell."""
    words = _words(symbol)
    if found := next((w for w in _VISIBLE if w in words), ""):
        return found
    top = symbol.kind in _TYPES and symbol.parent < 0
    usual = {
        "kotlin": "public" if top else "",
        "swift": "internal" if top else "",
        "c_sharp": "internal" if top else "",
    }
    return usual.get(language, "")


def _words(symbol: Symbol) -> frozenset[str]:
    head = symbol.signature.partition(symbol.name)[0]
    return frozenset(re.findall(r"[a-z]+", re.sub(r"\([^()]*\)|\"[^\"]*\"", " ", head)))


# The classes above a standard exception of a language: what closes a lineage that leaves the repository there.
#
# Python's own are asked of the interpreter; the others are in `standard.txt`.

_SAME = {"kotlin": "java", "typescript": "javascript", "tsx": "javascript"}
_ROOTS = frozenset({"Exception", "Throwable", "Error", "Object", "object", "BasicObject"})


def standard_bases(name: str, language: str) -> tuple[str, ...] | None:
    """Names of the classes above a standard one, nearest first; None where the class is not known here."""
    last = name.replace("\\", ".").replace("::", ".").rpartition(".")[2]
    if language == "python":
        found = getattr(builtins, last, None)
        return tuple(c.__name__ for c in found.__mro__[1:]) if isinstance(found, type) else None
    above = _chains().get(_SAME.get(language, language), {})
    out: list[str] = []
    while last in above:
        last = above[last]
        out.append(last)
    return tuple(out) if out or (last in _ROOTS and above) else None


@cache
def _chains() -> dict[str, dict[str, str]]:
    """Language -> class -> the class that it extends, of `standard.txt`."""
    parts = parts_of_text(__package__ or "", "standard.txt")[1:]
    return {language.strip("[]"): dict(map(str.split, lines)) for language, *lines in parts}


# What is above a class by name, in the project and in the standard library of its language.

_LAST = regex(r"\.|::|#|\\")
_DEPTH = 8


def names_above(name: str, language: str, live: Live) -> set[str]:
    """Names of all classes above one, as far as they are known."""
    out = set(standard_bases(name, language) or ())
    line: list[Defined] = list(named(name, live.snapshot))
    for _ in range(_DEPTH):
        above: list[Defined] = []
        for one in line:
            for written, holder in bases_of(one, live.snapshot):
                last = _LAST.split(written)[-1]
                if last not in out:
                    out.add(last)
                    out.update(standard_bases(last, language) or ())
                    above += [holder] if holder is not None else []
        line = above
    return out
