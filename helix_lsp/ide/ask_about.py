"""Questions that suggest themselves at a place: about the selected text, the name under the cursor, the
heading, a `?? ` line.
"""

from __future__ import annotations

import msgspec

from helix_lsp.align.live import Live
from helix_lsp.ide.mentions import View, under
from helix_lsp.ide.places import section_at
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

ASKED = regex(r"\s*(?:[#/*;>%-]+\s*)?\?\? +(\S(?:.*\S)?)\s*\Z")
_LONGEST = 300


class Suggested(msgspec.Struct, frozen=True, kw_only=True):
    """`label` is for a menu; `written` says that the user wrote the question in the document."""

    label: str
    question: str
    written: bool = False


def ask_about(view: View, path: str, span: Span) -> tuple[Suggested, ...]:
    """The written question first, then selection, name, heading; each once. `span` is the selection, empty
    for a cursor.
    """
    live = Live(view.snapshot, view.texts)
    data = live.data(path)
    if data is None:
        return ()
    found: list[Suggested] = []
    asked = written_question(live.lines(path).line_text(live.lines(path).line_of(span.start)))
    if asked:
        found.append(Suggested(label=f"Ask: {_short(asked)}", question=asked, written=True))
    chosen = " ".join(span.cut(data).decode("utf-8", "western").split())
    if 1 < len(chosen) <= _LONGEST:
        question = (
            chosen
            if chosen.endswith("?")
            else f"What is `{chosen}`?"
            if " " not in chosen
            else f"What is this about: {chosen}?"
        )
        found.append(Suggested(label=f"Ask about the selection: {_short(chosen)}", question=question))
    here = under(view, path, span.start)
    if here is not None and here.found:
        name = here.found[0].defined.symbol.qualified
        found.append(Suggested(label=f"Ask about {_short(name)}", question=f"What does `{name}` do?"))
    section = section_at(view, path, span.start)
    if section is not None and section.title:
        found.append(
            Suggested(
                label=f"Ask about “{_short(section.title)}”",
                question=f"How is this realised: {section.title}?",
            )
        )
    return tuple(found)


def written_question(line: str) -> str:
    """The question of a line that begins with `?? ` (comment marks may come before), `` for any other line."""
    match = ASKED.match(line)
    return match.group(1)[:_LONGEST] if match else ""


def _short(text: str) -> str:
    return text if len(text) <= 60 else text[:59] + "…"
