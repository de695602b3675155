"""What a definition has done: each call of its body, each function that it hands on, and each queue
through which another definition goes on.

A call is *sure* where `align/edges` knows what it means. Where it does not, the name of the receiver may say so:
`broker.enqueue` leads to the `enqueue` of what is called a broker. A call that an interface declares leads to
what carries it out.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from operator import attrgetter

import msgspec
from msgspec.structs import replace

from helix_lsp.align.edges.judge import judge_of
from helix_lsp.align.edges.names import is_shared
from helix_lsp.align.lineage import owner_of
from helix_lsp.ask.question.family import families
from helix_lsp.ask.text.quote import LiveFile, LiveFiles
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.syntax.outline import Reference, Symbol
from helix_lsp.text.positions import Span, lines_of
from helix_lsp.text.regex import regex
from helix_lsp.text.words import terms

ABLE = frozenset({"function", "method", "constructor", "macro"})
CALLABLE = ABLE | {"property"}
DIED = regex(r"\s*(?:raise|throw|panic!?)\b")
"""A line on which the course ends: what it calls is what it raises."""
_MADE = ABLE | {"class", "struct", "property"}
_OBJECT = regex(r"[\w.@$>:\-?]{0,80}\Z")
_OWN = regex(r"(?:(?:self|this|super|cls|Self)(?:\.|->|::))?\Z")
_WORD = regex(r"\w+")
_START = attrgetter("span.start")
_SEVERAL = 4
_LINE_CHARS = 90
_ROW = 4
_BEGUN = regex(
    r"\s{0,80}(?!(?:if|for|while|switch|return|await|match|catch)\b)([\w.:]{1,60}(?:->\w{1,40})?)\("
)
_CONDITION = regex(r"[})]{0,2} ?(?:if|elif|elsif|else if|unless|case|when|except|catch|rescue)\b")
_OTHERWISE = regex(r"[})]{0,2} ?(?:else|default)\W{0,9}\Z")
_FAILED = regex(r"\b(?:except|catch|rescue)\b|\berr(?:or)? !=|\bErr\(")
_LONGEST = 80
_MOST_HEIRS = 4
_MOST_FILES = 300
# What is put in by the one is taken out by the other, of the same queue.
_TAKEN_BY = {
    **dict.fromkeys(("put", "put_nowait"), ("get", "get_nowait")),
    **dict.fromkeys(("push", "append", "add", "offer", "unshift"), ("pop", "shift", "popleft", "poll", "take", "remove")),
    **dict.fromkeys(("send", "send_async", "try_send"), ("recv", "receive", "try_recv")),
    **dict.fromkeys(("enqueue", "publish", "produce"), ("dequeue", "consume", "subscribe")),
}  # fmt: skip


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """`said` is the call with its receiver as written; `to` are the definitions that it leads to, the
    declared one first, empty where they are not known; `taken` is where these take out what was put into a
    queue. `several`: one of a row of calls of the same thing. `under` is the condition in words, `` for
    none, `lines` the lines that it is on.
    """

    reference: Reference
    said: str
    to: tuple[Defined, ...]
    sure: bool
    taken: Span | None = None
    several: bool = False
    under: str = ""
    lines: tuple[Span, ...] = ()

    @property
    def failed(self) -> bool:
        """Whether it is done only after something failed."""
        return _FAILED.search(self.under) is not None


class Calls:
    """The acts of definitions, each worked out once for one question."""

    def __init__(self, files: LiveFiles, snapshot: Snapshot) -> None:
        self.files = files
        self.snapshot = snapshot
        self._acts: dict[tuple[str, int], tuple[Act, ...]] = {}
        self._references: dict[str, tuple[Reference, ...]] = {}
        self._led: dict[tuple[str, int | str], tuple[Defined, ...]] = {}
        self._is_defined: dict[str, bool] = {}

    def of(self, path: str, symbol: Symbol) -> tuple[Act, ...]:
        """The acts of a body in the order of its lines: neither those of a function inside it, which has its own
        course, nor itself, nor what a line raises; each thing that is called once.
        """
        key = (path, symbol.span.start)
        if key not in self._acts:
            file = self.files.file(path)
            every = () if file is None else (*self._read(file, symbol), *self._bare(file, symbol))
            self._acts[key] = tuple(_rows(sorted(every, key=lambda act: act.reference.span.start), file))
        return self._acts[key]

    def names_in(self, path: str, symbol: Symbol) -> list[str] | None:
        """The names of all that the acts of a body can be of; None where its words may be calls (Ruby)."""
        file = self.files.file(path)
        if file is None or file.outline.language == "ruby":
            return [] if file is None else None
        body = symbol.body or symbol.span
        return [r.name for r in self._inside(file, body) if r.kind in ("call", "read")]

    def here(self, defined: Defined) -> Symbol | None:
        """The definition in the bytes of now."""
        return self.files.live.symbol(defined)

    def after(self, act: Act) -> tuple[tuple[Defined, Symbol], ...]:
        """The definitions in which an act goes on."""
        found = ((d, self.here(d)) for d in act.to)
        return tuple((d, s) for d, s in found if s is not None and s.kind in CALLABLE)

    def _read(self, file: LiveFile, symbol: Symbol) -> Iterator[Act]:
        body = symbol.body or symbol.span
        judge = judge_of(file.live, asks=False)
        inner = [
            s.span for s in file.outline.symbols if s.kind in ABLE and s is not symbol and body.covers(s.span)
        ]
        seen: set[tuple[str, str, str]] = set()
        for r in self._inside(file, body):
            if (
                r.kind not in ("call", "read")
                or any(span.covers(r.span) for span in inner)
                or (symbol.doc is not None and symbol.doc.covers(r.span))
                or judge.is_quoted(file.path, body, r)
                or DIED.match(file.lines.line_text(file.lines.line_of(r.span.start)))
            ):
                continue
            said = called_as(file, r)
            if r.name == symbol.name and _OWN.match(said[: -len(r.name)]):
                continue
            meant = judge.meant(file.path, r)
            known = [d for d in meant.defined if d.symbol.kind in (_MADE if r.kind == "call" else ABLE)]
            if known:  # of overloads the one that does most
                same = [d for d in known if d.symbol.qualified == known[0].symbol.qualified]
                known = [max(same, key=lambda d: len(d.symbol.span))]
            if r.kind == "read":
                if not known or meant.kind != "known":
                    continue  # only a function is handed on
            elif not (meant.kind == "unknown" and r.qualifier) and not self._defines(r.name):
                continue
            key = (
                said,
                known[0].symbol.qualified if known else "",
                str(r.span.start) * (r.kind == "call" and not known),
            )
            if key in seen or (known and known[0].symbol.qualified == symbol.qualified):
                continue
            seen.add(key)
            to = (
                self.carried_out(known[0])
                if known
                else self._by_receiver(r)
                if meant.kind == "unknown"
                else ()
            )
            under, lines = condition(file, symbol, r.span)
            act = Act(reference=r, said=said, to=to, sure=bool(known), under=under, lines=lines)
            yield act
            if r.kind == "call" and r.name in _TAKEN_BY:
                yield from self._taken(file, symbol, act)

    def _defines(self, name: str) -> bool:
        if name not in self._is_defined:
            self._is_defined[name] = self.snapshot.is_defined(name)
        return self._is_defined[name]

    def _inside(self, file: LiveFile, body: Span) -> Iterator[Reference]:
        """The references of a body in the order of their places."""
        if (every := self._references.get(file.path)) is None:
            every = self._references[file.path] = tuple(sorted(file.references, key=_START))
        first, last = bisect_left(every, body.start, key=_START), bisect_right(every, body.end, key=_START)
        return (r for r in every[first:last] if body.covers(r.span))

    def _bare(self, file: LiveFile, symbol: Symbol) -> Iterator[Act]:
        """Ruby's calls without receiver and arguments, which are told from the methods beside them."""
        if file.outline.language != "ruby" or symbol.body is None:
            return
        beside = {
            s.name: n
            for n, s in enumerate(file.outline.symbols)
            if s.kind in ABLE and s.parent == symbol.parent and s is not symbol
        }
        first, last = file.lines.lines(symbol.body)
        for row in range(first - 1, last):
            word = file.lines.line_text(row).strip()
            if word in beside:
                start = file.lines.line_span(row).start
                start += file.data[start : file.lines.line_span(row).end].index(word.encode())
                at = Span(start, start + len(word.encode()))
                called = file.outline.symbols[beside[word]]
                r = Reference(name=word, qualifier="", kind="call", span=at, scope=-1)
                under, lines = condition(file, symbol, at)
                to = Defined(path=file.path, ordinal=beside[word], symbol=called)
                yield Act(reference=r, said=word, to=(to,), sure=True, under=under, lines=lines)

    def carried_out(self, defined: Defined) -> tuple[Defined, ...]:
        """A definition, and what carries it out where it only declares."""
        key = (defined.path, defined.ordinal)
        if key not in self._led:
            self._led[key] = self._carried_out(defined)
        return self._led[key]

    def _carried_out(self, defined: Defined) -> tuple[Defined, ...]:
        symbol = self.here(defined)
        if symbol is None or symbol.kind not in ABLE or not self._declares(defined, symbol):
            return (defined,)
        if "." not in defined.symbol.qualified and owner_of(defined, self.snapshot) is None:
            return (defined,)  # only members are of families
        every = [d for d in self._own(defined.symbol.name) if d.symbol.name == defined.symbol.name]
        same = next((f for f in families(every, self.snapshot) if defined in f), ())
        return (defined, *[d for d in same if d != defined and d.symbol.body is not None][:_MOST_HEIRS])

    def _declares(self, defined: Defined, symbol: Symbol) -> bool:
        if symbol.body is None:
            return True
        file = self.files.file(defined.path)
        return file is not None and not any(
            r.kind == "call" and not DIED.match(file.lines.line_text(file.lines.line_of(r.span.start)))
            for r in self._inside(file, symbol.body)
        )

    def _own(self, name: str) -> tuple[Defined, ...]:
        if (key := (name, -1)) not in self._led:
            every = self.snapshot.defined(name, lambda path: is_own(path, self.snapshot))
            self._led[key] = tuple(d for d in every if d.symbol.kind in ABLE)
        return self._led[key]

    def _by_receiver(self, reference: Reference) -> tuple[Defined, ...]:
        """The one family of this name whose owner is called as the receiver is; else what alone bears the name."""
        if not (words := _WORD.findall(reference.qualifier)):
            return ()
        key = (reference.name, words[-1].lower().strip("_"))
        if key not in self._led:
            self._led[key] = self._called(*key)
        return self._led[key]

    def _called(self, name: str, word: str) -> tuple[Defined, ...]:
        every = [d for d in self._own(name) if d.symbol.name == name]
        owners = [d.symbol.qualified.split(".")[-2:-1] for d in every]
        near = [
            d
            for d, o in zip(every, owners, strict=True)
            if o and len(word) > 2 and (o[0].lower().endswith(word) or word.endswith(o[0].lower().strip("_")))
        ]
        if not near:
            near = [d for d in every if word in d.symbol.qualified.lower().split(".")[:-1]]
        same = families(near, self.snapshot)
        if len(same) > 1:
            exact = [d for d in near if d.symbol.qualified.split(".")[-2].lower().strip("_") == word]
            same = families(exact, self.snapshot)
        if len(same) == 1:
            return self.carried_out(same[0][0])
        alone = families(every, self.snapshot) if not near and not is_shared(name) else ()
        return self.carried_out(alone[0][0]) if len(alone) == 1 else ()

    def _taken(self, file: LiveFile, symbol: Symbol, act: Act) -> Iterator[Act]:
        """What takes out what is put in here: of a queue of this name."""
        put = act.reference
        name = _called(put)
        if not name or name in ("self", "this") or name[0].isupper():
            return
        for path in dict.fromkeys((file.path, *self._holding(_TAKEN_BY[put.name]))):
            there = self.files.file(path)
            if there is None or not there.current or not is_own(path, self.snapshot):
                continue
            for verb in _TAKEN_BY[put.name]:
                for r in self.snapshot.references(path, verb):
                    if r.kind != "call" or _called(r) != name:
                        continue
                    if path == file.path and symbol.span.covers(r.span):
                        continue
                    if (found := _around(there, r)) is not None:
                        yield replace(act, to=(found,), sure=False, taken=r.span)
                        return

    def _holding(self, verbs: tuple[str, ...]) -> list[str]:
        found = (self.snapshot.holding(next(iter(terms(verb)), verb), _MOST_FILES) for verb in verbs)
        return [path for paths in found if paths is not None for path in paths]


