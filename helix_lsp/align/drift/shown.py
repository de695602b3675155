"""Names in the code blocks of a document that no file of the tree has, and the company that each of them keeps:
the other members of its receiver, the other keys of its brackets. Also names that the code blocks of documents
define: an example's own.

A block is an example that a reader copies, so most of its names are the reader's own or another project's. A name is
a reference only where the block uses it (a call, a member, a key, a type) and the page does not make it. What is
said of it is judged in `drift/judge.py`: it needs a name of the tree of which it is a slip, company that is all of
the tree, an owner of ours, or a definition that history saw go.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

from helix_lsp.align.drift.declared_tasks import hyphened
from helix_lsp.align.drift.history import is_off_stage
from helix_lsp.align.drift.reference import SHOWN, DocReference
from helix_lsp.align.drift.world import World
from helix_lsp.align.mention import Name
from helix_lsp.syntax.outline import Fence, Outline
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import lower_parts

_TOKEN = regex(rb"(?<![\w$/%<-])[A-Za-z_]\w{5,80}(?![\w$-])")
_WORD = regex(rb"[A-Za-z_]\w{2,80}")
_MADE = regex(  # what the page makes itself
    rb"\b(?:def|class|function|func|fun|fn|let|const|var|val|type|struct|interface|enum|module|namespace|package|trait|impl|import|from|as|use|using|include)"
    rb"[ \t]+(?:self\.)?(?P<made>\w+)|^[ \t]*(?:[\w<>\[\], ]{1,40}[ \t])?(?P<set>\w+)[ \t]+=[ \t]|(?<!\w)(?P<walrus>\w{1,80})[ \t]{0,20}:=",
    re.MULTILINE,
)
_CHAIN = regex(rb"(?<![\w.)\]])(?P<chain>(?:[A-Za-z_]\w{0,60}(?:::|->|\.|\\)){1,6})\Z")
_HEADED = regex(
    rb"[ \t]*(?:(?:export|async|pub|public|private|static|override|local)[ \t]+)*(?:def[pg]?|fn|func?|fun|function|sub)\b"
)
_OF_A_TYPE = regex(rb"(?<![\w.:])(?P<owner>[A-Z]\w{1,60})(?:(?:\.|::)\w{1,60}[!?]?){1,3}\Z")
_TYPE = regex(rb"(?:(?<![\w.:])|\.|::)(?P<type>[A-Z]\w{1,60})[ \t]?\Z")
_CALLED = regex(rb"[ \t]?[!?]?\(")
_KEYED = regex(rb"[\"']?[ \t]*(?:=>|:(?![:=])|=(?![=>]))")
_BEFORE_KEY = regex(rb"(?:[(,{\[]|\A)[ \t\r\n]{0,80}(?:(?:#|//)[^\n]{0,160}\n[ \t\r\n]{0,80})?[\"']?\Z")
_COMMENT = regex(rb"(?:\A|[ \t])(?:#|//|--|;;|/?\*)[ \t]")
_SYMBOL = regex(rb"(?:\A|[^\w:]):\Z")
_KEY = regex(rb"[\"']?(?P<key>[A-Za-z_]\w{2,80})[\"']?[ \t]*(?:=>|:(?![:=])|=(?![=>]))")
_DOTTED = regex(rb"(?<![\w/.:@$-])(?P<owners>(?:[a-z]\w{1,40}\.){2,6})(?P<key>[a-z]\w{4,60})(?![\w.(/:@-])")
_SCOPED = regex(
    rb"(?<![\w:.$@/\\#])(?P<name>[A-Za-z]\w{1,60}(?:::[A-Za-z]\w{1,60}){0,5}::[A-Z]\w{0,60}[a-z]\w{0,60})(?![\w:/])"
)
_SCRIPT = regex(rb"<script\b[^<>]{0,200}>[ \t\r\n]{0,80}\Z", re.IGNORECASE)
_OPENING, _CLOSING = b"([{", b")]}"
_NOT_CODE = frozenset(
    "diff patch mermaid dot plantuml svg css scss less sql html xml csv log output console text none txt yaml yml toml ini json json5 jsonc".split()
)
_CALLEE = regex(rb"(?<![\w])([A-Za-z_]\w{2,80})\Z")
_CALLED_OF = regex(rb"(?<!\w)(?:([A-Za-z_]\w*)(?:\.|::|->))?([A-Za-z_]\w*)\Z")
_PARAMETER = regex(r"(?:\A|[(,])\s*(\w{3,})")
_WRONG = 2  # letters of a keyword that may be wrong
_WHOLE = 295  # letters of a signature: a longer one is cut
_REACH = 2_000  # bytes within which the brackets of a key are looked for
_LEAD = 120  # bytes in which what is before a name is read
_SHORTEST = 8  # letters of a name of one word: what is shorter may be anybody's
_FEW, _FEW_KEYS = 3, 2  # names of several words that have to be there


def shown_names(path: str, data: bytes, outline: Outline, world: World) -> Iterator[DocReference]:
    """References of kind `name` and role SHOWN in the order of their bytes, each name once for a block."""
    made: set[bytes] | None = None
    for fence in outline.fences:
        if fence.language.lower().strip("{}.") in _NOT_CODE or is_run(data, fence):
            continue
        seen: set[bytes] = set()
        for found in _TOKEN.finditer(data, fence.span.start, fence.span.end):
            word = found[0].decode("ascii", "replace")
            if found[0] in seen or not _may_be_strange(word, world):
                continue
            seen.add(found[0])
            if made is None:
                made = {m[m.lastgroup or 0] for m in _MADE.finditer(data)}
            use = None if found[0] in made else use_of(data, fence, Span(*found.span()))
            if use is not None and (
                use[0] == "key" or len(lower_parts(word)) > 1 or (use[1] and word[0].isupper())
            ):
                name = Name(parts=(*use[1], word), call=use[0] == "call", member=bool(use[1]))
                yield DocReference(
                    path=path, text=word, span=Span(*found.span()), kind="name", role=SHOWN, name=name
                )


def is_run(data: bytes, fence: Fence) -> bool:
    """True for a script of a page of HTML: the page runs it, and a reader does not copy it."""
    return _SCRIPT.search(data, max(0, fence.span.start - _LEAD), fence.span.start) is not None


def scoped_names(path: str, data: bytes, world: World) -> Iterator[DocReference]:
    """Names with a scope of this project wherever the text has them (`Kiln::Doors::Latch`), each up to its first part that
    no code defines.
    """
    for found in _SCOPED.finditer(data) if b"::" in data else ():
        parts, end = tuple(found["name"].decode("ascii", "replace").split("::")), found.start()
        for at, part in enumerate(parts):
            start, end = end + (2 if at else 0), end + len(part) + (2 if at else 0)
            if not _is_defined(part, world):
                if at and not part.isupper():
                    name = Name(parts=parts[: at + 1], member=True)
                    text = data[found.start() : end].decode("ascii", "replace")
                    yield DocReference(
                        path=path, text=text, span=Span(start, end), kind="name", role=SHOWN, name=name
                    )
                break


def _is_defined(name: str, world: World) -> bool:
    """True for a name that code defines, or gives something to, outside of tests."""
    return any(d.symbol.name == name and not is_off_stage(d.path) for d in world.snapshot.defined(name))


def words_shown(data: bytes, outline: Outline | None) -> Iterator[str]:
    """Every word of the blocks, and of the dotted keys of the text: what the document's answers hang on."""
    for fence in outline.fences if outline is not None else ():
        yield from (
            m[0].decode("ascii", "replace") for m in _WORD.finditer(data, fence.span.start, fence.span.end)
        )
    for found in _DOTTED.finditer(data):
        yield from found[0].decode("ascii", "replace").split(".")


