"""Which definition a question is about: a name it writes, or words it writes apart (`session interface` ->
`SessionInterface`). Also a definition that a question describes instead of naming it.
"""

from __future__ import annotations

import re
from math import fsum

import msgspec
from msgspec.structs import replace

from helix_lsp.align.edges.names import is_everyday
from helix_lsp.ask.question.address import named_inside
from helix_lsp.ask.slots import divide
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.index.units.unit import FIELDS, Terms, Unit
from helix_lsp.search.question.query import Named
from helix_lsp.search.reading.read import Reading
from helix_lsp.search.reading.wanted import WantedWords
from helix_lsp.search.search import Results
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, WORD, stem

_MAIN_KINDS = tuple("class interface struct trait function method macro constructor enum type union".split())
_LONGEST_COMPOUND = 3
_LONG_WORD = 4
_WITH_OWNER = 2
_LEAST = 2  # letters of a name
_CAPITAL = 0.4
_MOST_PLAIN = 2
_SIDES = 4
_NAME = regex(r"[A-Za-z_][\w.]*")
_PATH = regex(r"(?<![\w./-])(?:(?:[\w.@-]+/)+[\w.@-]*|[\w@-]+(?:\.\w+)*\.[A-Za-z]\w{0,7}(?![\w.]))")
_WITH_MARK = regex(r"(?<![\w.:#])[A-Za-z_]\w*(?:(?:\.|::|#)\w+)*[!?]")
_PART = r"(?: (?:method|function|attribute|property|field|member|constant|option|argument|parameter|hook))?"
_WHOLE = r"(?: (?:the|a|an))?(?: (?:class|module|package|struct|interface|trait|type|object))?"
_ASKED = r"(?: (?:do|mean|return|work|happen)s?)?"
_OF_OWNER = regex(
    rf"`?([A-Za-z_]\w*)(?:\(\))?`?{_PART}{_ASKED} (?:of|in|on|from|for){_WHOLE} `?([A-Za-z_][\w.]*\w)`?"
)
_OWNERS = regex(rf"`?([A-Za-z_][\w.]*\w)`?['\u2019]s{_PART} `?([A-Za-z_]\w*)")


def targets(results: Results, snapshot: Snapshot) -> tuple[Defined, ...]:
    """Definitions that the question names, the one most likely meant first; empty when it names none.

    Source before tests and examples, exact case before other case, what retrieval found before what it did
    not.
    """
    found = asked_for(results, snapshot)
    return found.defined if found is not None else ()


class AskedFor(msgspec.Struct, frozen=True, kw_only=True):
    """`word` is the last component of the name as the question has it; `owned` says that it names an owner
    too; `exact` that it was

    written as one name or is one word, so that everything of this name may be meant; `sure` that it was
    written as a name.
    """

    word: str
    defined: tuple[Defined, ...]
    owned: bool
    exact: bool
    sure: bool


def asked_for(results: Results, snapshot: Snapshot) -> AskedFor | None:
    """The first name of the question that something bears, with all that bear it in the order of `targets`;
    None when nothing does.
    """
    ranks = {hit.place.path: n for n, hit in enumerate(results.hits)}
    places = {(hit.place.path, hit.place.symbol): n for n, hit in enumerate(results.hits)}
    inside = named_inside(results.query.text, snapshot)
    names = [*_with_owner(results, snapshot), *_marked(results, snapshot), *_names(results)]
    if inside:  # `the grind of src/mill.ts`: what is there before its namesakes
        names.sort(key=lambda n: not any(d.path in inside for d in snapshot.defined(n[0][-1])))
    for parts, sure in names:
        if chosen := _bearing(parts, sure, snapshot, ranks, inside):
            ordered = _documented(sorted(chosen, key=lambda d: _order(d, snapshot, ranks, places)), snapshot)
            return AskedFor(
                word=parts[-1],
                defined=ordered,
                owned=len(parts) >= _WITH_OWNER,
                exact=sure or parts[-1] in results.query.text,
                sure=sure,
            )
    return None


