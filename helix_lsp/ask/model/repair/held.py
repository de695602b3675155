"""What the given evidence holds, asked in the ways a reader of a model's answer needs: words, names of code,
paths, literal text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.ask.model.prompt.source import EvidenceSpan
from helix_lsp.text.words import STOP_WORDS, terms

_IDENTIFIER = re.compile(r"[^\W\d]\w*|\d+(?:\.\d+)*")
_SPACE = re.compile(r"\s+")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """One span as it is searched. `terms` are stemmed parts of its text, heading and path; `numbers` as they
    are written; `name` is the last part of its heading.
    """

    number: int
    path: str
    first: int
    last: int
    text: str
    terms: frozenset[str]
    numbers: frozenset[str]
    name: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """`places[n - 1]` is what `[n]` means. `names` are all identifiers of the evidence and of the question,
    `literal` their text.
    """

    places: tuple[Place, ...]
    names: frozenset[str]
    literal: str

    def writes(self, text: str) -> bool:
        """True when the evidence or the question holds this text, blanks aside."""
        return _joined(text) in self.literal

    def knows_code(self, code: str) -> bool:
        """True when every name and number in it is in the evidence or the question."""
        return all(name in self.names for name in _IDENTIFIER.findall(code))

    def place_of(self, path: str, line: int | None) -> int | None:
        """The number of a place on this path, or on one that ends in it, that holds the line; without a line
        the first; None for others.
        """
        path = path.removeprefix("./")
        same = [p for p in self.places if p.path == path] or [
            p for p in self.places if p.path.endswith("/" + path)
        ]
        return next((p.number for p in same if line is None or p.first <= line <= p.last), None)

    def carried(self, sentence: str, *numbers: int) -> float:
        """Share (0..1) of the sentence's content words that places hold together; 0 when they lack one of the
        sentence's numbers.
        """
        places = [self.places[number - 1] for number in numbers]
        wanted = content_words(sentence)
        if not wanted or not all(any(n in p.numbers for p in places) for n in _NUMBER.findall(sentence)):
            return 0.0
        return sum(any(w in p.terms for p in places) for w in wanted) / len(wanted)


def hold(spans: tuple[EvidenceSpan, ...], question: str) -> Held:
    """The evidence made searchable; one pass over all text."""
    places = tuple(_place(number, span) for number, span in enumerate(spans, 1))
    everything = "\n".join(
        [question, *(f"{s.quote.path}\n{s.heading}\n{p.text}" for s, p in zip(spans, places, strict=True))]
    )
    return Held(places=places, names=frozenset(_IDENTIFIER.findall(everything)), literal=_joined(everything))


def content_words(sentence: str) -> tuple[str, ...]:
    """The distinct stemmed words of a sentence that mean something, in order; wholes of names are left to
    their parts.
    """
    spoken = " ".join(w for w in re.findall(r"\w+(?:[.'’-]\w+)*|\S", sentence) if w.lower() not in STOP_WORDS)
    return tuple(dict.fromkeys(t for t in terms(spoken) if not t.startswith("=") and t not in STOP_WORDS))


def _place(number: int, span: EvidenceSpan) -> Place:
    text = span.quote.raw.decode("utf-8", "replace")
    spoken = f"{span.heading}\n{span.quote.path}\n{text}"
    return Place(
        number=number,
        path=span.quote.path,
        first=span.quote.start_line,
        last=span.quote.end_line,
        text=text,
        terms=frozenset(terms(spoken)),
        numbers=frozenset(_NUMBER.findall(spoken)),
        name=_IDENTIFIER.findall(span.heading)[-1] if _IDENTIFIER.search(span.heading) else "",
    )


def _joined(text: str) -> str:
    return _SPACE.sub(" ", text).strip().lower()