def dotted_keys(path: str, data: bytes, outline: Outline, world: World) -> Iterator[DocReference]:
    """Keys of settings of three parts and more in the text itself (`oven.door.heatLevel`), of which no file of the tree has
    the last part.
    """
    links = (span for link in outline.links for span in (link.span, link.text))
    shut = sorted((*(f.span for f in outline.fences), *links), key=lambda s: s.start)
    starts = [span.start for span in shut]
    for found in _DOTTED.finditer(data):
        span = Span(*found.span("key"))
        at = bisect_right(starts, span.start) - 1
        word = found["key"].decode("ascii", "replace")
        if (
            (at < 0 or shut[at].end <= span.start)
            and len(lower_parts(word)) > 1
            and _may_be_strange(word, world)
        ):
            name = Name(
                parts=(*found["owners"].decode("ascii", "replace").strip(".").split("."), word), member=True
            )
            yield DocReference(
                path=path,
                text=found[0].decode("ascii", "replace"),
                span=span,
                kind="name",
                role=SHOWN,
                name=name,
            )


def _may_be_strange(word: str, world: World) -> bool:
    long = [part for part in lower_parts(word) if len(part) > 1 and part.isalpha()]
    shaped = len(word) >= _SHORTEST or len(long) > 1
    return shaped and word not in world.words and world.words.isdisjoint(spelt_as(word))


def spelt_as(word: str) -> tuple[str, ...]:
    """A name in the spellings of other languages: `heat_level`, `heatLevel`, `HeatLevel`, `heat-level`, `HEAT_LEVEL`."""
    words = hyphened(word).split("-")
    pascal = "".join(one.capitalize() for one in words)
    snake = "_".join(words)
    return snake, "-".join(words), pascal, pascal[:1].lower() + pascal[1:], snake.upper()


