"""Secrets taken out of a text before it leaves the process: keys and tokens by their shape, passwords by what
is before them.

Invariants: pure; line ends stay where they are, so that line numbers hold; what is not recognised stays
untouched; a second pass changes nothing. Shapes that an issuer has fixed are certain; a password in prose is
not recognised, and nothing here claims so.
Source: the issuers' own descriptions of their prefixes.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import reduce

import msgspec

from helix_lsp.ask.model.split_secrets import split_secrets
from helix_lsp.text.data_file import parts_of_text
from helix_lsp.text.regex import made, regex
from helix_lsp.text.words import separated

_MARK = "[redacted: {}]"
# a head of any length where a run of its letters begins, a bounded one inside a run: both linear
_PATTERNS = parts_of_text(__package__ or "", "secrets.txt")[1:]
_SHAPES = tuple((kind, regex("|".join(patterns), re.S)) for kind, *patterns in _PATTERNS)
# where pieces meet, a word need not begin or end; whole lines of key material are lines, not pieces
_JOINED = tuple(
    (kind, regex("|".join(p.removeprefix(r"\b").removesuffix(r"\b") for p in patterns), re.S))
    for kind, *patterns in _PATTERNS
    if kind != "key material"
)
_AWS = regex(r"(?P<head>aws.?secret.{0,12}?\W{1,6})(?P<value>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])", re.I)
_SPOKEN = regex(r"://|pass|pwd|secret|token|key|cred|authorization|curl", re.I)
_URL = regex(
    r"(?P<head>\b[a-zA-Z][a-zA-Z0-9+.-]{1,20}://[^\s:/@'\"<>]{0,80}:)(?P<value>[^\s/@'\"<>]{3,200})(?=@[\w.\[-])"
)
_HEADER = regex(
    r"(?P<head>\bauthorization\\?[\"']?\s*[:=,]\s*\\?[\"']?(?:bearer|basic|token|digest|apikey)\s+)(?P<value>[\w+/.=~-]{12,})",
    re.I,
)
_LOGIN = regex(r"(?P<head>\bcurl\b[^\n]{0,200}?\s(?:-u|--user)[ =]\\?[\"']?[\w.@-]+:)(?P<value>[^\s\"']{3,})")
_NAMED = (
    r"(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|signing[_-]?key|encryption[_-]?key|"
    r"account[_-]?key|credentials?|auth[_-]?key|secret[_-]?key)"
)
_QUOTED = regex(
    rf"(?P<head>(?<![\w.-])(?P<name>[\w.-]{{0,160}}?{_NAMED}[\w-]{{0,40}})\\?[\"'\])]{{0,3}}"
    r"\s*(?::\s*[\w.\[\]|](?:[\w.\[\] |]{0,28}[\w.\[\]|])?\s*)?(?:=>|:=|={1,3}|:|,)\s*"
    r"(?:[rbu]|return\s+)?(?P<quote>\\?[\"'`]))(?P<value>[^\s\"'`\\]{6,400})(?=(?P=quote))",
    re.I,
)
_VARIABLE = regex(
    r"\A(?P<head>[ \t]*(?:(?:export|set|ENV|ARG|-) [ \t]*)?(?P<name>[A-Z0-9_]*(?:PASS(?:WORD|WD|PHRASE)?|PWD|SECRET|TOKEN|KEY|CREDENTIALS?)"
    r"[A-Z0-9_]{0,40})=)(?P<value>[^\s\"'`#;]{6,400})"
)
_ENTRY = regex(
    rf"\A(?P<head>[ \t]*(?:-[ \t]*)?(?P<name>[\w.-]{{0,60}}{_NAMED}[\w-]{{0,20}})[ \t]*[:=][ \t]*)(?P<value>[^\s\"'`#,;]{{6,400}})(?=[ \t]*\r?\Z)",
    re.I,
)
_PASSWORD = regex(r"pass(?:word|wd|phrase)?\Z|pwd\Z|(?:pass(?:word|wd|phrase)|pwd)", re.I)
_NO_SECRET = regex(
    r"(?:https?|file)://|\A[$<{%\[(/~.]|\$\{|\{\{|\A(?:true|false|none|null|nil|undefined|string|str|int|bytes|bool|object)\b|"
    r"[()]|x{4,}|\*{3,}|\.{3}|redacted|example|placeholder|change[-_]?me|your[-_]|dummy|sample|not[-_]?a[-_]?secret|insert|replace",
    re.I,
)
_NAME_LIKE = regex(r"[A-Za-z_@][\w]*(?:(?:\.|->|::|\?\.|-|/|:)[A-Za-z_]\w*)*[?!;,]?\Z")
_WORDS = regex(r"[A-Za-z]+(?:[-_. /:][A-Za-z]+)*\Z")
_NOT_VALUE_NAME = regex(
    r"(?:url|uri|path|file|dir|name|field|type|header|param(?:eter)?|prefix|suffix|label|title|id|ids|regex|pattern|endpoint|class|env|hasher|"
    r"validators?|format|length|ttl|expiry|help|hint|placeholder|message|error|algorithm)s?\Z",
    re.I,
)
_STAND_INS = frozenset({"pass", "password", "passwd", "pwd", "secret", "token"})
_STRONG = 3.0
_VERY_STRONG = 3.5
_SECRET_FILES = regex(
    r"(?:\A|/)(?:(?!(?:[^/]*[._-])?(?:example|sample|template|dist)\.)[^/]+\.(?:env|tfvars(?:\.json)?)|\.env(?:\.(?!example|sample|template|dist|test\Z)[\w.-]+)?|[^/]*\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk|tfstate|ovpn)|"
    r"id_(?:rsa|dsa|ecdsa|ed25519)|[._]netrc|\.pgpass|\.htpasswd|\.npmrc|\.pypirc|\.dockercfg|\.docker/config\.json|\.git-credentials|"
    r"\.aws/credentials|\.?kube/?config|secrets?\.(?:ya?ml|json|toml|env|ini)|service[-_]?account[^/]*\.json)\Z",
    re.I,
)


_MANIFEST = regex(r"\.(?:ya?ml|json|tpl|tmpl|j2)\Z", re.I)
_KUBERNETES = regex(
    rb"(?:^|[{,])[ \t]*(?:-[ \t]+)?[\"']?kind[\"']?[ \t]*:[ \t]*[\"']?Secret(?:List)?[\"']?[ \t]*(?=[\r\n,}#]|\Z)",
    re.M,
)


class Redacted(msgspec.Struct, frozen=True, kw_only=True):
    """`found` are (kind, how many), by kind."""

    text: str
    found: tuple[tuple[str, int], ...]


Redact = Callable[[str], Redacted]


class Tally:
    """Redacts text after text and counts what was found; one lives as long as one prompt is made."""

    def __init__(self, redact: Redact) -> None:
        self._redact = redact
        self._found: Counter[str] = Counter()

    def __call__(self, text: str) -> str:
        """The text without its secrets."""
        done = self._redact(text)
        self._found.update(dict(done.found))
        return done.text

    def counts(self) -> tuple[tuple[str, int], ...]:
        """(kind, how many) of all texts so far, by kind."""
        return tuple(sorted(self._found.items()))


def redact(text: str) -> Redacted:
    """`text` with every recognised secret replaced by `[redacted: <kind>]`, those in joined pieces and in
    base64 too; the pieces behind the first become empty. Linear in the text but for short look-ahead.
    """
    found: Counter[str] = Counter()
    out: list[str] = []
    at = 0
    for hidden in split_secrets(text, _certain, _by_name):
        mark = _masked("", hidden.kind, found) if hidden.first else ""
        out += [text[at : hidden.start], mark, "\n" * text.count("\n", hidden.start, hidden.end)]
        at = hidden.end
    text = "".join([*out, text[at:]])
    for kind, pattern in _SHAPES:
        text = pattern.sub(lambda match, kind=kind: _masked(match[0], kind, found), text)
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if _SPOKEN.search(line):
            lines[number] = _line(line, found)
    return Redacted(text="\n".join(lines), found=tuple(sorted(found.items())))


def withheld(path: str) -> bool:
    """True for files that exist to hold secrets (`.env`, keys, password files): nothing of them is sent."""
    return _SECRET_FILES.search(path) is not None


def holds_secrets(path: str, data: bytes) -> bool:
    """True for a file that `withheld` names, and for one whose content says so: a Secret of Kubernetes."""
    return withheld(path) or (_MANIFEST.search(path) is not None and _KUBERNETES.search(data) is not None)


def _certain(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of the shapes that an issuer has fixed, in a text put together."""
    for kind, pattern in _JOINED:
        for match in pattern.finditer(text):
            yield match.start(), match.end(), kind
    for match in _AWS.finditer(text):
        if _is_key("", match["value"]):
            yield match.start("value"), match.end("value"), "secret"


