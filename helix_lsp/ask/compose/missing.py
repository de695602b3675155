"""Nothing or not all found: says so, with what was searched, what the repository does not know, and what comes
nearest. Also the question given back with its meanings, and what could not be read of the files that an answer
quotes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from helix_lsp.ask.answer_verdict import Option, names_a_thing
from helix_lsp.ask.compose.material import Material, code, not_found_in
from helix_lsp.ask.draft import LIMITS, Draft, Part, Sentence
from helix_lsp.ask.question.question import in_another_language, nowhere, of_the_whole
from helix_lsp.ask.text.quote import LiveFile, Quote, doc_quote, line_quote
from helix_lsp.index.overlay.overlay import but_for
from helix_lsp.search.channels.fuzzy import near_names
from helix_lsp.search.ranking.hit import Hit
from helix_lsp.search.reading.kinds import ordinary
from helix_lsp.search.reading.wanted import in_words, spellings
from helix_lsp.syntax.outline import MOST_BROKEN
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import WORD, parts, stem, whole
from helix_lsp.tuning.questions import COMPOSE, READING

_NEAREST = 3
_NEAR = 3
_MOST_WORDS = 6
_LOOKED = 100_000  # bytes of a file that are looked through for a word
_PARTS = regex(r"\w+")


def missing(material: Material) -> Draft:
    """Cites nothing as an answer; the nearest places are named as such."""
    query = material.results.query
    written = dict(query.words)
    searched = list(dict.fromkeys(written[t] for t, _ in query.terms if t in written))
    absent = [
        p for p in query.paths if not any(f == p or f.endswith(f"/{p}") for f in material.snapshot.paths())
    ]
    of_paths = frozenset(
        part for path in absent for part in _PARTS.findall(path)
    )  # the path itself is said to be missing
    words = [written[t] for t in nowhere(material.results) if t in written and not ordinary(written[t])]
    lost = [w for w in dict.fromkeys([*_strange_names(material), *words]) if w not in of_paths]
    foreign = in_another_language(material.question.text)
    if foreign:
        lost = []
    left_out = but_for(material.snapshot.unread(), "`")
    where = "what is indexed so far" if material.partly else "this repository"
    said = [Sentence(text=f"No evidence for an answer was found in {where}{left_out}.")]
    if foreign:
        said.append(
            Sentence(
                text="Questions are read as English: ask this one in English, or with names of the code."
            )
        )
    if of_the_whole(material.results):
        said.append(
            Sentence(
                text="The question names nothing to look for, and no README says what this is; ask with a name or a few words."
            )
        )
    if not searched:
        said.append(Sentence(text="The question has no word to search for; ask with a name or a few words."))
    if absent and material.snapshot.paths():
        said.append(
            Sentence(
                text="No file of that name: " + ", ".join(f"`{code(p)}`" for p in absent[:_MOST_WORDS]) + "."
            )
        )
    if searched:
        said.append(Sentence(text="Searched for: " + ", ".join(f"`{code(w)}`" for w in searched[:20]) + "."))
    if (slips := misspelt(material)) is not None:
        said.append(slips)
    if lost:
        said.append(
            Sentence(
                text=f"{not_found_in(material, 'this repository')}: "
                + ", ".join(f"`{code(w)}`" for w in lost[:20])
                + "."
            )
        )
    if not material.snapshot.paths() and not material.partly:
        said.append(
            Sentence(
                text="The index holds no file: this folder has no text to read, or all of it is left out (`helix-lsp index` says why)."
            )
        )
    names = list(material.results.near) or _near_names(lost, material)
    near = [_named(name, material) for name in names]
    near = near or [s for h in material.results.hits[:_NEAREST] if (s := _nearest(h, material)) is not None]
    if left_out and not near:
        said.append(Sentence(text="`helix-lsp index` says why a file is not read."))
    parts = [Part(title="", sentences=tuple(said))]
    if near and not foreign:
        parts.append(Part(title="Nearest candidates", sentences=tuple(near)))
    return Draft(shape="missing", parts=tuple(parts))


def misspelt(material: Material) -> Sentence | None:
    """The words that were read as slips, each with the word of that stem which the best places have most often; None for
    no such word.
    """
    read: list[str] = []
    for written, meant in material.results.weighted.slips[:_MOST_WORDS]:
        counts: Counter[str] = Counter()
        for path in dict.fromkeys(hit.place.path for hit in material.results.hits[:_NEAREST]):
            file = material.live.file(path)
            text = file.data[:_LOOKED].decode("utf-8", "replace") if file is not None else ""
            counts.update(
                low for w in WORD.findall(text) for p in parts(w) if stem(low := p.lower()) == meant
            )
        if counts:
            read.append(f"`{code(written)}` as `{code(max(counts, key=lambda w: (counts[w], w)))}`")
    return Sentence(text=f"Read as a slip: {', '.join(read)}.") if read else None


def unknown(material: Material) -> Sentence | None:
    """Things that a question names and that are nowhere in the repository, said before an answer that has
    to do without them.

    A misspelt word is none: reading looked for the word that was meant.
    """
    query = material.results.query
    if query.shape == "issue":
        return None
    written, strangers = dict(query.words), nowhere(material.results)
    content = {t for t, weight in query.terms if weight >= COMPOSE.content}
    named = _strange_names(material)
    foreign = in_another_language(query.text)
    if foreign:
        content = content & {stem(n.lower()) for n in named}
    words = list(
        dict.fromkeys(
            [*named, *(written[t] for t in strangers if t in content and t in written and not t.isdigit())]
        )
    )
    if material.reading is not None and in_words(query):
        wanted = material.reading.wanted
        words = [
            w
            for w in words
            if w in named or (names_a_thing(w, query.text, wanted) and not spellings(w, material.snapshot))
        ]
    english = "Questions are read as English: only the names in this one were looked for."
    if not words:
        return Sentence(text=english, note=True) if foreign else None
    said = f" {english}" if foreign else ""
    near = _near_names(words, material)
    meant = f"; names that come near: {', '.join(f'`{code(n)}`' for n in near)}" if near else ""
    return Sentence(
        text=f"{not_found_in(material, 'this repository')}: {', '.join(f'`{code(w)}`' for w in words[:_MOST_WORDS])}{meant}.{said}"
    )


def _strange_names(material: Material) -> list[str]:
    """Names as the question writes them that are nowhere as a whole, however common their parts are."""
    strange = material.results.weighted.unknown
    return [
        n.text
        for n in material.results.query.names
        if n.weight > READING.meant and n.parts and whole(n.parts[-1]) in strange
    ]


def _near_names(words: list[str], material: Material) -> list[str]:
    found = (
        name
        for word in words[:_MOST_WORDS]
        for name, _ in near_names(material.snapshot, word, material.search)
    )
    return list(dict.fromkeys(found))[:_NEAR]


def _named(name: str, material: Material) -> Sentence:
    """A defined name with the first place that defines it."""
    at = next(iter(material.snapshot.defined(name)), None)
    file = material.live.file(at.path) if at is not None else None
    quotes = (
        (line_quote(file, at.symbol.name_span),)
        if file is not None and at is not None and file.current
        else ()
    )
    return Sentence(text=f"`{name}`", quotes=quotes, item=True)


def _nearest(hit: Hit, material: Material) -> Sentence | None:
    file, span = material.live.file(hit.place.path), material.live.span_of(hit.place)
    if file is None or span is None or not len(span):
        return None
    symbol = material.live.symbol(hit.place)
    line = line_quote(file, symbol.name_span if symbol else span)
    return Sentence(text=f"`{code(hit.place.qualified or hit.place.path)}`", quotes=(line,), item=True)


# The question given back: what could be meant, each meaning with its own evidence, what was searched and
# where most of it stands.

_MOST_WORDS_CLARIFY = 12
_MOST_FILES = 4


def clarify(
    asks: str, options: tuple[Option, ...], others: tuple[Option, ...], unnamed: int, material: Material
) -> Draft:
    """Cites one or two ranges for each option and one for each other meaning; the searched words and top
    files or headings follow (docs/reference/ladder.md, S2-42). `unnamed` counts meanings that are neither
    offered nor among the others.
    """
    items = [_option(n, o, material) for n, o in enumerate((o for o in options if o.place is not None), 1)]
    placeless = [
        Sentence(text=f"`{code(o.label)}`", item=True)
        for o in options
        if o.place is None and o.id.startswith("o")
    ]
    parts = [Part(title="", sentences=(Sentence(text=asks), *items, *placeless))]
    if others or unnamed:
        parts.append(Part(title="Other meanings", sentences=_others(others, unnamed, material)))
    parts.append(Part(title="What was searched", sentences=_searched(material)))
    return Draft(shape="clarify", parts=tuple(parts))


def _others(others: tuple[Option, ...], unnamed: int, material: Material) -> tuple[Sentence, ...]:
    """Each with the line that names it, then how one of them is meant."""
    items = tuple(
        Sentence(text=f"`{code(o.label)}` ({o.detail})", quotes=_evidence(o, material)[:1], item=True)
        for o in others
    )
    more = (
        f" {unnamed} more {'is' if unnamed == 1 else 'are'} not named here; a search for the word lists places."
        if unnamed
        else ""
    )
    return (*items, Sentence(text=f"Ask with a full name to mean that one.{more}"))


def _option(number: int, option: Option, material: Material) -> Sentence:
    quotes = _evidence(option, material)
    told = f": {quotes[-1].text}" if len(quotes) > 1 else ""
    return Sentence(
        text=f"{number}. `{code(option.label)}` ({option.detail}){told}", quotes=quotes, item=True
    )


def _evidence(option: Option, material: Material) -> tuple[Quote, ...]:
    """The line that names the thing, and its own words about itself."""
    place = option.place
    file = material.live.file(place.path) if place else None
    span = material.live.span_of(place) if place else None
    if place is None or file is None or span is None:
        return ()
    symbol = material.live.symbol(place)
    head = line_quote(file, symbol.name_span if symbol else span)
    told = doc_quote(file, symbol.doc, material.cfg.quote_chars) if symbol and symbol.doc else None
    return (head,) if told is None else (head, told)


def _searched(material: Material) -> tuple[Sentence, ...]:
    query = material.results.query
    written = dict(query.words)
    words = list(dict.fromkeys(written[t] for t, _ in query.terms if t in written))[:_MOST_WORDS_CLARIFY]
    files: dict[str, str] = {}
    for hit in material.results.hits[:_MOST_FILES]:
        files[hit.place.path] = (
            "" if hit.place.kind == "key" else hit.place.qualified or hit.place.name
        )  # a stretch of keys is not its first
    out = [Sentence(text="Searched for: " + ", ".join(f"`{code(w)}`" for w in words) + ".")] if words else []
    out += [
        Sentence(text=f"`{code(path)}`" + (f", `{code(name)}`" if name else ""), item=True)
        for path, name in files.items()
    ]
    return tuple(out)


# What could not be read of the files that an answer quotes, said with its line: an answer out of a broken
# file may lack what the break hides, so it is not a strong one.

_MOST = 3


def damaged(draft: Draft, material: Material) -> Draft:
    """The draft with a note for each quoted file (three at most) that is not a sound UTF-8, or that could not be
    parsed in the definition quoted. It is open where its first part quotes what could not be parsed.
    """
    quoted = [[q for sentence in part.sentences for q in sentence.quotes] for part in draft.parts]
    told = _notes((q for part in quoted for q in part), material)
    if not told:
        return draft
    notes = Part(title=LIMITS, sentences=tuple(Sentence(text=n, item=True, note=True) for n in told[:_MOST]))
    answering = next(filter(None, quoted), list[Quote]())
    broken = any(_overlaps(q, _broken(file)) for q in answering if (file := material.live.file(q.path)))
    return replace(draft, parts=(*draft.parts, notes), open=draft.open or broken)


def _notes(quotes: Iterable[Quote], material: Material) -> list[str]:
    """Once each: a line may have several problems."""
    quoted: dict[str, list[Quote]] = {}
    for quote in quotes:
        quoted.setdefault(quote.path, []).append(quote)
    told: list[str] = []
    for path, of_file in quoted.items():
        if (file := material.live.file(path)) is None:
            continue
        name = code(path)
        told += [
            f"`{name}` is not whole: {problem.message}."
            for problem in file.outline.problems
            if problem.code == "not_utf8" or (problem.code == "syntax" and problem.span is None)
        ]
        lines = [
            f"{line + 1}"
            for line, around in _broken(file)
            if line is not None and any(q.span.overlaps(around) for q in of_file)
        ]
        if numbers := ", ".join(dict.fromkeys(lines)):
            which = " and ".join(numbers.rsplit(", ", 1))
            told.append(
                f"Line{'s' * (which != numbers)} {which} of `{name}` could not be parsed: what is said of the code around may lack something."
            )
    return list(dict.fromkeys(told))


def _overlaps(quote: Quote, broken: list[tuple[int | None, Span]]) -> bool:
    return any(quote.span.overlaps(around) for _, around in broken)


def _broken(file: LiveFile) -> list[tuple[int | None, Span]]:
    """(line, the definition around it, else the line) of each place that could not be parsed. The line is None
    where the whole file could not be; what lies behind the last place that an outline lists may be as broken.
    """
    found: list[tuple[int | None, Span]] = []
    end = len(file.data)
    for problem in (one for one in file.outline.problems if one.code == "syntax"):
        if problem.span is None:
            found += [] if file.outline.symbols else [(None, Span(0, end))]
            continue
        at = problem.span.start
        line = file.lines.line_of(at)
        spans = [symbol.span for symbol in file.outline.symbols if symbol.span.start <= at <= symbol.span.end]
        found.append((line, min(spans, key=len, default=file.lines.line_span(line))))
    if len(found) >= MOST_BROKEN and (line := found[-1][0]) is not None:
        found[-1] = (line, Span(found[-1][1].start, end))
    return found
