"""Two meanings of one word: the things of this repository that a short question may be about, and how much
evidence is behind each.

A sense is a name: a definition that bears the asked name in a container of its own (`Blueprint.register`,
`App.register`), or, where no two things bear it alone, a longer name that holds it (`AppContext`, `RequestContext`
for *context*). Its strength is evidence mass (the squared scores of its places) blended with proof density
(distinct proof spans for each term of context). One sense whose lead is large is taken; two that are close
are a split. A short question is not ambiguous for being short: only for evidence that competes. What one
interface or base has in several classes is one sense (`family.py`). See design-decisions.md#dominance.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from helix_lsp.align.live import Live
from helix_lsp.align.mentions.mentions import meaning
from helix_lsp.align.uses.usage import usages_of
from helix_lsp.ask.question.family import families, is_local
from helix_lsp.ask.question.target import asked_for, names_several
from helix_lsp.config.documents import AlignConfig
from helix_lsp.config.questions import ControlConfig
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.search.ranking.hit import Hit, Place
from helix_lsp.search.reading.kinds import asks_course
from helix_lsp.search.search import Results
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.words import STOP_WORDS, terms
from helix_lsp.tuning.questions import READING

_UNSHOWN = 0.5
_MOST_WORDS = 2
_MOST_SENSES = 10
_MOST_MENTIONS = 50
_MOST_LONGER = 3
_TYPES = frozenset(
    {"class", "interface", "struct", "trait", "enum", "type", "union", "protocol", "record", "object"}
)
_CALLABLE = frozenset({"function", "method"})
_EMPTY = 4  # bytes: `{ }`
_MINOR = frozenset(
    "constructor field property variable constant enum_member parameter impl module key".split()
)


Found = tuple[str, str, list[tuple[Place, float]]]
"""(name, kind, its places with their scores)."""


class Sense(msgspec.Struct, frozen=True, kw_only=True):
    """`name` is what one would ask for instead of the word; `places` are its evidence, best first; the
    numbers are 0..1.
    """

    name: str
    kind: str
    places: tuple[Place, ...]
    mass: float
    density: float
    strength: float


class Senses(msgspec.Struct, frozen=True, kw_only=True):
    """`word` is what the question says; `margin` the lead of the first sense as a share of its strength (1
    with no second one).

    `senses` are the strongest of `total` things, which count those that no place was found for.
    """

    word: str
    senses: tuple[Sense, ...]
    total: int
    margin: float
    split: bool


NO_SENSES = Senses(word="", senses=(), total=0, margin=1.0, split=False)


def read_senses(results: Results, snapshot: Snapshot, cfg: ControlConfig) -> Senses:
    """The senses of the one thing that the question is about; none when it names its thing with an owner, or
    asks for several.
    """
    query = results.query
    content = [t for t, w in query.terms if t[0] != "=" and t not in STOP_WORDS and w > READING.content]
    if not content or query.shape == "issue" or query.paths or asks_course(query.text):
        return NO_SENSES  # a course begins with what calls most of what is asked (`course.starts`)
    asked = asked_for(results, snapshot)
    if asked is not None and (
        asked.owned or len(content) > _MOST_WORDS + 1 or names_several(results, snapshot)
    ):
        return NO_SENSES
    if asked is not None and asked.exact:
        spelled = tuple(
            d for d in asked.defined if d.symbol.name == asked.word
        )  # `a Session` is not `session`
        groups = meanings(spelled or asked.defined, snapshot)
        return _weigh(
            asked.word, [(name, kind, _places_of(same, results)) for name, kind, same in groups], cfg
        )
    if len(content) > _MOST_WORDS:
        return NO_SENSES
    if exact := _of_that_name(content, results, snapshot):
        return _weigh(
            exact[0], [(name, kind, _places_of(same, results)) for name, kind, same in exact[1]], cfg
        )
    found = _weigh(
        " ".join(dict(query.words).get(t, t) for t in content),
        _longer_names(frozenset(content), results, snapshot, cfg),
        cfg,
    )
    close = sum(s.strength > (1 - cfg.dominance) * found.senses[0].strength for s in found.senses)
    # many of about the same weight are a family (`Rule_AL01`, `Rule_AL02`, ...) and no ambiguity
    return replace(found, split=False) if close > _MOST_LONGER else found


def _of_that_name(
    content: list[str], results: Results, snapshot: Snapshot
) -> tuple[str, list[tuple[str, str, list[Defined]]]] | None:
    """Functions and methods that bear the one word of the question as their whole name, as written, and their
    meanings; None where fewer than two do. Beside them a longer name (`RunException` for *run*) is not what is meant.
    """
    if len(content) != 1:
        return None
    word = dict(results.query.words).get(content[0], content[0])
    callables = tuple(
        d for d in snapshot.defined(word) if d.symbol.name == word and d.symbol.kind in _CALLABLE
    )
    groups = meanings(callables, snapshot)
    return (word, groups) if len(groups) > 1 else None


def meanings(defined: tuple[Defined, ...], snapshot: Snapshot) -> list[tuple[str, str, list[Defined]]]:
    """(qualified name, kind, its definitions) for definitions that are in source, in their order; what is
    one family is one.
    """
    heirs = {d.path for d in defined if _extends_namesake(d)}
    kept = [d for d in defined if d.symbol.kind not in _MINOR and _is_source(d, snapshot)]
    kept = [
        d for d in kept if not is_local(d, snapshot)
    ] or kept  # beside others nobody means what is inside a function
    every = families(kept, snapshot)
    joined = [same for same in every if any(_does_something(d.symbol) for d in same)] or every
    groups: dict[tuple[str, str], list[Defined]] = {}
    for same in joined:  # a declaration alone is not a choice beside what does it
        name = same[0].symbol.qualified
        groups.setdefault((name, "" if "." in name or heirs else same[0].path), []).extend(same)
    return [(_told(name, path, groups), same[0].symbol.kind, same) for (name, path), same in groups.items()]


def _is_source(defined: Defined, snapshot: Snapshot) -> bool:
    entry = snapshot.file(defined.path)
    if entry is None or entry.generated:
        return False
    s = entry.surface
    return not (s.test or s.example or s.vendored or s.generated)


def _does_something(symbol: Symbol) -> bool:
    """False for a callable without a body, or with an empty one."""
    return symbol.kind not in _CALLABLE or (symbol.body is not None and len(symbol.body) > _EMPTY)


def _extends_namesake(defined: Defined) -> bool:
    """`class Blueprint(SansioBlueprint)`: one thing in two files, not two things."""
    name, behind = defined.symbol.name, defined.symbol.signature.partition(defined.symbol.name)[2]
    return defined.symbol.kind in _TYPES and name.lower() in behind.lower()


def _told(name: str, path: str, groups: dict[tuple[str, str], list[Defined]]) -> str:
    """A top-level name that several files define is told apart by its file."""
    return name if sum(other == name for other, _ in groups) == 1 else f"{name} in {path}"


def _places_of(same: list[Defined], results: Results) -> list[tuple[Place, float]]:
    """Places of the hits that belong to these definitions, with their scores; one that no hit shows has a
    share of its file's.
    """
    ids = {(d.path, d.ordinal) for d in same}
    first = {d.path: d for d in reversed(same)}
    out: list[tuple[Place, float]] = []
    for hit in results.hits:
        places = (hit.place, *hit.more)
        own = [(p, hit.score * p.share) for p in places if (p.path, p.symbol) in ids]
        unshown = first.get(hit.place.path)
        out += own or (
            [(_whole(unshown.path, unshown.ordinal, unshown.symbol), hit.score * _UNSHOWN)]
            if unshown is not None
            else []
        )
    return out


def _longer_names(
    content: frozenset[str], results: Results, snapshot: Snapshot, cfg: ControlConfig
) -> list[Found]:
    """Types in the best files whose name holds all asked words and more: what a thing can be, not what does
    something with it.
    """
    names: dict[frozenset[str], Found] = {}
    for hit in results.hits[: cfg.sense_places]:
        outline = None if _aside(hit) else snapshot.outline(hit.place.path)
        for ordinal, symbol in enumerate(outline.symbols if outline is not None else ()):
            if symbol.kind not in _TYPES or not content < (words := _words(symbol.name)):
                continue
            shown = [(p, hit.score * p.share) for p in (hit.place, *hit.more) if p.symbol == ordinal]
            entry = names.setdefault(words, (symbol.name, symbol.kind, []))
            entry[2].extend(shown or [(_whole(hit.place.path, ordinal, symbol), hit.score * _UNSHOWN)])
    return list(names.values())


def _whole(path: str, ordinal: int, symbol: Symbol) -> Place:
    """A definition that no hit shows."""
    return Place(
        path=path,
        span=symbol.span,
        start_line=1,
        end_line=1,
        kind="def",
        name=symbol.name,
        qualified=symbol.qualified,
        symbol=ordinal,
        section=-1,
    )


def _aside(hit: Hit) -> bool:
    return any(
        reason in ("test", "example", "vendored", "generated", "configuration")
        for reason, _ in hit.why.demotions
    )


def _words(name: str) -> frozenset[str]:
    return frozenset(t for t in terms(name) if t not in STOP_WORDS and t[0] != "=")


def _weigh(word: str, found: list[Found], cfg: ControlConfig) -> Senses:
    known = [(name, kind, places[: cfg.sense_spans]) for name, kind, places in found if places]
    if not known:
        return NO_SENSES
    top = max(score for _, _, places in known for _, score in places) or 1.0
    mass = [sum((score / top) ** 2 for _, score in places) for _, _, places in known]
    sizes = [sum(len(p.span) for p, _ in places) or 1 for _, _, places in known]
    dense = [
        len({(p.path, p.span.start) for p, _ in places}) / (n**0.5)
        for (_, _, places), n in zip(known, sizes, strict=True)
    ]
    most, thick = max(mass), max(dense)
    senses = [
        Sense(
            name=name,
            kind=kind,
            places=tuple(p for p, _ in places),
            mass=round(m / most, 6),
            density=round(d / thick, 6),
            strength=round((1 - cfg.density_share) * m / most + cfg.density_share * d / thick, 6),
        )
        for (name, kind, places), m, d in zip(known, mass, dense, strict=True)
    ]
    senses.sort(key=lambda s: (-s.strength, s.name))
    margin = 1.0 if len(senses) == 1 else (senses[0].strength - senses[1].strength) / senses[0].strength
    return Senses(
        word=word,
        senses=tuple(senses[:_MOST_SENSES]),
        total=len(found),
        margin=round(margin, 6),
        split=margin < cfg.dominance,
    )


def in_order(senses: Senses, live: Live, cfg: AlignConfig) -> Senses:
    """The same, the likeliest meant first: what documents name more often, then what is called more often,
    then what others may use.
    """

    def key(sense: Sense) -> tuple[int, int, bool, float, str]:
        place = sense.places[0]
        symbol = live.snapshot.symbol(place.path, place.symbol)
        if symbol is None:
            return (0, 0, True, -sense.strength, sense.name)
        defined = Defined(path=place.path, ordinal=place.symbol, symbol=symbol)
        told = sum(1 for _ in meaning(defined, live.snapshot, cfg, _MOST_MENTIONS))
        called = sum(use.certain for use in usages_of(defined, live, cfg).code)
        return (-told, -called, not symbol.exported, -sense.strength, sense.name)

    return replace(senses, senses=tuple(sorted(senses.senses, key=key)))