def _with_owner(results: Results, snapshot: Snapshot) -> list[tuple[tuple[str, ...], bool]]:
    """Members said with their owner in words, where there is such a member: `the take method of MailQueue`,
    `MailQueue's take`.
    """
    text, written = results.query.text, {n.text for n in results.query.names if n.weight >= _CAPITAL}
    said = [(found[2], found[1]) for found in _OF_OWNER.finditer(text)] + [
        (found[1], found[2]) for found in _OWNERS.finditer(text)
    ]
    members = [(*owner.split("."), name) for owner, name in said if owner in written and owner != name]
    return [
        (parts, True)
        for parts in members
        if any(d.symbol.name == parts[-1] and _member(d, parts) for d in snapshot.defined(parts[-1]))
    ]


def _marked(results: Results, snapshot: Snapshot) -> list[tuple[tuple[str, ...], bool]]:
    """Names that end in a mark and are defined so, as Ruby, Elixir and Scheme have them: `filter!`, `empty?`.
    The mark that ends the question is one only behind what is spelled as code: `is the queue empty?` names no
    `empty?`.
    """
    text = results.query.text.rstrip("`\"' ")
    out: list[tuple[tuple[str, ...], bool]] = []
    for found in _WITH_MARK.finditer(text):
        parts = tuple(p for p in re.split(r"[.:#]+", found[0]) if p)
        ends = found.end() == len(text) and text.endswith("?") and text == results.query.text.rstrip()
        if ends and len(parts) < _WITH_OWNER and "_" not in parts[-1]:
            continue
        if any(d.symbol.name == parts[-1] for d in snapshot.defined(parts[-1])):
            out.append((parts, True))
    return out


def _bearing(
    parts: tuple[str, ...], sure: bool, snapshot: Snapshot, ranks: dict[str, int], inside: frozenset[str]
) -> list[Defined]:
    same = snapshot.defined(parts[-1])
    found = [d for d in same if _owned(d, parts)]
    if inside and (here := [d for d in found if d.path in inside]):
        found = here
    if not found and sure and _anywhere(parts, same, snapshot):
        found = list(same)
    if not any(_member(d, parts) for d in found):
        # a package's or file's name is before what is at the top, not before a method
        found = [d for d in found if "." not in d.symbol.qualified] or found
    exact = [d for d in found if d.symbol.name == parts[-1]]
    if not sure:
        # words written apart name a thing only when that thing is prominent, and a short one only in its own
        # spelling
        short = len(parts[0]) < _LONG_WORD
        exact = [d for d in (exact if short else found) if d.symbol.kind in _MAIN_KINDS and d.path in ranks]
    return exact or (found if sure else [])


def _documented(found: list[Defined], snapshot: Snapshot) -> tuple[Defined, ...]:
    """Of overloads and declarations of one thing, the one with words of its own first."""
    first = (found[0].symbol.qualified, found[0].symbol.kind, is_aside(found[0], snapshot))
    told = next(
        (
            d
            for d in found
            if d.symbol.doc is not None
            and (d.symbol.qualified, d.symbol.kind, is_aside(d, snapshot)) == first
        ),
        found[0],
    )
    return (told, *(d for d in found if d is not told))


def names_several(results: Results, snapshot: Snapshot) -> bool:
    """True when the question writes the names of two things that are defined here: each tells the other
    apart.
    """
    written = dict.fromkeys(n.parts[-1] for n in results.query.names if n.parts and n.weight > _CAPITAL)
    return sum(any(d.symbol.name == name for d in snapshot.defined(name)) for name in written) > 1


def each_target(results: Results, snapshot: Snapshot) -> tuple[Defined, ...]:
    """The likeliest definition of every name that the question writes, in the order of the question; all of one
    owner or one file where there are such.
    """
    names = sorted(
        (n for n in results.query.names if n.weight >= _CAPITAL),
        key=lambda n: results.query.text.find(n.text),
    )
    found: dict[tuple[str, int], Defined] = {}
    for written in (divide(results.query.text, _SIDES), tuple(n.text for n in names)):
        likeliest = _each(written, None, results, snapshot)
        near = (_each(written, one, results, snapshot) for one in likeliest)
        told = next((s for s in near if all(any(_nearness(d, s[0])) for d in s)), likeliest)
        if len(found := {(one.path, one.ordinal): one for one in told}) > 1:
            break
    return tuple(found.values())


def _each(
    written: tuple[str, ...], other: Defined | None, results: Results, snapshot: Snapshot
) -> tuple[Defined, ...]:
    return tuple(one for side in written if (one := _side(side, other, results, snapshot)) is not None)


