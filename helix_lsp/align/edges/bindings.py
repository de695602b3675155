"""What binds a local name in a function: parameters, declarations, assignments, loops, patterns; read from
blanked text.

Every place that may bind the name counts, whatever its order: only where all of them say the same is a type
known. What binds in a way that says no type is opaque.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

import msgspec

from helix_lsp.align.edges.source import TYPE_FIRST, declared
from helix_lsp.text.regex import regex

_NAMED_ARGUMENTS = frozenset(
    {"python", "ruby", "c_sharp", "kotlin", "swift", "scala", "php", "elixir"}
)  # `f(name=value)` binds nothing
_ECMA = frozenset({"javascript", "typescript", "tsx"})
_STATEMENT = regex(
    r"(?:^|[\n;{}(:]|\b(?:let|const|var|val|mut|auto|final|if|elif|while|switch|else|do|then|not|and|or|return|unless|static|ref))\s*\Z"
)
_TYPE = r"[A-Za-z_\\][\w.:\\]*(?:\s*<[^(){};]*>)?(?:\[\])*\??"
_BEFORE = regex(rf"({_TYPE})[\s*&]+\Z")
_PARAMETER = regex(rf"({_TYPE})(\s*\.\.\.)?[\s*&]+\Z")
_INFERRED = frozenset({"var", "auto", "val", "final", "const"})
_ENDS = regex(r"\s*(?:[,)=\[{]|\Z)")
_FOLLOWS = regex(r"\s*[?!]?\s*(?:[:,)=|}\]]|->|=>|in\b|\Z)")
_IS_TYPE = regex(r"(?:[:<=.&|\[]|->|=>|\b(?:dyn|impl|extends|where|throws|keyof|typeof))\s*\Z")
_JOINED, _GOES_ON = regex(r"[\w$@.]"), regex(r"[\w$]")
_SET = regex(r"\s{0,80}(?P<to>:=|=)(?![=>~])")
_COMMA = regex(r"\s{0,80},")
_TYPED, _COLONED = regex(r"\s*(?:[;:),]|in\b|&&|\{|\()"), regex(r"\s*\??\s*:")
_COLON = regex(r"\s*[?!]?\s*:\s*([^=]+)")
_FOR = regex(r"\b(?:for|foreach)\b\s*[^;\n{]*\b(in|of|range)\b")
# What is before and behind a name: a pattern with the name in it would have to be compiled for each name.
_RANGED = regex(r"\s*(?:,[^;\n=]*)?(?::=|=)\s*range\b")
_GO_PARAMETER = regex(r"(?:\s*,\s*\w+)*\s+(\.\.\.)?([*\[\]\w.]+)")
_GO_VAR, _GO_VARIABLE = regex(r"\bvar\s+\Z"), regex(r"(?:\s*,\s*\w+)*\s+([*\[\]\w.]+)")
_GO_FUNCTION = regex(r"\bfunc\s*\([^()]*\)")
_FIRST = regex(r"(?:^|[\n;{]|\bif|\bvar|\b(?:let|const|val)\s*\()[ \t]*\Z")
_SEVERAL = regex(r"(?:\s*,\s*[\w$@.*]+)+\)?\s*(?::=|=)(?![=>])(?!\s*range\b)")
_BEHIND_OTHERS = regex(r"(?:^|[\n;{(])[ \t]*(?:if\s+|var\s+)?(?:[\w$@.*]+\s*,\s*)+\Z")
_SET_AT_LAST = regex(r"[^=\n;(){}]*(?::=|=)(?![=>])")
_STATEMENT_CHARS = 400  # of a statement before a name
# (languages it is of; words or marks of which the text must hold one; what binds {n} there without a type)
_OPAQUE: tuple[tuple[frozenset[str], tuple[str, ...], str], ...] = (
    (frozenset({"python"}), ("as", "lambda"), r"\bas\s+\(?{n}|\blambda\b[^:\n]*{n}[^:\n]*:"),
    (frozenset({"python"}), ("case", "for"), r"\bcase\b[^\n]*{n}[^\n]*:|\bfor\b[^\n]*?{n}[^\n]*?\bin\b"),
    (frozenset({"ruby"}), ("=>", "|"), r"=>\s*{n}\s*$|\|[^|\n]*{n}[^|\n]*\||\brescue\b[^\n]*=>\s*{n}"),
    (frozenset({"rust"}), ("|", "let"), r"\|[^|\n:]*{n}(?!\s*:)[^|\n]*\||\b(?:if|while)\s+let\b[^=\n]*{n}"),
    (frozenset({"rust"}), ("Some(", "Ok(", "Err("), r"\b(?:Some|Ok|Err)\(\s*(?:ref |mut )*{n}\s*\)"),
    (frozenset({"rust"}), ("=>",), r"[({,|][^=\n]*{n}[^=\n]*=>"),
    (_ECMA | {"c_sharp", "scala", "php"}, ("=>",), r"{n}\s*=>|\([^()\n]*{n}(?!\s*\??\s*:)[^()\n]*\)\s*(?::[^=\n(){}]+)?=>"),
    (frozenset({"java", "kotlin"}), ("->",), r"{n}\s*->|\([^()\n]*{n}[^()\n]*\)\s*->|\{[ \t]*[\w, ]*{n}[\w, ]*->"),
    (frozenset({"swift"}), ("in", "let", "var", "case"), r"\{[^{}=;\n]*{n}[^{}=;\n]*\bin\b|\b(?:if|while|guard)\s+(?:let|var|case)\b[^=\n]*{n}"),
    (frozenset({"swift"}), ("catch", "case"), r"\bcatch\s+let\s+{n}|\bcase\b[^\n]*{n}[^\n]*:"),
    (frozenset({"scala", "c_sharp", "java"}), ("case",), r"\bcase\b[^\n:]*{n}[^\n]*?(?:=>|->|\bif\b)"),
    (_ECMA, ("=",), r"\b(?:let|const|var)\s*[\[{][^=;]*?{n}[^=;]*?[\]}]\s*="),
    (_ECMA, ("catch", "function"), r"\bcatch\s*\(\s*{n}|\bfunction\b[^(\n]*\([^)]*{n}[^)]*\)"),
    (frozenset({"rust", "kotlin", "scala", "swift"}), ("=",), r"\b(?:let|val|var)\s+[\w:]*\s*[({][^=;\n]*{n}[^=;\n]*[)}]\s*="),
)  # fmt: skip


class Binding(msgspec.Struct, frozen=True, kw_only=True):
    """`type` is a type's text; `value` where the value begins that is assigned; neither: opaque. `first`: the
    first of several results. `sure` is False where it was not looked whether the name is bound around the
    place that was asked about.
    """

    type: str = ""
    value: int = -1
    first: bool = False
    sure: bool = True


_UNKNOWN = Binding()
UNREAD = Binding(sure=False)
_LONGEST = 4_000  # characters: what a longer function binds is not looked for, except that a name which it only calls is not bound there
_NEAR = 40  # characters before a name in which the word before it ends
_BESIDE = regex(r"([\w$]+|(?<![=-])>|[*&\]])[ \t]+\Z|((?<![=-])>|[*&\]])\Z")
_LEADS = frozenset(
    "return throw raise else await yield and or not if elif unless while until in do then when case go defer assert".split()
)


@lru_cache(4_096)
def _word(name: str) -> str:
    return rf"(?<![\w$@.]){re.escape(name)}(?![\w$])"


def _bound(name: str, language: str) -> str:
    """The name as a pattern binds it: in Rust no part of a path, whose names are those of others."""
    return rf"(?<!::){_word(name)}(?!::)" if language == "rust" else _word(name)


@lru_cache(4_096)
def _opaque(number: int, name: str, language: str) -> re.Pattern[str]:
    """One row of `_OPAQUE` for a name: to compile a pattern takes longer than to search a body with it."""
    return re.compile(_OPAQUE[number][2].replace("{n}", _bound(name, language)), re.M)


def _is_opaque(name: str, body: str, places: list[int], language: str) -> Iterator[Binding]:
    if language == "rust":
        places = [
            at
            for at in places
            if body[max(0, at - 2) : at] != "::" and not body.startswith("::", at + len(name))
        ]
    if "for" in body and any(
        loop.start() < at and at + len(name) <= loop.start(1) for loop in _FOR.finditer(body) for at in places
    ):
        yield _UNKNOWN
    if language == "go" and "range" in body and any(_RANGED.match(body, at + len(name)) for at in places):
        yield _UNKNOWN
    for number, (languages, marks, _) in enumerate(_OPAQUE):
        if (
            language in languages
            and any(mark in body for mark in marks)
            and _opaque(number, name, language).search(body) is not None
        ):
            yield _UNKNOWN


def _places(name: str, text: str) -> list[int]:
    """Where `_word` finds the name; a search for the plain text is many times as fast as that pattern."""
    out: list[int] = []
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (_JOINED.match(text, at - 1) if at else None) and not _GOES_ON.match(text, end):
            out.append(at)
        at = text.find(name, end)
    return out


def bindings(name: str, text: str, raw: str, head: int, start: int, end: int, language: str) -> list[Binding]:
    """All of `name` in a function: its parameters are in `head`..`start`, its body in `start`..`end` of the
    blanked text; `raw` is the same text with its strings, which may be types.
    """
    places = _places(name, text[head:end])
    if not places:
        return []
    if end - head > _LONGEST:
        return [] if _only_called(name, text[head:end], places) else [UNREAD]
    body = text[start:end]
    out = _parameters(name, text[head:start], raw[head:start], language)
    if places[-1] < start - head:
        return out
    inside = [at - (start - head) for at in places if at >= start - head]
    out += _declarations(name, body, inside, language)
    out += _is_opaque(name, body, inside, language)
    given = _assignments(name, body, start, inside, language)
    if (
        language in _ECMA and not out and all(one.value >= 0 for one in given)
    ):  # what is assigned may be outside
        return given if re.search(rf"\b(?:let|const|var)\s+{_word(name)}", body) else []
    return [*out, *given]


def told_outside(name: str, body: str) -> re.Match[str] | None:
    """The statement by which a function of Python says that a name is none of its own."""
    if "global" not in body and "nonlocal" not in body:
        return None
    return re.search(rf"^[ \t]*(global|nonlocal)\b[^\n]*?{_word(name)}", body, re.M)


def _only_called(name: str, text: str, places: list[int]) -> bool:
    """True when every occurrence begins a call, which binds nothing; what a word or a type is before may
    be declared there.
    """
    for at in places:
        if text[at + len(name) : at + len(name) + 1] != "(":
            return False
        before = _BESIDE.search(text, max(0, at - _NEAR), at)
        if before is not None and before[1] not in _LEADS:
            return False
    return True


def _assignments(name: str, body: str, start: int, places: list[int], language: str) -> list[Binding]:
    out: list[Binding] = []
    if "=" not in body:
        return out
    for at in places:
        found = _SET.match(body, at + len(name))
        if found is None:
            continue
        before = body[max(0, at - 60) : at]
        if found["to"] == "=" and (mark := re.search(r"[,(]\s*\Z", before)):
            if language not in _NAMED_ARGUMENTS and mark[0][0] == ",":
                out.append(_UNKNOWN)
            continue
        typed = _typed_before(before, language)
        if typed:
            out.append(Binding(type=typed))
        elif typed is None or _STATEMENT.search(before):
            out.append(Binding(value=start + found.end()))
        elif not re.search(r"[.>:]\s*\Z", before):
            out.append(_UNKNOWN)
    several, later, done = list[Binding](), list[Binding](), 0
    for at in places:
        behind, lead = at + len(name), max(0, at - _STATEMENT_CHARS)
        if (
            _COMMA.match(body, behind)
            and _FIRST.search(body, lead, at)
            and (found := _SEVERAL.match(body, behind)) is not None
        ):
            several.append(Binding(value=start + found.end(), first=True) if language == "go" else _UNKNOWN)
        if (
            at >= done
            and body[lead:at].rstrip()[-1:] == ","
            and _BEHIND_OTHERS.search(body, lead, at)
            and (found := _SET_AT_LAST.match(body, behind)) is not None
        ):
            later.append(_UNKNOWN)
            done = found.end()
    return [*out, *several, *later]


def _typed_before(before: str, language: str) -> str | None:
    """The type in front of a declared name, `` for none, None for a word that only declares (`var`, `auto`)."""
    found = _BEFORE.search(before) if language in TYPE_FIRST else None
    if found is None:
        return ""
    return None if found.group(1) in _INFERRED else declared(f"{found[0].rstrip()} x", "x", language)


def _parameters(name: str, head: str, raw: str, language: str) -> list[Binding]:
    """Those of a signature; a name that is there as a type, or is asked for by a default, is none."""
    if language == "go":
        for at in _places(name, head):
            if (typed := _GO_PARAMETER.match(head, at + len(name))) is not None:
                return [Binding(type="[]" if typed[1] else typed[2])]
        return []
    for found in re.finditer(_word(name), head):
        before, behind = head[: found.start()], head[found.end() :]
        if language in TYPE_FIRST and _ENDS.match(behind):
            text = _PARAMETER.search(before)
            return [Binding(type="[]" if text.group(2) else text.group(1)) if text else _UNKNOWN]
        typed = _IS_TYPE.search(before) or (language == "python" and before.count("[") > before.count("]"))
        if language not in TYPE_FIRST and _FOLLOWS.match(behind) and not typed:
            return [_annotated(before, raw[found.end() :], language)]
    return []


def _annotated(before: str, behind: str, language: str) -> Binding:
    """A parameter with its type behind a colon, or without one."""
    text = _COLON.match(behind)
    if text is None:
        return _UNKNOWN
    written, depth = "", 0
    for c in text.group(1):
        if (c in ",)" and depth <= 0) or c == "{":
            break
        depth += (c in "<[(") - (c in ">])")
        written += c
    many = language == "python" and before.rstrip().endswith("*")
    return Binding(type="[]" if many or written.rstrip().endswith(("...", "*")) else written.strip())


def _declared_in_go(length: int, body: str, places: list[int]) -> Iterator[Binding]:
    for at in places if "var" in body else ():
        typed = _GO_VARIABLE.match(body, at + length)
        if typed is not None and _GO_VAR.search(body, max(0, at - _NEAR), at):
            yield Binding(type=typed[1])
    for function in _GO_FUNCTION.finditer(body) if "func" in body else ():
        inside = (at for at in places if function.start() < at < function.end())
        typed = (_GO_PARAMETER.match(body, at + length, function.end()) for at in inside)
        if (first := next(filter(None, typed), None)) is not None:
            yield Binding(type="[]" if first[1] else first[2])


def _declarations(name: str, body: str, places: list[int], language: str) -> list[Binding]:
    """Declarations with a type inside a body; `places` is where the name is written in it. A pattern with the name in
    it is made only where what follows one of these places can end a declaration.
    """
    if language == "go":
        return list(_declared_in_go(len(name), body, places))
    if not any((_TYPED if language in TYPE_FIRST else _COLONED).match(body, at + len(name)) for at in places):
        return []
    n = _word(name)
    if language in TYPE_FIRST:
        told = (
            declared(f"{f.group(1)} x", "x", language)
            for f in re.finditer(rf"({_TYPE})[\s*&]+{n}\s*(?=[;:),]|in\b|&&|\{{|\()", body)
        )
        return [_UNKNOWN if typed in _INFERRED else Binding(type=typed) for typed in told if typed]
    lead = r"(?:^|\n)[ \t]*" if language == "python" else r"\b(?:let|const|var|val|mut)\s+"
    out = [
        Binding(type=f.group(1).strip().rstrip(","))
        for f in re.finditer(rf"{lead}{n}\s*:(?!:)\s*([^=\n;{{]+)", body)
        if language != "python" or not f.group(1).rstrip().endswith(",")  # the key of a table
    ]
    if language in ("typescript", "tsx", "rust", "kotlin", "scala"):
        out += [
            Binding(type=f.group(1))
            for f in re.finditer(rf"[(|,]\s*{n}\s*\??\s*:(?!:)\s*([^=\n;{{|,()]+?)\s*(?=[,)|=])", body)
        ]
    return out
