"""The question given back: what could be meant, each meaning with its own evidence, what was searched and
where most of it stands.
"""

from __future__ import annotations

from helix_lsp.ask.compose.material import Material, code
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.option import Option
from helix_lsp.ask.text.quote import Quote, doc_quote, line_quote

_MOST_WORDS = 12
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
    words = list(dict.fromkeys(written[t] for t, _ in query.terms if t in written))[:_MOST_WORDS]
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
