"""A reference with all that a rule may ask of it: its text and what is around it, the tree, history, and
what was witnessed.

Everything is worked out when it is first asked for and kept for the one reference. Positions in `text`-like
strings are characters, spans are bytes.
"""

from __future__ import annotations

from functools import cached_property

from helix_lsp.align.drift.history import History
from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.verdict import Witness
from helix_lsp.align.drift.world import World
from helix_lsp.align.identity import normal
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.sentences import sentences

LINKING = frozenset(
    {"meth", "func", "class", "attr", "mod", "exc", "data", "obj", "const", "property", "type"}
)  # roles of a cross-reference
REACH = 1_500  # bytes to either side that a paragraph may have
CODE = regex(r"(?<!`)`+[^`]+`+")
_ITEM_HEAD = regex(r"(?m)^(?P<indent>[ \t]*)(?:[-*+\u2022]|\d+[.)])[ \t]+(?P<text>\S[^\n]*)")
_BLANK = regex(rb"\n[ \t>*#/]*(?:\r?\n)")


class Case:
    """What a rule is asked with. `witness` is what speaks for the finding; `word` is the name, option or
    target that history is asked about.
    """

    def __init__(self, ref: DocReference, world: World, history: History, witness: Witness) -> None:
        self.ref, self.world, self.history, self.witness = ref, world, history, witness
        self.word = ref.name.last if ref.name is not None else ref.target

    @cached_property
    def data(self) -> bytes:
        """The document's bytes."""
        return self.world.texts(self.ref.path) or b""

    @cached_property
    def outline(self) -> Outline | None:
        """The document's structure."""
        return self.world.snapshot.outline(self.ref.path)

    @cached_property
    def text(self) -> str:
        """The whole document."""
        return self.data.decode("utf-8", "replace")

    @property
    def is_document(self) -> bool:
        """False in docstrings and comments."""
        return self.outline is not None and bool(self.outline.sections)

    @cached_property
    def ours(self) -> frozenset[str]:
        """The normal names of the project's own distributions and packages."""
        return frozenset(self.world.own | {normal(p) for p in self.world.packages})

    @cached_property
    def block(self) -> tuple[str, int]:
        """The paragraph, list or table around the reference, and where the reference begins in it."""
        return block_of(self.data, self.ref.span)

    @cached_property
    def sentence(self) -> str:
        """The sentence around the reference, white space folded."""
        return sentence_at(*self.block)

    @cached_property
    def sides(self) -> tuple[str, str]:
        """The sentence before and behind the reference, code as back-ticks."""
        left, _, right = self.sentence.partition(self.ref.text)
        return CODE.sub(" ` ", left.rstrip("`")), CODE.sub(" ` ", right.lstrip("`"))

    @cached_property
    def titles(self) -> tuple[str, ...]:
        """Titles of the section and of those around it, the innermost first."""
        sections = self.outline.sections if self.outline is not None else ()
        at = max(
            (i for i, s in enumerate(sections) if s.extent.start <= self.ref.span.start < s.extent.end),
            default=-1,
        )
        found: list[str] = []
        while at >= 0:
            found.append(sections[at].title)
            at = sections[at].parent
        return tuple(found)

    @cached_property
    def lead(self) -> str:
        """The line that ends in a colon above the list in which the reference stands, `` for none."""
        inside = False
        for line in reversed(self.before(REACH).split("\n")):
            text = line.strip()
            if _ITEM_HEAD.match(line):
                inside = True
            elif not inside and not text:
                return ""
            elif inside and text and not line.startswith((" ", "\t")):
                return text if text.endswith(":") else ""
        return ""

    @cached_property
    def items(self) -> tuple[str, tuple[str, ...]]:
        """The list item of the reference and all items of that list at its depth, each its first line; `` and
        nothing outside of lists.
        """
        span = self.ref.span
        left, right = max(0, span.start - REACH), min(len(self.data), span.end + REACH)
        start = self.data.rfind(b"\n#", left, span.start) + 1 or left  # a heading ends the list
        stop = self.data.find(b"\n#", span.end, right)
        text = self.data[start : stop if stop >= 0 else right].decode("utf-8", "replace")
        at = len(self.data[start : span.start].decode("utf-8", "replace"))
        found = list(_ITEM_HEAD.finditer(text))
        mine = next((m for m in reversed(found) if m.start() <= at), None)
        if mine is None or "\n\n" in text[mine.end() : at]:
            return "", ()
        return mine["text"], tuple(m["text"] for m in found if m["indent"] == mine["indent"])

    def before(self, reach: int) -> str:
        """At most so many bytes before the reference."""
        return self.data[max(0, self.ref.span.start - reach) : self.ref.span.start].decode("utf-8", "replace")


def block_of(data: bytes, span: Span) -> tuple[str, int]:
    """The paragraph, list or table around a span, and where the span begins in it (characters)."""
    left, right = max(0, span.start - REACH), min(len(data), span.end + REACH)
    start = max((m.end() for m in _BLANK.finditer(data, left, span.start)), default=left)
    after = _BLANK.search(data, span.end, right)
    end = after.start() if after is not None else right
    return data[start:end].decode("utf-8", "replace"), len(
        data[start : span.start].decode("utf-8", "replace")
    )


def sentence_at(block: str, at: int) -> str:
    """The sentence of a block around a character, white space folded."""
    start, end = next(((a, b) for a, b in sentences(block) if at < b), (0, len(block)))
    return " ".join(block[start:end].split())
