"""`Where is X defined?`: the line that bears the name, first, with the head of the definition below it."""

from __future__ import annotations

import re

from helix_lsp.ask.compose.material import Material, introduce, live_symbol
from helix_lsp.ask.draft import Sentence
from helix_lsp.ask.question.address import named_files
from helix_lsp.ask.question.target import asked_for
from helix_lsp.ask.text.excerpt import MOST_LINES, block
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.text.regex import regex

_WHERE = regex(
    r"^\W*(?:(?:please |can you |could you )?(?:tell|show) me )?(?:where|in which (?:file|module|class)|which (?:file|module)) .{0,80}?"
    r"\b(?:defin\w*|declar\w*|implement\w*|stand|live|lives|located|found)\b|^\W*where(?:'s| is| are| can i find) (?:the )?\S+(?: \w+)?\W*\Z",
    re.I,
)
_OF = regex(
    r"[`'\"]?(?<![\w!?])([^\W\d][\w!?]{0,80})[`'\"]?(?:\(\))? (?:is |are )?(?:defined|declared|implemented)\b",
    re.I,
)
_OTHERS = 3
_BELOW = 5  # lines of the body


def defined_here(material: Material) -> tuple[Sentence, ...]:
    """The likeliest definition, then others of the same name; empty where the question asks for something else
    or writes no name that is defined.
    """
    if not _WHERE.search(material.question.text):
        return ()
    out: list[Sentence] = []
    for defined in _named(material):
        here = live_symbol(defined, material)
        file = material.live.file(defined.path)
        if here is None or file is None or len(out) > _OTHERS:
            continue
        symbol, name, _ = here
        if out:
            out.append(Sentence(text=introduce(symbol), quotes=(name,), item=True))
            continue
        last = file.lines.lines(symbol.span)[1]
        shown = block(
            file,
            name.start_line,
            min(last, name.start_line + (MOST_LINES - 1 if last - name.start_line < MOST_LINES else _BELOW)),
        )
        entry = material.snapshot.file(defined.path)
        out.append(
            Sentence(
                text=f"{introduce(symbol)}:",
                quotes=(name, *((shown,) if shown is not None else ())),
                code=shown.text if shown is not None else "",
                language=entry.language if entry is not None else "",
                marked=1 if shown is not None else 0,
            )
        )
    return tuple(out)


def _named(material: Material) -> tuple[Defined, ...]:
    """Definitions of the name that is written as one, else of the word of which the question says that it is
    defined.
    """
    asked, snapshot = asked_for(material.results, material.snapshot), material.snapshot
    if asked is not None and (asked.sure or asked.defined[0].symbol.name == asked.word):
        return asked.defined
    word = _OF.search(material.question.text)
    if word is None:
        return ()
    found = [d for d in snapshot.defined(word[1]) if d.symbol.name == word[1]]
    inside = named_files(material.question.text, snapshot)

    def order(d: Defined) -> tuple[bool, bool]:
        entry = snapshot.file(d.path)
        return d.path not in inside, entry is None or entry.surface.test or entry.surface.example

    return tuple(sorted(found, key=order))
