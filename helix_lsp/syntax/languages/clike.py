"""C and C++: declarators, functions and prototypes, tagged types, typedefs, macros, includes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tree_sitter import Node

from helix_lsp.syntax.outline import Import, SymbolKind
from helix_lsp.syntax.rules import Found, Maker, Rules, found, is_constant, named, simple, text_of
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex

# Macros of C and C++ that a grammar without a preprocessor cannot place: the parser gets spaces in their stead.
#
# Two ways of writing are known, both of names in capitals, outside comments, strings and directives:
#
# * a line of its own: `Q_OBJECT`, `ERROR_DEF(Base, Name)` after the end of something and before a word or a `}`;
# * a word or a call before a declaration: `SQLITE_API int open(...)`, `class LIB_EXPORT Name {`,
#   `DEPRECATED("...") void f();`. Two words must follow, so that a type in capitals stays (`DWORD size;`).
#
# Only the tree is made from the masked text. Names, signatures and uses are read from the text itself.

_RAW = regex(rb"\bu?8?[LUR]*R\"([^()\\\s\"]{0,16})\(")
_NO_CODE = regex(
    rb"(?m)^[ \t]*+#(?>(?:[^\\\r\n]++|\\\r?\n|\\)*)|//[^\r\n]*+|/\*(?>(?:[^*]++|\*(?!/))*)(?:\*/|\Z)"
    rb"|\"(?>(?:[^\"\\\r\n]++|\\.)*)\"?|'(?>(?:[^'\\\r\n]++|\\.)*)'?"
)
_CALL = rb"\((?>(?:[^()]++|\((?>(?:[^()]++|\([^()]*+\))*)\))*)\)"
_LINE = regex(rb"(?m)^[ \t]*+([A-Z][A-Z0-9_]{2,}+)[ \t]*+(" + _CALL + rb")?[ \t]*+\r?$")
_NAMED = rb"([A-Z][A-Z0-9_]{2,}+(?>(?:[ \t]*+" + _CALL + rb")?))"
_BEFORE = regex(
    rb"(?<![\w.>])" + _NAMED + rb"(?=\s++(?:const\s++)?"
    rb"(?:[a-z_]\w*+|(?![A-Z0-9_]++\b)[A-Z]\w*+|[A-Z][A-Z0-9_]++(?=\s++[A-Za-z_]))"
    rb"(?>(?:::\w++)*)(?>(?:<[^<>;{}()]*+>)?)[\s*&]++[A-Za-z_~])"
)
_TAGGED = regex(rb"\b(?:class|struct|union|enum)\s++" + _NAMED + rb"(?=\s++\w++\s*+(?:final\s*+)?[:{])")
_LED = regex(rb"(?:[;{}:>]|\A|\b(?:static|inline|extern|virtual|constexpr|explicit|friend|typedef))\s*+\Z")
_NEXT = regex(rb"\s*+(\S?)")
_LONGEST_LEAD = 200


def masked(data: bytes) -> bytes:
    """`data` with these macros turned into spaces, of the same length."""
    code = _code(data)
    spans = [match.span(1) for match in _TAGGED.finditer(code)]
    for match in _BEFORE.finditer(code):
        start = match.start()
        if _LED.search(code, max(0, start - _LONGEST_LEAD), start):
            spans.append(match.span(1))
    before, last = b"", 0
    for match in _LINE.finditer(code):
        start = match.start(1)
        before = _last(code, last, start) or before
        last = match.end(2) if match[2] else match.end(1)
        if _alone(before, _NEXT.match(code, last)[1], called=match[2] is not None):  # pyright: ignore[reportOptionalSubscript]
            spans.append((start, last))
        else:
            before = code[last - 1 : last]
    return _with_spaces(data, spans)


def _code(data: bytes) -> bytes:
    """`data` with comments, strings and directives turned into spaces."""
    at, raw_strings = 0, list[tuple[int, int]]()
    while (raw := _RAW.search(data, at)) is not None:
        at = data.find(b")" + raw[1] + b'"', raw.end())
        if at < 0:
            break
        raw_strings.append((raw.start(), at))
    return _NO_CODE.sub(_spaces, _with_spaces(data, raw_strings))


def _with_spaces(data: bytes, spans: Sequence[tuple[int, int]]) -> bytes:
    if not spans:
        return data
    out = bytearray(data)
    for start, end in spans:
        out[start:end] = re.sub(rb"[^\r\n]", b" ", data[start:end])
    return bytes(out)


def _last(code: bytes, start: int, end: int) -> bytes:
    """The last character of a range that is not white space, nothing where there is none."""
    while end > start and code[end - 1] in b" \t\r\n\f\v":
        end -= 1
    return code[end - 1 : end] if end > start else b""


def _spaces(match: re.Match[bytes]) -> bytes:
    text = match[0]
    return re.sub(rb"[^\r\n]", b" ", text) if b"\n" in text else b" " * len(text)


def _alone(before: bytes, after: bytes, *, called: bool) -> bool:
    """Whether a line between these two characters can only be a macro; nothing before or after it: the ends of the file."""
    if before and before not in b";{}:":
        return False
    if not called and before == b"{" and after == b"}":
        return False  # the only value of an enumeration
    return not after or after.isalpha() or after in b"_}~["


_TAGS: dict[str, SymbolKind] = {
    "struct_specifier": "struct",
    "union_specifier": "union",
    "enum_specifier": "enum",
    "class_specifier": "class",
}
_NAMES = frozenset(
    (
        "identifier field_identifier type_identifier qualified_identifier operator_name destructor_name template_function "
        "operator_cast primitive_type structured_binding_declarator"
    ).split()
)
_DEEPEST = 60
_REMARK = regex(rb"(?<!\s)\s*(/\*(?:[^*/]|\*(?!/)|/(?!\*))*\*/|//[^\n]{0,500}\w)\s*\Z")


def declared(node: Node | None) -> tuple[Node | None, bool]:
    """(name node, True for a function) of a declarator, through pointers, arrays and initialisers."""
    function = False
    for _ in range(_DEEPEST):
        if node is None or node.type in _NAMES:
            return node, function or (node is not None and node.type == "operator_cast")
        if node.type == "function_declarator":
            function = True
        elif node.type == "parenthesized_declarator" and any(
            child.type == "pointer_declarator" for child in node.named_children
        ):
            function = False
        inner = node.child_by_field_name("declarator")
        if inner is None and node.named_child_count:
            inner = node.named_child(node.named_child_count - 1)
        node = inner
    return None, False


def split_name(node: Node, data: bytes) -> tuple[Node, str]:
    """(last part, the parts before it joined with dots) of `A::B::c`."""
    within: list[str] = []
    for _ in range(_DEEPEST):
        if node.type != "qualified_identifier":
            break
        scope, name = node.child_by_field_name("scope"), node.child_by_field_name("name")
        if scope is not None:
            within.append(text_of(scope.child_by_field_name("name") or scope, data))
        if name is None:
            break
        node = name
    if node.type == "template_function":
        node = node.child_by_field_name("name") or node
    return node, ".".join(within)


def function(node: Node, data: bytes) -> list[Found]:
    """A function with its body."""
    name, _ = declared(node.child_by_field_name("declarator"))
    if name is None:
        return []
    last, within = split_name(name, data)
    body = node.child_by_field_name("body") or node.child_by_field_name("value")
    exported = False if _static(node, data) and not within else None
    return found(
        node, data, "function", last, body, label=_operator(last, data), within=within, exported=exported
    )


def _operator(name: Node, data: bytes) -> str:
    """`operator int` for a conversion, whose node goes on to its parameters."""
    return text_of(name, data).partition("(")[0].strip() if name.type == "operator_cast" else ""


def _static(node: Node, data: bytes) -> bool:
    for child in node.named_children:
        if child.type == "storage_class_specifier" and text_of(child, data) == "static":
            return True
        if child.type not in (
            "storage_class_specifier",
            "type_qualifier",
            "attribute_specifier",
            "attribute_declaration",
        ):
            break
    return False


def declaration(node: Node, data: bytes) -> list[Found]:
    """Prototypes and variables outside functions."""
    static = _static(node, data)
    return _declared_by(node, data, "variable", exported=False if static else None)


def field(node: Node, data: bytes) -> list[Found]:
    """Members of a struct, union or class."""
    return _declared_by(node, data, "field", exported=None)


def _declared_by(node: Node, data: bytes, kind: SymbolKind, exported: bool | None) -> list[Found]:
    out: list[Found] = []
    parts = [part for part in node.children_by_field_name("declarator") if part.is_named]
    for part in parts:
        name, is_function = declared(part)
        if name is None or name.type == "structured_binding_declarator":
            continue
        last, within = split_name(name, data)
        value = part.child_by_field_name("value")
        body = (
            value.child_by_field_name("body")
            if value is not None and value.type == "lambda_expression"
            else None
        )
        sort: SymbolKind = kind
        if is_function or body is not None:
            sort = "function"
        elif kind == "variable" and is_constant(named(last, data)):
            sort = "constant"
        whole = node if len(parts) == 1 and not _tagged_inside(node) else part
        out.extend(
            found(
                whole,
                data,
                sort,
                last,
                body,
                head=node.start_byte,
                label=_operator(last, data),
                within=within,
                exported=exported,
            )
        )
    return out


def _tagged_inside(node: Node) -> bool:
    """True for `struct x {...} y`, where two definitions share one statement."""
    inner = node.child_by_field_name("type")
    return inner is not None and inner.type in _TAGS and inner.child_by_field_name("body") is not None


def tagged(node: Node, data: bytes) -> list[Found]:
    """`struct x {...}` and its like; an anonymous one gets its name from a typedef or has none."""
    name = node.child_by_field_name("name")
    if name is None:
        return []
    last, within = split_name(name, data)
    if last.type == "template_type":
        last = last.child_by_field_name("name") or last
    return found(node, data, _TAGS[node.type], last, node.child_by_field_name("body"), within=within)


def typedef(node: Node, data: bytes) -> list[Found]:
    """`typedef`: an anonymous struct takes the new name, anything else becomes a type."""
    inner = node.child_by_field_name("type")
    body = inner.child_by_field_name("body") if inner is not None and inner.type in _TAGS else None
    tag = inner.child_by_field_name("name") if inner is not None and inner.type in _TAGS else None
    out: list[Found] = []
    for part in node.children_by_field_name("declarator"):
        name, _ = declared(part)
        if name is None:
            continue
        if inner is not None and body is not None and tag is None and not out:
            out.extend(
                found(
                    node, data, _TAGS[inner.type], name, body, signature=_typedef_signature(inner, name, data)
                )
            )
        elif body is not None and tag is not None:
            if text_of(tag, data) != text_of(name, data):
                sort = inner.type.partition("_")[0] if inner is not None else ""
                out.extend(
                    found(
                        part,
                        data,
                        "type",
                        name,
                        signature=f"typedef {sort} {text_of(tag, data)} {text_of(part, data)}",
                    )
                )
        else:
            out.extend(found(node if not out else part, data, "type", name))
    return out


def _typedef_signature(inner: Node, name: Node, data: bytes) -> str:
    return f"typedef {inner.type.partition('_')[0]} {text_of(name, data)}"


def macro(node: Node, data: bytes) -> list[Found]:
    """`#define`, except the guard of a header. The grammar counts a comment behind the value and the line end
    as parts of it.
    """
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    if name is None or (
        value is None
        and named(name, data).rstrip("_").upper().endswith(("_H", "_HPP", "_HH", "_INCLUDED", "_GUARD"))
    ):
        return []
    end = node.end_byte
    while end > name.end_byte and data[end - 1] in b"\r\n":
        end -= 1
    remark = _REMARK.search(data, value.start_byte, end) if value is not None else None
    stop = (
        value.start_byte
        if value is not None and node.type == "preproc_function_def"
        else remark.start()
        if remark is not None
        else end
    )
    signature = " ".join(
        data[node.start_byte : min(stop, node.start_byte + 300)]
        .decode("utf-8", "replace")
        .replace("\\\n", " ")
        .split()
    )
    doc = remark.span(1) if remark is not None else (-1, -1)
    return [each._replace(end=end) for each in found(node, data, "macro", name, signature=signature, doc=doc)]


def imports(node: Node, data: bytes) -> list[Import]:
    """`#include`."""
    path = node.child_by_field_name("path")
    end = node.end_byte
    while end > node.start_byte and data[end - 1] in b"\r\n":
        end -= 1
    return [Import(module=text_of(path, data).strip('<>"'), names=(), span=Span(node.start_byte, end))]


MAKERS: dict[str, Maker] = {
    "function_definition": function,
    "declaration": declaration,
    "field_declaration": field,
    "type_definition": typedef,
    "struct_specifier": tagged,
    "union_specifier": tagged,
    "enum_specifier": tagged,
    "enumerator": simple("enum_member", body=""),
    "preproc_def": macro,
    "preproc_function_def": macro,
}
CONTAINERS = frozenset(
    "translation_unit preproc_if preproc_ifdef preproc_else declaration_list linkage_specification".split()
)


C = Rules(
    package="tree_sitter_c",
    makers=MAKERS,
    imports=imports,
    mask=masked,
    containers=CONTAINERS,
    accessors=(".", "->"),
    ignore=frozenset({"NULL"}),
)


# C++: C and its classes, namespaces, templates, out-of-line members.


def _namespace(node: Node, data: bytes) -> list[Found]:
    name = node.child_by_field_name("name")
    label = ".".join(part.strip() for part in text_of(name, data).split("::")) if name is not None else ""
    return found(node, data, "namespace", name, node.child_by_field_name("body"), label=label)


CPP = Rules(
    package="tree_sitter_cpp",
    shared=("c",),
    makers={
        **MAKERS,
        "class_specifier": tagged,
        "namespace_definition": _namespace,
        "alias_declaration": simple("type", body=""),
        "concept_definition": simple("type", body=""),
    },
    imports=imports,
    mask=masked,
    wrap={"template_declaration": "last"},
    containers=CONTAINERS
    | {"namespace_definition", "class_specifier", "struct_specifier", "field_declaration_list"},
    accessors=(".", "->", "::"),
    ignore=frozenset({"NULL"}),
    private_sections=True,
)
