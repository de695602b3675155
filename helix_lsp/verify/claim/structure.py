"""Claims about the shape of a definition: its bases, parameters, members, what it raises and returns, its kind,
owner and file, its marks.

Three-valued throughout: a base of another package, an open parameter list or a definition that is there twice
makes an answer None.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from helix_lsp.align.drift.verdict import Reason
from helix_lsp.align.lineage import CLASS_KINDS, ancestors, bases_of, find_member
from helix_lsp.align.live import Live
from helix_lsp.index.overlay.snapshot import Defined
from helix_lsp.syntax.outline import Reference, Symbol
from helix_lsp.text.regex import regex
from helix_lsp.verify.claim.claim import Claim, Seen, ruled, unknown
from helix_lsp.verify.claim.evidence import head_span
from helix_lsp.verify.facts.fact import Fact, Predicate
from helix_lsp.verify.facts.parameters import (
    is_async,
    parameters_of,
    raised_in,
    returned_type,
    returned_value,
    returned_values,
)
from helix_lsp.verify.facts.subject import named, names_above, standard_bases
from helix_lsp.verify.facts.value import Value, agree

_DEPTH = 12
_NOMINAL = frozenset(
    {"python", "typescript", "tsx", "javascript", "java", "c_sharp", "kotlin", "php", "ruby"}
)
_EVERYWHERE = frozenset({"object", "Object", "Any", "any"})
_CALLABLES = frozenset({"function", "method", "constructor", "macro"})
_VALUES = frozenset({"constant", "enum_member"})
_APART = tuple(
    frozenset(p)
    for p in (
        ("interface", "class"), ("struct", "enum"), ("struct", "trait"), ("enum", "trait"), ("enum", "interface"), ("struct", "interface"),
        ("class", "trait"), ("type", "class"),
    )
)  # fmt: skip
_TYPES = {
    "string": "text", "str": "text", "String": "text", "&str": "text", "&'static str": "text", "bool": "truth",
    "boolean": "truth", "Boolean": "truth",

    "int": "whole", "integer": "whole", "long": "whole", "Integer": "whole",
    "i32": "whole", "i64": "whole", "u32": "whole", "u64": "whole", "usize": "whole",
    "float": "real", "double": "real", "f64": "real", "f32": "real", "list": "list", "dict": "dict", "tuple": "tuple", "set": "set", "bytes": "bytes",
}  # fmt: skip
_KIN = (
    frozenset({"whole", "real", "truth"}),
    frozenset({"list", "tuple", "set"}),
    frozenset({"text", "bytes"}),
)
_SAFE_CALLS = frozenset("len isinstance str repr type super format bool hasattr join cast".split())
_LAST = regex(r"\.|::|#|\\")


def fact_at(defined: Defined, symbol: Symbol, predicate: Predicate, written: str) -> Fact:
    """What the head of a definition says, as written."""
    value = Value(kind="name", written=written, text=written)
    return Fact(
        path=defined.path,
        subject=symbol.qualified,
        predicate=predicate,
        value=value,
        span=head_span(symbol),
        grade="A",
    )


def together(seen: Iterable[Seen]) -> Seen:
    """Of several definitions with one name: what all of them say; where they differ nothing is known."""
    every = list(seen)
    if not every:
        return unknown("subject-unknown")
    says = {one.holds for one in every}
    facts = tuple(f for one in every for f in one.facts)
    if says in ({True}, {False}):
        return Seen(facts=facts, holds=every[0].holds, why=every[0].why)
    if says == {True, None}:
        return Seen(facts=facts, holds=True, why=next(o.why for o in every if o.holds))
    return Seen(
        facts=facts,
        holds=None,
        why=Reason("definitions-differ") if len(every) > 1 and None not in says else every[0].why,
    )


def base(claim: Claim, defined: Defined, live: Live) -> Seen:
    """`X inherits from Y`, in any number of steps, or in one where it is said to be the direct base."""
    symbol, wanted = live.symbol(defined), _LAST.split(claim.object.text)[-1]
    entry = live.snapshot.file(defined.path)
    if symbol is None or entry is None or symbol.kind not in CLASS_KINDS:
        return unknown("no-class", word=claim.subject.written)
    line, names, open_ = [defined], list[str](), False
    met: set[tuple[str, int]] = set()
    for _ in range(1 if claim.noun == "direct" else _DEPTH):
        above: list[Defined] = []
        for one in line:
            for written, holder in bases_of(one, live.snapshot):
                names.append(written)
                if holder is None:
                    beyond = standard_bases(written, entry.language)
                    names += beyond or ()
                    open_ = open_ or beyond is None
                elif (holder.path, holder.ordinal) not in met:
                    met.add((holder.path, holder.ordinal))
                    names.append(holder.symbol.name)
                    above.append(holder)
        line = above
    names += _implemented(symbol, defined, live)
    fact = fact_at(defined, symbol, "base", ", ".join(dict.fromkeys(names)))
    if wanted in names:
        return ruled(fact, True, "base-held")
    head = head_span(symbol).cut(live.data(defined.path) or b"").decode("utf-8", "replace")
    made = re.search(r"\(.*\(|extends\s+[\w.]+\s*\(|metaclass|\*", head.partition("class")[2], re.S)
    if entry.language not in _NOMINAL or made is not None or wanted in _EVERYWHERE:
        return unknown("bases-open", fact)
    here = [d for d in named(wanted, live.snapshot) if d.symbol.kind in CLASS_KINDS]
    if open_ and not here and claim.noun != "direct":
        return unknown("bases-open", fact)
    below = {(d.path, d.ordinal) for d in here}
    turned = any((defined.path, defined.ordinal) in ancestors(d, live.snapshot, _DEPTH) for d in here)
    if not names and not below:
        return unknown("bases-open", fact)  # nothing here is called so
    return Seen(
        facts=(fact,),
        holds=False,
        why=Reason("base-turned" if turned else "base-other", (("real", ", ".join(dict.fromkeys(names))),)),
    )


def _implemented(symbol: Symbol, defined: Defined, live: Live) -> list[str]:
    """Traits of the `impl` blocks for a type and what it derives (Rust)."""
    found: list[str] = []
    for one in live.snapshot.defined(symbol.name):
        if one.symbol.kind == "impl" and one.symbol.name == symbol.name:
            head = one.symbol.signature.partition(" for ")[0]
            found += re.findall(r"[A-Za-z_]\w*", head)
    return [*found, *(r.name for r in _marks(symbol, defined, live))] if found else []


def _marks(symbol: Symbol, defined: Defined, live: Live) -> list[Reference]:
    outline = live.outline(defined.path)
    head = head_span(symbol)
    return (
        [r for r in outline.references if r.kind == "decorate" and head.start <= r.span.start < head.end]
        if outline is not None
        else []
    )


def decorator(claim: Claim, defined: Defined, live: Live) -> Seen:
    """`X is decorated with Y`."""
    symbol, wanted = live.symbol(defined), _LAST.split(claim.object.text)[-1]
    if symbol is None:
        return unknown("subject-unknown")
    names = [r.name for r in _marks(symbol, defined, live)]
    fact = fact_at(defined, symbol, "decorator", ", ".join(names))
    return ruled(fact, wanted in names, "decorator", fact.value.text)


def parameter(claim: Claim, defined: Defined, live: Live) -> Seen:
    """`X takes a parameter y`, `the first parameter of X is y`."""
    listed, symbol = parameters_of(defined, live), live.symbol(defined)
    if listed is None or symbol is None:
        return unknown("parameters-open")
    holder = live.symbol(listed.of) or symbol
    fact = fact_at(listed.of, holder, "parameter", ", ".join(listed.names))
    told = Reason("parameters", (("real", fact.value.text),))
    wanted = claim.object.text
    if claim.predicate == "position":
        rank = int(claim.noun)
        if wanted not in listed.names:
            return unknown("parameters-open", fact)
        return Seen(facts=(fact,), holds=listed.names.index(wanted) == rank, why=told)
    if wanted in listed.names:
        return Seen(facts=(fact,), holds=True, why=told)
    return (
        unknown("parameters-open", fact)
        if listed.open or wanted[:1].isupper()
        else Seen(facts=(fact,), holds=False, why=told)
    )


def count(claim: Claim, defined: Defined, live: Live) -> Seen:
    """`X has 3 parameters`, `the enum X has 4 members`."""
    symbol, outline = live.symbol(defined), live.outline(defined.path)
    if symbol is None or outline is None:
        return unknown("subject-unknown")
    said = claim.object.number
    if claim.noun in ("parameter", "argument"):
        listed = parameters_of(defined, live)
        if listed is None or listed.open or symbol.kind in CLASS_KINDS:
            return unknown("parameters-open")
        fact = fact_at(listed.of, symbol, "count", str(len(listed.names)))
        return ruled(fact, said == len(listed.names), "count", fact.value.text)
    inside = [s for s in outline.symbols if s.qualified == f"{symbol.qualified}.{s.name}"]
    members = [s for s in inside if s.kind == "enum_member"]
    enum = bool(members) and claim.noun in ("member", "value", "variant", "entrie", "entry", "constant")
    if not enum:
        return unknown("members-open")
    if _cut(defined, symbol, live):
        return unknown("unparsed", path=defined.path)
    fact = fact_at(defined, symbol, "count", str(len(members)))
    return ruled(fact, said == len(members), "count", fact.value.text)


def _cut(defined: Defined, symbol: Symbol, live: Live) -> bool:
    """True where the file could not be read inside of a definition, or at its end: it may have other members."""
    outline, span = live.outline(defined.path), symbol.span
    return outline is not None and any(
        p.span is None or (p.span.start <= span.end and span.start <= p.span.end) for p in outline.problems
    )


def raises(claim: Claim, defined: Defined, live: Live) -> Seen:
    """`X raises Y`: denied only where the body calls nothing that might."""
    symbol, data = live.symbol(defined), live.data(defined.path)
    if symbol is None or data is None or symbol.kind not in ("function", "method", "constructor"):
        return unknown("subject-unknown")
    found, wanted = raised_in(symbol, data), _LAST.split(claim.object.text)[-1]
    fact = fact_at(defined, symbol, "raises", ", ".join(sorted(found)))
    entry = live.snapshot.file(defined.path)
    language = entry.language if entry is not None else ""
    if wanted in found or any(wanted in names_above(name, language, live) for name in found):
        return ruled(fact, True, "raises", fact.value.text)
    outline = live.outline(defined.path)
    calls = {
        r.name
        for r in (outline.references if outline is not None else ())
        if r.kind == "call" and symbol.span.start <= r.span.start < symbol.span.end
    } - {symbol.name}
    decorated = bool(_marks(symbol, defined, live))
    if not found or decorated or not calls <= found | _SAFE_CALLS or symbol.body is None:
        return unknown("raises-open", fact)
    return ruled(fact, False, "raises", fact.value.text)


def returns(claim: Claim, defined: Defined, live: Live) -> Seen:
    """`X returns 5`, `X returns a string`: against the one literal of the body, else the type in the head."""
    symbol, data, entry = live.symbol(defined), live.data(defined.path), live.snapshot.file(defined.path)
    if (
        symbol is None
        or data is None
        or entry is None
        or symbol.kind not in ("function", "method", "property")
    ):
        return unknown("subject-unknown")
    literal = returned_value(symbol, data)
    if literal is not None and claim.object.kind != "name":
        fact = Fact(
            path=defined.path,
            subject=symbol.qualified,
            predicate="returns",
            value=literal,
            span=symbol.span,
            grade="A",
        )
        return ruled(fact, agree(claim.object, literal), "returns", literal.written)
    real = returned_type(symbol, entry.language)
    fact = fact_at(defined, symbol, "returns", real)
    if claim.scope and any(agree(claim.object, v) for v in returned_values(symbol, data)):
        return ruled(fact, True, "returns", claim.object.written)
    if not real or claim.object.kind not in ("name", "nothing"):
        return unknown("returns-open", fact)
    said = "None" if claim.object.kind == "nothing" else claim.object.text
    why = Reason("returns", (("real", real),))
    if said.lower() == real.lower() or (
        _TYPES.get(said) is not None and _TYPES.get(said) == _TYPES.get(real)
    ):
        return Seen(facts=(fact,), holds=True, why=why)
    one, other = _TYPES.get(said), _TYPES.get(real)
    if one is not None and other is not None and not is_async(symbol):
        return (
            unknown("returns-open", fact)
            if any({one, other} <= kin for kin in _KIN)
            else Seen(facts=(fact,), holds=False, why=why)
        )
    types = [
        d
        for name in (said, real)
        for d in named(name, live.snapshot)[:1]
        if d.symbol.kind in ("class", "struct", "enum")
    ]
    if len(types) == 2 and not _kin(types[0], types[1], live):
        return Seen(facts=(fact,), holds=False, why=why)
    return unknown("returns-open", fact)


def _kin(one: Defined, other: Defined, live: Live) -> bool:
    keys = [(d.path, d.ordinal) for d in (one, other)]
    return keys[0] in ancestors(other, live.snapshot, _DEPTH) or keys[1] in ancestors(
        one, live.snapshot, _DEPTH
    )


def kind(claim: Claim, defined: Defined, live: Live) -> Seen:
    """`X is an interface`: denied between types and callables, and between types that a language tells apart."""
    symbol, entry = live.symbol(defined), live.snapshot.file(defined.path)
    if symbol is None or entry is None:
        return unknown("subject-unknown")
    said, real = claim.object.text, symbol.kind
    fact = fact_at(defined, symbol, "kind", real)
    why = Reason("kind", (("real", real.replace("_", " ")),))
    if said == real or {said, real} <= _CALLABLES:
        return Seen(facts=(fact,), holds=True, why=why)
    groups = (CLASS_KINDS, _CALLABLES, _VALUES)
    one, other = ([n for n, g in enumerate(groups) if k in g] for k in (said, real))
    apart = bool(one and other and one != other) or (
        frozenset({said, real}) in _APART and entry.language != "python"
    )
    return Seen(facts=(fact,), holds=False, why=why) if apart else unknown("kind-open", fact)


def owner(claim: Claim, defined: Defined, live: Live) -> Seen:
    """`X is a method of Y`; `defined` is Y."""
    name = _LAST.split(claim.subject.written)[-1]
    symbol = live.symbol(defined)
    if (
        symbol is None
        or symbol.kind not in CLASS_KINDS
        or claim.noun not in ("method", "property", "field", "member", "enum_member", "constant")
    ):
        return unknown("no-class", word=claim.object.text)
    own = [d for d in live.snapshot.defined(name) if d.symbol.name == name]
    member = find_member(defined, name, live.snapshot, _DEPTH)
    held = member.found or next(
        (d for d in own if d.symbol.qualified.endswith(f"{symbol.name}.{name}")), None
    )
    if held is not None:
        fact = fact_at(held, held.symbol, "owner", held.symbol.qualified.rpartition(".")[0])
        return ruled(fact, True, "owner", fact.value.text)
    elsewhere = [
        d
        for d in named(name, live.snapshot)
        if d.symbol.kind in (_CALLABLES | {"property", "field", "enum_member"})
    ]
    dynamic = any(
        find_member(defined, n, live.snapshot, _DEPTH).found is not None
        for n in ("__getattr__", "__getattribute__")
    )
    if _cut(defined, symbol, live):
        return unknown("unparsed", path=defined.path)
    if member.open or dynamic or not elsewhere or symbol.kind in ("impl", "trait"):
        return unknown("members-open")
    found = elsewhere[0]
    real = found.symbol.qualified.rpartition(".")[0] or found.path
    facts = (fact_at(found, found.symbol, "owner", real), fact_at(defined, symbol, "owner", symbol.name))
    return Seen(facts=facts, holds=False, why=Reason("owner", (("real", real),)))


def file(claim: Claim, defined: Defined, live: Live) -> Seen:
    """`X is defined in path`; a file that brings the name in makes it unknown."""
    symbol, wanted = live.symbol(defined), claim.object.text.lstrip("./")
    if symbol is None:
        return unknown("subject-unknown")
    fact = fact_at(defined, symbol, "file", defined.path)
    why = Reason("file", (("real", defined.path),))
    if f"/{defined.path}".endswith(f"/{wanted}"):
        return Seen(facts=(fact,), holds=True, why=why)
    name = symbol.name
    for path in (p for p in live.snapshot.paths() if f"/{p}".endswith(f"/{wanted}")):
        if any(
            name in pair for i in live.snapshot.imports(path) for pair in i.names
        ) or live.snapshot.defined_in(path, name):
            return unknown("file-open", fact)
    return Seen(facts=(fact,), holds=False, why=why)
