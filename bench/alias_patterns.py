"""What gives a definition another name, as the bench looks for it: one entry for each language.

An entry is a list of (sort, pattern), read over text without comments. Sorts: `list` an import with several names,
`import` one, `default` what a module of JavaScript gives whole, `alias` what needs no import, `member` another name
of a method, `delegate` the same through a module that is named, `module` a whole module under another name, `static`
a name of another file that needs no owner there. Groups: `old`, `new`, `q` (the owner that is written before the old
name), `module`, `names` (of a list).
"""

from __future__ import annotations

_ECMA = (
    (
        "list",
        r"\b(?:import|export)\s*(?:type\s*)?(?:\w+\s*,\s*)?\{(?P<names>[^{}]*)\}\s*from\s*['\"](?P<module>[^'\"\n]+)",
    ),
    ("list", r"\b(?:const|let|var)\s*\{(?P<names>[^{}]*)\}\s*=\s*require\(\s*['\"](?P<module>[^'\"\n]+)"),
    (
        "import",
        r"^(?:const|let|var)\s+(?P<new>\w+)\s*=\s*require\(\s*['\"](?P<module>\.[^'\"\n]+)['\"]\s*\)\.(?P<old>\w+)\s*;?$",
    ),
    ("default", r"^import\s+(?P<new>\w+)\s*(?:,\s*\{[^{}]*\}\s*)?from\s*['\"](?P<module>\.[^'\"\n]+)"),
    (
        "default",
        r"^(?:const|let|var)\s+(?P<new>\w+)\s*=\s*require\(\s*['\"](?P<module>\.[^'\"\n]+)['\"]\s*\)\s*;?$",
    ),
    ("module", r"^import\s+\*\s+as\s+(?P<new>\w+)\s+from\s*['\"](?P<module>\.[^'\"\n]+)"),
    (
        "module",
        r"^(?:const|let|var)\s+(?P<new>\w+)\s*=\s*require\(\s*['\"](?P<module>\.[^'\"\n]+)['\"]\s*\)\s*;?$",
    ),
    (
        "alias",
        r"^[ \t]*(?:export\s+)?(?:const|let|var)\s+(?P<new>\w+)(?:\s*:[^=\n]+)?\s*=\s*(?P<q>(?:\w+\.)*)(?P<old>\w+);?[ \t]*$",
    ),
    ("alias", r"^(?:export\s+)?type\s+(?P<new>\w+)\s*=\s*(?P<q>)(?P<old>\w+);?[ \t]*$"),
    ("member", r"\.prototype\.(?P<new>\w+)\s*=\s*(?P<q>(?:\w+\.)*prototype\.)(?P<old>\w+);?[ \t]*$"),
)
_C = (
    ("alias", r"^[ \t]*#[ \t]*define[ \t]+(?P<new>\w+)(?P<q>)[ \t]+\(?(?P<old>[A-Za-z_]\w+)\)?[ \t]*$"),
    (
        "alias",
        r"^\s*typedef\s+(?:(?:struct|union|enum|class)\s+)?(?P<q>(?:\w+::)*)(?P<old>\w+)\s+\*?\s*(?P<new>\w+);",
    ),
)
PATTERNS: dict[str, tuple[tuple[str, str], ...]] = {
    "python": (
        ("list", r"^\s*from\s+(?P<module>[\w.]+)\s+import\s+(?!\()(?P<names>[^\n;]+)"),
        ("list", r"^\s*from\s+(?P<module>[\w.]+)\s+import\s*\((?P<names>[^()]*)\)"),
        ("module", r"^\s*import\s+(?P<module>[\w.]+)\s+as\s+(?P<new>\w+)[ \t]*$"),
        ("alias", r"^[ \t]*(?P<new>\w+)(?:\s*:\s*(?:typing\.)?TypeAlias)?[ \t]*=[ \t]*(?P<q>(?:\w+\.)*)(?P<old>[A-Za-z_]\w+)[ \t]*$"),
    ),
    "javascript": _ECMA,
    "typescript": _ECMA,
    "rust": (
        ("import", r"^\s*(?:pub(?:\([\w ]+\))?\s+)?use\s+(?P<module>[\w:]+)::(?P<old>\w+)\s+as\s+(?P<new>[A-Za-z]\w*);"),
        ("list", r"^\s*(?:pub(?:\([\w ]+\))?\s+)?use\s+(?P<module>[\w:]+)::\{(?P<names>[^{};]*)\}"),
        ("module", r"^\s*(?:pub(?:\([\w ]+\))?\s+)?use\s+(?P<module>[\w:]+)\s+as\s+(?P<new>[a-z]\w*);"),
        ("alias", r"^\s*(?:pub(?:\([\w ]+\))?\s+)?type\s+(?P<new>\w+)(?:<[^=\n]*>)?\s*=\s*(?P<q>(?:\w+::)*)(?P<old>[A-Z]\w*)(?:<[^;\n]*>)?;"),
        ("alias", r"^\s*(?:pub(?:\([\w ]+\))?\s+)?const\s+(?P<new>\w+)\s*:[^=\n]+=\s*(?P<q>(?:\w+::)*)(?P<old>[A-Z]\w*);"),
    ),
    "kotlin": (
        ("import", r"^import\s+(?P<module>[\w.]+)\.(?P<old>\w+)\s+as\s+(?P<new>\w+)"),
        ("alias", r"^(?:\w+\s+)*typealias\s+(?P<new>\w+)(?:<[^=\n]*>)?\s*=\s*(?P<q>(?:\w+\.)*)(?P<old>[A-Z]\w*)(?:<.*>)?[ \t]*$"),
    ),
    "scala": (
        ("list", r"^\s*import\s+(?P<module>[\w.]+)\.\{(?P<names>[^{}]*)\}"),
        ("import", r"^\s*import\s+(?P<module>[\w.]+)\.(?P<old>\w+)\s+as\s+(?P<new>[A-Za-z]\w*)[ \t]*$"),
        ("alias", r"^\s*(?:\w+\s+)*type\s+(?P<new>\w+)(?:\[[^=\n]*\])?\s*=\s*(?P<q>(?:\w+\.)*)(?P<old>[A-Z]\w*)(?:\[.*\])?[ \t]*$"),
        (
            "alias",
            (r"^\s*(?:(?:final|implicit|lazy|private|protected)\s+)*val\s+(?P<new>\w+)(?:\s*:[^=\n]+)?\s*=\s*"
            r"(?P<q>(?:\w+\.)*)(?P<old>[A-Z]\w*)[ \t]*$"),
        ),
    ),
    "swift": (
        (
            "alias",
            (r"^\s*(?:(?:public|internal|private|fileprivate|open)\s+)?typealias\s+(?P<new>\w+)(?:<[^=\n]*>)?\s*=\s*"
            r"(?P<q>(?:\w+\.)*)(?P<old>[A-Z]\w*)(?:<.*>)?[ \t]*$"),
        ),
    ),
    "php": (
        ("import", r"^use\s+(?:function\s+|const\s+)?(?P<module>[\w\\]+)\\(?P<old>\w+)\s+as\s+(?P<new>\w+);"),
        ("member", r"^\s*(?P<q>(?:\w+::)?)(?P<old>\w+)\s+as\s+(?:(?:public|protected|private)\s+)?(?P<new>\w+);"),
        ("alias", r"\bclass_alias\(\s*(?P<q>(?:\w*\\)*)(?P<old>\w+)::class,\s*['\"](?:\w+\\\\?)*(?P<new>\w+)['\"]"),
    ),
    "c_sharp": (
        ("import", r"^\s*(?:global\s+)?using\s+(?P<new>\w+)\s*=\s*(?:global::)?(?P<module>[\w.]+)\.(?P<old>\w+)(?:<.*>)?;"),
        ("module", r"^\s*(?:global\s+)?using\s+(?P<new>\w+)\s*=\s*(?:global::)?(?P<module>[\w.]+);"),
    ),
    "elixir": (
        ("import", r"^\s*alias\s+(?P<module>[\w.]+)\.(?P<old>\w+),\s*as:\s*(?P<new>\w+)"),
        ("delegate", r"^\s*defdelegate\s+(?P<new>\w+[?!]?)\([^()\n]*\),\s*to:\s*(?P<module>[\w.]+),\s*as:\s*:(?P<old>\w+[?!]?)"),
        ("module", r"^\s*alias\s+(?P<module>[\w.]+),\s*as:\s*(?P<new>\w+)"),
    ),
    "ruby": (
        ("member", r"^\s*alias(?:_method)?[\s(]+:?(?P<new>\w+[?!]?),?\s+:?(?P<q>)(?P<old>\w+[?!]?)\)?\s*$"),
        ("alias", r"^\s*(?P<new>[A-Z]\w*)\s*=\s*(?P<q>(?:::)?(?:[A-Z]\w*::)*)(?P<old>[A-Z]\w*)[ \t]*$"),
    ),
    "c": _C,
    "cpp": (
        ("alias", r"^\s*using\s+(?P<new>\w+)\s*=\s*(?:typename\s+)?(?P<q>(?:::)?(?:\w+::)*)(?P<old>\w+)(?:<[^;\n]*>)?;"),
        ("module", r"^\s*namespace\s+(?P<new>\w+)\s*=\s*(?P<module>(?:::)?[\w:]+);"),
        *_C,
    ),
    "lua": (
        ("import", r"^[ \t]*local\s+(?P<new>\w+)\s*=\s*require\s*\(?\s*['\"](?P<module>[\w./-]+)['\"]\s*\)?\.(?P<old>\w+)[ \t]*$"),
        ("module", r"^[ \t]*local\s+(?P<new>\w+)\s*=\s*require\s*\(?\s*['\"](?P<module>[\w./-]+)['\"]\s*\)?[ \t]*;?$"),
        ("alias", r"^[ \t]*local\s+(?P<new>\w+)\s*=\s*(?P<q>(?:\w+\.)*)(?P<old>\w+)[ \t]*;?$"),
        ("member", r"^[ \t]*\w+\.(?P<new>\w+)\s*=\s*(?P<q>(?:\w+\.)*)(?P<old>\w+)[ \t]*$"),
    ),
    "zig": (
        ("import", r"^\s*(?:pub\s+)?const\s+(?P<new>\w+)\s*=\s*@import\(\s*\"(?P<module>[\w./-]+)\"\s*\)\.(?P<old>\w+);"),
        ("module", r"^\s*(?:pub\s+)?const\s+(?P<new>\w+)\s*=\s*@import\(\s*\"(?P<module>[\w./-]+\.zig)\"\s*\);"),
        ("alias", r"^\s*(?:pub\s+)?const\s+(?P<new>\w+)\s*=\s*(?P<q>(?:@This\(\)\.)?(?:\w+\.)*)(?P<old>\w+);"),
    ),
    "haskell": (
        ("alias", r"^\s*type\s+(?P<new>\w+)(?:\s+\w+)*\s*=\s*(?P<q>(?:\w+\.)*)(?P<old>[A-Z]\w*)(?:\s+\w+)*[ \t]*$"),
        ("module", r"^import\s+(?:qualified\s+)?(?P<module>[\w.]+)\s+(?:qualified\s+)?as\s+(?P<new>[\w.]+)"),
    ),
    "go": (
        ("alias", r"^type\s+(?P<new>\w+)(?:\[[^\]\n]*\])?\s*=\s*(?P<q>(?:\w+\.)?)(?P<old>[A-Za-z]\w*)(?:\[[^\]\n]*\])?[ \t]*$"),
        ("alias", r"^(?:var\s+|const\s+|\t)(?P<new>[A-Za-z]\w*)\s*=\s*(?P<q>(?:\w+\.)?)(?P<old>[A-Za-z]\w*)[ \t]*$"),
        ("alias", r"^\t+(?P<new>[A-Za-z]\w*)\s*:=\s*(?P<q>(?:\w+\.)?)(?P<old>[A-Za-z]\w*)[ \t]*$"),
        ("module", r"^(?:import\s+|\t)(?P<new>\w+)\s+\"(?P<module>[\w./-]+)\"[ \t]*$"),
    ),
    "java": (("static", r"^import\s+static\s+(?P<module>[\w.]+)\.(?P<new>\w+);"),),
}  # fmt: skip
