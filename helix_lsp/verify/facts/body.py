"""What the source of one definition says besides its parameters: its value, what it raises and returns, its
marks.

Read from the statement's text with one pattern a kind, in all languages alike; comments and texts are taken
out first where a word in them could be taken for code.
"""

from __future__ import annotations

import re

from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.span import Span
from helix_lsp.verify.facts.value import Value, code_value

_NOISE = re.compile(r"\"\"\"[\s\S]*?(?:\"\"\"|\Z)|//[^\n]*|#[^\n\[!]*|/\*[\s\S]*?(?:\*/|\Z)")
_RAISES = re.compile(
    r"(?<![\w$])(?:raise|throw(?:\s+new)?|rescue_from)\s+(?P<name>(?:[A-Za-z_$][\w$]*(?:\.|::)){0,4}[A-Z][\w$]*)|"
    r"(?<![\w$])return\s[^\n;]{0,200}?\b(?P<go>[eE]rr[A-Z]\w*)|(?<![\w$])Err\((?:[a-z_]\w*::){0,3}(?P<rust>[A-Z]\w*)"
)
_PANIC = re.compile(r"(?<![\w$])panic(?:!?\()")
_RETURN = re.compile(r"(?<![\w$])return(?![\w$])(?P<what>[^\n;}]{0,200})")
_ARROW = re.compile(r"->\s*(?P<type>[^{:=]{1,120}?)\s*\Z")
_COLON = re.compile(r"\)\s*:\s*(?P<type>[^{=]{1,120}?)\s*\Z")
_ASSIGN = re.compile(r"(?<![=!<>:+*/|&^%-])(?::=|=)(?![=>~])")
_DEPRECATED = re.compile(
    r"@(?:[\w.]*\.)?[dD]eprecated\b|#\[deprecated|\bDeprecated:|\.\. deprecated::|DeprecationWarning|\bdeprecate[ds]?\(",
    re.M,
)
_SECONDARY = ("async ", " async ", "suspend ")
_LONGEST = 40_000


def value_expression(symbol: Symbol, data: bytes) -> tuple[str, Span] | None:
    """(the expression behind the sign of assignment, its bytes) of a constant, a field or a member of an
    enumeration.
    """
    text = symbol.span.cut(data)[:4_000].decode("utf-8", "surrogateescape")
    name = data[symbol.span.start : symbol.name_span.end].decode("utf-8", "surrogateescape")
    found = _ASSIGN.search(text, len(name))
    if found is None:
        return None
    start = symbol.span.start + len(text[: found.end()].encode("utf-8", "surrogateescape"))
    raw = text[found.end() :]
    lead = len(raw) - len(raw.lstrip())
    expression = raw.strip().rstrip(";,").rstrip()
    size = len(expression.encode("utf-8", "surrogateescape"))
    return expression, Span(start + lead, start + lead + size)


def remark_beside(symbol: Symbol, data: bytes) -> str:
    """The comment behind a definition on its line, and the line above where it is one."""
    end = data.find(b"\n", symbol.span.end)
    behind = data[symbol.span.end : end if end >= 0 else len(data)][:300].decode("utf-8", "replace")
    above_end = data.rfind(b"\n", 0, symbol.span.start)
    above = data[data.rfind(b"\n", 0, max(above_end, 0)) + 1 : max(above_end, 0)][:300].decode(
        "utf-8", "replace"
    )
    kept = [behind.partition(m)[2] for m in ("#", "//", "--") if m in behind][:1]
    return " ".join([*kept, above if re.match(r"\s*(?:#|//|\*|/\*)", above) else ""]).strip()


def _source(symbol: Symbol, data: bytes) -> str:
    body = symbol.body or symbol.span
    text = data[body.start : min(body.end, body.start + _LONGEST)].decode("utf-8", "replace")
    return _NOISE.sub(" ", text)


def raised_in(symbol: Symbol, data: bytes) -> frozenset[str]:
    """Names of the errors that a body itself raises, their last component."""
    text = _source(symbol, data)
    found = {m["name"] or m["go"] or m["rust"] for m in _RAISES.finditer(text)}
    found |= {"panic"} if _PANIC.search(text) else set()
    return frozenset(re.split(r"\.|::", n)[-1] for n in found if n)


def returned_type(symbol: Symbol, language: str) -> str:
    """The type that a signature says is returned, `` where it says none."""
    signature = symbol.signature
    if language in ("python", "rust", "swift"):
        found = _ARROW.search(signature)
    elif language in ("typescript", "tsx", "kotlin"):
        found = _COLON.search(signature)
    elif language in ("java", "c_sharp"):
        found = re.search(
            r"(?P<type>[A-Za-z_][\w.]*(?:<[^()]{0,80}>)?(?:\[\])?)\s+" + re.escape(symbol.name) + r"\s*\(",
            signature,
        )
    else:
        found = None
    return found["type"].strip().strip("\"'") if found is not None else ""


def returned_value(symbol: Symbol, data: bytes) -> Value | None:
    """The literal that a body returns, where it has one `return` and that is a literal."""
    text = _source(symbol, data)
    found = list(_RETURN.finditer(text))
    if len(found) != 1 or re.search(r"(?<!\w)yield(?!\w)", text):
        return None
    value = code_value(found[0]["what"].strip())
    return value if value is not None and value.kind in ("number", "text", "truth", "nothing") else None


def returned_values(symbol: Symbol, data: bytes) -> tuple[Value, ...]:
    """Every literal or name that a body returns, one of several; what is behind it on the line is a condition."""
    found = (m["what"].strip() for m in _RETURN.finditer(_source(symbol, data)))
    values = (code_value(re.split(r"\s(?:if|unless)\s", w)[0]) for w in found if w)
    return tuple(v for v in values if v is not None)


def is_async(symbol: Symbol) -> bool:
    """True when the signature says so."""
    return any(w in f" {symbol.signature} " for w in _SECONDARY)


def is_deprecated(symbol: Symbol, data: bytes) -> bool:
    """True when a mark, a doc comment or a warning in the body says so."""
    start = (
        symbol.doc.start
        if symbol.doc is not None and symbol.doc.start < symbol.span.start
        else symbol.span.start
    )
    start = max(0, min(start, symbol.span.start) - 200 if start == symbol.span.start else start)
    above = data[start : symbol.span.start].decode("utf-8", "replace")
    above = above.rpartition("\n\n")[2]
    text = data[symbol.span.start : min(symbol.span.end, symbol.span.start + 4_000)].decode(
        "utf-8", "replace"
    )
    own = (
        text if symbol.kind not in ("class", "struct", "interface", "enum") else text.partition("{")[0][:400]
    )
    return _DEPRECATED.search(above) is not None or _DEPRECATED.search(own) is not None


def assigned_again(symbol: Symbol, data: bytes, language: str) -> bool:
    """True when its file gives the name another value somewhere else, or its line is under a condition."""
    if symbol.kind == "enum_member" or re.search(r"\b(?:const|final|static)\b", symbol.signature):
        return False
    line = data.rfind(b"\n", 0, symbol.span.start) + 1
    if language == "python" and symbol.parent < 0 and symbol.span.start > line:
        return True
    word = re.escape(symbol.name.encode())
    owner = rb"(?<![\w$])(?:self|this|[a-z])\." if symbol.kind == "field" else rb"(?<![\w$.])"
    pattern = owner + word + rb"\s{0,4}(?:[-+*/|&]?=|\+\+)(?![=>])"
    return any(not symbol.span.start <= m.start() < symbol.span.end for m in re.finditer(pattern, data))
