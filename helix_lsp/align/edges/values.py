"""What an expression is an instance of: its chain followed from a local, a member, an import or a name, link
by link.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from helix_lsp.align.edges.bindings import UNREAD, Binding, told_outside
from helix_lsp.align.edges.bindings import bindings as bindings_of
from helix_lsp.align.edges.chain import Chain, Link, forward
from helix_lsp.align.edges.lexical import FOREIGN, UNKNOWN, Meaning, is_global, known, whole
from helix_lsp.align.edges.members import CALLED, CLASSES, VALUES, Members
from helix_lsp.align.edges.names import ECMA, JVM, Names
from helix_lsp.align.edges.source import Source, base_name, declared, is_open, returned
from helix_lsp.align.lineage import CLASS_KINDS
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.text.regex import regex

_OWN = {
    "python": frozenset({"self", "cls"}), "ruby": frozenset({"self"}), "rust": frozenset({"self", "Self"}), "swift": frozenset({"self", "Self"}),
    "php": frozenset({"$this", "self", "static"}), "lua": frozenset({"self"}), "elixir": frozenset({"__MODULE__"}),
}  # fmt: skip
_THIS = frozenset({"this"})
_TABLES = ECMA | {"lua"}  # an object written out is given members later
_ABOVE = frozenset({"super", "parent", "base"})
BARE_MEMBERS = JVM | {"c_sharp", "swift", "cpp", "ruby", "elixir"}
_DEPTH = 8
_LONGEST = 100_000  # bytes of a function whose locals are read
_HELD = regex(r"(?:[\w:]*::)?(?:Option|Result)\s*<\s*([^<>,]+(?:<[^<>]*>)?)")
_PARAMETERS = regex(r"(?:\([^()\n]*\))?")  # of a macro: right behind its name, or none
_MACRO = regex(r"\W+")
_OPENED = frozenset({"unwrap", "expect", "unwrap_or_default", "unwrap_or_else", "unwrap_or"})


class Value(msgspec.Struct, frozen=True, kw_only=True):
    """What an expression is: an instance or the class itself (`of`), a module, of a foreign type, or not
    known. `above`: seen through `super`;
    `inner`: what Rust's `Option` or `Result` holds.
    """

    of: Meaning
    above: bool = False
    inner: Meaning | None = None


_NOTHING = Value(of=UNKNOWN)
_ELSEWHERE = Value(of=FOREIGN)


def _macro_head(text: str, at: int) -> str:
    """The parameters of a macro, which stand right behind its name."""
    found = _PARAMETERS.match(text, at)
    return found[0] if found is not None else ""


class Values:
    """Over `Names`; remembers for one request."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.members = Members(names)
        self._assigned_values: dict[tuple[str, int], Value] = {}
        self._bound: dict[tuple[str, str, int, int, int], list[Binding]] = {}
        self._depth = 0

    def walk(self, path: str, chain: Chain, at: int) -> Value:
        """What a chain gives, link by link."""
        if chain.literal:
            return _ELSEWHERE
        source = self.names.source(path)
        if source.language == "elixir" and all(link.name[:1].isupper() for link in chain.links):
            module = ".".join(link.name for link in chain.links)  # its whole name
            return Value(of=self.names.top(module, path, source.owner(at)))
        value = self._required(path, chain.links[0]) or self._root(
            path, chain.links[0], at, made=chain.made, awaited=chain.awaited and len(chain.links) == 1
        )
        for i, link in enumerate(chain.links):
            if i and value.inner is not None and link.name in _OPENED:
                value = Value(of=value.inner)
            elif i and value.of.kind == "foreign":
                value = (
                    _NOTHING if link.form in ("call", "index") and not link.name[:1].isupper() else value
                )  # what it gives may be ours
            elif i:
                value = self._step(
                    value, link, path, awaited=chain.awaited and i == len(chain.links) - 1, made=chain.made
                )
            if link.tried and value.inner is not None:
                value = Value(of=value.inner)
            if value.of.kind == "unknown":
                return value
        return value

    def _required(self, path: str, link: Link) -> Value | None:
        files = self.names.modules.required(self.names.source(path), link.at)
        return Value(of=Meaning(kind="module", paths=files)) if files else None

    def _root(self, path: str, link: Link, at: int, *, made: bool, awaited: bool = False) -> Value:
        source = self.names.source(path)
        name, owner = link.name, source.owner(at)
        if source.language == "php" and is_global(source.text, link.at):
            return self._used(
                whole(self.names.named(name.rpartition(".")[2], path), name), link, awaited=awaited
            )
        if made or link.form == "brace":
            meant = self.members.nested(path, name, at) or self.names.top(
                name.replace("::", "."), path, owner
            )
            return Value(of=meant) if link.form != "index" else _NOTHING
        if (
            name in _OWN.get(source.language, _THIS)
            or name in _ABOVE
            or (source.language not in _OWN and name in _THIS)
        ):
            held = self.members.class_of(owner, path)
            if name == "base" and source.language != "c_sharp":
                held = None
            if held is None and name in _ABOVE and name != "base":
                return _NOTHING
            if held is not None:
                return (
                    Value(of=known([held]), above=name in _ABOVE) if link.form in ("", "call") else _NOTHING
                )
        if name[:1] == "@":
            held = self.members.class_of(owner, path)
            member = Link(name=name.lstrip("@"), form=link.form, at=link.at)
            return _NOTHING if held is None else self._step(Value(of=known([held])), member, path)
        local = self.bindings(path, name, at)
        if local is not None:
            value = self._agreed(path, local, at)
            return (
                value if not link.form or (value.of.kind == "foreign" and link.form != "index") else _NOTHING
            )
        if inner := self.members.nested(path, name, at):
            return self._used(inner, link, awaited=awaited)
        if owner and source.language in BARE_MEMBERS:
            found = self.members.implicit(owner, name, path, called=link.form == "call")
            if found.kind == "known":
                return self._used(found, link, awaited=awaited)
        meant = self.names.top(name, path, owner)
        if source.language == "php" and name[:1] == "$":
            return _NOTHING
        if (
            meant.kind == "foreign"
            and not name[:1].isupper()
            and (link.form == "call" or not self._is_bound(name, path))
        ):
            return _NOTHING
        return self._used(meant, link, awaited=awaited)

    def _is_bound(self, name: str, path: str) -> bool:
        """True where an import of the file binds the name; else a lower-case word may be anything."""
        source = self.names.source(path)
        if source.language == "go":
            return any(
                i.module.rpartition("/")[2] == name or any(a == name for _, a in i.names)
                for i in source.imports
            )
        return any(
            name in (alias or original, i.module.partition(".")[0])
            for i in source.imports
            for original, alias in i.names or (("", ""),)
        )

    def _used(
        self, meant: Meaning, link: Link, self_of: Meaning | None = None, *, awaited: bool = False
    ) -> Value:
        """The value of a name that means this, used as the link says."""
        if meant.kind != "known":
            return Value(of=meant) if link.form != "index" or meant.kind == "foreign" else _NOTHING
        if link.form == "index":
            return _NOTHING
        kinds = {d.symbol.kind for d in meant.defined}
        if kinds <= CLASSES and kinds != {"enum_member"}:
            return Value(of=meant)
        if kinds in ({"enum_member"}, {"constructor"}):
            held = self.members.owner_of(meant.defined[0])
            return Value(of=known([held])) if held is not None else _NOTHING
        values = [self._given(d, link, self_of, awaited=awaited) for d in meant.defined[:4]]
        return values[0] if all(v == values[0] for v in values) else _NOTHING

    def _given(self, defined: Defined, link: Link, self_of: Meaning | None, *, awaited: bool) -> Value:
        """What a function gives back, or a field or variable holds."""
        symbol, source = defined.symbol, self.names.source(defined.path)
        if self._depth >= _DEPTH:
            return _NOTHING
        self._depth += 1
        try:
            if symbol.kind in VALUES and link.form == "":
                return self._held(defined, self_of)
            if symbol.kind == "property" or (
                symbol.kind in CALLED and (link.form == "call" or source.language in ("scala", "ruby"))
            ):
                written = returned(symbol.signature, symbol.name, source.language, awaited=awaited)
                decorated = source.language == "python" and link.form == "" and symbol.kind != "property"
                if not decorated:
                    return self._typed(written, defined.path, symbol.name_span.start, self_of)
            return _NOTHING
        finally:
            self._depth -= 1

    def _held(self, defined: Defined, self_of: Meaning | None) -> Value:
        """A field or variable: by its declared type, else by what its definition assigns."""
        symbol, source = defined.symbol, self.names.source(defined.path)
        lead = f"{symbol.qualified}."
        if any(
            s.parent == defined.ordinal or (source.language in _TABLES and s.qualified.startswith(lead))
            for s in source.symbols
        ):  # an object with members of its own
            return Value(of=known([defined]))
        written = declared(symbol.signature, symbol.name, source.language)
        if symbol.kind == "property" and not written:
            written = returned(symbol.signature, symbol.name, source.language)
        if written and written not in ("var", "auto", "val", "let", "const"):
            return self._typed(written, defined.path, symbol.name_span.start, self_of)
        mark = source.text.find("=", symbol.name_span.end, max(symbol.span.end, symbol.name_span.end) + 2)
        if (
            mark < 0
            or "\n" in source.text[symbol.name_span.end : mark]
            or source.text[mark + 1 : mark + 2] in "=>"
        ):
            return _NOTHING
        return self._assigned(defined.path, mark + 1, symbol.name_span.start)

    def _step(
        self, value: Value, link: Link, path: str, *, awaited: bool = False, made: bool = False
    ) -> Value:
        meant = self.member(value, link.name, path, called=link.form == "call")
        if meant.kind == "unknown" and link.name == "new" and self.names.source(path).language == "ruby":
            return Value(of=value.of)
        if made and meant.kind == "known":
            return Value(of=meant)
        return self._used(meant, link, value.of, awaited=awaited)

    def member(self, value: Value, name: str, path: str, *, called: bool) -> Meaning:
        """What a member name means on a value."""
        meant = value.of
        if meant.kind == "module":
            return self.names.in_files(meant.paths, name)
        if meant.kind != "known":
            return meant
        found = self.members.find(meant.defined[0], name, above=value.above, called=called)
        if not found.members:
            return UNKNOWN
        aside = self.names.is_aside(path)
        kept = [d for d in found.members if aside or not self.names.is_aside(d.path) or d.path == path]
        return known(kept)

    def bindings(self, path: str, name: str, at: int) -> list[Binding] | None:
        """What binds a local name at a byte, from the innermost function that does; None for a name that no
        function around binds.
        """
        source = self.names.source(path)
        functions = source.functions(at)
        if len(source.text) > _LONGEST and any(
            len(s.span) > _LONGEST for s in functions or source.symbols[:1]
        ):
            return [UNREAD]  # a bundle in one function: what is local there is not worth the reading
        for symbol in functions:
            if symbol.kind == "macro":
                if name in _MACRO.split(_macro_head(source.text, symbol.name_span.end)):
                    return [Binding()]
                continue
            start = source.behind_head(symbol)
            head = (
                symbol.span.start if source.language == "go" else symbol.name_span.end
            )  # a receiver is before the name
            end = max(start, symbol.span.end)
            found = self._bound_in(source, name, head, start, end)
            python = bool(found) and source.language == "python"
            told = told_outside(name, source.below_imports[start:end]) if python else None
            if told is not None and told[1] == "global":
                return None
            if found and told is None:
                return found
        if (
            not functions
            and source.language in ECMA | {"ruby", "swift", "scala"}
            and not self.names.snapshot.defined_in(path, name)
        ):
            found = self._bound_in(source, name, 0, 0, len(source.text))
            return [
                replace(one, sure=False) for one in found
            ] or None  # somewhere in the file, in a function without a name
        return None

    def _bound_in(self, source: Source, name: str, head: int, start: int, end: int) -> list[Binding]:
        """`bindings_of`, once for a name and a place; an import inside a function binds what it imports."""
        key = (source.path, name, head, start, end)
        if key not in self._bound:
            text = source.below_imports
            self._bound[key] = bindings_of(name, text, source.raw, head, start, end, source.language)
        return self._bound[key]

    def _agreed(self, path: str, found: list[Binding], place: int) -> Value:
        """The value that all bindings give at a byte, unknown where one does not say or two differ."""
        values: list[Value] = []
        source = self.names.source(path)
        for one in found[:12]:
            at = max(one.value, 0)
            if one.type:
                values.append(self._typed(one.type, path, place, None))
            elif one.value >= 0:
                if (
                    source.text[one.value : one.value + 12]
                    .strip()
                    .startswith(("None", "null", "nil", "undefined"))
                ):
                    continue
                values.append(self._assigned(path, one.value, at, first=one.first))
            else:
                return _NOTHING
            if values[-1].of.kind == "unknown":
                return _NOTHING
        return values[0] if values and len(found) <= 12 and all(v == values[0] for v in values) else _NOTHING

    def _assigned(self, path: str, value: int, at: int, *, first: bool = False) -> Value:
        """The value of the expression that begins at `value`; `at` is where its names are looked up."""
        key = (path, value)
        if key not in self._assigned_values:
            self._assigned_values[key] = _NOTHING  # `x = x.next()` ends here
            if self._depth < _DEPTH:
                self._depth += 1
                try:
                    self._assigned_values[key] = self._expression(path, value, at, first=first)
                finally:
                    self._depth -= 1
        return self._assigned_values[key]

    def _expression(self, path: str, value: int, at: int, *, first: bool) -> Value:
        source = self.names.source(path)
        chain = forward(source.text, value, source.language)
        if chain is None or chain.end < 0:
            return _NOTHING
        if chain.literal:  # a table may have been given members
            return _NOTHING if source.language in _TABLES and source.text[chain.end] == "{" else _ELSEWHERE
        rest = source.text[chain.end : chain.end + 80]
        tail = rest.lstrip(" \t)")
        if tail[:1] not in ("", "\n", "\r", ";", ",", "}", "]") and not tail.startswith(
            ("//", "#", "do ", "do\n", "{ ")
        ):
            return _NOTHING
        if tail[:1] == "," and not first and source.language == "python":
            return _NOTHING
        return self.walk(path, chain, max(at, value))

    def _typed(self, written: str, path: str, at: int, self_of: Meaning | None) -> Value:
        """A value of a written type."""
        name = base_name(written) if written else ""
        if not name:
            return _NOTHING
        held = _HELD.match(written)
        if held is not None and self.names.source(path).language == "rust":
            return Value(of=FOREIGN, inner=self._typed(held[1], path, at, self_of).of)
        if name == "[]":
            return _ELSEWHERE
        source = self.names.source(path)
        owner = source.owner(at) if at else ""
        if name in ("Self", "self", "static", "this", "typing.Self"):
            if self_of is not None:
                return Value(of=self_of)
            held = self.members.class_of(owner, path)
            return Value(of=known([held])) if held is not None else _NOTHING
        heads = (source.head(source.symbols[n]) for n in source.around(at))
        if (len(name) <= 2 and name.isupper()) or is_open(name, source.language, heads):
            return _NOTHING
        from_top = source.language == "php" and written.strip().lstrip("?").startswith("\\")
        meant = (
            whole(self.names.named(name.rpartition(".")[2], path), name)
            if from_top
            else self.names.top(name, path, owner)
        )
        if meant.kind == "known" and not {d.symbol.kind for d in meant.defined} <= CLASS_KINDS | {"module"}:
            return _NOTHING
        if meant.kind == "known" and meant.defined[0].symbol.kind == "type":
            return _NOTHING
        return Value(of=meant)