def _rows(acts: list[Act], file: LiveFile | None) -> Iterator[Act]:
    """Each thing that is called once, except in a row of statements under one condition that call the same."""
    begun = Counter(
        (act.said, act.under)
        for act in acts
        if file is not None
        and file.lines.line_text(file.lines.line_of(act.reference.span.start)).lstrip().startswith(act.said)
    )
    seen: set[str] = set()
    for act in acts:
        if begun[act.said, act.under] >= _SEVERAL:
            yield replace(act, several=True)
        elif act.said not in seen or act.taken is not None or act.to:
            yield act
        seen.add(act.said)


def in_rows(acts: tuple[Act, ...], file: LiveFile | None) -> list[list[Act]]:
    """The acts, each thing that is done once: those known apart by what they lead to, others by their name. What is
    handed to the same call on line after line is one (a table of routes registers handlers and calls none of them).
    """
    apart: dict[str, Act] = {}
    for act in acts:
        apart.setdefault(act.to[0].symbol.qualified if act.to else act.reference.name, act)
    begun: dict[str, list[Act]] = {}
    for name, act in apart.items():
        text = file.lines.line_text(file.lines.line_of(act.reference.span.start)) if file is not None else ""
        found = _BEGUN.match(text)
        key = found[1] if found is not None and not act.said.endswith(found[1]) else f"={name}"
        begun.setdefault(key, []).append(act)
    rows = begun.values()
    return [row for row in rows if len(row) >= _ROW] + [[a] for row in rows if len(row) < _ROW for a in row]


