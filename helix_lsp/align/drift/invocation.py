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


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandLine:
    """One line of a block, or an inline code: all its words behind what leads it in. Lines of one `block` have
    its number. `bare`: a line of a block that says neither its language nor by a prompt that it is a command.
    """

    words: tuple[Word, ...]
    block: int
    inline: bool = False
    bare: bool = False


def invocations(data: bytes, outline: Outline) -> Iterator[Invocation]:
    """In the order of fences, then of inline code."""
    for line in command_lines(data, outline):
        found = _read(line)
        if found is not None:
            yield found


def command_blocks(data: bytes, outline: Outline) -> Iterator[Span]:
    """The blocks in a language of shells, and the inline codes of several words."""
    for fence in outline.fences:
        if fence.language.lower() in _SHELLS or fence.language.lower() in _PROMPTED:
            yield fence.span
    yield from (
        m.span for m in outline.mentions if b" " in m.span.cut(data) and m.role in ("", "command", "code")
    )


def command_lines(data: bytes, outline: Outline, *, bare: bool = False) -> Iterator[CommandLine]:
    """What documents show as commands, in the order of fences, then of inline code; with `bare` also the lines
    that may be text.
    """
    for at, fence in enumerate(outline.fences):
        language = fence.language.lower()
        if language in _SHELLS or language in _PROMPTED:
            untold = language in _PROMPTED
            for text, start, plain in _of_fence(data, fence.span, prompted=untold):
                if bare or not plain:
                    yield CommandLine(words=_words(text, start), block=at, bare=plain)
    for mention in outline.mentions:
        if mention.role in ("", "command", "code") and " " in mention.text:
            # a character a byte: offsets hold, and only ASCII is read
            text = mention.span.cut(data).decode("latin-1")
            yield CommandLine(words=_words(text, mention.span.start), block=-1, inline=True)


def _of_fence(data: bytes, span: Span, *, prompted: bool) -> Iterator[tuple[str, int, bool]]:
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
        if not shown or text.lstrip().startswith(("$ ", "% ")):  # else what the command printed
            yield text, start, prompted and not shown


def _words(text: str, start: int) -> tuple[Word, ...]:
    lead = _LEAD.match(text)
    found = _PART.finditer(text, lead.end() if lead is not None else 0)
    return tuple(Word(text=m[0], span=Span(start + m.start(), start + m.end())) for m in found)


def _read(line: CommandLine) -> Invocation | None:
    """The first command of a line."""
    words = line.words
    tool = _TOOL.fullmatch(words[0].text) if words else None
    if tool is None:
        return None
    sub: Word | None = None
    flags: list[Word] = []
    behind = 0
    for place, word in enumerate(words[1:]):
        said, at = word.text, word.span.start
        if said == "--" or said[0] in "|&;<>" or said.startswith((" #", "\t#")):
            break
        flag = _FLAG.match(said)
        if flag is not None:
            flags.append(Word(text=flag["flag"], span=Span(at + flag.start("flag"), at + flag.end("flag"))))
        elif not said.startswith("-"):
            behind += 1
            if not place and _SUB.fullmatch(said):
                sub = word
            if sub is not None and sub.text in _PASSING and behind > 1:
                break  # another program's options
    return Invocation(tool=tool["name"], sub=sub, flags=tuple(flags), inline=line.inline)
