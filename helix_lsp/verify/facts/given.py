"""The value that code gives an option when its caller gives none, wherever that stands: a table of defaults, an
object that others are merged over, a destructuring, a declaration with `default`, a second argument (`get("a",
5)`), a fallback (`opts.a ?? 5`), a test for nothing and what follows it.

One pattern a shape, for all languages that write it so; comments say nothing here. A fact's subject is the key
with the keys of the tables around it (`retry.limit`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from helix_lsp.align.live import Live
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import made, regex
from helix_lsp.verify.facts.fact import Fact, holders, term_of
from helix_lsp.verify.facts.value import Value, code_value

# The brackets that a place of code is in, found without a grammar: text is read backwards or forwards over
# whole pairs. A bracket in a text or a comment can mislead, so what is read so must also look like what it
# is.

_BRACKET = regex(r"[()\[\]{}]")


def openers(before: str) -> Iterator[tuple[int, str]]:
    """(place, `(`, `[` or `{`) of each bracket that is still open at the end of a text, the innermost first."""
    depth = 0
    for m in reversed(list(_BRACKET.finditer(before))):
        depth += 1 if m[0] in ")]}" else -1
        if depth < 0:
            yield m.start(), m[0]
            depth = 0


def closes(after: str) -> int:
    """Where the bracket that stands open before a text is closed in it, -1 where it is not."""
    depth = 0
    for m in _BRACKET.finditer(after):
        depth += 1 if m[0] in "([{" else -1
        if depth < 0:
            return m.start()
    return -1


def outermost(after: str) -> str:
    """What is before the end of the bracket that is open before a text, without what its own brackets
    hold.
    """
    out: list[str] = []
    depth = at = 0
    for m in _BRACKET.finditer(after):
        if depth == 0:
            out.append(after[at : m.start()])
        depth += 1 if m[0] in "([{" else -1
        if depth < 0:
            return "".join(out)
        at = m.end()
    return "".join([*out, after[at:]] if depth == 0 else out)


_V = (
    r"(?P<v>\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'|(?:\[\][\w.*]{1,40})?\{[^{}\n]{0,200}\}|\[[^\[\]\n]{0,200}\]|"
    r"(?:[\w.:]{1,80}\([^()\n]{0,80}\)|-?[\w.]{1,80})(?:[ ]?(?:\*|<<|\+)[ ]?[\w.]{1,40}){0,5})"
)
_UNSET = r"(?:[\"']undefined[\"']|undefined|null|nil|None)"
_ZERO = r"(?:0|\"\"|nil)(?=[ ]\{)"  # nothing of its type, in a language without brackets around a condition
_END = r"[ ]{0,4}(?=[;,)\]}\r\n]|//|[ ]#|\Z)"
_ENTRY = regex(
    r"[\"']?[ ]{0,40}(?:(?P<sign>=>|:|=(?![=>]))|:[ ]?[\w$]{1,60}[ ]?=(?![=>]))[ ]{0,40}" + _V + _END
)
_BEGUN = regex(r"[\"']?[ ]{0,40}(?:=>|:(?!:))[ ]{0,40}")
_DECLARED = regex(r"[\"']?[ ]?:\s{0,4}\{[^{}]{0,300}?\bdefault(?:Value)?[\"']?[ ]?:[ ]?" + _V + _END)
_CHAINED = regex(r"[\"']?[ ]?:[ ]?[\w.]{1,40}\([^\n]{0,120}?\.default\([ ]?" + _V + r"[ ]?\)")
_ASKED = regex(r"\b(?:get|pop|setdefault|SetDefault|fetch|getOrDefault|get_or_default)\(\s{0,40}[\"':]\Z")
_DECLARES = regex(
    r"\b(?:add|register|define|declare)_?\w{0,20}(?i:config|option|setting|value|param)\w{0,20}\(\s{0,40}[\"']\Z"
)
_OWN = regex(
    r"\bkwargs\.(?:get|pop)\([\"']\Z|\b[sS]et_?[dD]efault\([\"']\Z"
)  # a parameter, or said to be a default
_SECOND = regex(r"[\"']?,\s{0,40}(?:default(?:_value)?=)?" + _V + r"[ ]?[,)]")
_MEMBER = regex(r"(?:[\w$)\]]\??(?:\.|->)|\[[\"':])\Z")
_OR = regex(r"(?:[\"']?\])?[ ](?:\|\||\?\?|or)=?[ ]" + _V + _END)
_OR_UNWRAP = regex(r"\.unwrap_or\(" + _V + r"\)")
_SELF = r"(?:[\w$@]{1,60}(?:\.|->)){0,3}(?P<again>[\w$]{1,80})"
_SET = r"[ ]?\)?[ ]?(?:\{|:|then)?\s{0,80}" + _SELF + r"[ ]?:?=[ ]?" + _V + _END
_THEN = regex(_SET)
_NOTHING_THEN = regex(r"\)?[ ](?:(?:===?|is)[ ]" + _UNSET + r"|(?:==|<=)[ ]" + _ZERO + ")" + _SET)
_ELSE = regex(r"[ ](?:===?|is)[ ]" + _UNSET + r"[ ]\?[ ]" + _V + r"[ ]:")
_UNLESS = regex(r"[ ]!==?[ ]" + _UNSET + r"[ ]\?[ ]" + _SELF + r"[ ]:[ ]" + _V + _END)
_IS_NOT_NONE = regex(r"[ ]if[ ]" + _SELF + r"[ ]is[ ]not[ ]None[ ]else[ ]" + _V + _END)
_TESTED = regex(r"\b(?:if|while)\b|&&|[=!]==?")
_IF = regex(
    r"\bif[ ]?(?P<bracket>\()?[ ]?(?P<denied>!|not[ ])?(?:typeof[ ]|len\()?(?:[\w$]{1,60}(?:\.|->)){0,3}\Z"
)
_COMMENTED = regex(r"[ \t]*(?://|/?\*|#(?!\[)|--)|[^\"'\n]*[ ](?://|#)[ ]")
_MERGES = regex(r"(?:Object\.assign|\b\w{0,40}(?:[mM]erge|[eE]xtend|[dD]efaults|assign)\w{0,20})\(\Z")
_TABLE = regex(
    r"(?P<lead>:|typeof|<|\bas)?[ ]?(?<![\w$.])[\w$.\"']{0,60}?(?i:default)[\w$\"']{0,60}(?:[ ]?:[ ][^\n{}=]{0,80})?"
    r"[ ]?[:=]\s{0,4}(?:&?[\w.$<>\[\], ]{0,60}\(?)?\Z"
)
_TYPE = regex(r"(?<![\w$])(?:type|interface|enum|case)[ ]")
_KEY = regex(r"(?<![\w$])([\w$]+)[\"']?[ ]?(?::|=>)[ ]?\Z")
_MADE = regex(r"\b(?:fn|func|def|function)[ ]+(?:\([^()\n]{0,80}\)[ ]?)?(\w+)")
_NEW = regex(r"[nN]ew(?:_|[A-Z]|\Z)|builder\Z")
_LITERAL = regex(
    r"(?:return[ ]+&?|->[^\n]{0,60}\{\s{1,40}|^\s{0,40})(?:[A-Z][\w.]{0,60})?[ ]?\Z|return[ ]\Z", re.M
)
_PATTERN = regex(r"(?:[(,:\[]|\b(?:const|let|var))\s*\Z")
_CONSTANT = regex(r"(?:\A|\.)(?:[A-Z][A-Z0-9_]+|\w*[dD]efault\w*)\Z")
_EMPTY = frozenset({"{}", "[]", "''", '""', "{ }"})
_BACK = 8_000
_MOST = 400  # places of one name that are looked at


def given_facts(name: str, snapshot: Snapshot, live: Live) -> tuple[Fact, ...]:
    """Every place in the project itself that gives `name` a value for the case that nothing else does, in order
    of (path, byte); a value that is a name of code is left so.

    Sure is what is declared with the option. What one place falls back on when nothing is there is not: another
    place, or another branch, may fall back on something else.
    """
    place = re.compile(rb"(?<![\w$-])" + re.escape(name.encode()) + rb"(?![\w$-])")
    out: list[Fact] = []
    looked = 0
    for path, data in holders(term_of(name), snapshot, live):
        for m in place.finditer(data):
            looked += 1
            if looked > _MOST:
                return ()
            found = _given(m, data)
            value = _value(found[0], name) if found is not None else None
            if found is not None and value is not None:
                out.append(
                    Fact(
                        path=path,
                        subject=".".join((*found[1], name)),
                        predicate="default",
                        value=value,
                        span=_line(m, data),
                        grade="A",
                        sure=found[2],
                    )
                )
    return tuple(out)


def _value(expression: str, name: str) -> Value | None:
    """The value of an expression, a name without a text for one that only a run can tell; None where it hands the
    option itself on.
    """
    value = code_value(expression, name) or Value(kind="name", written=expression[:80])
    handed_on = value.kind == "name" and re.split(r"\W", value.text)[-1] == name
    return None if handed_on else value


def _line(m: re.Match[bytes], data: bytes) -> Span:
    """The line of a match without the blanks before it."""
    first, end = data.rfind(b"\n", 0, m.start()) + 1, data.find(b"\n", m.end())
    blanks = len(data[first : m.start()]) - len(data[first : m.start()].lstrip())
    return Span(first + blanks, end if end >= 0 else len(data))


def _given(m: re.Match[bytes], data: bytes) -> tuple[str, tuple[str, ...], bool] | None:
    """(the expression, the keys around it, whether it is declared) where one of the shapes is at a name."""
    line = data.rfind(b"\n", 0, m.start()) + 1
    ahead = data[max(line, m.start() - 300) : m.start()].decode("utf-8", "replace")
    if _COMMENTED.match(ahead):
        return None
    after = data[m.end() : m.end() + 500].decode("utf-8", "replace")
    tested, name = _IF.search(ahead), m[0].decode()
    if _DECLARES.search(ahead) and (second := _SECOND.match(after)) is not None:
        return second["v"], (), True
    found = (
        (_SECOND.match(after) if _ASKED.search(ahead) else None)
        or (_again(_THEN if tested["denied"] else _NOTHING_THEN, after, name) if tested is not None else None)
        or _ELSE.match(after)
        or _again(_UNLESS, after, name)
        or _again(_IS_NOT_NONE, after, name)
        or _fallback(ahead, after, name)
    )
    if found is not None:
        value = code_value(found["v"])
        plain = value is not None and (value.kind not in ("name", "nothing") or _CONSTANT.search(value.text))
        return (found["v"], (), _OWN.search(ahead) is not None) if plain else None
    entry = _ENTRY.match(after)
    declared = _DECLARED.match(after) or _CHAINED.match(after)
    if declared is not None:
        return declared["v"], (), True
    begun = entry or _BEGUN.match(after)
    if begun is None or ahead[-1:] == ".":
        return None
    before = data[max(0, m.start() - _BACK) : m.start()].decode("utf-8", "replace")
    sign = entry["sign"] if entry is not None else ""
    held = _holding(before, after, assigned=sign in ("=", None), arrow=sign == "=>")
    if held is None:
        return None
    parents, sure = held
    shown = entry["v"] if entry is not None else after[begun.end() :].partition("\n")[0].strip()
    return shown, parents, sure


def _again(shape: re.Pattern[str], after: str, name: str) -> re.Match[str] | None:
    """A shape that has the name a second time."""
    found = shape.match(after)
    return found if found is not None and found["again"] == name else None


def _fallback(ahead: str, after: str, name: str) -> re.Match[str] | None:
    """`opts.a ?? 5`, `a = a or 5`, `a.unwrap_or(5)`; none inside of a condition, nor what is empty, which only
    keeps the code behind it from failing.
    """
    found = _OR.match(after) or _OR_UNWRAP.match(after)
    if found is None or _TESTED.search(ahead):
        return None
    own = re.search(rf"(?<![\w$]){re.escape(name)}[ ]?=[ ]?\Z", ahead)
    if found["v"] in _EMPTY or not (_MEMBER.search(ahead) or own or made(found, _OR_UNWRAP)):
        return None
    return found


def _holding(before: str, after: str, *, assigned: bool, arrow: bool) -> tuple[tuple[str, ...], bool] | None:
    """The keys of the literals around an entry when the outermost of them holds defaults; None when it does
    not. Not sure is what a constructor (`new`) fills in.
    """
    keys: list[str] = []
    for rank, (at, sign) in enumerate(openers(before)):
        head = before[max(0, at - 200) : at].rstrip()
        if rank == 0 and sign in "{[":
            end = closes(after)
            behind = after[end + 1 :].lstrip() if end >= 0 else ""
            if assigned:
                lead = re.search(r"[{,]\s*\Z", before) is not None
                taken = lead and _PATTERN.search(head) is not None and re.match(r"=(?![=>])|[),:]", behind)
                return ((), True) if taken else None
            if (_MERGES.search(head) and behind.startswith(",")) or "..." in outermost(after):
                return (), True
        if (sign == "[" and not arrow) or head.endswith("<"):
            return None
        shown = head.rpartition("\n")[2] + before[len(head) + max(0, at - 200) : at] if "\n" in head else head
        table = _TABLE.search(shown.rstrip())
        if table is not None and not table["lead"] and not _TYPE.search(shown):
            return tuple(reversed(keys)), True
        if sign == "(":
            if before[at + 1 :].lstrip()[:1] not in "{[" or not re.search(r"[\w$]\Z", head):
                return None
            continue
        key = _KEY.search(head + " ")
        if key is not None:
            keys.append(key[1])
            continue
        made = list(_MADE.finditer(before[:at]))
        literal = _LITERAL.search(before[max(0, at - 200) : at])
        maker = made[-1][1] if made and literal else ""
        told = "default" in maker.lower()
        return (tuple(reversed(keys)), told) if told or _NEW.match(maker) else None
    return None