def _by_name(head: str, value: str) -> str:
    """The kind of a value in quotes by what is before it; `` for no secret."""
    line = f'{head} "{value}"'
    found: Counter[str] = Counter()
    hidden = _SPOKEN.search(head) is not None and value not in _line(line, found)
    return max(found, default="") if hidden else ""


def _line(line: str, found: Counter[str]) -> str:
    """One line that speaks of a login, a key or a password."""
    for kind, pattern in (("password", _URL), ("token", _HEADER), ("password", _LOGIN)):
        line = pattern.sub(lambda match, kind=kind: _judged(match, kind, found, _is_login), line)
    for pattern, judge in (
        (_AWS, _is_key),
        (_QUOTED, _is_quoted),
        (_VARIABLE, _is_variable),
        (_ENTRY, _is_entry),
    ):
        line = pattern.sub(lambda match, judge=judge: _judged(match, "", found, judge), line)
    return line


def _masked(secret: str, kind: str, found: Counter[str]) -> str:
    found[kind] += 1
    return _MARK.format(kind) + "\n" * secret.count("\n")


def _judged(
    match: re.Match[str], kind: str, found: Counter[str], is_secret: Callable[[str, str], bool]
) -> str:
    name, value = match.groupdict().get("name") or "", match["value"]
    if not is_secret(name, value):
        return match[0]
    return match["head"] + _masked(value, kind or ("password" if _PASSWORD.search(name) else "secret"), found)


