"""`What is this project?`: a question that names no thing of the repository, answered with what the
repository's README says of it.
"""

from __future__ import annotations

from helix_lsp.ask.compose.material import Material
from helix_lsp.ask.draft import Draft, Part, Sentence
from helix_lsp.ask.text.live import LiveFile
from helix_lsp.ask.text.prose import plain, shorten
from helix_lsp.ask.text.quote import line_quote, prose_sentences, quote
from helix_lsp.text.paths import stem_of
from helix_lsp.text.positions import Span

_SENTENCES = 3
_HEADINGS = 8
_LEAST = 25


def about(material: Material) -> Draft | None:
    """The first sentences of the README at the root, and what it has sections about; None where no README
    says anything.
    """
    for path in sorted(
        p for p in material.snapshot.paths() if "/" not in p and stem_of(p).lower() == "readme"
    ):
        file = material.live.file(path)
        if file is not None and (told := _first(file, material)):
            sections = _sections(file)
            more = (Part(title="Its README has sections on", sentences=sections),) if sections else ()
            return Draft(shape="about", parts=(Part(title="", sentences=told), *more))
    return None


def _first(file: LiveFile, material: Material) -> tuple[Sentence, ...]:
    """Whole sentences of the first stretch that has any; badges, questions and lead-ins are none."""
    out: list[Sentence] = []
    for span in prose_sentences(file, Span(0, len(file.data))):
        text = plain(span.cut(file.data))
        if len(text) < _LEAST or not text.endswith((".", "!")):
            if out:
                break
            continue
        out.append(Sentence(text=shorten(text, material.cfg.quote_chars), quotes=(quote(file, span, text),)))
        if len(out) == _SENTENCES:
            break
    return tuple(out)


def _sections(file: LiveFile) -> tuple[Sentence, ...]:
    """The headings below the title, in their order."""
    top = min((s.level for s in file.outline.sections if s.title), default=0)
    below = [s for s in file.outline.sections if s.title and s.level == top + 1 and len(s.heading)]
    return tuple(
        Sentence(text=f"*{s.title}*", quotes=(line_quote(file, s.heading),), item=True)
        for s in below[:_HEADINGS]
    )
