"""An excerpt without the lines that say nothing of what was asked, a mark where some are left out.

Kept are the lines that hold enough of the question and the marked one; of prose their whole sentences; of
code the comment above them, what opens the blocks they are in, and the first lines of the block that one
of them opens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from textwrap import dedent

import msgspec

from helix_lsp.ask.text.excerpt import COMMENT, STOP, block, prose_at
from helix_lsp.ask.text.quote import LiveFile, Quote
from helix_lsp.text.regex import regex

# Lines of an excerpt that say nothing unless they hold a word of the question: fields of a documentation
# comment, imports, licences, empty lines of a comment.


class IdleLine(msgspec.Struct, frozen=True, kw_only=True):
    """`pattern` is matched from the beginning of a line; it matches each line of `fires` and none of `silent`."""

    id: str
    pattern: re.Pattern[str]
    fires: tuple[str, ...]
    silent: tuple[str, ...]


IDLE_LINES = (
    IdleLine(
        id="empty-comment",
        pattern=regex(r"\s*(?:///?!?|#+|\*|--|;+|/\*\*?|\*/|\"\"\"|''')\s*\Z"),
        fires=("//", " *", "    /**", "#", ' """', " */"),
        silent=("// text", "#define A", "*args", "{"),
    ),
    IdleLine(
        id="field",
        pattern=regex(
            r"\s*(?:\*|//[/!]?|#+)?\s{0,4}(?:[@\\](?:param|arg|type|author|since|version|see|link|copyright|license|template|psalm-\w+|phpstan-\w+)\b|"
            r":(?:param|type|rtype|raises?)\b[^:\n]{0,80}:)"
        ),
        fires=(" * @param int $level", "# @param name [String]", "    :param name: the name", " * @author A"),
        silent=("@app.route('/')", "* a parameter", "// param is", ":parameters"),
    ),
    IdleLine(
        id="import",
        pattern=regex(r"(?:import\s|from\s+\S{1,200}\s+import\b|use\s+[\w\\:{]|using\s+[\w.]+;|#include\b|require(?:_relative)?\s+['\"])"),
        fires=("import os", "from a import b", "use std::fmt;", "require 'set'", "#include <a.h>"),
        silent=("important = 1", "user = 2", "required: true", "used to"),
    ),
    IdleLine(
        id="licence",
        pattern=regex(
            r"\s*(?:/\*+|\*|//|#+|--)?\s{0,4}(?:copyright\b|\(c\)|licen[sc]ed under\b|SPDX-|all rights reserved)", re.I
        ),
        fires=("// Copyright 2020 A", "# SPDX-License-Identifier: MIT", " * Licensed under the MIT"),
        silent=("license = load()", "def copy(right):"),
    ),
)  # fmt: skip


def idle(line: str) -> bool:
    """True for a line that one of the rules knows."""
    return any(rule.pattern.match(line) for rule in IDLE_LINES)


LEFT_OUT = "…"
_BELOW = 2  # lines of a block that a kept line opens
_LEAST = 2
_OPENS = regex(r"(?:[\[{(:]|=>|->|\bdo)\s{0,9}\Z")
_CLOSES = regex(r"\s*[^\w\s]\W*\Z")
_ENDS = ('"""', "'''", "*/")


def trimmed(
    file: LiveFile,
    shown: Quote,
    carries: Callable[[str], bool],
    *,
    document: bool,
    marked: int,
    whole: bool = False,
    also: Collection[int] = (),
) -> tuple[Quote, str, int]:
    """(the lines from the first to the last kept one, their text with what is left out marked, the number of the
    marked line in it, 0 for none); `marked` is a line of the file, from 1.

    `whole` keeps all lines but the idle ones, `also` are lines of the file that stay.
    """
    texts = dict(enumerate(shown.text.split("\n"), shown.start_line))
    if len(texts) != shown.end_line - shown.start_line + 1:
        return shown, shown.text, marked - shown.start_line + 1 if marked in texts else 0
    held = {n for n, text in texts.items() if n == marked or n in also or carries(text)}
    kept = _busy(texts, held) if whole else _kept_trimmed(texts, held, file, document)
    cut = block(file, min(kept), max(kept)) if kept else None
    if cut is None:
        return shown, shown.text, marked - shown.start_line + 1 if marked in texts else 0
    out: list[str] = []
    at, last = 0, min(kept)
    for number in sorted(kept):
        for n in range(last + 1, number):
            if texts[n].strip() in _ENDS and _is_open("\n".join(out), texts[n].strip()):
                out.append(texts[n])  # else all that follows reads as a comment
            elif texts[n].strip() and not idle(texts[n]) and out[-1].strip() != LEFT_OUT:
                out.append(" " * _depth(texts[number]) + LEFT_OUT)
        out.append(texts[number])
        at, last = (len(out) if number == marked else at), number
    return cut, dedent("\n".join(out)), at


