"""Types as signatures write them: what a function gives back, what a field or a parameter is declared to be."""

from __future__ import annotations

import re
from collections.abc import Iterable

_MODIFIERS = frozenset(
    "public private protected internal static final abstract async override virtual sealed readonly const volatile transient "
    "synchronized native default extern inline constexpr explicit friend mutable unsafe partial required new ref out in params "
    "lateinit open val var let mut dyn impl typename struct class enum export declare get set fileprivate weak unowned lazy "
    "return throw else case yield goto package import using typeof instanceof where is as not and or".split()
)
TYPE_FIRST = frozenset({"java", "c_sharp", "cpp", "c", "php"})
_AFTER_COLON = frozenset({"typescript", "tsx", "kotlin", "scala", "php"})
_AFTER_ARROW = frozenset({"python", "rust", "swift"})
_LAST_TYPE = re.compile(r"([A-Za-z_][\w.:]*(?:\s*<[^(){};]*>)?(?:\[\])*\??)[\s*&]*\Z")
# what holds or hands on a value of the type in its brackets, as far as members go
_WRAPPERS = frozenset(
    {
        "Optional",
        "Annotated",
        "Final",
        "ClassVar",
        "Box",
        "Arc",
        "Rc",
        "unique_ptr",
        "shared_ptr",
        "Readonly",
        "Required",
    }
)
_AWAITED = frozenset({"Promise", "Task", "ValueTask", "Awaitable", "Coroutine"})
_ANYTHING = frozenset({"Any", "any", "unknown", "object"})
_OF_TYPES = frozenset(
    "Awaited Exclude Extract InstanceType NonNullable NoInfer Omit Partial Pick Record ReturnType".split()
)
_NAME = re.compile(r"\\?[A-Za-z_][\w.\\:]*")
_NOISE = re.compile(
    r"^(?:&|\*|\?|\s|'[a-z_]\w*\s|@\w+\s|(?:mut|const|final|readonly|dyn|impl|some|any|inout|ref|unsigned)\s)+"
)


def returned(signature: str, name: str, language: str, *, awaited: bool = False) -> str:
    """The type text that a call gives back; `` where none is written or the signature was cut."""
    if signature.endswith("…"):
        return ""
    if language in _AFTER_ARROW:
        found = re.search(r"\)\s*(?:async\s+|throws\s+|rethrows\s+)*->\s*(.+)$", signature)
        text = re.split(r"\bwhere\b|\{", found.group(1))[0] if found else ""
    elif language == "go":
        text = _go_result(signature, name)
    elif language in _AFTER_COLON:
        close = _after_parameters(signature, name)
        found = re.match(r"\s*:\s*(.+?)(?:\s*=>?.*)?$", signature[close:]) if close >= 0 else None
        if found is None and close < 0:
            found = re.search(rf"\b{re.escape(name)}\b\s*:\s*(.+?)(?:\s*=.*)?$", signature)
        text = found.group(1) if found else ""
    elif language in TYPE_FIRST:
        found = re.search(
            rf"(?:^|[\s*&>\]?]){re.escape(name)}\s*(?:<[^()]*>)?\s*(?:\(|\{{|=>|=|$)", signature
        )
        text = _before(signature[: found.start() + 1]) if found else ""
    else:
        return ""
    text = text.strip().rstrip(";{").strip()
    if awaited or language == "swift":
        inner = re.match(r"(\w+)\s*[<\[](.*)[>\]]$", text)
        if inner is not None and inner.group(1) in _AWAITED:
            return inner.group(2).strip()
    return text


def _go_result(signature: str, name: str) -> str:
    """The first result of a Go function, without its name."""
    close = _after_parameters(signature, name)
    text = signature[close:].strip() if close >= 0 else ""
    if text.startswith("("):
        parts = text[1:].rstrip(")").split(",")
        text = parts[0].strip()
        if " " in text and not text.startswith(("func", "map", "chan")):
            text = text.rpartition(" ")[2]
        elif len(parts) > 1 and re.search(
            r"\w \S", parts[-1].strip()
        ):  # (a, b T): one type for several names
            return ""
    return text


