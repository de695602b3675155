"""What the directives of docutils and Sphinx mean to a reader of facts: which hold code, which name an
object, which hold no text.

Source: the directive references of docutils and of Sphinx (code examples, toctree, autodoc, autosummary, the
Python, C, C++ and JavaScript domains).
"""

from __future__ import annotations

import re

# name -> language when its argument gives none; None: the argument (or the document's `highlight`) decides
CODE: dict[str, str | None] = {
    "code": None,
    "code-block": None,
    "sourcecode": None,
    "code-cell": "python",
    "ipython": "python",
    "jupyter-execute": "python",
    "testcode": "python",
    "testsetup": "python",
    "testcleanup": "python",
    "doctest": "pycon",
    "testoutput": "",
    "prompt": "bash",
    "parsed-literal": "",
    "console": "console",
    "highlight-block": None,
    "plot": "python",
}
OPAQUE = frozenset(
    {
        "raw",
        "math",
        "graphviz",
        "digraph",
        "graph",
        "uml",
        "plantuml",
        "mermaid",
        "productionlist",
        "inheritance-diagram",
        "aafig",
        "meta",
        "index",
        "bibliography",
        "chart",
        "css-class",
    }
)
FILES = frozenset({"image", "figure", "include", "literalinclude", "video", "thumbnail"})
WITHOUT_TEXT = frozenset(
    {
        "highlight",
        "default-role",
        "role",
        "program",
        "option",
        "cmdoption",
        "contents",
        "sectnum",
        "tabularcolumns",
        "default-domain",
        "container",
        "class",
        "rst-class",
        "target-notes",
        "include",
        "only",
        "ifconfig",
        "toctree",
        "table-of-contents",
    }
)
OBJECTS = frozenset(
    "function method class data attribute exception module currentmodule classmethod staticmethod property decorator "
    "decoratormethod autofunction automethod autoclass autodata autoattribute autoexception automodule autodecorator "
    "autoproperty autovariable autotypevar describe object envvar confval struct union enum enumerator macro var member type "
    "typevar namespace concept variable alias autosummary".split()
)
_DOMAINS = frozenset({"", "py", "js", "c", "cpp", "php", "rb", "go", "java", "ts", "std", "lua"})
_CLASS = re.compile(rb"[A-Z.(]")
_MODIFIERS = re.compile(
    rb"(?>(?:(?:abstractmethod|abstract|async|await|static|classmethod|staticmethod|class|final|const|virtual|inline|explicit|"
    rb"constexpr|property|type)[ \t]++)*)"
)
_NAME = re.compile(
    rb"[~!]?((?:[^\W\d]|[\x80-\xff$])(?>(?:[\w$]|[\x80-\xff])*)(?>(?:(?:\.|::|#)(?>(?:[\w$~]|[\x80-\xff])+))*))"
)
_CALLED = re.compile(
    rb"(?<![\w~])((?>(?:[A-Za-z_~][\w]*+(?:::|\.)){0,20})[A-Za-z_~]\w*+)[ \t]*+(?=\(|\Z|[;=\[{])"
)


def last_component(name: str) -> str:
    """`py:method` -> `method`."""
    return name.rpartition(":")[2]


def names_object(name: str, argument: bytes) -> bool:
    """True when the directive's argument is the name (or signature) of a program's object.

    `.. class::` also sets a style class, in docutils; names of those have neither capitals nor dots nor
    parentheses.
    """
    domain, _, last = name.rpartition(":")
    if name == "class" and not _CLASS.search(argument):
        return False
    return last in OBJECTS and domain in _DOMAINS


def object_name(directive: str, signature: bytes) -> tuple[int, int] | None:
    """Where in a signature the object's name stands, parameters and modifiers left out; None when there is
    none.
    """
    if directive.startswith(("c:", "cpp:")):
        found = _CALLED.search(signature)
        return found.span(1) if found else None
    lead = _MODIFIERS.match(signature)
    found = _NAME.match(signature, lead.end() if lead else 0) or _NAME.match(signature)
    return found.span(1) if found else None
