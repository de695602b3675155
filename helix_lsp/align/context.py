"""What is around a mention and says which of several definitions is meant.

From a document: the current module, names that its code examples import or build, and the other names of the
section.
From a code file: its imports and the class that encloses the reference.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from helix_lsp.align.lineage import CLASS_KINDS
from helix_lsp.align.mention import read_name
from helix_lsp.index.names.glance import Glance, glance_of
from helix_lsp.syntax.outline import Outline
from helix_lsp.text.regex import regex

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
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
    imports: Mapping[str, str] = field(default_factory=dict[str, str])
    instances: Mapping[str, str] = field(default_factory=dict[str, str])
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