def called_as(file: LiveFile, call: Reference) -> str:
    """A call with the object that it is made on, as written: one name on several objects is several steps."""
    start = file.lines.line_span(file.lines.line_of(call.span.start)).start
    before = file.data[start : call.span.start].decode("utf-8", "western")
    found = _OBJECT.search(before[-_LONGEST:])
    return f"{found[0].lstrip('?:->.') if found is not None else ''}{call.name}"


def condition(file: LiveFile, within: Symbol, at: Span) -> tuple[str, tuple[Span, ...]]:
    """The condition that a call is under, in words and with the spans of its lines, by indentation; nothing for a call
    that is always made.

    An `else` is told by the condition that is above it at the same depth. A condition too long for a line
    of a list is left to its line.
    """
    lines = file.lines
    texts, depths = file.live.noted(("depths", file.path), lambda: _depths(lines_of(file.data)))
    top = lines.line_of((within.body or within.span).start)
    here = lines.line_of(at.start)
    depth, otherwise = depths[here], -1
    if _CONDITION.match(texts[here].lstrip()):
        return "", ()  # the call is what is asked
    for n in range(here - 1, top - 1, -1):
        if depths[n] < 0 or depths[n] > depth or (otherwise < 0 and depths[n] == depth):
            continue
        text = texts[n]
        if _CONDITION.match(text.lstrip()):
            found, told = lines.line_span(n), text.strip()
            said = told.removeprefix("}").removesuffix("{").removesuffix(":").strip().replace("`", "'")
            if len(said) > _LINE_CHARS or told.endswith(("(", ",")):
                return "", (found,)
            if otherwise < 0:
                return f"under `{said}`", (found,)
            return f"under the `else` of `{said}`", (found, lines.line_span(otherwise))
        if otherwise >= 0:
            return "", ()  # what the `else` belongs to is not plain from the lines
        if _OTHERWISE.match(text.lstrip()):
            otherwise = n
        depth = depths[n]
    return "", ()


def _depths(lines: list[str]) -> tuple[list[str], list[int]]:
    """The lines, and how far each is indented, -1 for an empty one."""
    bare = [line.lstrip() for line in lines]
    return lines, [len(line) - len(rest) if rest else -1 for line, rest in zip(lines, bare, strict=True)]


def _called(call: Reference) -> str:
    """The last word of what a call is made on."""
    return next(iter(_WORD.findall(call.qualifier)[-1:]), "")


def _around(file: LiveFile, taken: Reference) -> Defined | None:
    """The function that takes something out."""
    around = [
        (n, s) for n, s in enumerate(file.outline.symbols) if s.kind in ABLE and s.span.covers(taken.span)
    ]
    return Defined(path=file.path, ordinal=around[-1][0], symbol=around[-1][1]) if around else None


def is_own(path: str, snapshot: Snapshot) -> bool:
    """True for the product's own code, no test, example or copy."""
    entry = snapshot.file(path)
    if entry is None:
        return False
    surface = entry.surface
    return not (surface.test or surface.example or surface.generated or surface.vendored or entry.generated)
