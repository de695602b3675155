"""Names that the code blocks of documents define or bind: an example's own, whatever this tree once defined
under the same name.
"""

from __future__ import annotations

import re
from functools import lru_cache

from helix_lsp.syntax.outline import Fence
from helix_lsp.text.regex import regex

_KEYWORD = (
    rb"\b(?:def|class|function|interface|struct|enum|trait|type|fn|func|const|let|var|for|as|concept|protocol|object|module|record|defmodule|val)\s+"
    rb"(?:\([^()]*\)\s*)?([A-Za-z_]\w*)"
)
_DEFINES = regex(_KEYWORD + rb"|^[ \t>.]*([A-Za-z_]\w*)\s*(?::[^=\n]+)?=(?!=)", re.MULTILINE)
_FIELDS = regex(
    rb"^[ \t]+([A-Z]\w*)[ \t]+[\w.*\[\]]+[ \t]*(?:`[^`\n]*`[ \t]*)?\r?$", re.MULTILINE
)  # of a Go struct
_PARAMETERS = regex(rb"\b(?:def|fn|func|function)\s+\w+\s*\(([^)]*)")
_WORD = regex(rb"[A-Za-z_]\w*")
_QUOTED_OPTION = regex(
    rb"[\"'`]((?:--)?[a-z][a-z0-9]*(?:-[a-z0-9]+)*)[\"'`]|(?<![\w-])(?=--[a-z])(--[a-z][a-z0-9_-]*[a-z0-9])"
)


@lru_cache(4)
def examples_of(data: bytes, fences: tuple[Fence, ...]) -> frozenset[str]:
    """Names that the code blocks of a document define or bind; its references come one behind the other and
    ask again.
    """
    names: set[bytes] = set()
    for fence in fences:
        code = fence.span.cut(data)
        for match in _DEFINES.finditer(code):
            names.add(match[1] or match[2])
        if fence.language.lower() in ("go", "golang"):
            names.update(_FIELDS.findall(code))
        for match in _PARAMETERS.finditer(code):
            names.update(_WORD.findall(match[1]))
        names.update(b"--" + (m[1] or m[2]).lstrip(b"-") for m in _QUOTED_OPTION.finditer(code))
    return frozenset(n.decode("utf-8", "replace") for n in names)
