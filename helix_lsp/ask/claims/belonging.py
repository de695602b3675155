"""What of a place speaks of the name that a claim is about: a claim that cites nothing is carried by words which stand
together, and words about another thing are none of them.

Code tells what a name does at its own definition. Elsewhere it uses the name beside others, and only a sentence that has
the name tells of it.
"""

from __future__ import annotations

import re

from helix_lsp.ask.text.live import LiveFiles
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.verify.clauses.evidence import is_prose
from helix_lsp.verify.facts.subject import named
from helix_lsp.verify.reading import segments

_ABOUT = regex(
    r"\A\W{0,3}(?:by\s+default,?\s+)?(?:(?:the|an?|each|every|calling|a\s+call\s+(?:to|of))\s+)?(?:[a-z]{3,12}\s+){0,2}`(?P<name>[A-Za-z_][\w.:#]{1,120})(?:\(\))?`",
    re.I,
)
_POINTS_BACK = regex(r"\W{0,4}(?:it|this|they|these|which)\b", re.I)


def subject_in(said: str) -> str:
    """The name of code that a sentence with marked names begins with, `` for none."""
    found = _ABOUT.match(said)
    return "" if found is None else found["name"]


def about_it(
    name: str, path: str, span: Span, around: tuple[str, ...], live: LiveFiles
) -> tuple[str, tuple[str, ...]] | None:
    """(what the bytes `span` of a file say of a name, which of the names `around` them stand about that). All of them
    inside its definition or a section that is titled so, the definition with its comment where they hold it, the
    sentences that have the name elsewhere. None where the project does not define the name.
    """
    file, last = live.file(path), re.split(r"[.:#]+", name)[-1]
    defined = named(name, live.live.snapshot)
    if file is None or not defined:
        return None
    text = span.cut(file.data).decode("utf-8", "western")
    titles = tuple(a for a in around if "\n" not in a)
    if any(last in re.findall(r"\w+", title) for title in titles[1:]):
        return text, around
    own: list[str] = []
    holding: set[str] = set()
    for symbol in (s for d in defined if d.path == path if (s := live.live.symbol(d)) is not None):
        whole = Span(min(symbol.span.start, symbol.doc.start), symbol.span.end) if symbol.doc else symbol.span
        if whole.covers(span):
            return text, around
        if whole.overlaps(span):
            holding.update(a for a in around if f"{symbol.qualified}.".startswith(a.partition("\n")[0] + "."))
            own.append(whole.cut(file.data).decode("utf-8", "western"))
    names = tuple(a for a in around if "\n" not in a or a in holding)
    return "\n\n".join((*own, *_sentences_with(last, text))), names


def _sentences_with(name: str, text: str) -> list[str]:
    """The sentences of a text that have a name, each with the one behind it that points back."""
    out: list[str] = []
    held = False
    for piece in segments(text):
        has = re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", piece) is not None
        held = is_prose(piece) and (has or (held and _POINTS_BACK.match(piece) is not None))
        if held:
            out.append(piece)
    return out
