"""`Who uses X?`: how often and where, then every user by the name of the definition around the use, product
before tests; `who implements X?`: what names it as its base.

A reader who changes X needs all of its users. What is not shown is counted by file, and what may mean
something else is counted apart.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from helix_lsp.align.uses.every_use import standing, widened
from helix_lsp.align.uses.other_names import Usage
from helix_lsp.align.uses.usage import Usages, usages_of
from helix_lsp.ask.compose.material import Material, code, introduce, live_symbol
from helix_lsp.ask.compose.users import Users, users_of_each
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.question.target import asked_for, described, describes, is_of_the_description
from helix_lsp.ask.text.quote import Quote, line_quote
from helix_lsp.index.overlay.overlay import but_for
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.search.question.kind import HEIRS
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import counted
from helix_lsp.tuning.documents import USES

_HEIRS = regex(HEIRS, re.I)
_USERS = (
    2  # users shown for every place that a `where` answer lists: they are what is asked for, one line each
)
_MOST_TESTS = 3
_MOST_HEIRS = 6
_MOST_MEANINGS = 6
_BY = "Used by"
_MOST_NAMED = 4  # users in the first sentence
_MOST_LINES = 3  # different lines of one user
_FEW = 6  # that are not certain and are shown beside certain ones
_MOST_FILES = 3  # files counted by name among those not shown
_IMPLICIT = regex(r"__\w+__|~\w+|operator\W*\w*|deinit|init|main|Main")
_RUN = regex(
    r"(?:test|spec|bench|example|fuzz|set_?up|tear_?down)", re.I
)  # how runners of tests find what they run
_MARK = regex(r"(?:@|#\[)([A-Za-z_][\w.:]*)")  # a decorator, an annotation, an attribute
_SHARP_MARK = regex(r"\[([A-Za-z_][\w.:]*)")
_MARK_LENGTH = 60  # characters that are shown of one
_PASSIVE = frozenset(  # marks of the languages that hand nothing to anybody
    "property staticmethod classmethod abstractmethod overload override final cached_property lru_cache cache dataclass "
    "Deprecated SuppressWarnings Nullable NonNull NotNull JvmStatic JvmField JvmOverloads inlinable discardableResult "
    "inline cold must_use doc allow deny cfg derive deprecated Obsolete MethodImpl".split()
)


def usage(material: Material) -> Draft | None:
    """None when the question names nothing that is defined here."""
    found, by_name = _asked_about(material)
    here = live_symbol(found[0], material) if found else None
    if not found or here is None:
        return None
    named = Sentence(text=f"{introduce(here[0])}.", quotes=(here[1],))
    heirs_asked = _HEIRS.search(material.question.text) is not None
    if not heirs_asked and by_name:
        each = users_of_each(material)
        return _of_each(each, material) if each else usage_of(found[0], material)
    uses = usages_of(found[0], material.live.live, widened(material.align, USES.asked_bytes))
    if heirs_asked:
        heirs = _heirs(uses, material)
        shown = heirs[: 2 * material.cfg.places]
        more = f" ({len(shown)} of {len(heirs)})" if len(heirs) > len(shown) else ""
        if heirs:
            return Draft(
                shape="usage",
                parts=(
                    Part(title="", sentences=(named,)),
                    Part(title=f"Implemented or extended by{more}", sentences=shown),
                ),
            )
        named_by_none = (named, Sentence(text="No indexed file names it as a base outside tests."))
        return Draft(shape="usage", parts=(Part(title="", sentences=named_by_none), *_parts(uses, material)))
    taken = Sentence(text="The question names no definition; this one fits its words best.", note=True)
    return usage_of(found[0], material, taken)


def usage_of(defined: Defined, material: Material, *notes: Sentence) -> Draft | None:
    """What a definition is, and its users; `notes` are between. None where it is gone."""
    here = live_symbol(defined, material)
    if here is None:
        return None
    uses = usages_of(defined, material.live.live, widened(material.align, USES.asked_bytes))
    text, rest, open_ = _told(defined, here[0], here[1], uses, material)
    sentences = (_lead(here[0], here[1], uses, rest, material), *notes, Sentence(text=text))
    return Draft(shape="usage", parts=(Part(title="", sentences=sentences), *rest), open=open_)


def _lead(symbol: Symbol, at: Quote, uses: Usages, parts: tuple[Part, ...], material: Material) -> Sentence:
    """Its first users by name, with the lines that use it; what it is where no user is sure."""
    by = parts[0].sentences if parts and parts[0].title == _BY else ()
    scopes: dict[tuple[str, int], str] = {}
    for use in _certain(uses.code):
        file = material.live.file(use.path)
        if use.scope and file is not None and use.span.end <= len(file.data):
            scopes.setdefault((use.path, file.lines.line_of(use.span.start) + 1), use.scope)
    users: dict[str, Quote] = {}
    for line in (sentence.quotes[0] for sentence in by if sentence.quotes):
        if scope := scopes.get((line.path, line.start_line)):
            users.setdefault(scope, line)
    shown = list(users)[:_MOST_NAMED]
    if not shown:
        return Sentence(text=f"{introduce(symbol)}.", quotes=(at,))
    names = _listed(shown) if len(users) == len(shown) else f"{_spelt(shown)} and elsewhere"
    text = f"`{code(symbol.qualified)}` is used in {names}."
    return Sentence(text=text, quotes=(at, *(users[name] for name in shown)))


def _asked_about(material: Material) -> tuple[tuple[Defined, ...], bool]:
    """(what the question names or describes, whether by name): a word of a description is not a name."""
    asked = asked_for(material.results, material.snapshot)
    text = material.question.text
    named = asked is not None and asked.sure and not is_of_the_description(asked.word, text)
    if not named and material.reading is not None and describes(text):
        one = described(material.reading, material.snapshot)
        return ((one,) if one is not None else ()), False
    return (asked.defined if asked is not None else ()), True


def _of_each(each: tuple[Users, ...], material: Material) -> Draft:
    """Every meaning with its own count and users; what none uses is only named."""
    parts: list[Part] = []
    unsure: list[bool] = []
    shown = tuple(d for one in each[:_MOST_MEANINGS] for d in (one.defined, *one.family))
    for one in each[:_MOST_MEANINGS]:
        here = live_symbol(one.defined, material)
        if here is None:
            continue
        heirs = [found[0] for d in one.family if (found := live_symbol(d, material)) is not None]
        told = (
            (Sentence(text=f"The same member of {_listed([h.qualified for h in heirs])}."),) if heirs else ()
        )
        text, rest, open_ = _told(one.defined, here[0], here[1], one.uses, material, shown)
        unsure.append(open_)
        parts += [
            Part(
                title="",
                sentences=(_lead(here[0], here[1], one.uses, rest, material), *told, Sentence(text=text)),
            ),
            *rest,
        ]
    if (left := len(each) - _MOST_MEANINGS) > 0:
        said = f"{counted(left, 'more thing')} {'is' if left == 1 else 'are'} so called and used; ask with a full name."
        parts.append(Part(title="", sentences=(Sentence(text=said),)))
    return Draft(shape="usage", parts=tuple(parts), open=any(unsure[:1]))


def _listed(names: Sequence[str]) -> str:
    """`A`, `B` and 3 more."""
    shown, left = names[:_MOST_HEIRS], len(names) - _MOST_HEIRS
    if left > 0:
        return f"{_spelt(shown)} and {left} more"
    return f"{_spelt(shown[:-1])} and {_spelt(shown[-1:])}" if len(shown) > 1 else _spelt(shown)


def _spelt(names: Sequence[str]) -> str:
    """`A`, `B`."""
    return ", ".join(f"`{code(name)}`" for name in names)


def _told(
    defined: Defined,
    symbol: Symbol,
    at: Quote,
    uses: Usages,
    material: Material,
    shown: Sequence[Defined] = (),
) -> tuple[str, tuple[Part, ...], bool]:
    """(the whole count in one sentence, who the users are, whether it is left open if there are any). Nobody says
    that there are none unless the name is nowhere else but where it names what is `shown`, too.
    """
    parts = _parts(uses, material)
    name = f"`{code(symbol.name)}`"
    certain, tests, unsure = _certain(uses.code), _certain(uses.tests), _unsure(uses)
    if certain:
        verb = "called" if all(u.kind == "call" for u in certain) else "used"
        beside = f", and {_places(tests, capped=uses.tests_capped)} of tests" if tests else ""
        open_ = uses.capped or bool(unsure)  # what may be a use, too, leaves the count open
        return f"{name} is {verb} {_places(certain, capped=open_)}{beside}.", parts, False
    stood = standing(defined, uses, material.live.live)
    known = {(u.path, u.span.start) for u in (*uses.tests, *uses.imports)}
    known |= {(d.path, d.symbol.name_span.start) for d in shown if material.live.live.same(d.path)}
    rest = [u for u in stood.places if (u.path, u.span.start) not in known]
    imports = [u for u in uses.imports if u.certain or not tests]
    left_out = but_for(material.snapshot.unread(), "`")
    if not unsure and not uses.imports and not tests and not rest and stood.whole:
        if otherwise := _otherwise(symbol, at, material):
            return f"No use of {name} is certain; {otherwise}{left_out}.", parts, True
        return f"No use of it was found in the indexed files{left_out}.", parts, bool(left_out)
    if unsure:
        said = f"; it may be used {_places(unsure, capped=uses.capped)}"
    elif imports and not tests:
        said = f"; it is imported or exported {_places(imports, capped=uses.capped)}"
        parts = (*parts, _users("Imported or exported by", imports, material.cfg.places, material))
    elif rest and not (tests and all(_is_aside(u.path, material) for u in rest)):
        said = f"; the name stands {_places(rest, capped=not stood.whole)}"
        parts = (*parts, _users("The name stands at", rest, material.cfg.places, material))
    else:
        said = ""
    if tests:
        outside = f"No use of {name} outside tests is certain"
        return (
            f"{outside}; tests use it {_places(tests, capped=uses.tests_capped)}{said}.",
            parts,
            bool(said),
        )
    return f"No use of {name} is certain{said or '; it was not looked for everywhere'}.", parts, True


def _is_aside(path: str, material: Material) -> bool:
    entry = material.snapshot.file(path)
    return entry is not None and (entry.surface.test or entry.surface.kind != "code")


def _otherwise(symbol: Symbol, at: Quote, material: Material) -> str:
    """What may use it without its name: the language itself, a runner of tests, or what is written above it (a route,
    a fixture); `` for none of them.
    """
    if _IMPLICIT.fullmatch(symbol.name):
        return "the language may use it without its name"
    entry, file = material.snapshot.file(at.path), material.live.file(at.path)
    if entry is not None and entry.surface.test and _RUN.match(symbol.name):
        return "a test runner may use it by the form of its name"
    if file is None:
        return ""
    mark = _SHARP_MARK if file.outline.language == "c_sharp" else _MARK
    row = file.lines.line_of(symbol.name_span.start) - 1
    while row >= 0 and (met := mark.match(file.lines.line_text(row).strip())) is not None:
        if met[1].rpartition(".")[2] not in _PASSIVE:
            return f"`{code(met.string[:_MARK_LENGTH])}` may use it"
        row -= 1
    return ""


def _places(uses: Sequence[Usage], *, capped: bool) -> str:
    """`at 9 places in 4 files`; `at least at` where there may be more."""
    return f"{'at least at' if capped else 'at'} {counted(len(uses), 'place')} in {counted(len({u.path for u in uses}), 'file')}"


def _parts(uses: Usages, material: Material) -> tuple[Part, ...]:
    """Users that are certain, tests, and what may be one: shown where nothing is certain, else counted."""
    certain, tests, unsure = _certain(uses.code), _certain(uses.tests), _unsure(uses)
    found = [
        _users(_BY, certain, _USERS * material.cfg.places, material),
        _users("Tested by", tests, _MOST_TESTS, material),
    ]
    if unsure and (not certain or len(unsure) <= _FEW):
        found.append(_users("Not certain", unsure, material.cfg.places, material))
    elif unsure:
        one = len(unsure) == 1
        said = f"{counted(len(unsure), 'more place')} {'names' if one else 'name'} it, and {'is' if one else 'are'} not certain to mean it."
        found.append(Part(title="", sentences=(Sentence(text=said),)))
    return tuple(part for part in found if part.sentences)


def _users(title: str, uses: Sequence[Usage], most: int, material: Material) -> Part:
    """One item for each line of each user, the lines of one user together; a line that stands twice there is
    one item with both places.
    """
    users: dict[tuple[str, str], dict[str, list[Quote]]] = {}
    lines: dict[tuple[str, int], int] = {}
    for use in uses:
        file = material.live.file(use.path)
        if file is None or use.span.end > len(file.data):
            continue
        line = line_quote(file, use.span)
        at = (line.path, line.start_line)
        lines[at] = lines.get(at, 0) + 1
        if lines[at] == 1:
            users.setdefault((use.path, use.scope), {}).setdefault(line.text, []).append(line)
    items: list[Sentence] = []
    shown: Counter[str] = Counter()
    for (path, scope), told in list(users.items())[:most]:
        for text, quotes in list(told.items())[:_MOST_LINES]:
            by = f"`{code(scope)}`: " if scope else ""
            items.append(Sentence(text=f"{by}`{code(text)}`", quotes=tuple(quotes), item=True))
            shown[path] += sum(lines[quote.path, quote.start_line] for quote in quotes)
    left = Counter(use.path for use in uses) - shown
    if items and left:
        items.append(Sentence(text=_left(left)))
    return Part(title=title, sentences=tuple(items))


def _left(left: Counter[str]) -> str:
    """`And 14 more: 9 in a.py, 5 in b.py.`, the fullest files by name."""
    ranked = sorted(left.items(), key=lambda item: (-item[1], item[0]))
    told = [f"{number} in `{code(path)}`" for path, number in ranked[:_MOST_FILES]]
    if rest := ranked[_MOST_FILES:]:
        told.append(f"{sum(number for _, number in rest)} in {counted(len(rest), 'other file')}")
    return f"And {left.total()} more: {', '.join(told)}."


def _certain(uses: Sequence[Usage]) -> list[Usage]:
    return [use for use in uses if use.certain]


def _unsure(uses: Usages) -> list[Usage]:
    return [use for use in uses.code if not use.certain]


def _heirs(uses: Usages, material: Material) -> tuple[Sentence, ...]:
    """The lines that inherit from it, outside tests, examples last."""
    out: dict[tuple[str, int], Sentence] = {}
    for use in sorted(
        (u for u in uses.code if u.kind == "inherit" and u.certain), key=lambda u: _example(u.path, material)
    ):
        file = material.live.file(use.path)
        if file is None or not file.current:
            continue
        line = line_quote(file, use.span)
        out.setdefault(
            (line.path, line.start_line), Sentence(text=f"`{code(line.text)}`", quotes=(line,), item=True)
        )
    return tuple(out.values())


def _example(path: str, material: Material) -> bool:
    entry = material.snapshot.file(path)
    return entry is None or entry.surface.example
