"""Does this use mean that definition? Known, not this, or not to be told.

A use is known where its receiver is: the own object (with what its class inherits), an import, a class or
module by name, a local that is declared or constructed, a field with a declared or constructed type, what a
function of ours is declared to give back; a bare name where the file, its imports or its package define it
and no local hides it; or a name that is defined once and that no library shares. Nothing is known of a use
whose receiver is not; what an import brings from elsewhere is never ours; the product does not use what tests
and examples define, unless it imports them.
"""

from __future__ import annotations

import re
from typing import Literal

from helix_lsp.align.edges.chain import Chain, backward, forward
from helix_lsp.align.edges.lexical import FOREIGN, UNKNOWN, Meaning, is_global, known, whole
from helix_lsp.align.edges.members import VALUES, apart
from helix_lsp.align.edges.names import Names, is_c_library, is_own
from helix_lsp.align.edges.values import BARE_MEMBERS, Values
from helix_lsp.align.identity import module_parts
from helix_lsp.align.live import NO_ORACLE, Live
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.outline import Reference
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

# Elixir's quoted code: what is in a `quote` is built where it is written and runs where the macro is used.

_QUOTE = regex(r"(?<![\w.:@])quote\b(?=[ (])")
_LINE = regex(r"[^\n]*(?:\n|\Z)")
_UNQUOTE = regex(r"\bunquote(?:_splicing)?\(")
_MOST_LINES = 2_000


def is_quoted(text: str, within: Span, at: int) -> bool:
    """True for a byte of a definition's blanked text that a `quote` holds and no `unquote` takes out again:
    the definition does not run it.
    """
    return any(
        found.start() < at < _end(text, found.start(), within.end) and not _taken_out(text, found.end(), at)
        for found in _QUOTE.finditer(text, within.start, min(at, within.end))
    )


def _end(text: str, start: int, limit: int) -> int:
    """Behind the `end` that stands as far in as the line of the `quote`; a `quote` without a block ends with
    its line.
    """
    first = text.rfind("\n", 0, start) + 1
    indent = len(text[first:start]) - len(text[first:start].lstrip(" \t"))
    at = first
    for number in range(_MOST_LINES):
        line = _LINE.match(text, at)
        if line is None or at >= limit:
            break
        written = line[0]
        if not number and re.search(r"\bdo:", written):
            return line.end()
        if (
            number
            and len(written) - len(written.lstrip(" \t")) <= indent
            and re.match(r"end\b", written.lstrip(" \t"))
        ):
            return line.end()
        at = line.end()
    return min(at, limit)


def _taken_out(text: str, start: int, at: int) -> bool:
    """True when an `unquote(` before a byte is still open there."""
    for found in _UNQUOTE.finditer(text, start, at):
        between = text[found.end() : at]
        depth = 1
        for c in between:
            depth += (c == "(") - (c == ")")
            if not depth:
                break
        if depth:
            return True
    return False


Verdict = Literal["known", "unknown", "no"]

_WORDS = regex(r"[\w$-]+")
_RECEIVER = regex(r"(?:\.|->|::)\s*\Z")
_SHADOWS = frozenset({"call", "read"})


