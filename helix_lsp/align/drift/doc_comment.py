"""What a doc comment says of a signature, in languages other than Python: parameters and their defaults, and
a value that nothing returns.

Read are JSDoc and TSDoc, Javadoc, KDoc, C# XML comments, YARD, phpDoc, Rust's `# Arguments` and Swift's `-
Parameter`. Go has no such form. A comment that speaks of something else (a typedef, a callback, an overload,
what subclasses do) is not judged, nor is a name that the signature holds in any other way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from helix_lsp.align.drift.docstring import Parameters, read_parameters
from helix_lsp.align.drift.signature import BAGS, Told, is_key, literal_told
from helix_lsp.align.drift.verdict import Reason, because
from helix_lsp.align.mention import LITERALS
from helix_lsp.syntax.outline import Outline, Symbol
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

_JS = regex(
    r"@param\s+(?:\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}\s*)?(?:\[\s*)?(?P<name>[A-Za-z_$][\w$]*)"
    r"(?:[.\[][\w$.\[\]]*)?(?:\s*=\s*(?P<default>[^\s\]][^\]\n]{0,300})\])?"
)
_JAVA = regex(r"@param(?:\s+|\[)(?P<name>[A-Za-z_]\w*)")
_SHARP = regex(r"<param\s+name=\"(?P<name>\w+)\"")
_PHP = regex(  # a type may have names of its own: callable(string $name): string
    r"@param\s+(?:(?:[^\s$@*()]|\((?:[^()\n]|\([^()\n]*\))*\))+[ \t]+){0,3}&?(?:\.\.\.)?\$(?P<name>\w+)"
)
_YARD = regex(r"@param\s+(?:\[[^\]\n]{0,300}\]\s*)?[*&]{0,2}(?P<name>[a-z_]\w*)")
_RUST = regex(r"^[ \t/!*]*[*-]\s+`(?P<name>[a-z_]\w*)`", re.MULTILINE)
_SWIFT = regex(r"^[ \t/*]*-\s+[Pp]arameter\s+(?P<name>\w+)\s*:", re.MULTILINE)
_FORMS = {
    "javascript": _JS, "typescript": _JS, "tsx": _JS, "jsx": _JS, "java": _JAVA, "kotlin": _JAVA, "c_sharp": _SHARP, "php": _PHP, "ruby": _YARD,
    "rust": _RUST, "swift": _SWIFT,
}  # fmt: skip
_IN_BLOCKS = frozenset({_JS, _JAVA, _PHP})  # a line comment documents nothing there
_ELSEWHERE = regex(
    r"@!?(?:callback|typedef|overload|function|func|method|event|name|class|constructor|fires|interface|inherit[dD]oc|memberof|macro|abstract|virtual|"
    r"borrows|template|attribute)\b"
)
_ARGUMENTS = regex(
    r"^[ \t/!*]*#+\s*(?:Arguments|Parameters|Args)\s*$(?P<body>(?:\n(?![ \t/!*]*#).*)*)", re.MULTILINE
)
_RETURN = regex(r"@return\s+(?P<what>\w+)|<returns>\s*(?P<said>\w+)")
_NOTHING = frozenset(
    "nothing void none null nil undefined tbd todo fixme xxx".split()
)  # the last are still to be written
_VOID = regex(r"(?:^|[\s>])void\s+\w+\s*(?:<[^>]{0,300}>\s*)?\(")
_NO_NAME = regex(r"[A-Z][a-z]+ \w+ \w")  # `@param {Object} Target levels to use`: a sentence, and no name
_PROSE = frozenset("a an the this if optional any which that".split())  # a comment that forgot the name
_APOSTROPHES = ("'s", "\xe2\x80\x99s")  # `@param {String} owner's name` names none
_THROWS = regex(rb"\{\s*throw\b[^;{}]{0,400};?\s*\}\s*\Z")
_EMPTY = regex(rb"\{\s*\}\Z")
_OPENS = regex(r"[\s/*#!]*\Z")  # what may be before a tag; in a sentence it is quoted
_BULLET = regex(r"^(?P<lead>[ \t/*]*)-\s+\w+(?:\s+\w+)?\s*:", re.MULTILINE)
_SHOWN = regex(r"(?<![\w$.])[A-Za-z_$][\w$]{0,60}(?:\.[\w$]{1,60}){0,4}\((?P<inside>[\w$\s,\[\]=.]{1,200})\)")
_BLOCK, _BLOCKED = regex(r"\[\s*(?:Block|Proc)\s*\]|\bblock\b"), 40
_NEAR = 800
_SHORT, _SEVERAL, _MOSTLY = 2, 5, 0.6
_CURRIED = regex(rb"=>\s*(?:async\b\s*)?(?:<[^()\n]{0,200}>\s*)?\([^()]{0,400}\)\s*(?::[^={}\n]{0,100})?=>")
_KINDS = frozenset({"function", "method", "constructor"})


def told_in_comments(data: bytes, outline: Outline) -> Iterator[Told]:
    """Every parameter that the doc comments of one file document, in the order of the file; nothing for a
    language without a form.

    Where most of what is wrong is above functions whose parameters are a letter or two, a minifier
    renamed them: then nobody can tell.
    """
    found = list(_told(data, outline))
    wrong = [t for t in found if t.wrong is not None and t.kind == "parameter" and t.near]
    short = sum(all(len(n) <= _SHORT for n in t.near) and len(t.name) > _SHORT for t in wrong)
    minified = len(wrong) >= _SEVERAL and short > _MOSTLY * len(wrong)
    return iter(
        [
            replace(t, wrong=None, known=False)
            if minified and t.kind == "parameter" and t.wrong is not None
            else t
            for t in found
        ]
    )


def _told(data: bytes, outline: Outline) -> Iterator[Told]:
    form = _FORMS.get(outline.language)
    if form is None:
        return
    for symbol in outline.symbols:
        if (
            symbol.doc is None
            or symbol.kind not in _KINDS
            or (form in _IN_BLOCKS and b"/*" not in symbol.doc.cut(data))
        ):
            continue
        text = _own_block(symbol.doc.cut(data).decode("latin-1"))  # a character a byte: offsets hold
        if "aram" not in text and "# " not in text and "return" not in text:
            continue
        if _ELSEWHERE.search(text):
            continue
        yield from _of_symbol(symbol, text, form, data, outline)
        yield from _returned(symbol, text, outline.language)


def _own_block(text: str) -> str:
    """Of several comments in a row the last, the others as blanks: what is above belongs to something
    that is gone.
    """
    before, ended, last = text.rstrip().removesuffix("*/").rpartition("*/")
    return " " * len(before + ended) + last + text[len(before + ended + last) :] if ended else text


def _of_symbol(
    symbol: Symbol, text: str, form: re.Pattern[str], data: bytes, outline: Outline
) -> Iterator[Told]:
    head = data[
        symbol.name_span.end : symbol.body.start if symbol.body is not None else symbol.span.end
    ].decode("latin-1")
    have = read_parameters(head, outline.language)
    said = list(_items(text, form))
    around: str | None = None  # dear, and most names are in the list
    names = [m["name"] for m, _ in said]
    body = symbol.body.cut(data) if symbol.body is not None else b""
    # a stub tells the contract of its heirs
    bare = re.sub(rb"//[^\n]*", b"", body)
    method = b"function" not in data[symbol.span.start : symbol.name_span.start]
    hollow = method and have is not None and not have.names and _EMPTY.match(bare) is not None
    stub = form is _JS and (hollow or _THROWS.match(bare) is not None)
    shown = _signed_with(names, text)
    yields = outline.language == "ruby" and re.search(rb"\byield\b|\bblock_given\?", body) is not None
    bag = have is not None and any(
        n in BAGS and n not in names for n in have.names
    )  # what it holds is told in its place
    of_one = (
        have is not None and form is _JS and len(have.names) == 1 < len(names) and have.names[0] not in names
    )  # members of the one object
    loose = bag or stub or of_one or (have is not None and have.open)
    for match, rest in said:
        name = match["name"]
        if (
            name in LITERALS
            or name.lower() in _PROSE
            or symbol.doc is None
            or text.startswith(_APOSTROPHES, match.end("name"))
        ):
            continue
        span = Span(symbol.doc.start + match.start("name"), symbol.doc.start + match.end("name"))
        told = Told(name=name, span=span, owner=symbol.qualified)
        if have is not None and name not in have.names and around is None:
            around = _around(symbol, head, said, data, outline)
        other = (
            have is not None
            and name not in have.names
            and (
                name in shown
                or match[0].rstrip().endswith(f"&{name}")
                or (
                    yields and _BLOCK.search(match[0] + rest[:_BLOCKED]) is not None
                )  # every method of Ruby may be given one
                or is_key(name, body)
                or re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])", around or "") is not None
            )
        )
        if have is None or other:
            yield replace(told, known=False)
        elif name in have.names or f"_{name}" in have.names:  # an underscore marks what is not used
            why = _default(name, match.groupdict().get("default") or "", rest, have, symbol.qualified)
            yield replace(told, wrong=why)
        elif (
            loose
            or not set(re.findall(r"[\w$]+", rest.split("\n")[0])[:1]).isdisjoint(have.names)
            or names.count(name) > 1
            or (_NO_NAME.match(name + rest) is not None and "".join(have.names)[:1].islower())
        ):
            yield replace(told, known=False)
        else:
            near = tuple(n for n in have.names if n not in names)
            left = near if len(have.names) == 1 or len(set(names).difference(have.names)) == 1 else ()
            if len(names) == len(have.names) and have.names[names.index(name)] in near:
                left = (
                    have.names[names.index(name)],
                )  # as many are told of as there are: it is in its place
            unknown = because("parameter-unknown", owner=symbol.qualified, word=name)
            yield replace(told, wrong=unknown, near=near, left=left)


def _items(text: str, form: re.Pattern[str]) -> Iterator[tuple[re.Match[str], str]]:
    """(match, what is said of it) of each documented parameter."""
    spans = [m.span("body") for m in _ARGUMENTS.finditer(text)] if form is _RUST else [(0, len(text))]
    for start, end in spans:
        lines = {
            m: text[text.rfind("\n", 0, m.start()) + 1 : m.start()] for m in form.finditer(text, start, end)
        }
        found = [
            m for m, line in lines.items() if (_OPENS.match(line) if form in _IN_BLOCKS else "`" not in line)
        ]
        if form is _SWIFT:
            found = [m for m in found if not _is_within(m, text)]
        for at, match in enumerate(found):
            stop = found[at + 1].start() if at + 1 < len(found) else end
            rest = re.split(r"\n[ \t/*#]*(?:@|\n)", text[match.end() : stop], maxsplit=1)[0]
            yield match, rest


def _is_within(match: re.Match[str], text: str) -> bool:
    """True for an item that is deeper than the item before it: it tells of a parameter of that one."""
    deep = len(match[0]) - len(match[0].lstrip(" \t/*"))
    above = [m for m in _BULLET.finditer(text, 0, match.start()) if m.end() <= match.start()]
    return any(len(m["lead"]) < deep for m in above) and bool(above) and len(above[-1]["lead"]) < deep


def _signed_with(names: list[str], text: str) -> frozenset[str]:
    """The names of a call that the comment shows, where it takes nothing but what is documented: its own
    signature, maybe another function's.
    """
    calls = (re.findall(r"[A-Za-z_$][\w$]*", m["inside"]) for m in _SHOWN.finditer(text))
    return frozenset(name for call in calls if len(call) > 1 and set(call) <= set(names) for name in call)


def _around(
    symbol: Symbol, head: str, said: list[tuple[re.Match[str], str]], data: bytes, outline: Outline
) -> str:
    """Other text that may explain a name: the signature as a whole, overloads, functions inside, and a body
    that reads its arguments itself.
    """
    found = [symbol.signature, head]
    for other in outline.symbols:
        inside = symbol.span.start < other.span.start < symbol.span.end and other.kind in _KINDS
        if other.span != symbol.span and (inside or other.qualified == symbol.qualified):
            found.append(other.signature)
    if (
        _CURRIED.search(data, symbol.name_span.end, min(symbol.span.end, symbol.name_span.end + _NEAR))
        is not None
    ):
        found.extend(m["name"] for m, _ in said)  # a function that returns a function
    body = symbol.body.cut(data) if symbol.body is not None else b""
    if (
        re.search(rb"\barguments\b|func_get_args|=>\s*(?:async\s*)?\(|return\s+(?:async\s+)?function", body)
        is not None
    ):
        found.extend(m["name"] for m, _ in said)
    return "\n".join(found)


def _default(name: str, written: str, rest: str, have: Parameters, owner: str) -> Reason | None:
    """Why the default that is told is wrong, None when it is not, or when either side is not a plain literal."""
    real = have.defaults.get(name)
    if real is None:
        return None
    told = (
        literal_told(written.strip())
        if written
        else literal_told(re.sub(r"(?<!\s)\s*\n[ \t/*#!]*", " ", rest), within=True)
    )
    value = literal_told(real)
    if told is None or value in (None, "") or type(told) is not type(value) or told == value:
        return None  # an empty text often stands for "as told", put in below
    return because("default-differs", owner=owner, word=name, real=real, told=written.strip() or str(told))


def _returned(symbol: Symbol, text: str, language: str) -> Iterator[Told]:
    """A value that the comment says is returned by a function whose type is void (Java, C#)."""
    match = _RETURN.search(text) if language in ("java", "c_sharp") else None
    if match is None or symbol.doc is None or not _VOID.search(symbol.signature):
        return
    what = match["what"] or match["said"]
    if what.lower() in _NOTHING:
        return
    group = "what" if match["what"] else "said"
    span = Span(symbol.doc.start + match.start(group), symbol.doc.start + match.end(group))
    yield Told(
        name=what,
        span=span,
        owner=symbol.qualified,
        wrong=because("returns-nothing", owner=symbol.qualified),
        kind="returns",
    )
