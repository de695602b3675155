"""What is struck out of a prompt beside the shapes of `redact`: every literal behind a name that ends in `key`,
`password`, `secret` or `token`, however little it looks like one, and a password or key that a sentence tells.

A prompt may go to another machine, where a value too many is struck out cheaply and one too few is not. What
people read here (`pr explain`) is judged by `redact` alone. Invariants: those of `redact`.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import reduce

from helix_lsp.ask.model.redact import Redacted, redact
from helix_lsp.text.identifiers import separated
from helix_lsp.text.regex import made, regex

_ENDING = r"(?:pass(?:word|wd|phrase)?|pwd|secret|token|key)s?"
_NAME = rf"(?<![A-Za-z0-9_.-])(?P<name>[A-Za-z0-9_.-]{{0,120}}?{_ENDING})(?![A-Za-z0-9_-])"
_LAST_WORD = regex(rf"(?:api|auth|access)?{_ENDING}", re.IGNORECASE)
_SPOKEN = regex(r"pass|pwd|secret|token|key", re.IGNORECASE)
_QUOTED = regex(
    rf"(?P<head>{_NAME}\\?[\"'\])]{{0,3}}[ \t]*(?::[ \t]*[\w.\[\]|]{{1,30}}[ \t]*)?(?:=>|:=|=|:|,)[ \t]*[rbuf]?(?P<quote>\\?[\"'`]))"
    r"(?P<value>[^\"'`\\\n]{2,400})(?=(?P=quote))",
    re.IGNORECASE,
)
_BARE = regex(
    rf"\A(?P<head>[ \t]*(?:-[ \t]+|export[ \t]+|set[ \t]+)?(?:[\w.-]+[ \t]+){{0,3}}?{_NAME}[ \t]*[:=][ \t]*)"
    r"(?P<value>[^\s\"'`#;,(){}\[\]<>$][^\s\"'`#;,(){}\[\]<>]{3,400})(?=[ \t]*(?:[#;].*)?\r?\Z)",
    re.IGNORECASE,
)
_TOLD = regex(
    rf"(?P<head>\b(?P<name>{_ENDING})\b(?:[ \t]{{1,4}}[a-z]{{1,20}}){{0,4}}?[ \t]{{0,4}}(?:\bis\b|=|:)[ \t]{{0,4}}(?P<quote>[\"'`*]{{0,2}}))"
    r"(?P<value>(?=[^\s\"'`*]{0,200}\d)(?=[^\s\"'`*]{0,200}[A-Za-z])[^\s\"'`*]{6,200}?)(?=(?P=quote)[.,;:!?)]?(?:\s|\Z))",
    re.IGNORECASE,
)
_PATTERNS = (_QUOTED, _BARE, _TOLD)
_NOT_A_LITERAL = regex(
    r"\[redacted|\A(?:true|false|none|null|nil|undefined|str|string|int|bytes|bool|self|optional)\b|\A[$%]?[{<(\[]|\A%\w?\Z|\A[\W_]+\Z",
    re.IGNORECASE,
)
_NAME_LIKE = regex(r"[A-Za-z_][A-Za-z_]*(?:(?:\.|->|::)[A-Za-z_]\w*)*[?!]?\Z")


def redact_prompt(text: str) -> Redacted:
    """`text` as it may be in a prompt: what `redact` strikes out, and what a name or a sentence calls a
    secret. Linear in the text.
    """
    done = redact(text)
    found = Counter(dict(done.found))
    lines = done.text.split("\n")
    for number, line in enumerate(lines):
        if _SPOKEN.search(line):
            lines[number] = reduce(
                lambda text, pattern: pattern.sub(lambda match: _struck(match, found), text), _PATTERNS, line
            )
    return Redacted(text="\n".join(lines), found=tuple(sorted(found.items())))


def _struck(match: re.Match[str], found: Counter[str]) -> str:
    value = match["value"]
    bare = made(match, _BARE)
    last = separated(re.split(r"[._-]", match["name"])[-1], " ").split(" ")[-1]
    if not _LAST_WORD.fullmatch(last) or _NOT_A_LITERAL.search(value) or (bare and _NAME_LIKE.match(value)):
        return match[0]
    kind = "password" if re.match(r"p", match["name"].rpartition("_")[2], re.IGNORECASE) else "secret"
    found[kind] += 1
    return f"{match['head']}[redacted: {kind}]"