class Judge:
    """One request's judgement over the current bytes; to be thrown away with its `Live`. `asks`: where it ends, the
    oracle is asked.
    """

    def __init__(self, live: Live, *, asks: bool = True) -> None:
        self.names = Names(live)
        self._values = Values(self.names)
        self._live = live
        self._oracle = live.oracle if asks else NO_ORACLE
        self._meant: dict[tuple[str, int], Meaning] = {}
        self._once: dict[str, Defined | None] = {}
        self._alike: dict[tuple[object, ...], Meaning] = {}

    def judge(self, path: str, reference: Reference, target: Defined) -> Verdict:
        """Whether a reference in the current bytes of `path` means `target`; a class's constructor is meant
        by a call of the class.
        """
        aside = self.names.is_aside(target.path) and not self.names.is_aside(path)
        if aside and not self._asks_for(path, target):
            return "no"
        meant = self.meant(path, reference)
        if aside:  # an example or a copy is used by who imports it
            return "known" if any(self._is(d, target) for d in meant.defined) else "no"
        if meant.kind == "unknown" or not self.names.speak_alike(path, target.path):
            return "unknown"  # of what another language binds nothing is known
        if meant.kind != "known":
            return (
                "unknown" if meant.kind == "foreign" and self._may_extend(path, reference, target) else "no"
            )
        if any(self._is(d, target) for d in meant.defined):
            return "known"
        if (
            target.symbol.kind == "constructor"
            and reference.kind == "call"
            and any(self._owns(d, target) for d in meant.defined)
        ):
            return "known"
        return "unknown" if any(self._may_be(d, target) for d in meant.defined) else "no"

    def _asks_for(self, path: str, target: Defined) -> bool:
        """Whether an import of a file names the file of a definition, or its folder."""
        parts = {*module_parts(target.path)[-2:], *target.path.split("/")[-2:]}
        return any(
            not parts.isdisjoint(_WORDS.findall(one.module)) for one in self.names.source(path).imports
        )

    def meant(self, path: str, reference: Reference) -> Meaning:
        """What a reference in the current bytes of `path` means: `known` definitions (overloads of one name),
        `foreign`, or `unknown`.
        """
        key = (path, reference.span.start)
        if key not in self._meant:
            self._meant[key] = self._mean(path, reference)
        return self._meant[key]

    def binds_once(self, path: str, name: str, at: int) -> bool:
        """Whether the functions around a byte give a name of theirs one value only."""
        found = self._values.bindings(path, name, at)
        return found is not None and len(found) == 1 and found[0].sure

    def takes_in(self, path: str, at: int, target: Defined) -> bool:
        """Whether the class around a byte inherits from the owner of a member, or takes it in as a trait."""
        members = self._values.members
        owner = self.names.source(path).owner(at)
        mine, theirs = members.class_of(owner, path), members.owner_of(target)
        return mine is not None and theirs is not None and members.descends(mine, theirs)

    def is_quoted(self, path: str, within: Span, reference: Reference) -> bool:
        """True for a call that the definition around it only writes into a macro's code (Elixir)."""
        source = self.names.source(path)
        return source.language == "elixir" and is_quoted(source.text, within, reference.span.start)

    def _is(self, one: Defined, target: Defined) -> bool:
        if (one.path, one.ordinal) == (target.path, target.ordinal):
            return True
        if apart(one.symbol.kind, target.symbol.kind):
            return False  # the field of a class and its method of the same name are two things
        same = one.symbol.qualified == target.symbol.qualified
        if (
            same
            and self.names.source(target.path).language in ("c", "cpp")
            and one.symbol.kind == target.symbol.kind
        ):
            return (
                one.path == target.path or one.symbol.body is None or target.symbol.body is None
            )  # declared
        return same and (one.path == target.path or one.symbol.kind == "impl" or target.symbol.kind == "impl")

    def _owns(self, owner: Defined, constructor: Defined) -> bool:
        return (
            owner.path == constructor.path
            and constructor.symbol.qualified.rpartition(".")[0] == owner.symbol.qualified
        )

    def _may_be(self, met: Defined, target: Defined) -> bool:
        """True for an override of what is met: a call through a base may reach it; and for a member of what an
        interface asks for, where no word says who carries it out.
        """
        if met.symbol.name != target.symbol.name:
            return False
        members = self._values.members
        owner, heir = members.owner_of(met), members.owner_of(target)
        if owner is None or heir is None or members.descends(owner, heir):
            return owner is not None and heir is not None and owner.symbol.qualified != heir.symbol.qualified
        if heir.symbol.kind in ("interface", "type") and owner.symbol.kind in VALUES:
            return True  # an object of TypeScript that may be of this type
        asks = owner.symbol.kind in ("interface", "trait")
        return members.descends(heir, owner) or (asks and heir.symbol.qualified != owner.symbol.qualified)

    def _may_extend(self, path: str, reference: Reference, target: Defined) -> bool:
        """True for a member that adds to the types of others (an extension method, a trait's), reached through
        what is not ours.
        """
        source = self.names.source(path)
        if _RECEIVER.search(source.text, max(0, reference.span.start - 3), reference.span.start) is None:
            return False
        home, symbol = self.names.source(target.path), target.symbol
        if not self.names.speak_alike(path, target.path):
            return False
        above = home.symbols[symbol.parent] if 0 <= symbol.parent < len(home.symbols) else None
        before = home.text[max(0, symbol.span.start - 80) : symbol.name_span.start]
        if home.language == "c_sharp":
            return re.search(r"\(\s*this\b", symbol.signature) is not None
        if home.language == "kotlin":
            return before.endswith(".") and "fun" in before
        if home.language == "rust":
            return self._values.members.carries_out(target, self._values.members.owner_of(target))
        if home.language in ("javascript", "typescript", "tsx"):
            return before.endswith(".prototype.")
        if above is None:
            return False
        lead = home.text[above.span.start : above.name_span.end]
        if home.language == "ruby":
            return (
                len(self.names.named(above.name, target.path)) == 1
                and source.text[reference.span.start - 2 : reference.span.start - 1] in "\"'])"
            )
        return re.search(r"\b(?:extension|implicit)\b", lead) is not None

    def _mean(self, path: str, reference: Reference) -> Meaning:
        source = self.names.source(path)
        at = reference.span.start
        text = (
            source.text if source.text[at : at + 1] not in ("", " ") else source.raw
        )  # what a string has put in is code
        start = backward(text, at, source.language)
        chain = forward(text, start, source.language, reference.span.end + 400) if start is not None else None
        links = chain.links if chain is not None else ()
        place = next((i for i, link in enumerate(links) if link.at <= at <= link.at + len(link.name)), -1)
        if source.language != "go":
            return self._followed(path, reference, text, chain, place)
        # what one function of Go writes alike means the same
        key = (
            path,
            tuple(source.around(at)),
            reference.kind,
            reference.name,
            place,
            None if chain is None else (chain.literal, chain.made),
            tuple([(link.name, link.form) for link in links[: max(0, place)]]),
        )
        if (meant := self._alike.get(key)) is None:
            meant = self._alike[key] = self._followed(path, reference, text, chain, place)
        return meant

    def _followed(
        self, path: str, reference: Reference, text: str, chain: Chain | None, place: int
    ) -> Meaning:
        """What the link at `place` of a chain means, -1 for none."""
        source, at = self.names.source(path), reference.span.start
        links = chain.links if chain is not None else ()
        first = next(iter(links), None)
        if chain is None or chain.literal or place < 0:
            meant = FOREIGN if chain is not None and chain.literal else UNKNOWN
        elif place == 0 and first is not None and source.language == "php" and is_global(text, first.at):
            meant = whole(self.names.named(reference.name, path), first.name)
        elif place == 0:
            meant = self._bare(path, reference, made=chain.made)
        else:
            before = self._values.walk(path, Chain(links=chain.links[:place], end=0, made=chain.made), at)
            called = reference.kind == "call" or text[at - 2 : at] == "::"  # `Salter::salt` is a function
            meant = self._values.member(before, reference.name, path, called=called)
        if meant.kind == "unknown":
            meant = self._asked(path, reference)
        if meant.kind == "unknown" or (meant.kind == "foreign" and place > 0 and source.language == "kotlin"):
            only = self._only(path, reference, bare=place == 0)
            if meant.kind == "unknown" or any(
                d.symbol.parent < 0 for d in only.defined
            ):  # Kotlin adds functions to the types of others
                return only
        return meant

    def _asked(self, path: str, reference: Reference) -> Meaning:
        source = self.names.source(path)
        if source.language != "python" or not self.names.is_named(reference.name, path):
            return UNKNOWN
        told = self._oracle.definitions(path, source.data, reference.span.start)
        if not told:
            return UNKNOWN
        if all(not p for p, _ in told):
            return FOREIGN
        found = [
            d
            for p, at in told
            for d in self.names.snapshot.defined_in(p, reference.name)
            if p and d.symbol.name_span.start == at and self._live.same(p)
        ]
        return (
            known(found)
            if len(found) == len(told) and len({d.symbol.qualified for d in found}) == 1
            else UNKNOWN
        )

    def _only(self, path: str, reference: Reference, *, bare: bool) -> Meaning:
        """The one definition of a name that no library shares; never of a local, and not where the language
        would have needed an import.
        """
        name = reference.name
        if reference.kind != "call" or not is_own(name):
            return UNKNOWN
        language = self.names.source(path).language
        if bare and (language not in ("ruby", "swift", "c", "cpp") or is_c_library(name, language)):
            return UNKNOWN
        if bare and self._values.bindings(path, name, reference.span.start) is not None:
            return UNKNOWN
        if name not in self._once:
            found = [d for d in self.names.snapshot.defined(name) if d.symbol.name == name]
            self._once[name] = found[0] if len({(d.path, d.symbol.qualified) for d in found}) == 1 else None
        one = self._once[name]
        if (
            one is None
            or (self.names.is_aside(one.path) and not self.names.is_aside(path))
            or one.symbol.kind not in ("function", "method", "macro")
        ):
            return UNKNOWN
        member = "." in one.symbol.qualified
        if member and self._values.members.carries_out(one, self._values.members.owner_of(one)):
            return UNKNOWN  # the base has the name too, and whatever else descends from it
        return known([one]) if self.names.is_named(name, path) and (member or bare) else UNKNOWN

    def _bare(self, path: str, reference: Reference, *, made: bool) -> Meaning:
        """A name without a receiver."""
        source = self.names.source(path)
        name, at = reference.name, reference.span.start
        owner = source.owner(at)
        if source.language == "python" and owner and (own := self._in_class_body(path, name, at, owner)):
            return known(own)
        inner = self._values.members.nested(path, name, at)
        if reference.kind in _SHADOWS and not made:
            if source.language == "elixir" and reference.kind == "read" and name[:1].islower():
                return UNKNOWN
            bound = self._values.bindings(path, name, at)
            if inner is None and bound is not None:
                return FOREIGN if any(one.sure for one in bound) else UNKNOWN  # a local, or nobody looked
        if inner is not None:
            return inner
        if owner and source.language in BARE_MEMBERS and not made and reference.kind in _SHADOWS:
            found = self._values.members.implicit(owner, name, path, called=reference.kind == "call")
            if found.kind == "known":
                return found
        meant = self.names.top(name, path, owner)
        if meant.kind == "foreign" and source.language == "ruby":
            # a block may run inside any object, and whoever takes in a module may take in others
            held = self._values.members.class_of(owner, path)
            shared = (
                reference.kind == "call" if not owner else held is not None and held.symbol.kind == "module"
            )
            if shared and any(d.symbol.kind == "method" for d in self.names.named(name, path)):
                return UNKNOWN
        return meant

    def _in_class_body(self, path: str, name: str, at: int, owner: str) -> tuple[Defined, ...]:
        """For Python: what the class itself defines, for a bare name that is in its body and in no function:
        a decorator (`@size.setter`), an alias.
        """
        inside = next(iter(self.names.source(path).functions(at)), None)
        held = self._values.members.class_of(owner, path)
        if held is None or (inside is not None and at >= inside.name_span.start):
            return ()
        return self._values.members.own(held, name)


def judge_of(live: Live, *, asks: bool = True) -> Judge:
    """The one judge of a request; without `asks` the one that asks no oracle, for what looks at hundreds of names."""
    return live.noted(("judge", asks), lambda: Judge(live, asks=asks))
