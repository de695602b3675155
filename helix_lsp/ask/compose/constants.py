"""The constants that a line names, with what they are set to: `if age > MOST_DAYS:` gives no number,
`MOST_DAYS = 14` does.
"""

from __future__ import annotations

import re

from helix_lsp.ask.compose.material import Material, code
from helix_lsp.ask.text.quote import Quote, line_quote

_KINDS = frozenset({"constant", "variable", "field"})
_MOST = 2
_LONGEST = 160  # characters of a line that sets one
_NAME = re.compile(r"(?<![\w.$])(?:self\.|this\.|[A-Z]\w*\.|[a-z]\w*\.)?(_{0,2}[A-Za-z]\w{3,60})(?![\w(])")
_STRING = re.compile(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'")
_LITERAL = re.compile(
    r"(?:=|:)\s{0,4}(?:[\w.]{1,40}\()?\s{0,4}[-\"'\d]|=\s{0,4}[\w.]{1,40}\s{0,4}\*\s{0,4}\d"
)


def constants(line: str, at: tuple[str, int], material: Material) -> tuple[Quote, ...]:
    """The lines that set the constants of a line, `at` (path, line from 1), in the order in which they are
    named, at most two.

    A name counts that is defined once in the repository, outside tests, by a line with a literal.
    """
    out: list[Quote] = []
    for name in dict.fromkeys(_NAME.findall(_STRING.sub("", line))):
        if not (name.lstrip("_")[:1].isupper() or name.lower().startswith("default")):
            continue
        defined = [
            d
            for d in material.snapshot.defined(name)
            if d.symbol.name == name and not _aside(d.path, material)
        ]
        if len(defined) != 1 or defined[0].symbol.kind not in _KINDS:
            continue
        file = material.live.file(defined[0].path)
        if file is None or not file.current:
            continue
        set_in = line_quote(file, defined[0].symbol.name_span)
        if (
            (set_in.path, set_in.start_line) != at
            and len(set_in.text) <= _LONGEST
            and _LITERAL.search(set_in.text)
        ):
            out.append(set_in)
            if len(out) == _MOST:
                break
    return tuple(out)


def told_constants(named: tuple[Quote, ...]) -> str:
    """`, with `MOST_DAYS = 14``, `` for none."""
    return f", with {' and '.join(f'`{code(q.text)}`' for q in named)}" if named else ""


def _aside(path: str, material: Material) -> bool:
    entry = material.snapshot.file(path)
    return entry is None or entry.surface.test or entry.surface.example or entry.generated
