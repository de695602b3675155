"""Readers of what code and settings take from outside by name: variables of the environment, and keys of
configuration. Each gives (name, how it is declared).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from helix_lsp.text.identifiers import separated
from helix_lsp.text.regex import regex

Pair = tuple[str, str]
CODE = (
    ".py", ".go", ".rs", ".js", ".ts", ".mjs", ".cjs", ".mts", ".cts", ".tsx", ".jsx", ".java", ".kt", ".kts", ".scala", ".rb", ".php", ".cs",
    ".ex", ".exs", ".swift", ".c", ".cc", ".cpp", ".h", ".hpp", ".sh", ".bash", ".lua", ".dart",
)  # fmt: skip
SCRIPTS = (".sh", ".bash")
_QUOTED = regex(r"[\"'`](?P<name>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)[\"'`]")
_READ = regex(
    r"(?:environ(?:\.get|\.setdefault|\.pop)?\s{0,5}[\[(]|(?i:getenv)\(|process\.env\.|import\.meta\.env\.|env!?\(|ENV(?:\.fetch)?[\[(])\s{0,20}"
    r"[\"'`]?(?P<name>[A-Z][A-Z0-9_]{2,})"
    r"|\$\{(?P<braced>[A-Z][A-Z0-9_]{2,})(?:[:}?+=-])|\$(?P<bare>[A-Z][A-Z0-9_]{2,})\b|%(?P<percent>[A-Z][A-Z0-9_]{2,})%"
)
_TAKEN = regex(r"\{(?P<names>[^{}]{1,500})\}\s*=\s*(?:process|import\.meta)\.env\b")
_NAME = regex(r"[A-Z][A-Z0-9_]{2,}")
_SET = regex(
    r"^[ \t]*(?:-[ \t]+)?(?:export[ \t]+|ENV[ \t]+|ARG[ \t]+|set[ \t]+|name:[ \t]*[\"']?|Environment=[\"']?)?"
    r"(?P<name>[A-Z][A-Z0-9]*_[A-Z0-9_]+)(?=[ \t]*[=:]|[ \t\"']|\r?$)",
    re.MULTILINE,
)
_SHAPE = r"[a-z][a-z0-9]*(?:(?:[_-][a-z0-9]+)+|(?:[A-Z][a-z0-9]*)+)"  # of several words: one alone counts only where its place says that it is a key
_WORD = r"[a-z][a-z0-9]{3,40}"
_KEY = regex(
    rf"[\"'`](?:\$\{{)?(?:\w[\w-]*\.)*(?P<quoted>{_SHAPE})\??(?=[\"'`}},:])"
    rf"|\b(?:yaml|json|toml|mapstructure|koanf|hcl|rename)\s?[:=]\s?[\"'](?P<tagged>{_WORD})\b|[\"'](?P<mapped>{_WORD})[\"']\s?(?::(?!:)|=>)"
    rf"|(?:^|[{{,(\[])[ \t]*(?:pub[ \t]+|readonly[ \t]+)?(?P<field>{_SHAPE})\??:(?!:)"
    rf"|(?<![\w:]):(?P<symbol>{_SHAPE})\b"
    rf"|\b(?:[Oo]pt(?:ion)?s|[Cc]onf(?:ig)?|[Cc]fg|[Ss]ettings)\.(?P<asked>{_SHAPE})\b",
    re.MULTILINE,
)


def variables(path: str, text: str) -> Iterator[Pair]:
    """Variables of the environment that code or settings read, and those that settings and shells set; in code
    any quoted name in capitals may be one.
    """
    code, shell = path.endswith(CODE), path.endswith(SCRIPTS)
    for found in _READ.finditer(text):
        plain = found["bare"] or found["percent"]
        if not plain or not code or shell:
            yield found["name"] or found["braced"] or plain, ""
    if code:
        yield from ((m["name"], "") for m in _QUOTED.finditer(text))
        yield from ((name, "") for m in _TAKEN.finditer(text) for name in _NAME.findall(m["names"]))
    if not code or shell:
        yield from ((m["name"], "") for m in _SET.finditer(text))


def keys(path: str, text: str) -> Iterator[Pair]:  # noqa: ARG001  the shape of a reader
    """Names of several words that code has as a text, a symbol, a field, or asks its options for, and words in a tag
    or before a value: a key of configuration is written so, with hyphens whatever is between its words.
    """
    for found in _KEY.finditer(text):
        yield hyphened(found[found.lastgroup or 0] or ""), ""


def hyphened(name: str) -> str:
    """The one form in which keys are compared: `heatLevel` and `heat_level` are `heat-level`."""
    return separated(name, "-").replace("_", "-")


def spelt(key: str) -> tuple[str, ...]:
    """A key as code may write it: `heat-level`, `heat_level`, `heatLevel`, `HeatLevel`."""
    words = hyphened(key).split("-")
    pascal = "".join(word.capitalize() for word in words)
    return "-".join(words), "_".join(words), pascal[:1].lower() + pascal[1:], pascal


def made_from_key(flag: str, words: frozenset[str]) -> bool:
    """True when the code holds the key that a parser would make this option from: `dryRun`, `dry_run`, or
    `color` for `--no-color`.
    """
    key = flag.lstrip("-")
    bare = key.removeprefix("no-")
    return not words.isdisjoint((key, *spelt(bare), *spelt(f"no-{bare}")))
