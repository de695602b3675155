"""Claims held against documents from outside the repository, which the user added with a grade.

What lies outside never contradicts and never takes the place of a definition: it can only bear out a claim that
the repository itself does not carry, and every passage of it is marked as outside. Only sources of the least
grade or better are looked at, before anything is ranked.
With a model of meaning, passages are also found by what they mean. Whether one carries the claim is decided by its
words all the same; the best of those that do not is shown as a place to look at, and proves nothing.
Outside groups are numbered below zero, so that none of them is a group of the repository.
Invariant: a text that several sources hold is one source for the count of independent ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import msgspec

from helix_lsp.config.documents import VerifyConfig
from helix_lsp.search.reading.likeness import Likeness, likenesses
from helix_lsp.text.digest import sha256_hex
from helix_lsp.text.words import word_terms
from helix_lsp.tuning.search import MEANING
from helix_lsp.verify.claim.evidence import groups
from helix_lsp.verify.facts.fact import Grade
from helix_lsp.verify.reading import narrow
from helix_lsp.verify.support import Support, support


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """`source` is a path or an address as text, `dated` and `added` are YYYY-MM-DD (`dated` `` where nobody knows),
    `sha256` is that of the text.
    """

    source: str
    title: str
    grade: Grade
    dated: str
    added: str
    sha256: str
    text: str


class OutsidePassage(msgspec.Struct, frozen=True, kw_only=True):
    """Lines of a source, from 1, both inclusive; `sha256` is that of this text alone. `likeness`, -1..1, where the
    passage was found by meaning alone; one that does not carry the claim (`carries`) is only to be looked at.
    """

    source: Source
    start_line: int
    end_line: int
    text: str
    sha256: str
    group: int
    carries: bool = True
    likeness: float | None = None

    @property
    def grade(self) -> Grade:
        """That of its source."""
        return self.source.grade


def bearing_out(
    claim: str,
    sources: Sequence[Source],
    least: Grade,
    cfg: VerifyConfig,
    check: Callable[[], None],
    port: Likeness | None = None,
) -> tuple[OutsidePassage, ...]:
    """The passages that carry the claim, best grade first, then by the share of its words; at most
    `cfg.audit_places`. With a model of meaning (`port`), where none carries it, the one that is most alike.
    """
    wanted = frozenset(word_terms(claim))
    sources = [s for s in sources if s.grade <= least]
    alike = _by_meaning(claim, sources, cfg, check, port)
    found: list[tuple[Support, Source, int, int, str]] = []
    for source in sources:
        check()
        held = [
            (len(wanted & frozenset(word_terms(text))), first, last, text)
            for first, last, text in passages_of(source.text)
        ]
        held.sort(key=lambda one: (-one[0], one[1]))
        tried = [(first, last, text) for shared, first, last, text in held[: cfg.audit_places] if shared]
        tried += [place for _, of, place in alike if of is source and place not in tried]
        for first, last, text in tried:
            told = support(claim, (narrow(claim, text, cfg.audit_pieces),), (), cfg)
            if told.supported:
                found.append((told, source, first, last, text))
                break
    found.sort(key=lambda one: (one[1].grade, -one[0].covered, one[1].source, one[2]))
    kept = found[: cfg.audit_places]
    if not kept:
        return tuple(
            OutsidePassage(
                source=source,
                start_line=first,
                end_line=last,
                text=text,
                sha256=sha256_hex(text.encode()),
                group=-1,
                carries=False,
                likeness=value,
            )
            for value, source, (first, last, text) in alike[:1]
        )
    same = groups([narrow(claim, text, 1) for _, _, _, _, text in kept], cfg.claim_alike)
    return tuple(
        OutsidePassage(
            source=source,
            start_line=first,
            end_line=last,
            text=text,
            sha256=sha256_hex(text.encode()),
            group=-1 - group,
        )
        for (_, source, first, last, text), group in zip(kept, same, strict=True)
    )


def _by_meaning(
    claim: str, sources: Sequence[Source], cfg: VerifyConfig, check: Callable[[], None], port: Likeness | None
) -> list[tuple[float, Source, tuple[int, int, str]]]:
    """The passages most like the claim, best first, at most `cfg.audit_places`; none without a model, where it
    fails or is late, and none that is less alike than `cfg.outside_alike`.
    """
    if port is None:
        return []
    every = [(source, place) for source in sources for place in passages_of(source.text)]
    every = every[: cfg.outside_passages]
    found: list[tuple[float, Source, tuple[int, int, str]]] = []
    for at in range(0, len(every), MEANING.most_candidates):
        some = every[at : at + MEANING.most_candidates]
        values, _ = likenesses(claim, tuple(text for _, (_, _, text) in some), port, check)
        if not values:
            return []
        found += [(v, *one) for v, one in zip(values, some, strict=True) if v >= cfg.outside_alike]
    found.sort(key=lambda one: (-one[0], one[1].source, one[2][0]))
    return found[: cfg.audit_places]


def passages_of(text: str) -> tuple[tuple[int, int, str], ...]:
    """The paragraphs of a text: (first line, last line, text), lines from 1."""
    return tuple(_cut(text))


def _cut(text: str) -> Iterator[tuple[int, int, str]]:
    some: list[str] = []
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.strip():
            some.append(line)
        elif some:
            yield number - len(some), number - 1, "\n".join(some)
            some = []
