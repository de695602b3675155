"""One possible definition of a mention, and how its base score is moved by kind, authority, nearness and
context.

The base score says how the name agreed (see `resolve.py`); each adjustment is smaller than the step between
two ways of agreeing, except the ones that speak against a definition (tests, wrong kind, local to a
function). Every adjustment leaves a word in `why`.
"""

from __future__ import annotations

import msgspec

from helix_lsp.align.context import Context
from helix_lsp.align.lineage import CLASS_KINDS, agrees, holds, import_of, owner_of
from helix_lsp.align.mention import Name
from helix_lsp.align.place import module_parts, nearness, penalty
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.syntax.outline import Symbol
from helix_lsp.text.positions import Span

_CALLABLE = frozenset({"function", "method", "constructor", "macro"})
_VALUES = frozenset({"variable", "constant", "field", "property", "enum_member"})
_FIT: dict[str, frozenset[str]] = {
    "meth": _CALLABLE | {"property"},
    "func": _CALLABLE | {"class"},
    "class": CLASS_KINDS,
    "struct": CLASS_KINDS,
    "enum": CLASS_KINDS,
    "type": CLASS_KINDS,
    "exc": frozenset({"class"}),
    "attr": _VALUES | {"method", "function"},
    "data": _VALUES,
    "const": _VALUES,
    "member": _VALUES,
    "var": _VALUES,
    "macro": frozenset({"macro", "constant"}),
    "mod": frozenset({"module", "namespace"}),
}
_NOUNS = {
    "attribute": "attr",
    "property": "attr",
    "field": "attr",
    "method": "meth",
    "function": "func",
    "decorator": "func",
    "class": "class",
    "exception": "class",
    "variable": "data",
    "constant": "data",
    "module": "mod",
    "package": "mod",
}


class Resolved(msgspec.Struct, frozen=True, kw_only=True):
    """A definition that a mention may mean; `score` is 0 to about 1.2, `why` names what agreed, parts joined
    by `; `.
    """

    defined: Defined
    score: float
    why: str


def file_target(path: str, snapshot: Snapshot) -> Defined | None:
    """The whole file as a definition: ordinal -1, kind `module`, `doc` and `name_span` at the module's own
    documentation (else the first byte).
    """
    entry = snapshot.file(path)
    if entry is None:
        return None
    facts = snapshot.glance(path)
    doc = facts.module_doc if facts is not None else None
    parts = module_parts(path)
    symbol = Symbol(
        name=parts[-1],
        qualified=path,
        kind="module",
        span=Span(0, max(0, entry.size)),
        name_span=Span(doc.start, doc.start) if doc else Span(0, 0),
        signature=path,
        doc=doc,
        body=None,
        parent=-1,
    )
    return Defined(path=path, ordinal=-1, symbol=symbol)


def adjust(found: Resolved, name: Name, document: str, snapshot: Snapshot, context: Context) -> Resolved:
    """`found` with its score moved by everything that is around the name."""
    defined = found.defined
    owner = owner_of(defined, snapshot)
    score, why = found.score, [found.why]
    change, word = _kind_change(defined.symbol, name, context.noun)
    score += change
    why.append(word)
    loss, word = penalty(snapshot.file(defined.path), document)
    score -= loss
    why.append(word)
    near = nearness(defined.path, document) + (0.15 if defined.path == document else 0.0)
    score += near
    why.append("near" if near >= 0.1 else "")
    if owner is None and is_exported(defined, snapshot):
        score += 0.03
        why.append("exported by its package")
    if context.module and holds(module_parts(defined.path), tuple(context.module.split("."))):
        score += 0.06
        why.append(f"current module {context.module}")
    if owner is not None:
        if owner.kind in _CALLABLE:
            score -= 0.25
            why.append("local to a function")
        elif owner.name in context.named or (context.owner and context.owner.split(".")[-1] == owner.name):
            score += 0.05
            why.append(f"{owner.name} is spoken of here")
    if not defined.symbol.exported and not defined.symbol.name.startswith("_"):
        score -= 0.03
    return Resolved(defined=defined, score=round(score, 4), why="; ".join(w for w in why if w))


def is_exported(defined: Defined, snapshot: Snapshot) -> bool:
    """True when the outermost package around the file imports the name from it: that is the public one of
    several.
    """
    folder, own = defined.path.rpartition("/")[0], module_parts(defined.path)[-1]
    found = False
    while folder:
        package = f"{folder}/__init__.py"
        facts = snapshot.glance(package)
        if facts is None:
            break
        statement = import_of(defined.symbol.name, facts) if package != defined.path else None
        found = (
            statement is not None
            and agrees(statement, "", defined.path)
            and own in statement.module.split(".")
        )
        folder = folder.rpartition("/")[0]
    return found


def _kind_change(symbol: Symbol, name: Name, noun: str) -> tuple[float, str]:
    wanted = _FIT.get(name.role)
    if wanted is not None:
        return (
            (0.04, f"a {symbol.kind} as the role says")
            if symbol.kind in wanted
            else (-0.25, f"a {symbol.kind}, the role says {name.role}")
        )
    spoken = _FIT.get(_NOUNS.get(noun, ""))
    if spoken is not None:
        return (
            (0.06, f"{noun}, says the text")
            if symbol.kind in spoken
            else (-0.2, f"a {symbol.kind}, the text says {noun}")
        )
    if name.call:
        fits = symbol.kind in _CALLABLE or symbol.kind in CLASS_KINDS
        return (0.03, "called") if fits else (-0.25, f"a {symbol.kind} is not called")
    return 0.0, ""


def is_value(symbol: Symbol) -> bool:
    """True for what holds a value rather than code."""
    return symbol.kind in _VALUES
