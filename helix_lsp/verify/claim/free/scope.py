"""The source of a subject without its comments, and the literals in it with the names that they are given to."""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from helix_lsp.align.lineage import CLASS_KINDS, bases_of
from helix_lsp.align.live import Live
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.text.arithmetic import worked
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, lower_parts, stem
from helix_lsp.verify.claim.claim import Seen, ruled, unknown
from helix_lsp.verify.claim.evidence import head_span
from helix_lsp.verify.facts.fact import Fact, Predicate
from helix_lsp.verify.facts.subject import named
from helix_lsp.verify.facts.value import Value, code_value

_MOST = 6
_LARGEST = 120_000
_STRING = r"\"(?:[^\"\\\n]|\\.){0,400}\"|'(?:[^'\\\n]|\\.){0,400}'|`[^`]{0,400}`"
_SLASHED = regex(rf"(?P<keep>{_STRING})|//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)")
_HASHED = regex(rf"(?P<keep>{_STRING})|(?<![\w$#&])#(?!\{{)[^\n]*|\"\"\"[\s\S]*?(?:\"\"\"|\Z)")
_BOTH = regex(rf"(?P<keep>{_STRING})|//[^\n]*|(?<![\w$])#(?!\[)[^\n]*|/\*[\s\S]*?(?:\*/|\Z)")
_BY_HASH = frozenset({"python", "ruby", "elixir", "bash", "perl", "r", "toml", "yaml"})
_TOKEN = regex(r"[A-Za-z_$][\w$]*")
_SLOT = regex(
    r"(?<![\w$])(?P<name>[A-Za-z_$][\w$]{0,80})[\"'`]?\]?\)?[?!]?\s{0,3}(?::\s?[\w<>\[\]?.|* ]{1,40}?)?(?:\{\s?get;[^}]{0,30}\})?"
    r"\s{0,3}(?:=>|:=|(?<![=!<>])=(?![=>~])|:(?!:))\s{0,40}"
)
_SECOND = regex(r"(?:\"|'|(?<![\w:]):)(?P<name>[A-Za-z_]\w*)[\"']?,\s{0,40}")
_ATTRIBUTE = regex(r"@(?P<name>[a-z_]\w*)[ ]")
_VALUE = regex(
    r"\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'|\[[^\[\]\n]{0,200}\]|:[a-z_]\w*|"
    r"[-\w.:$\\]{1,80}(?:\([^()\n]{0,60}\))?(?:[ ]?(?:\*|<<|\+)[ ]?[\w.]{1,40}){0,5}"
)
_CALLED = regex(r"(?<![\w$])(?P<name>[A-Za-z_$][\w$]*)\((?P<inner>[^()\n]{1,60})\)")


class Scope(msgspec.Struct, frozen=True, kw_only=True):
    """`code` is what the definitions are made of, comments blanked; `of` are the definitions, the first decides
    where a fact stands.
    """

    of: tuple[Defined, ...]
    code: str
    head: str
    callable: bool

    def fact(self, predicate: Predicate, written: str, live: Live) -> Fact:
        """A fact at the head of the first definition."""
        first = self.of[0]
        symbol = live.symbol(first) or first.symbol
        value = Value(kind="name", written=written, text=written)
        return Fact(
            path=first.path,
            subject=symbol.qualified,
            predicate=predicate,
            value=value,
            span=head_span(symbol),
            grade="A",
        )

    def seen(self, predicate: Predicate, real: str, live: Live, *, holds: bool, why: str = "") -> Seen:
        """What the source says: `real`, at the head of the first definition."""
        return ruled(self.fact(predicate, real, live), holds, why or predicate, real)


def scope_of(name: str, live: Live) -> Scope | None:
    """The source of all definitions of a name; None where there is none, too many to know which is meant, or more
    source than is compared (`unscoped` says which).
    """
    found = [d for d in named(name, live.snapshot) if d.symbol.kind != "module" or d.symbol.body is not None]
    classes = [d for d in found if d.symbol.kind in CLASS_KINDS]
    found = classes or found
    if not found or len(found) > _MOST:
        return None
    pieces = [code for d in found for code in _codes(d, live)]
    if sum(map(len, pieces)) > _LARGEST:
        return None
    head = "\n".join(f"{d.symbol.signature}" for d in found)
    callable_ = all(d.symbol.kind in ("function", "method", "constructor") for d in found)
    return Scope(of=tuple(found), code="\n".join(pieces), head=head, callable=callable_)


def unscoped(name: str, live: Live) -> Seen:
    """Why `scope_of` does not have a source of a name."""
    found = named(name, live.snapshot)
    id_ = "subject-unknown" if not found else "subject-common" if len(found) > _MOST else "subject-long"
    return unknown(id_, word=name)