def _nearness(one: Defined, other: Defined) -> tuple[bool, bool]:
    """(have they one owner, do they are in one file)."""
    owner = one.symbol.qualified.rpartition(".")[0]
    return owner != "" and owner == other.symbol.qualified.rpartition(".")[0], one.path == other.path


def _side(side: str, other: Defined | None, results: Results, snapshot: Snapshot) -> Defined | None:
    """What one side of a comparison names: a name by itself (`g`), else what its words name; what is near the
    `other` side first.
    """
    word = side.strip("`")
    query = replace(
        results.query,
        text=word,
        names=(Named(text=word, weight=1.0),)
        if _NAME.fullmatch(word)
        else tuple(n for n in results.query.names if n.text in side),
    )
    found = targets(replace(results, query=query), snapshot)
    named = [d for d in found if d.symbol.name == word] or list(found)
    return max(named, key=lambda d: _nearness(d, other)) if named and other else next(iter(named), None)


def _names(results: Results) -> list[tuple[tuple[str, ...], bool]]:
    """(components, written as a name) in the order they should be tried."""
    text = _PATH.sub(lambda m: " " if "/" in m[0] else m[0], results.query.text)
    # a folder that is called like a package names no package
    outside = [
        n for n in results.query.names if re.search(rf"(?<![\w.]){re.escape(n.text)}(?![\w]|\.\w)", text)
    ]
    named = [(n.parts, True) for n in outside or results.query.names if n.parts and n.weight > 0.4]
    for sure in results.query.names:
        if sure.weight > _CAPITAL and len(sure.parts) >= _WITH_OWNER:
            text = text.replace(sure.text, " ")  # `flask.websocket` asks for no `flask`
    words = [w for w in WORD.findall(text) if w.lower() not in STOP_WORDS]
    several = len(words) > _MOST_PLAIN
    compounds: list[tuple[tuple[str, ...], bool]] = []
    for size in range(_LONGEST_COMPOUND, 0, -1):
        for at in range(len(words) - size + 1):
            piece = words[at : at + size]
            if all(w.isalnum() for w in piece):
                # one plain word of a longer question is hardly ever its thing: `the default port of the
                # server` asks for no `default`
                alone = [] if several and piece[0].islower() else [((piece[0],), False)]
                compounds += [(("".join(piece),), False), (("_".join(piece),), False)] if size > 1 else alone
    # a capital may only begin a name of the question's own (`Helix Ask`): what it names must be a thing of
    # note, spelled so
    capital = [(n.parts, False) for n in results.query.names if n.parts and n.weight <= _CAPITAL]
    least = (
        _LEAST if len(words) == 1 else _LONG_WORD
    )  # the only word of a question is what it asks for, however short
    return [
        *named,
        *(c for c in compounds if len(c[0][0]) >= least or (len(c[0][0]) > 1 and c[0][0][0].isupper())),
        *capital,
    ]


def _anywhere(parts: tuple[str, ...], same: tuple[Defined, ...], snapshot: Snapshot) -> bool:
    """True when the written owner is nothing that is defined here (a package, a namespace), or only one file
    defines the name at all.
    """
    if len(parts) < _WITH_OWNER or is_everyday(parts[-1]):
        return False
    return not snapshot.defined(parts[-2]) or len({d.path for d in same}) == 1


def _member(defined: Defined, parts: tuple[str, ...]) -> bool:
    return len(parts) < _WITH_OWNER or parts[-2].lower() in [
        p.lower() for p in defined.symbol.qualified.split(".")[:-1]
    ]


def _owned(defined: Defined, parts: tuple[str, ...]) -> bool:
    return _member(defined, parts) or parts[-2].lower() in defined.path.lower().replace(".", "/").split("/")


def is_aside(defined: Defined, snapshot: Snapshot) -> bool:
    """True for what is beside the product: of a test, an example, another project's code, or generated."""
    entry = snapshot.file(defined.path)
    return (
        entry is None
        or entry.surface.test
        or entry.surface.example
        or entry.surface.vendored
        or entry.generated
    )


