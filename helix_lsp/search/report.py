"""A pasted issue report taken apart: title, prose, code, and the functions of a stack trace.

Form lines of issue templates carry no information about the subject and are dropped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from helix_lsp.search.trace import Trace

_BLOCK = re.compile(r"```.*?```|~~~.*?~~~", re.S)
_HTML_COMMENT = re.compile(r"<!--.*?-->", re.S)
_URL = re.compile(r"https?://\S+")
_CODE_LINE = re.compile(r"^\s*(?:>>>|\.\.\.|In \[|Out\[|\s{4,}\S|File \"|Traceback)")
_FORM_LINE = re.compile(
    r"^(?:\s*[-*] \[[ xX]\].*|#{1,6} *(?:search before asking|what happened|expected behaviou?r|observed behaviou?r|how to reproduce|"
    r"dialect|version|configuration|are you willing to work.*|code of conduct|description|use case|steps to reproduce|environment|"
    r"anything else.*|system information|actual behaviou?r|additional context|describe the (?:bug|feature|issue).*|to reproduce|"
    r"screenshots.*|expected output|problem description)\s*:?\s*|_No response_)$",
    re.I,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """`called` are the functions of a stack trace, innermost first."""

    title: str
    prose: str
    code: str
    called: tuple[str, ...]
    has_blocks: bool


def read_report(text: str, trace: Trace) -> Report:
    """Take any text apart; a one-line question is all title."""
    blocks = _BLOCK.findall(text)
    rest = _URL.sub(" ", _HTML_COMMENT.sub(" ", _BLOCK.sub(" ", text)))
    prose: list[str] = []
    code: list[str] = []
    for line in rest.split("\n"):
        if not line.strip() or _FORM_LINE.match(line):
            continue
        (code if _CODE_LINE.match(line) else prose).append(line)
    title = prose[0] if prose else text
    return Report(
        title=title,
        prose="\n".join(prose[1:]),
        code="\n".join([*code, *blocks]),
        called=tuple(f.function for f in trace.frames if f.function),
        has_blocks=bool(blocks),
    )
