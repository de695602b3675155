"""Nothing or not all found: says so, with what was searched, what the repository does not know, and what
comes nearest.
"""

from __future__ import annotations

from helix_lsp.ask.compose.material import Material, code, not_found_in
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.owed import names_a_thing
from helix_lsp.ask.question.asking import nowhere, of_the_whole
from helix_lsp.ask.text.quote import line_quote
from helix_lsp.index.overlay.overlay import but_for
from helix_lsp.search.channels.fuzzy import near_names
from helix_lsp.search.ranking.hit import Hit
from helix_lsp.search.reading.ordinary import ordinary
from helix_lsp.search.reading.wanted import in_words, spellings
from helix_lsp.text.regex import regex
from helix_lsp.text.words import whole
from helix_lsp.tuning.compose import COMPOSE
from helix_lsp.tuning.reading import READING

_NEAREST = 3
_NEAR = 3
_MOST_WORDS = 6
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
    left_out = but_for(material.snapshot.unread(), "`")
    where = "what is indexed so far" if material.partly else "this repository"
    said = [Sentence(text=f"No evidence for an answer was found in {where}{left_out}.")]
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
    parts = [Part(title="", sentences=tuple(said))]
    names = list(material.results.near) or _near_names(lost, material)
    near = [Sentence(text=f"`{name}`", item=True) for name in names]
    near = near or [s for h in material.results.hits[:_NEAREST] if (s := _nearest(h, material)) is not None]
    if near:
        parts.append(Part(title="Nearest candidates", sentences=tuple(near)))
    return Draft(shape="missing", parts=tuple(parts))


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
    if not words:
        return None
    near = _near_names(words, material)
    meant = f"; names that come near: {', '.join(f'`{code(n)}`' for n in near)}" if near else ""
    return Sentence(
        text=f"{not_found_in(material, 'this repository')}: {', '.join(f'`{code(w)}`' for w in words[:_MOST_WORDS])}{meant}."
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


def _nearest(hit: Hit, material: Material) -> Sentence | None:
    file, span = material.live.file(hit.place.path), material.live.span_of(hit.place)
    if file is None or span is None or not len(span):
        return None
    symbol = material.live.symbol(hit.place)
    line = line_quote(file, symbol.name_span if symbol else span)
    return Sentence(text=f"`{code(hit.place.qualified or hit.place.path)}`", quotes=(line,), item=True)