def _codes(defined: Defined, live: Live) -> Iterator[str]:
    """The text of a definition, and of its members that are outside of it in the same file."""
    symbol, data, entry = live.symbol(defined), live.data(defined.path), live.snapshot.file(defined.path)
    if symbol is None or data is None or entry is None:
        return
    yield bare(symbol.span.cut(data).decode("utf-8", "replace"), entry.language)
    outline = live.outline(defined.path)
    for other in outline.symbols if outline is not None else ():
        apart = not symbol.span.start <= other.span.start < symbol.span.end
        if apart and (
            other.qualified.startswith(f"{symbol.qualified}.")
            or (other.kind == "impl" and other.name == symbol.name)
        ):
            yield bare(other.span.cut(data).decode("utf-8", "replace"), entry.language)


def bare(text: str, language: str) -> str:
    """A text without comments and docstrings; literals stay."""
    shape = _BOTH if language == "php" else _HASHED if language in _BY_HASH else _SLASHED
    if language in ("python", "elixir"):
        text = re.sub(r"\"\"\"[\s\S]*?(?:\"\"\"|\Z)", " ", text)
    return shape.sub(lambda m: m["keep"] or " ", text)


def around(scope: Scope, live: Live) -> str:
    """The code of what a subject calls in its own file or class, and of its bases in the project: one step."""
    out: list[str] = []
    seen = {(d.path, d.ordinal) for d in scope.of}
    for defined in scope.of:
        if defined.symbol.kind in CLASS_KINDS:
            near = [h for _, h in bases_of(defined, live.snapshot) if h is not None]
        else:
            calls = dict.fromkeys(m[0] for m in _TOKEN.finditer(scope.code))
            near = [d for n in calls for d in live.snapshot.defined_in(defined.path, n) if d.symbol.name == n]
        for one in near[:40]:
            if (one.path, one.ordinal) not in seen and one.symbol.kind != "module":
                seen.add((one.path, one.ordinal))
                out += (
                    list(_codes(one, live))
                    if one.symbol.kind not in CLASS_KINDS or defined.symbol.kind in CLASS_KINDS
                    else []
                )
    return "\n".join(out)[:_LARGEST]


def slots(code: str) -> Iterator[tuple[str, Value]]:
    """(name, literal) wherever code gives a literal to a name: an assignment, an entry, a default, a second argument."""
    for shape in (_SLOT, _SECOND, _ATTRIBUTE):
        for m in shape.finditer(code):
            if (value := value_at(code, m.end(), m["name"])) is not None:
                yield m["name"], value
    for m in _CALLED.finditer(code):
        if (value := code_value(m["inner"], m["name"])) is not None and value.kind != "name":
            yield m["name"], value


_BEGINS_NUMBER = frozenset("0123456789.+-(~")


def value_at(code: str, at: int, name: str) -> Value | None:
    """The literal that begins at a place of code, None for none."""
    line = code[at : at + 200].partition("\n")[0]
    sums = worked(line) if line[:1] in _BEGINS_NUMBER else ()
    if sums and sums[0].start == 0 and not re.match(r"\s*[*/+-]", line[sums[0].end :]):
        return code_value(sums[0].written, name)
    found = _VALUE.match(line)
    if found is None:
        return None
    written = found[0]
    if written.startswith(":") and len(written) > 1:
        return Value(kind="text", written=written, text=written[1:])
    return code_value(written, name)


def numbers(code: str) -> Iterator[Value]:
    """Every number of code, computed where it is made of literals."""
    for line in code.splitlines():
        for one in worked(line):
            value = code_value(one.written)
            if value is not None and value.kind == "number":
                yield value
            for inner in re.finditer(r"\d[\d_]*(?:\.\d+)?", one.written):
                number = code_value(inner[0])
                if number is not None and number.kind == "number":
                    yield number


def holds_text(code: str, written: str) -> bool:
    """True when code has a name or a text as written, with nothing of a word around it."""
    return re.search(rf"(?<![\w$]){re.escape(written)}(?![\w$])", code) is not None


# The words of prose and of code that a detail is found by.

_TRIVIAL = frozenset(
    stem(w)
    for w in (
        "if when both either neither given get gets pass error errors raise raises throw throws exception value turns turn not "
        "set called call"
    ).split()
)


def content(text: str) -> frozenset[str]:
    """Stems of the words of a text and of the parts of its names, without those that are everywhere."""
    words = {stem(p) for w in re.findall(r"[A-Za-z_]\w*", text) for p in lower_parts(w) if len(p) > 2}
    return frozenset(w for w in words if w not in STOP_WORDS and w not in _TRIVIAL)
