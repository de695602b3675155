"""Command lines in a document: which program is called, with which subcommand and long options, each at its
exact bytes.

Read from shell fences (others only behind a `$ ` prompt) and inline code of several words. Which program is
the project's own is not known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from helix_lsp.syntax.outline import Outline
from helix_lsp.text.span import Span

_SHELLS = frozenset(
    {
        "bash",
        "sh",
        "shell",
        "zsh",
        "console",
        "shell-session",
        "terminal",
        "shellsession",
        "sh-session",
        "powershell",
        "cmd",
    }
)
_PROMPTED = frozenset({"", "text", "none", "plaintext", "txt"})
_LEAD = re.compile(
    r"\s*(?P<prompt>[$%>#]\s+)?(?:(?:[A-Z_][A-Z0-9_]*=\S*|sudo|time|npx|exec|uv\s+run|uvx|poetry\s+run|pipx\s+run|bundle\s+exec)\s+)*"
)
_PART = re.compile(r"\|\|?|&&|;|\s#\s.*|[^\s|;&]+")
_TOOL = re.compile(r"(?:\./|[\w./-]*/bin/)?(?P<name>[a-z][\w.-]*)")
_SUB = re.compile(r"[a-z][a-z0-9]*(?:[-:][a-z0-9]+)*")
_FLAG = re.compile(r"\[?(?P<flag>--[a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*)(?=\Z|[=\]\[,)}])")
_PASSING = frozenset({"run", "exec", "x", "dlx", "shell"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One word of a command line at its bytes."""

    text: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Invocation:
    """`sub` is the first word behind the program that may be a subcommand; `flags` are its long options as
    written, without values.

    `inline`: an inline code, which quotes more freely than a block.
    """

    tool: str
    sub: Word | None
    flags: tuple[Word, ...]
    inline: bool = False


def invocations(data: bytes, outline: Outline) -> Iterator[Invocation]:
    """In the order of fences, then of inline code."""
    for fence in outline.fences:
        language = fence.language.lower()
        if language in _SHELLS or language in _PROMPTED:
            yield from _of_fence(data, fence.span, prompted=language in _PROMPTED)
    for mention in outline.mentions:
        if mention.role in ("", "command", "code") and " " in mention.text:
            text = mention.span.cut(data).decode(
                "latin-1"
            )  # a character a byte: offsets hold, and only ASCII is read
            found = _read(text, mention.span.start, inline=True)
            if found is not None:
                yield found


def _of_fence(data: bytes, span: Span, *, prompted: bool) -> Iterator[Invocation]:
    at = span.start
    block = span.cut(data)
    shown = any(line.lstrip().startswith((b"$ ", b"% ")) for line in block.splitlines())
    joined, start = b"", at
    for line in block.splitlines(keepends=True):
        start = at if not joined else start
        at += len(line)
        if line.rstrip().endswith(b"\\"):
            joined += line.rstrip(b"\r\n").rstrip()[:-1] + b" " * (
                len(line) - len(line.rstrip(b"\r\n").rstrip()) + 1
            )
            continue
        text, joined = (joined + line).decode("latin-1"), b""
        if (shown or prompted) and not text.lstrip().startswith(("$ ", "% ")):
            continue  # what the command printed
        found = _read(text, start, inline=False)
        if found is not None:
            yield found


def _read(text: str, start: int, *, inline: bool) -> Invocation | None:
    """The first command of a line."""
    lead = _LEAD.match(text)
    words = list(_PART.finditer(text, lead.end() if lead is not None else 0))
    tool = _TOOL.fullmatch(words[0][0]) if words else None
    if tool is None:
        return None
    sub: Word | None = None
    flags: list[Word] = []
    behind = 0
    for place, word in enumerate(words[1:]):
        said = word[0]
        if said == "--" or said[0] in "|&;<>" or said.startswith((" #", "\t#")):
            break
        flag = _FLAG.match(said)
        if flag is not None:
            flags.append(
                Word(
                    text=flag["flag"],
                    span=Span(
                        start + word.start() + flag.start("flag"), start + word.start() + flag.end("flag")
                    ),
                )
            )
        elif not said.startswith("-"):
            behind += 1
            if not place and _SUB.fullmatch(said):
                sub = Word(text=said, span=Span(start + word.start(), start + word.end()))
            if sub is not None and sub.text in _PASSING and behind > 1:
                break  # another program's options
    return Invocation(tool=tool["name"], sub=sub, flags=tuple(flags), inline=inline)