def _order(
    defined: Defined, snapshot: Snapshot, ranks: dict[str, int], places: dict[tuple[str, int], int]
) -> tuple[bool, int, int, int, str, int]:
    kind = _MAIN_KINDS.index(defined.symbol.kind) if defined.symbol.kind in _MAIN_KINDS else len(_MAIN_KINDS)
    return (
        is_aside(defined, snapshot),
        kind if kind == len(_MAIN_KINDS) else 0,
        places.get((defined.path, defined.ordinal), 99),
        ranks.get(defined.path, 99),
        defined.path,
        defined.ordinal,
    )


# A definition that a question describes instead of naming it: `who calls the function that kills a child
# process?`.
#
# What a definition does is in its name and in the words above it, so these are held against the words of
# the question, and the units that reading put first go before others of the same share.

_DESCRIBES = regex(r"\W*\w+(?:\s+\S+){2,}?\s+(?:that|which|to|for|doing|responsible)\s+(?=\w)", re.I)
_ABLE = frozenset(
    {"function", "method", "constructor", "macro", "class", "struct", "interface", "trait", "property"}
)
_UNITS = 40
# what is called so says nothing of what it does
_SORTS = frozenset(
    stem(w)
    for w in "function method routine helper procedure code class thing bit part piece logic call use import invoke run trigger end".split()
)
_LEAST_DESCRIBED = 0.4
_DOC = 0.6
_RANK = 0.02  # of share a place in the order of units is worth; chosen by hand
_NAME_DESCRIBED, _SAID = FIELDS.index("name"), FIELDS.index("doc")


def describes(text: str) -> bool:
    """True where a question says by a clause what the thing does that it asks about."""
    return _DESCRIBES.match(text) is not None


def is_of_the_description(name: str, text: str) -> bool:
    """True for a name that is in the clause: `the helper that normalises exc_info` is not `exc_info`."""
    found = _DESCRIBES.match(text)
    return found is not None and name in text[found.end() :] and name not in text[: found.end()]


def described(reading: Reading, snapshot: Snapshot) -> Defined | None:
    """The definition whose name and documentation hold most of what any of them holds of the question, else
    the one whose text was read first; None where neither is one.
    """
    wanted = reading.wanted
    told: list[tuple[int, Defined, dict[str, float]]] = []
    for rank, (candidate, _) in enumerate(reading.units[:_UNITS]):
        unit = candidate.unit
        found = _defined(candidate.path, unit, snapshot)
        if found is None:
            continue
        named, said = (_held(wanted, unit.counts[field]) for field in (_NAME_DESCRIBED, _SAID))
        if named:
            told.append(
                (
                    rank,
                    found,
                    {
                        word: max(named.get(word, 0.0), _DOC * said.get(word, 0.0))
                        for word in {**named, **said}
                    },
                )
            )
    total = fsum(wanted.values[word] for word in {word for _, _, every in told for word in every}) or 1.0
    shares = [
        (fsum(wanted.values[word] * sure for word, sure in every.items()) / total - _RANK * rank, -rank, one)
        for rank, one, every in told
    ]
    best = max(shares, key=lambda share: share[:2], default=None)
    return best[2] if best is not None and best[0] >= _LEAST_DESCRIBED else _read_first(reading, snapshot)


def _read_first(reading: Reading, snapshot: Snapshot) -> Defined | None:
    """The definition of the best passage, where it is one: what it does may be in its body alone."""
    first = next(iter(reading.passages), None)
    return _defined(first.window.path, first.window.unit, snapshot) if first is not None else None


def _defined(path: str, unit: Unit, snapshot: Snapshot) -> Defined | None:
    """What a unit defines, where it can be called or made; nothing of tests, and no method that a language
    calls by itself.
    """
    entry = snapshot.file(path)
    if (
        unit.symbol < 0
        or unit.name.startswith("__")
        or entry is None
        or entry.surface.test
        or entry.surface.example
        or entry.generated
    ):
        return None
    found = next((d for d in snapshot.defined_in(path, unit.name) if d.ordinal == unit.symbol), None)
    return found if found is not None and found.symbol.kind in _ABLE else None


def _held(wanted: WantedWords, counts: Terms) -> dict[str, float]:
    """Words of the question in a field of a unit, without those that say nothing of what a thing does."""
    held = wanted.held(wanted.stands.keys() & counts.keys())
    return {word: sure for word, sure in held.items() if word not in _SORTS}
