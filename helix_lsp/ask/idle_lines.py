"""Lines of an excerpt that say nothing unless they hold a word of the question: fields of a documentation
comment, imports, licences, empty lines of a comment.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class IdleLine:
    """`pattern` is matched from the beginning of a line; it matches each line of `fires` and none of `silent`."""

    id: str
    pattern: re.Pattern[str]
    fires: tuple[str, ...]
    silent: tuple[str, ...]


IDLE_LINES = (
    IdleLine(
        id="empty-comment",
        pattern=re.compile(r"\s*(?:///?!?|#+|\*|--|;+|/\*\*?|\*/|\"\"\"|''')\s*\Z"),
        fires=("//", " *", "    /**", "#", ' """', " */"),
        silent=("// text", "#define A", "*args", "{"),
    ),
    IdleLine(
        id="field",
        pattern=re.compile(
            r"\s*(?:\*|//[/!]?|#+)?\s{0,4}(?:[@\\](?:param|arg|type|author|since|version|see|link|copyright|license|template|psalm-\w+|phpstan-\w+)\b|"
            r":(?:param|type|rtype|raises?)\b[^:\n]{0,80}:)"
        ),
        fires=(" * @param int $level", "# @param name [String]", "    :param name: the name", " * @author A"),
        silent=("@app.route('/')", "* a parameter", "// param is", ":parameters"),
    ),
    IdleLine(
        id="import",
        pattern=re.compile(r"(?:import\s|from\s+\S{1,200}\s+import\b|use\s+[\w\\:{]|using\s+[\w.]+;|#include\b|require(?:_relative)?\s+['\"])"),
        fires=("import os", "from a import b", "use std::fmt;", "require 'set'", "#include <a.h>"),
        silent=("important = 1", "user = 2", "required: true", "used to"),
    ),
    IdleLine(
        id="licence",
        pattern=re.compile(
            r"\s*(?:/\*+|\*|//|#+|--)?\s{0,4}(?:copyright\b|\(c\)|licen[sc]ed under\b|SPDX-|all rights reserved)", re.I
        ),
        fires=("// Copyright 2020 A", "# SPDX-License-Identifier: MIT", " * Licensed under the MIT"),
        silent=("license = load()", "def copy(right):"),
    ),
)  # fmt: skip


def idle(line: str) -> bool:
    """True for a line that one of the rules knows."""
    return any(rule.pattern.match(line) for rule in IDLE_LINES)
