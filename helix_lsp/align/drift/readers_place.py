"""Signs that a path in a text is a place of the reader's, or stands for any: what a program makes there, a file of a tool, an example's caption.

That a file of the same name once stood in this tree proves nothing then: a project and the projects of its readers are laid out alike.
"""

from __future__ import annotations

import re
from dataclasses import replace

from helix_lsp.align.drift.reference import DocReference
from helix_lsp.align.drift.setting import paragraph_of, sentence_of
from helix_lsp.align.drift.world import World
from helix_lsp.text.span import Span

_THEIRS = re.compile(
    r"\byour (?:\w+ )?(?:project|app|application|repository|directory|folder|machine|system|home|package|theme|site|plugin|workspace|code)\b"
    r"|\bGOPATH\b|\$HOME\b|(?<![\w.])~/",
)
_MADE = re.compile(
    r"\b(?:generat(?:es?|ed|ors?)|scaffold(?:s|ed|ing)?|creates?|created|(?:will|to) (?:add|create|write|contain)|adds? (?:these|the following)|"
    r"(?:project|application|app|site|user|machine)-specific|set(?:ting)? (?:it|up the \w+|up your \w+) (?:up )?as|"
    r"e\.g\.|for example|for instance|such as|fall(?:s|ing)? back to|migrat(?:e|es|ing))(?!\w)", re.IGNORECASE,
)  # fmt: skip
_NEW = re.compile(r"\bnew (?:\w+ )?(?:project|app|application|site|repository|workspace|package)\b|\byou can create\b", re.IGNORECASE)
_HEADING = re.compile(r"(?m)^(?:#{1,6}[ \t]|={1,6}[ \t]|[=~^\"'*+-]{4,}[ \t]*$)")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]")
_MARKERS = re.compile(r"[ \t/*#!;-]*\Z")
_CAPTION = re.compile(r"`{0,3}(?:[ \t]*:)?[ \t]*\r?\n[ \t/*#!;-]*(?:```|~~~)")
_REACH = 2_000
_AGAIN = 20


def readers_sign(ref: DocReference, data: bytes, world: World) -> str:
    """Why the path may be none of this tree's, `` when nothing says so here, or where the same path stands again in the document, or in what the
    code itself writes.
    """
    if _is_written(ref.target.rstrip("/"), world):
        return "the code of today writes this path in a text"
    if why := _sign_here(ref, data):
        return why
    target, at = ref.text.encode(), -1
    for _ in range(_AGAIN):
        at = data.find(target, at + 1)
        if at < 0:
            return ""
        if at != ref.span.start and _sign_here(replace(ref, span=Span(at, at + len(target))), data):
            return "elsewhere its document uses it for a place of the reader's"
    return ""


def _is_written(target: str, world: World) -> bool:
    """True where a file of code holds the path outside of its comments: a program makes or reads it where it runs."""
    wanted = re.compile(rb"(?<![\w/.-])(?:\./)?" + re.escape(target.encode()) + rb"(?![\w-])")
    for path in world.snapshot.paths():
        entry = world.snapshot.file(path)
        if entry is None or entry.surface.kind != "code" or entry.surface.test or "/" not in target:
            continue
        data = world.texts(path) or b""
        for match in wanted.finditer(data) if target.encode() in data else ():
            outline = world.snapshot.outline(path)
            said = [*outline.comments, outline.module_doc, *(s.doc for s in outline.symbols)] if outline is not None else []
            if not any(span is not None and span.start <= match.start() < span.end for span in said):
                return True
    return False


def _sign_here(ref: DocReference, data: bytes) -> str:
    sentence = sentence_of(data, ref)
    if _THEIRS.search(sentence):
        return "its sentence speaks of a place of the reader's"
    first = ref.target.removeprefix("./").partition("/")[0]
    if first.startswith(".") and first != ".github":
        return f"{first} is a folder that every project has of its own"
    before = data[max(0, ref.span.start - _REACH) : ref.span.start].decode("utf-8", "replace")
    after = data[ref.span.end : ref.span.end + _REACH].decode("utf-8", "replace")
    if any(_MADE.search(text) for text in (sentence, paragraph_of(data, ref), _lead(before))):
        return "its text speaks of what a program makes, or gives an example"
    if _NEW.search(_HEADING.split(before)[-1]):
        return "its section is about a project that the reader makes"
    line = before.rpartition("\n")[2].rstrip("`")
    if _MARKERS.match(line) and _CAPTION.match(after):
        return "it is the caption of an example"
    if any(ref.target in row for row in before.split("\n")[:-1] if row.lstrip().startswith(">")):
        return "it stands in the example above"
    return ""


def _lead(before: str) -> str:
    """The line that leads in the list whose item the text ends in, `` when it ends in none."""
    rows = before.split("\n")
    if not _ITEM.match(rows[-1]):
        return ""
    above = (row for row in reversed(rows[:-1]) if row.strip() and not _ITEM.match(row))
    lead = next(above, "")
    return lead if lead.rstrip().endswith(":") else ""