def _after_parameters(signature: str, name: str) -> int:
    """Behind the parameter list of the function of that name, -1 where it has none."""
    generic, arrow = r"(?:<[^()]*>|\[[^()]*\])?", r"(?:[:=]\s*(?:async\s*)?(?:function\s*\w*\s*)?)?"
    found = re.search(rf"(?<![\w$]){re.escape(name)}(?![\w$])[?!]?\s*{generic}\s*{arrow}\(", signature)
    if found is None:
        return -1
    depth = 0
    for i in range(found.end() - 1, len(signature)):
        depth += signature[i] in "([{"
        depth -= signature[i] in ")]}"
        if not depth:
            return i + 1
    return -1


def declared(signature: str, name: str, language: str) -> str:
    """The type text that a field's, property's or variable's signature writes for it; `` where it writes
    none.
    """
    if signature.endswith("…"):
        return ""
    escaped = re.escape(name)
    if language == "go":
        found = re.search(rf"(?:^|[\s,]){escaped}(?:\s*,\s*\w+)*\s+([*\[\]\w.]+)", signature)
        return found.group(1) if found else ""
    if language in TYPE_FIRST:
        found = re.search(rf"(?:^|[\s*&>\]?])\$?{escaped}\b", signature)
        return _before(signature[: found.start() + 1]) if found else ""
    found = re.search(rf"(?<![\w$]){escaped}\s*[?!]?\s*:\s*([^=]+)", signature)
    return found.group(1).strip().rstrip(",;").strip() if found else ""


def _before(text: str) -> str:
    """The last type in front of a name, `` for a keyword."""
    found = _LAST_TYPE.search(text)
    return "" if found is None or found.group(1) in _MODIFIERS else found.group(1)


def base_name(text: str) -> str:
    """The dotted name of the class whose members a value of this type has; `` where that is not one class,
    `[]` for a collection.
    """
    for _ in range(4):
        text = _NOISE.sub("", text.strip().strip("\"'")).strip()
        text = text.removesuffix("?").removesuffix("!").rstrip("&* ").strip()
        if text.startswith(("[", "(", "{")) or text.endswith("[]"):
            return "[]"
        parts = [p.strip() for p in _top_level(text, "|")]
        kept = [p for p in parts if p not in ("None", "null", "undefined", "nil")]
        if len(parts) > 1:
            if len(kept) != 1:
                return ""
            text = kept[0]
            continue
        found = _NAME.match(text)
        if found is None:
            return ""
        name, rest = found[0], text[found.end() :].strip()
        if rest.startswith(("<", "[")) and name.rpartition(".")[2].rpartition(":")[2] in _WRAPPERS:
            text = next(iter(_top_level(rest[1:].rstrip(">]"), ",")), "")
            continue
        if rest and not rest.startswith(("<", "[")):
            return ""
        return name.replace("::", ".").replace("\\", ".").strip(".")
    return ""


def is_open(name: str, language: str, heads: Iterable[str]) -> bool:
    """True for a type whose values may have any member: one that says nothing, one that takes apart what it is
    given, or a parameter of the definitions with these heads.
    """
    if name.rpartition(".")[2] in _ANYTHING:
        return True
    pattern = rf"\s*<(?:[^(){{}};]*?[,\s])?{re.escape(name)}\s*(?:[,=>]|extends\b)"
    typed = language in ("typescript", "tsx")
    return typed and (name in _OF_TYPES or any(re.match(pattern, head) for head in heads))


def _top_level(text: str, mark: str) -> list[str]:
    """The parts between marks that are in no bracket."""
    out, depth, begin = list[str](), 0, 0
    for i, c in enumerate(text):
        depth += c in "<[({"
        depth -= c in ">])}"
        if c == mark and not depth:
            out.append(text[begin:i])
            begin = i + 1
    return [*out, text[begin:]]