def use_of(data: bytes, fence: Fence, span: Span) -> tuple[str, tuple[str, ...]] | None:
    """(`call`, `member`, `key`, `symbol` or `type`, what is before it of the same dotted name) of a name in a block; None where
    the block does not say what it uses it for.
    """
    before = data[max(fence.span.start, span.start - _LEAD) : span.start]
    line = before.rpartition(b"\n")[2]
    if line.count(b'"') % 2 and not line.endswith(b'"'):
        return None  # within a text
    if _COMMENT.search(line) is not None:
        return None
    behind = data[span.end : min(fence.span.end, span.end + 4)]
    chain = _CHAIN.search(before)
    owners = tuple(re.findall(r"\w+", chain["chain"].decode("ascii", "replace"))) if chain is not None else ()
    if owners and owners[0] in ("self", "this", "cls", "super"):
        return None  # of a class that the example makes
    if owners:
        return ("call" if _CALLED.match(behind) else "member"), owners
    if before.endswith((b".", b"->", b"::")):
        return "member", ()
    headed = _HEADED.match(line) is not None  # what a function of the example takes is the example's own
    if _KEYED.match(behind) and _BEFORE_KEY.search(before):
        return ("key", ()) if not headed else None
    if _SYMBOL.search(before):
        return ("symbol", ()) if not headed else None
    if _CALLED.match(behind):
        return "call", ()
    word = span.cut(data).decode("ascii", "replace")
    typed = fence.language != "" and word[:1].isupper() and not word.isupper() and len(lower_parts(word)) > 1
    return ("type", ()) if typed else None


def is_out_of_company(ref: DocReference, data: bytes, outline: Outline, world: World, few: int = 0) -> bool:
    """True where all else that is asked of the same receiver on the page, or given in the same brackets, is of the tree:
    at least `few` names of several words, 0 for as many as tell it without history.
    """
    spans = [fence.span for fence in outline.fences]
    at = bisect_right([span.start for span in spans], ref.span.start) - 1
    if ref.name is None:
        return False
    if at < 0 or not spans[at].covers(ref.span):  # a dotted key of the text
        spans, use = [Span(0, len(data))], ("member", ref.name.parts[:-1])
    else:
        use = use_of(data, outline.fences[at], ref.span)
    if use is not None and use[1]:
        beside, enough = _members(use[1], data, spans), _FEW
    elif use is not None and use[0] == "key" and not _is_given_to_others(data, spans[at], ref.span, world):
        beside, enough = _keys(data, spans[at], ref.span.start), _FEW_KEYS
    else:
        return False
    others = {name for name in beside if name != ref.name.last}
    there = {name for name in others if name in world.words or not world.words.isdisjoint(spelt_as(name))}
    return others == there and sum(len(lower_parts(name)) > 1 for name in there) >= (few or enough)


def is_asked_of_ours(ref: DocReference, data: bytes, outline: Outline, world: World) -> bool:
    """True for what is asked of a type of the tree or a variable called as one, or is given to a call of either: else it may be anybody's."""
    block = next((fence for fence in outline.fences if fence.span.covers(ref.span)), None)
    if block is None:
        return True
    use = use_of(data, block, ref.span) if ref.role == SHOWN else None
    if use is not None and use[1]:
        names = use[1][-1:]
    else:
        start = _opening(data, block.span, ref.span.start)
        called = (
            _CALLED_OF.search(data, max(0, start - _LEAD), start) if use is not None and start > 0 else None
        )
        names = (
            tuple(one.decode("ascii", "replace") for one in called.groups() if one)
            if called is not None
            else ()
        )
    return any(_is_defined(one, world) for name in names for one in (name, *spelt_as(name)[2:3]))


def _is_given_to_others(data: bytes, block: Span, key: Span, world: World) -> bool:
    """True for a key of a call of a type or module that no file of the tree defines, or of a literal of such a type
    (`http.Server{...}`).
    """
    start = _opening(data, block, key.start)
    if start <= 0:
        return False
    made = _TYPE.search(data, max(block.start, start - _LEAD), start)
    if made is not None:
        return not world.snapshot.defined(made["type"].decode("ascii", "replace"))
    found = _OF_A_TYPE.search(data, max(block.start, start - _LEAD), start)
    owner = found["owner"].decode("ascii", "replace") if found is not None else ""
    return owner != "" and not world.snapshot.defined(owner) and owner not in world.packages