def _is_login(_name: str, value: str) -> bool:
    return not _NO_SECRET.search(value) and value.lower() not in _STAND_INS


def _is_quoted(name: str, value: str) -> bool:
    """In quotes: a password may be anything but words about passwords; a key or token has to look random."""
    if _NO_SECRET.search(value) or _NOT_VALUE_NAME.search(name):
        return False
    if _PASSWORD.search(name):
        return not re.search(_NAMED, value, re.I) and (
            not _WORDS.match(value) or len(set(value.lower())) >= len("password")
        )
    return not _WORDS.match(value) and _strength(value) >= _STRONG and any(c.isdigit() for c in value)


def _is_key(_name: str, value: str) -> bool:
    """Forty letters behind the name that one issuer gives them, in whatever quotes."""
    return (
        not _NO_SECRET.search(value.lstrip("/"))
        and _strength(value) >= _VERY_STRONG
        and any(c.isdigit() for c in value)
    )


def _is_variable(name: str, value: str) -> bool:
    """`NAME=value` at the beginning of a line, as in an environment file."""
    if _NO_SECRET.search(value) or _NOT_VALUE_NAME.search(name):
        return False
    return not (
        re.search(r"\w(?:\.|->|::)[A-Za-z_]", value) and _NAME_LIKE.match(value)
    ) and not re.fullmatch(r"[A-Z_]+|\d+", value)


def _is_entry(name: str, value: str) -> bool:
    """Bare text behind a name and a colon, which in code is most often another name: it has to look random,
    or like nothing else.
    """
    if _NO_SECRET.search(value) or _NOT_VALUE_NAME.search(name):
        return False
    if _NAME_LIKE.match(value):
        return (
            _strength(value) >= _VERY_STRONG
            and any(c.isdigit() for c in value)
            and len(value) >= len("0123456789abcdef")
        )
    return (
        any(c.isdigit() for c in value)
        and any(c.isalpha() for c in value)
        and not re.search(r"[\[\]{}<>|]", value)
    )


def _strength(value: str) -> float:
    """Shannon entropy in bits per character."""
    counts = Counter(value)
    return -sum(n / len(value) * math.log2(n / len(value)) for n in counts.values())


# What is struck out of a prompt beside the shapes of `redact`: every literal behind a name that ends in `key`,
# `password`, `secret` or `token`, however little it looks like one, and a password or key that a sentence
# tells.
#
# A prompt may go to another machine, where a value too many is struck out cheaply and one too few is not. What
# people read here (`pr explain`) is judged by `redact` alone. Invariants: those of `redact`.

_ENDING = r"(?:pass(?:word|wd|phrase)?|pwd|secret|token|key)s?"
_NAME = rf"(?<![A-Za-z0-9_.-])(?P<name>[A-Za-z0-9_.-]{{0,120}}?{_ENDING})(?![A-Za-z0-9_-])"
_LAST_WORD = regex(rf"(?:api|auth|access)?{_ENDING}", re.IGNORECASE)
_SPOKEN_NAME = regex(r"pass|pwd|secret|token|key", re.IGNORECASE)
_QUOTED_NAMED = regex(
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
_NAMED_PATTERNS = (_QUOTED_NAMED, _BARE, _TOLD)
_NOT_A_LITERAL = regex(
    r"\[redacted|\A(?:true|false|none|null|nil|undefined|str|string|int|bytes|bool|self|optional)\b|\A[$%]?[{<(\[]|\A%\w?\Z|\A[\W_]+\Z",
    re.IGNORECASE,
)
_NAMED_LIKE = regex(r"[A-Za-z_][A-Za-z_]*(?:(?:\.|->|::)[A-Za-z_]\w*)*[?!]?\Z")


def redact_prompt(text: str) -> Redacted:
    """`text` as it may be in a prompt: what `redact` strikes out, and what a name or a sentence calls a
    secret. Linear in the text.
    """
    done = redact(text)
    found = Counter(dict(done.found))
    lines = done.text.split("\n")
    for number, line in enumerate(lines):
        if _SPOKEN_NAME.search(line):
            lines[number] = reduce(
                lambda text, pattern: pattern.sub(lambda match: _struck(match, found), text),
                _NAMED_PATTERNS,
                line,
            )
    return Redacted(text="\n".join(lines), found=tuple(sorted(found.items())))


def _struck(match: re.Match[str], found: Counter[str]) -> str:
    value = match["value"]
    bare = made(match, _BARE)
    last = separated(re.split(r"[._-]", match["name"])[-1], " ").split(" ")[-1]
    if not _LAST_WORD.fullmatch(last) or _NOT_A_LITERAL.search(value) or (bare and _NAMED_LIKE.match(value)):
        return match[0]
    kind = "password" if re.match(r"p", match["name"].rpartition("_")[2], re.IGNORECASE) else "secret"
    found[kind] += 1
    return f"{match['head']}[redacted: {kind}]"
