"""The code of a file with its comments and strings blanked, by a small lexer of the bench's own.

The product blanks text, too; a measurement of it must not share its faults. `without_comments` keeps strings, so
that the modules that imports name can be read; `code_only` blanks both. Lines and columns stay where they were.
"""

from __future__ import annotations

import re
from functools import lru_cache

_SLASHES = r"//[^\n]*|/\*.*?(?:\*/|\Z)"
_HASH = r"\#[^\n]*"
_DOUBLE = r'"(?:\\.|[^"\\\n])*(?:"|(?=\n))'
_LONG_DOUBLE = r'"(?:\\.|[^"\\])*(?:"|\Z)'
_SINGLE = r"'(?:\\.|[^'\\\n])*(?:'|(?=\n))"
_CHARACTER = r"'(?:\\[^'\n]{1,10}|[^'\\\n])'"
_TRIPLE = r'"""(?:\\.|.)*?(?:"""|\Z)'
_TRIPLE_SINGLE = r"'''(?:\\.|.)*?(?:'''|\Z)"
_TICKS = r"`(?:\\.|[^`\\])*(?:`|\Z)"
_PATTERN = r"(?<=[=(,:;!&|?{}\[])[ \t]*/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*"
_HEREDOC = r"<<[~-]?['\"]?(?P<here>[A-Z_]+)['\"]?[^\n]*\n.*?^[ \t]*(?P=here)\b"
# language -> (comments, strings)
_FORMS: dict[str, tuple[str, str]] = {
    "python": (_HASH, rf"{_TRIPLE}|{_TRIPLE_SINGLE}|{_DOUBLE}|{_SINGLE}"),
    "ruby": (rf"(?<![\w$?]){_HASH}|^=begin.*?^=end", rf"%[iIwW][\[({{][^\])}}]*[\])}}]|{_HEREDOC}|{_LONG_DOUBLE}|{_SINGLE}"),
    "elixir": (rf"(?<![?&]){_HASH}", rf"{_TRIPLE}|{_LONG_DOUBLE}|{_SINGLE}"),
    "lua": (
        r"--\[(?P<eq>=*)\[.*?(?:\](?P=eq)\]|\Z)|--[^\n]*",
        rf"\[(?P<es>=*)\[.*?(?:\](?P=es)\]|\Z)|{_DOUBLE}|{_SINGLE}",
    ),
    "haskell": (r"\{-.*?(?:-\}|\Z)|--+(?![!#$%&*+./<=>?@\\^|~])[^\n]*", rf"{_LONG_DOUBLE}|{_CHARACTER}"),
    "zig": (r"//[^\n]*", rf"\\\\[^\n]*|{_DOUBLE}|{_CHARACTER}"),
    "php": (rf"{_SLASHES}|\#(?!\[)[^\n]*", rf"<<<['\"]?(?P<here>\w+)['\"]?\n.*?^\s*(?P=here)\b|{_LONG_DOUBLE}|'(?:\\.|[^'\\])*'"),
    "rust": (_SLASHES, rf'b?r(?P<eq>\#*)".*?"(?P=eq)|{_LONG_DOUBLE}|{_CHARACTER}'),
    "go": (_SLASHES, rf"{_TICKS}|{_DOUBLE}|{_CHARACTER}"),
    "c_sharp": (_SLASHES, rf'{_TRIPLE}|\$?@\$?"(?:""|[^"])*"|{_DOUBLE}|{_CHARACTER}'),
    "javascript": (_SLASHES, rf"{_TICKS}|{_DOUBLE}|{_SINGLE}|{_PATTERN}"),
    "cpp": (_SLASHES, rf'R"(?P<eq>\w*)\(.*?\)(?P=eq)"|{_DOUBLE}|{_CHARACTER}'),
    "kotlin": (_SLASHES, rf"{_TRIPLE}|{_DOUBLE}|{_CHARACTER}"),
}  # fmt: skip
_SAME = {
    "typescript": "javascript",
    "tsx": "javascript",
    "c": "cpp",
    "java": "kotlin",
    "scala": "kotlin",
    "swift": "kotlin",
}
_INSIDE = re.compile(r"\$\{[^{}`]*\}|#\{[^{}\"]*\}")  # code in a string


@lru_cache(64)
def _lexer(language: str) -> re.Pattern[str]:
    comments, strings = _FORMS[_SAME.get(language, language)]
    return re.compile(f"(?P<comment>{comments})|(?P<string>{strings})", re.S | re.M)


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def without_comments(text: str, language: str) -> str:
    """The text with its comments blanked."""
    return _lexer(language).sub(lambda m: m[0] if m["comment"] is None else _blank(m[0]), text)


def code_only(text: str, language: str) -> str:
    """The text with comments and strings blanked; what a string computes is kept."""

    def cleared(met: re.Match[str]) -> str:
        out = list(_blank(met[0]))
        if met["comment"] is None:
            for inside in _INSIDE.finditer(met[0]):
                out[inside.start() + 2 : inside.end() - 1] = inside[0][2:-1]
        return "".join(out)

    return _lexer(language).sub(cleared, text)