def _is_open(above: str, mark: str) -> bool:
    return "/*" in above.rpartition(mark)[2] if mark == "*/" else above.count(mark) % 2 == 1


def _busy(texts: dict[int, str], held: Collection[int]) -> set[int]:
    """All lines with text but those that say nothing, and but what only closes at the end."""
    kept = {n for n, text in texts.items() if n in held or (text.strip() and not idle(text))}
    while len(kept) > _LEAST and (last := max(kept)) not in held and _CLOSES.match(texts[last]):
        kept.remove(last)
    return kept


def _kept_trimmed(texts: dict[int, str], held: Collection[int], file: LiveFile, document: bool) -> set[int]:
    """The numbers of the lines that stay, none of them empty."""
    prose, kept = prose_at(file, document=document), set(held)
    heads = {file.lines.line_of(symbol.name_span.start) + 1 for symbol in file.outline.symbols}
    for number in held:
        if prose(number):
            kept |= _sentence(texts, number, prose)
        if number not in heads and _OPENS.search(texts[number]):
            below = [n for n in _within(texts, number, document) if texts[n].strip()]
            kept |= set(below[:_BELOW])
    if not document:
        first = min(held, default=0)
        for number in sorted(kept):
            kept |= _comment(texts, number) | {n for n in _around(texts, number) if n >= first}
    full = [n for n, text in texts.items() if text.strip()]
    while len(kept) < min(_LEAST, len(full)):  # what is next to a lone line
        kept.add(
            min(
                (n for n in full if n not in kept),
                key=lambda n: (min((abs(n - k) for k in kept), default=0), -n),
            )
        )
    kept = {n for n in kept if texts[n].strip() and (n in held or not idle(texts[n]))}
    return kept


def _sentence(texts: dict[int, str], number: int, prose: Callable[[int], bool]) -> set[int]:
    first = last = number
    while (text := texts.get(first - 1, "")).strip() and prose(first - 1) and not STOP.search(text):
        first -= 1
    while not STOP.search(texts[last]) and texts.get(last + 1, "").strip() and prose(last + 1):
        last += 1
    return set(range(first, last + 1))


def _within(texts: dict[int, str], number: int, document: bool) -> list[int]:
    """The lines below one that are deeper than it, in a document all of them."""
    out: list[int] = []
    for n in range(number + 1, max(texts) + 1):
        if not document and texts[n].strip() and _depth(texts[n]) <= _depth(texts[number]):
            break
        out.append(n)
    return out


def _comment(texts: dict[int, str], number: int) -> set[int]:
    """The lines of the comment right above a line of code."""
    at = number
    while not COMMENT.match(texts[number]) and COMMENT.match(texts.get(at - 1, "")):
        at -= 1
    return set(range(at, number))


def _around(texts: dict[int, str], number: int) -> set[int]:
    """The lines that open the blocks in which a line stands."""
    out: set[int] = set()
    depth = _depth(texts[number])
    for n in range(number - 1, min(texts) - 1, -1):
        text = texts[n]
        if text.strip() and _depth(text) < depth and not COMMENT.match(text) and not _CLOSES.match(text):
            out.add(n)
            depth = _depth(text)
    return out


def _depth(text: str) -> int:
    return len(text) - len(text.lstrip())
