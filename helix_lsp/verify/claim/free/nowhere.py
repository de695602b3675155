"""Whether a project has a name at all: what must be read before a sentence that uses it is called wrong.

Everything that can hold a name is looked at: code and configuration of the project itself, tests, examples, what is
generated, vendored or a copy. Prose is not: a document may name what is gone.
"""

from __future__ import annotations

import re

from helix_lsp.align.drift.reason import Reason
from helix_lsp.align.live import Live
from helix_lsp.index.snapshot import Snapshot
from helix_lsp.text.identifiers import lower_parts
from helix_lsp.verify.claim.seen import Seen, unknown
from helix_lsp.verify.facts.fact import Fact
from helix_lsp.verify.facts.holders import term_of

_MOST_UNITS = 5_000
_LEAST = 3  # characters
_WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
_PROSE = frozenset({"markdown", "restructuredtext", "asciidoc"})


def distinctive(written: str) -> bool:
    """True for a name or a text that nobody writes by chance: of two parts, with a mark, or in capitals."""
    return re.fullmatch(r"[A-Za-z][a-z]*|.*[_-]", written) is None


def nowhere(written: str, live: Live, *facts: Fact) -> Seen | None:
    """A denial where nothing has a name or a text, nor a text that it may be put together from; unknown where a file
    that may have it was not read. None where it is there, or where its words are too common to look.
    """
    if len(written) < _LEAST:
        return None
    name = re.compile(rb"(?<![\w$])" + re.escape(written.encode()) + rb"(?![\w$])", re.I)
    shapes = [(written, name)]
    shapes += (
        (piece, re.compile(rb"[\"'`]" + re.escape(piece.encode()) + rb"[\"'`]", re.I))
        for piece in _affixes(written)
        if re.search(r"[A-Za-z]{2}", piece)
    )
    unread = ""
    for looked_for, shape in shapes:
        paths = _candidates(looked_for, live.snapshot)
        if paths is None:
            return None
        for path in paths:
            data = live.data(path)
            if data is not None and (shape.search(data) or _wide(looked_for, data)):
                return None
            unread = unread or (path if data is None else "")
    return (
        unknown("unread", *facts, path=unread)
        if unread
        else Seen(facts=facts, holds=False, why=Reason("nowhere"))
    )


def _candidates(written: str, snapshot: Snapshot) -> tuple[str, ...] | None:
    """The files in which a text may stand: by its longest word, and those that the index could not read; None where
    too many have that word.
    """
    words = sorted((w for w in lower_parts(written) if len(w) > 1 or w.isdigit()), key=len)
    held = snapshot.holding(term_of(words[-1]), _MOST_UNITS) if words else None
    return (
        None if held is None else tuple(p for p in (*held, *snapshot.unread()) if not _is_prose(p, snapshot))
    )


def _wide(written: str, data: bytes) -> bool:
    """True where a text of two or four bytes a character holds another."""
    return b"\0" in data and any(written.encode(e) in data for e in _WIDE)


def _is_prose(path: str, snapshot: Snapshot) -> bool:
    entry = snapshot.file(path)
    return entry is not None and entry.language in _PROSE


def _affixes(written: str) -> tuple[str, ...]:
    """Beginnings and ends of a name at its marks, with the mark: `APP_` and `_PORT` of `APP_PORT`."""
    cuts = [m.start() for m in re.finditer(r"[_-]", written) if 0 < m.start() < len(written) - 1]
    return tuple(dict.fromkeys(p for c in cuts for p in (written[: c + 1], written[c:])))
