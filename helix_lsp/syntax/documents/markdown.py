"""Markdown and MDX -> sections, code spans, links and fences with their exact bytes (CommonMark 0.31 with
GitHub's extensions).

A code span's `text` is what a reader sees; its `span` is the source of it: they differ only where a line end,
a container's
marker or an escaped `|` is inside. A link's `span` covers its target (of a reference: the label), `text` what is shown. A
fence's `span` begins with the first byte of the code behind the container's indentation, so that byte's
column is the indentation of the lines that follow, and ends with the last line end of the code. A front
matter gives keys, whose paths are relative to it, and is not a part of any section.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from helix_lsp.syntax.documents.markdown_blocks import PACKAGE, Blocks, mask_deep, read_blocks
from helix_lsp.syntax.documents.markdown_inline import Inline, scan_inline, visible_text
from helix_lsp.syntax.documents.sections import Heading, Sections
from helix_lsp.syntax.keys.key_lines import read_toml, read_yaml
from helix_lsp.syntax.keys.keys_json import parse, without_grammar
from helix_lsp.syntax.outline import Fence, Key, Link, Mention, Outline, Problem
from helix_lsp.syntax.parse import blanked, scrub
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_YAML_HEAD = regex(rb"(?>(?:\n\n\n)?)---[ \t]*(?:\r\n|\n|\r)")
_TOML_HEAD = regex(rb"(?>(?:\n\n\n)?)\+\+\+[ \t]*(?:\r\n|\n|\r)")
_YAML_TAIL = regex(rb"(?:(?<=\n)|(?<=\r))(?:---|\.\.\.)[ \t]*(?=[\r\n]|\Z)")
_TOML_TAIL = regex(rb"(?:(?<=\n)|(?<=\r))\+\+\+[ \t]*(?=[\r\n]|\Z)")
_FIRST_ENTRY = regex(
    rb"(?>(?:[ \t]*(?:#[^\r\n]*)?[\r\n]+)*)(?:[\"']?[^\s:#\-\"'][^:\r\n]*:(?=[ \t\r\n]|\Z)|\Z)"
)
_LABEL = regex(r"(?<!\s)\s*\{\s*#([^\s{}]+)(?:\s[^{}]*)?\}\s*\Z")
_MOST_KEYS = 2_000
_PANEL = regex(  # of MkDocs: `!!! note`, `??? note`, `=== "Tab"`, with indented text below
    rb"^(?P<indent>[ \t]{0,40})(?P<mark>!!!|\?\?\?|===(?=[+!]{0,2}[ \t]+\"))(?P<more>[+!]{0,2})"
    rb"(?=[ \t]+[^\s=!?][^\n]*\n(?:[ \t]*\r?\n){0,3}(?P=indent)(?: {4}|\t))",
    re.MULTILINE,
)
_BLANK_RUN = regex(rb"((?>\r\n|\n|\r){3})((?>\r\n|\n|\r){100,})((?>\r\n|\n|\r){3})")


def read_markdown(data: bytes) -> Outline:
    """The facts of one document. Never raises; too deep nesting, a broken front matter or a missing grammar
    are problems.
    """
    clean = scrub(data)
    keys, head_problems, clean = _front_matter(clean)
    clean, deep = mask_deep(_panels_listed(_blank_runs_joined(clean)))
    problems = list(head_problems)
    if deep is not None:
        message = "quotations or lists nest beyond 200 levels; those lines are read as words"
        problems.append(Problem(code="too_deep", message=message, span=deep))
    tree = parse(PACKAGE, clean)
    if tree is None:
        return without_grammar(PACKAGE, "markdown")
    return _outline(clean, read_blocks(clean, tree), keys, tuple(problems))


def _blank_runs_joined(data: bytes) -> bytes:
    """A long run of empty lines as one line of blanks between two line ends, which is as empty: the grammar takes
    4 s for a megabyte of line ends. No byte moves.
    """

    def joined(run: re.Match[bytes]) -> bytes:
        first, last = run[1], run[3]
        return first + b" " * len(run[2]) + last

    return _BLANK_RUN.sub(joined, data)


def _panels_listed(data: bytes) -> bytes:
    """The panels and tabs of MkDocs as items of a list, whose text is indented in the same way; else it is read as
    code. No byte moves.
    """
    return _PANEL.sub(lambda m: m["indent"] + b"-  " + m["more"], data)


def _outline(data: bytes, blocks: Blocks, keys: tuple[Key, ...], problems: tuple[Problem, ...]) -> Outline:
    found = [scan_inline(data, segments, blocks.labels, cell=cell) for segments, cell in blocks.texts]
    sections = Sections(_headings(data, blocks), len(data))
    mentions = [
        Mention(
            text=c.text,
            kind="code_span",
            span=c.span,
            outer=c.outer,
            role="",
            section=sections.at(c.span.start),
        )
        for inline in found
        for c in inline.codes
    ]
    links = [
        Link(target=k.target, span=k.span, text=k.text, section=sections.at(k.span.start))
        for inline in found
        for k in inline.links
    ]
    fences = [
        Fence(language=language, span=span, section=sections.at(span.start))
        for language, span in blocks.codes
    ]
    return Outline(
        language="markdown",
        sections=sections.all,
        mentions=tuple(sorted(mentions, key=lambda m: m.span)),
        links=tuple(sorted(links, key=lambda k: (k.span, k.text))),
        fences=tuple(fences),
        keys=keys,
        problems=problems,
    )


def _headings(data: bytes, blocks: Blocks) -> list[Heading]:
    out: list[Heading] = []
    for title in blocks.titles:
        inline: Inline = scan_inline(data, title.text, blocks.labels, cell=False)
        text = visible_text(data, title.text, inline)
        label = _LABEL.search(text)
        if label is not None:
            text = text[: label.start()]
        out.append(
            Heading(
                title=text,
                level=title.level,
                span=title.span,
                anchor=label.group(1) if label else "",
                nested=title.nested,
            )
        )
    return out


def _front_matter(data: bytes) -> tuple[tuple[Key, ...], tuple[Problem, ...], bytes]:
    """Keys and problems of the front matter, and the document with it blanked out (or, when `---` is only a
    line, with that line kept).
    """
    for head, tail, read in ((_YAML_HEAD, _YAML_TAIL, read_yaml), (_TOML_HEAD, _TOML_TAIL, read_toml)):
        opening = head.match(data)
        if opening is None:
            continue
        closing = tail.search(data, opening.end())
        if closing is None or (
            read is read_yaml and not _FIRST_ENTRY.match(data[opening.end() : closing.start()])
        ):
            at = opening.group().lstrip()[:3]
            start = data.index(at)
            return (), (), data[:start] + b"***" + data[start + 3 :] if at == b"---" else data
        inner = read(data[opening.end() : closing.start()], _MOST_KEYS)
        keys = tuple(
            replace(k, span=k.span.shifted(opening.end()), value=k.value.shifted(opening.end()))
            for k in inner.keys
        )
        whole = Span(0, closing.start() - opening.end())
        problems = tuple(replace(p, span=(p.span or whole).shifted(opening.end())) for p in inner.problems)
        return keys, problems, blanked(data, 0, closing.end())
    return (), (), data
