"""The constants that shown lines name, with what they are set to: `if age > MOST_DAYS:` gives no number,
`MOST_DAYS = 14` does.
"""

from __future__ import annotations

import re

from helix_lsp.ask.compose.material import Material, code, share
from helix_lsp.ask.text.quote import Quote, line_quote
from helix_lsp.text.regex import regex

_KINDS = frozenset({"constant", "variable", "field"})
_MOST = 2
_HOPS = 3  # names that are followed from one constant to the next
_LONGEST = 160  # characters of a line that sets one
_NAME = regex(
    r"(?<![\w.$>:\\-])(?:(?:self|this|static|[A-Za-z]\w*)(?:\.|::|->)){0,2}(_{0,2}[A-Za-z]\w{3,60})(?![\w(])"
)
_SPACES = regex(r"[ \t]{2,}")
_STRING = regex(r"\"(?:\\.|[^\"\\])*\"|'(?:\\.|[^'\\])*'")
_LITERAL = regex(  # behind the name
    r"[\"']?\s{0,20}(?:: ?[^=:\s][^=]{0,60}|[A-Za-z\[][\w.\[\]]{0,30} )?(?::=|=>|[=:, ]) {0,9}(?:[A-Za-z][\w.]{0,40}(?:\(| ?\*))?"
    r" {0,4}[-\"'\d]"
)
_SET_TO = regex(r"(?::=|=>|=|:)\s{0,4}((?:\w+(?:\.|::)){0,3}\w{3,60})[;,]?\s{0,4}\Z")


def constants(line: str, around: str, at: tuple[str, int, int], material: Material) -> tuple[Quote, ...]:
    """The lines that set the constants of a `line`, and of the text `around` it that speak of the question, `at`
    (path, first, last line from 1), in the order in which they are named, at most two.

    A name counts that is set to one literal in the repository, outside tests; what is set to another constant is
    followed.
    """
    out: list[Quote] = []
    path, first, last = at
    named = _NAME.findall(_STRING.sub("", line))
    named += [n for n in _NAME.findall(_STRING.sub("", around)) if share(n, material) > 0]
    for name in dict.fromkeys(named):
        set_in = _set(name, material, _HOPS)
        if set_in is None or (set_in.path == path and first <= set_in.start_line <= last) or set_in in out:
            continue
        out.append(set_in)
        if len(out) == _MOST:
            break
    return tuple(out)


def _set(name: str, material: Material, hops: int) -> Quote | None:
    """The line that sets a constant to a literal; None where none does, or two say different things."""
    bare = name.lstrip("_")
    defined = [
        d
        for d in material.snapshot.defined(name)
        if d.symbol.name == name and d.symbol.kind in _KINDS and not _aside(d.path, material)
    ]
    spelled = bare[:1].isupper() or bare.lower().startswith("default")
    if not defined or not (spelled or all(d.symbol.kind == "constant" for d in defined)):
        return None
    lines: list[Quote] = []
    for one in defined:
        file = material.live.file(one.path)
        if file is None or not file.current:
            return None
        lines.append(line_quote(file, one.symbol.name_span))
    line = lines[0]
    if len({" ".join(q.text.split()) for q in lines}) > 1 or len(line.text) > _LONGEST:
        return None
    at = line.text.find(name)
    if _LITERAL.match(line.text, at + len(name)):
        return line
    further = _SET_TO.search(line.text)
    return (
        _set(re.split(r"\.|::", further[1])[-1], material, hops - 1) if further is not None and hops else None
    )


def told_constants(named: tuple[Quote, ...]) -> str:
    """`, with `MOST_DAYS = 14``, `` for none."""
    lines = [f"`{code(_SPACES.sub(' ', q.text))}`" for q in named]
    return f", with {' and '.join(lines)}" if lines else ""


def _aside(path: str, material: Material) -> bool:
    entry = material.snapshot.file(path)
    return entry is None or entry.surface.test or entry.surface.example or entry.generated
