"""Which of two meanings the place of the cursor speaks of, so that a question asked there need not be given
back.

A place decides for a meaning when it alone is in the same file, or when its owner's name alone is written
around the cursor: in the section, else in the document. A place that speaks of both, or of neither, decides
nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from helix_lsp.ask.live import LiveFile, LiveFiles
from helix_lsp.ask.option import Option
from helix_lsp.ask.question import Question
from helix_lsp.text.span import Span


def decided_here(options: tuple[Option, ...], question: Question, live: LiveFiles) -> Option | None:
    """The option that the question's place speaks of; None without a place, or where it tells nothing."""
    meant = tuple(o for o in options if o.place is not None)
    file = live.file(question.path) if question.path is not None and question.offset is not None else None
    if file is None or question.offset is None or len(meant) <= 1:
        return None
    ways: tuple[Callable[[Option], bool], ...] = (
        lambda o: o.place is not None and o.place.path == file.path,
        lambda o: _written(_owner(o), (e.cut(file.data) for e in _sections(file, question.offset or 0))),
        lambda o: _written(_owner(o), (file.data,)),
    )
    for way in ways:
        held = [o for o in meant if way(o)]
        if len(held) == 1:
            return held[0]
        if held:
            return None
    return None


def _owner(option: Option) -> str:
    """`MailQueue` of `MailQueue.drain`; a name without an owner stands for itself."""
    name = option.label.partition(" in ")[0]
    return (name.rpartition(".")[0] or name).rpartition(".")[2]


def _sections(file: LiveFile, offset: int) -> list[Span]:
    """The innermost section, or none."""
    around = [s.extent for s in file.outline.sections if s.extent.start <= offset <= s.extent.end]
    return sorted(around, key=len)[:1]


def _written(name: str, texts: Iterable[bytes]) -> bool:
    pattern = re.compile(rb"(?<!\w)" + re.escape(name.encode()) + rb"(?!\w)")
    return bool(name) and any(pattern.search(text) for text in texts)
