"""One possible definition of a mention, and how its base score is moved by kind, authority, nearness and context.
Also what is around a mention and says which of several definitions is meant.

The base score says how the name agreed (see `resolve.py`); each adjustment is smaller than the step between
two ways of agreeing, except the ones that speak against a definition (tests, wrong kind, local to a
function). Every adjustment leaves a word in `why`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from helix_lsp.align.identity import module_parts, nearness, penalty
from helix_lsp.align.lineage import CLASS_KINDS, agrees, holds, import_of, owner_of
from helix_lsp.align.mention import Name, read_name
from helix_lsp.index.names.declared import Glance, glance_of
from helix_lsp.index.overlay.snapshot import Defined, Snapshot
from helix_lsp.syntax.outline import Outline, Symbol
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

# What is around a mention and says which of several definitions is meant.
#
# From a document: the current module, names that its code examples import or build, and the other names of
# the section. From a code file: its imports and the class that encloses the reference.

_MODULE = regex(rb"^[ \t]*\.\.[ \t]+(?:py:)?(?:currentmodule|module|automodule)::[ \t]*([\w.]+)", re.M)
_CLASS = regex(rb"^[ \t]*\.\.[ \t]+(?:py:)?(?:auto)?class::[ \t]*([\w.]+)", re.M)
_FROM = regex(r"^[^\S\n]*(?:>>> )?from\s+([\w.]+)\s+import\s+\(?([\w ,.]+)", re.M)
_IMPORT = regex(r"^[^\S\n]*(?:>>> )?import\s+([\w.]+)(?:\s+as\s+(\w+))?", re.M)
_SCRIPT = regex(r"import\s*\{([\w\s,]+)\}\s*from\s*['\"]([^'\"]+)['\"]")
_BUILD = regex(r"^[^\S\n]*(?:>>> )?(\w+)\s*(?::\s*[\w.]+\s*)?=\s*(?:new\s+)?(?:\w+\.)*([A-Z]\w*)\(", re.M)
_NOUN = regex(rb"[ \t]*(?:(?:\r\n?|\n)[ \t]*)?([A-Za-z]{3,20})\b")
_DEFINES = regex(r"^[^\S\n]*(?:>>> )?(?:async\s+def|def|class|function|func|fn)\s+(\w+)", re.M)
_MOST = 200
_CLOSED = frozenset({"python", "javascript", "typescript", "tsx"})


class Context(msgspec.Struct, frozen=True, kw_only=True):
    """`imports`: local name -> dotted origin (leading dots kept); `instances`: variable -> class name;
    `module`: current module or ``;

    `owner`: class that encloses the place or was announced last before it; `named`: components of the
    section's other mentions.
    `defines`: functions and classes of the document's own examples, which are not the repository's.
    `noun`: the word right after the mention, singular and lower-case (`the request attribute`: attribute).
    `closed`: code of a language in which a bare name that is neither defined here nor imported means nothing
    of this repository.
    """

    module: str = ""
    owner: str = ""
    imports: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    instances: Mapping[str, str] = msgspec.field(default_factory=dict[str, str])
    named: frozenset[str] = frozenset()
    defines: frozenset[str] = frozenset()
    noun: str = ""
    closed: bool = False


NOTHING = Context()


def document_context(outline: Outline, data: bytes, offset: int) -> Context:
    """The context of byte `offset` in a document; directives count up to there, examples from the whole
    document.
    """
    imports, instances, defines = _of_examples(
        tuple([fence.span.cut(data) for fence in outline.fences[:_MOST]])
    )
    here = next((m for m in outline.mentions if m.outer.contains(offset)), None)
    section = here.section if here is not None else -1
    after = _NOUN.match(data, here.outer.end) if here is not None else None
    named: set[str] = set()
    for mention in outline.mentions:
        if mention.section == section and not mention.outer.contains(offset):
            name = read_name(mention.text, mention.role)
            named.update(name.parts if name is not None else ())
    return Context(
        module=_last(_MODULE, data, offset),
        owner=_last(_CLASS, data, offset),
        imports=imports,
        instances=instances,
        named=frozenset(named),
        defines=defines,
        noun=_singular(after[1].decode().lower()) if after is not None else "",
    )


@lru_cache(maxsize=256)
def _of_examples(codes: tuple[bytes, ...]) -> tuple[Mapping[str, str], Mapping[str, str], frozenset[str]]:
    """(imported names, variables with their classes, defined names) of the code blocks of a document; nobody
    changes them.
    """
    imports: dict[str, str] = {}
    instances: dict[str, str] = {}
    defines: set[str] = set()
    for raw in codes:
        code = raw.decode("utf-8", "replace")
        _read_imports(code, imports)
        defines.update(_DEFINES.findall(code))
        for name, built in _BUILD.findall(code):
            instances.setdefault(str(name), str(built))
    return imports, instances, frozenset(defines)


def _singular(word: str) -> str:
    return word if word.endswith("ss") else word.removesuffix("s")


def code_context(facts: Outline | Glance, scope: int) -> Context:
    """The context of a reference in a code file; `scope` is the ordinal of a symbol, -1 outside."""
    facts = glance_of(facts) if isinstance(facts, Outline) else facts
    imports: dict[str, str] = {}
    for statement in facts.imports:
        if not statement.names:
            imports.setdefault(statement.module.partition(".")[0], statement.module.partition(".")[0])
        for original, alias in statement.names:
            dotted = (
                statement.module
                if original in ("", "*")
                else f"{statement.module.rstrip('.')}.{original}"
                if statement.module.strip(".")
                else original
            )
            imports.setdefault(alias or original, dotted)
    around = facts.scope(scope)
    while around is not None and around.kind not in CLASS_KINDS:
        around = facts.scope(around.parent)
    owner = around.qualified if around is not None else ""
    starred = any(original == "*" for statement in facts.imports for original, _ in statement.names)
    return Context(owner=owner, imports=imports, closed=facts.language in _CLOSED and not starred)


def _read_imports(code: str, into: dict[str, str]) -> None:
    for module, names in _FROM.findall(code):
        for piece in str(names).split(","):
            words = piece.split()
            if words:
                into.setdefault(
                    words[-1], f"{module}.{words[0]}" if str(module).strip(".") else f"{module}{words[0]}"
                )
    for module, alias in _IMPORT.findall(code):
        root = str(module).partition(".")[0]
        into.setdefault(str(alias) or root, str(module) if alias else root)
    for names, module in _SCRIPT.findall(code):
        for piece in str(names).split(","):
            words = piece.split()
            if words:
                into.setdefault(words[-1], f"{str(module).replace('/', '.').lstrip('.')}.{words[0]}")


def _last(pattern: re.Pattern[bytes], data: bytes, offset: int) -> str:
    found = ""
    for match in pattern.finditer(data, 0, max(0, offset)):
        found = match[1].decode("utf-8", "replace")
    return found


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