def _members(owners: tuple[str, ...], data: bytes, spans: list[Span]) -> set[str]:
    """What the blocks of the page ask of the same receiver."""
    lead = rb"(?:\.|::|->)".join(re.escape(owner.encode()) for owner in owners)
    asked = re.compile(rb"(?<![\w.])" + lead + rb"(?:\.|::|->)(?P<name>[A-Za-z_]\w*)")
    return {
        m["name"].decode("ascii", "replace")
        for span in spans
        for m in asked.finditer(data, span.start, span.end)
    }


def keyword_of(ref: DocReference, data: bytes, outline: Outline, world: World) -> tuple[str, str] | None:
    """(function, its parameter of which the name is a slip, `` for none) of a name that a block gives to a call of a function
    of ours as a keyword, where the function takes another keyword of the call, or one that is spelt nearly so; None
    where no function does, or one may take any keyword.
    """
    from rapidfuzz.distance import OSA  # 4 MB that a session with nothing stale does without

    block = next((fence.span for fence in outline.fences if fence.span.covers(ref.span)), None)
    if block is None or ref.name is None or len(ref.name.parts) > 1:
        return None
    start = _opening(data, block, ref.span.start)
    callee = (
        _CALLEE.search(data, max(block.start, start - _LEAD), start)
        if data[start : start + 1] == b"("
        else None
    )
    if callee is None:
        return None
    function = callee[1].decode("ascii", "replace")
    given, near = _keys(data, block, ref.span.start), ""
    taken = False
    for names in _signatures(function, world):
        if names is None:
            return None
        near = near or next(
            (n for n in sorted(names) if OSA.distance(n, ref.text, score_cutoff=_WRONG) <= _WRONG), ""
        )
        taken = taken or not names.isdisjoint(given)
    return (function, near) if near or taken else None


def _signatures(function: str, world: World) -> Iterator[frozenset[str] | None]:
    """The parameters of each function of Python of that name, None for one that may take any."""
    for one in world.snapshot.defined("__init__" if function[:1].isupper() else function):
        entry, head = world.snapshot.file(one.path), one.symbol.signature
        owner = one.symbol.qualified.split(".")[-2:-1]
        if (
            entry is None
            or not one.path.endswith(".py")
            or entry.surface.test
            or (function[:1].isupper() and owner != [function])
        ):
            continue
        closed = "**" not in head and len(head) < _WHOLE
        yield frozenset(_PARAMETER.findall(head.partition("(")[2])) if closed else None


def _opening(data: bytes, block: Span, at: int) -> int:
    """Where the bracket around a place of a block opens, -1 for none within reach."""
    start, depth = at, 0
    while start > max(block.start, at - _REACH) and depth >= 0:
        start -= 1
        one = data[start : start + 1]
        depth += (one in _CLOSING) - (one in _OPENING)
    return start if depth < 0 else -1


def _keys(data: bytes, block: Span, at: int) -> set[str]:
    """The keys of the brackets around a place of a block, and not of brackets within."""
    start = _opening(data, block, at)
    if start < 0:
        return set()
    found: set[str] = set()
    place, depth, stop = start + 1, 0, min(block.end, at + _REACH)
    while place < stop and depth >= 0:
        one = data[place : place + 1]
        key = _KEY.match(data, place, stop) if not depth and not data[place - 1 : place].isalnum() else None
        if key is not None:
            found.add(key["key"].decode("ascii", "replace"))
            place = key.end()
            continue
        depth += (one in _OPENING) - (one in _CLOSING)
        place += 1
    return found


# Names that the code blocks of documents define or bind: an example's own, whatever this tree once defined
# under the same name.

_KEYWORD = (
    rb"\b(?:def|class|function|interface|struct|enum|trait|type|fn|func|const|let|var|for|as|concept|protocol|object|module|record|defmodule|val)\s+"
    rb"(?:\([^()]*\)\s*)?([A-Za-z_]\w*)"
)
_DEFINES = regex(_KEYWORD + rb"|^[ \t>.]*([A-Za-z_]\w*)\s*(?::[^=\n]+)?=(?!=)", re.MULTILINE)
_FIELDS = regex(
    rb"^[ \t]+([A-Z]\w*)[ \t]+[\w.*\[\]]+[ \t]*(?:`[^`\n]*`[ \t]*)?\r?$", re.MULTILINE
)  # of a Go struct
_PARAMETERS = regex(rb"\b(?:def|fn|func|function)\s+\w+\s*\(([^)]*)")
_WORD_EXAMPLES = regex(rb"[A-Za-z_]\w*")
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
            names.update(_WORD_EXAMPLES.findall(match[1]))
        names.update(b"--" + (m[1] or m[2]).lstrip(b"-") for m in _QUOTED_OPTION.finditer(code))
    return frozenset(n.decode("utf-8", "replace") for n in names)
