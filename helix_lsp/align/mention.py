"""Reads what a writer put between back-ticks: a name with its parts, a path, or neither.

Nothing here looks at the repository. A text that is not shaped like a single name or path (a command, an
option, a literal, prose) is None, which is how most wrong answers are avoided.
"""

from __future__ import annotations

import re

import msgspec

from helix_lsp.text.regex import regex

_LONGEST = 200
_GROUP = regex(r"\([^()]*\)|\[[^\[\]]*\]")
_GENERIC = regex(r"(?<=\w)<[\w\s,.:<>&|?'\[\]*]{0,300}>")
_PATTERN = regex(
    r"[\]})]\w|(?<![-=])>\w|[\[{][^\[\]{}]{0,200}\|[^\[\]{}]{0,200}[\]}]"
)  # `Get[One|Two]Bell`: several names, and none of them
_LEAD = regex(
    r"(?:async\s+def|def|class|with|await|return|raise|import|from|new|yield(?:\s+from)?|func|fn|function|struct|interface|enum|trait|impl|"
    r"type|const|pub|module|namespace|use|require|throw|throws|catch|except)\s+"
)
_SEPARATOR = regex(r"::|->|\?\.|[.#\\]")
_ARROW = regex(r"\)\s*->\s.*\Z")
_NAME = regex(r"[^\W\d]\w*(?:(?:::|->|\?\.|[.#\\])[^\W\d]\w*)*\Z")
_PATH = regex(r"(?:\.{0,2}/)?[\w.@+-]+(?:/[\w.@+-]+)*/?(?::\d+)?\Z")
_SELF = frozenset({"self", "this", "cls", "Self", "super", "crate", "static"})

LITERALS = frozenset(
    "None True False true false null nil undefined NaN self this cls super int str float bool bytes list dict set tuple "
    "object string number boolean any void char double long short byte type async await with for if else elif while do try "
    "except catch finally return raise throw import from lambda pass break continue global yield def class function fn func "
    "var let const new delete static public private protected in is not and or GET POST PUT DELETE PATCH HEAD OPTIONS TRACE "
    "CONNECT".split()
)
_NOT_CODE = frozenset(
    "ref doc term pr issue gh ghsa cve option envvar confval command program kbd menuselection guilabel rfc pep abbr math "
    "sub sup emphasis strong title mimetype newsgroup regexp token keyword dfn numref eq download any-link user commit "
    "wikipedia".split()
)
_SAME_ROLES = {
    "currentmodule": "mod",
    "automodule": "mod",
    "module": "mod",
    "exception": "exc",
    "autoexception": "exc",
    "method": "meth",
    "automethod": "meth",
    "classmethod": "meth",
    "staticmethod": "meth",
    "function": "func",
    "autofunction": "func",
    "decorator": "func",
    "autodecorator": "func",
    "attribute": "attr",
    "autoattribute": "attr",
    "property": "attr",
    "autoproperty": "attr",
}
_PLAIN_ROLES = frozenset({"", "code", "literal", "samp", "file", "source", "any", "obj"})


class Name(msgspec.Struct, frozen=True, kw_only=True):
    """`parts` in order as written, separators dropped. `call`: it ends in call parens. `member`: written
    behind `self.`, `#` or a dot.

    `role` is the reStructuredText role without its domain when that role names code, `` otherwise.
    """

    parts: tuple[str, ...]
    call: bool = False
    member: bool = False
    role: str = ""

    @property
    def last(self) -> str:
        """The name that is looked up."""
        return self.parts[-1]

    @property
    def wordlike(self) -> bool:
        """True when the name looked up is a plain lower-case word, as any prose or example could have it."""
        return self.last.islower() and "_" not in self.last

    @property
    def plain(self) -> bool:
        """True for one lower-case word without any sign that it is code beyond the back-ticks."""
        return len(self.parts) == 1 and not self.call and not self.member and not self.role and self.wordlike


def role_of(role: str) -> str | None:
    """The role without its domain (`py:meth` -> `meth`), `` for one that says only "code", None for one that
    never names code.
    """
    last = role.rpartition(":")[2].lower()
    if last in _NOT_CODE:
        return None
    last = _SAME_ROLES.get(last, last.removeprefix("auto"))
    return "" if last in _PLAIN_ROLES else last


def read_name(text: str, role: str = "") -> Name | None:
    """The name that `text` spells, None when it spells none. A literal, keyword or HTTP method alone is none.

    >>> read_name("app.route('/x')").parts
    ('app', 'route')
    """
    kind = role_of(role)
    text = _ARROW.sub(")", text).strip()
    if kind is None or not text or len(text) > _LONGEST:
        return None
    text = _LEAD.sub("", text, count=1) if " " in text else text
    if _PATTERN.search(text):
        return None
    call = text.rstrip(";").endswith(")")
    text = _strip_groups(text).rstrip(";:!?")
    member = text[:1] in (".", "#") and not kind  # in a role a leading dot means "wherever it is defined"
    text = text.lstrip("@~!.#&$:")
    if not _NAME.match(text):
        return None
    parts = tuple(_SEPARATOR.split(text))
    while len(parts) > 1 and parts[0] in _SELF:
        member = member or parts[0] not in ("crate", "super")
        parts = parts[1:]
    if len(parts) == 1 and parts[0] in LITERALS and not call and not member:
        return None
    return Name(parts=parts, call=call, member=member, role=kind)


def read_path(text: str, role: str = "") -> str | None:
    """The path that `text` could be, without a line number, leading `./` or trailing slash; None when it has
    neither slash nor suffix.

    A suffix is a dot and one to eight letters or digits at the end.
    """
    if role_of(role) not in ("", None) or role.rpartition(":")[2] in ("doc", "ref"):
        return None
    text = text.strip()
    if len(text) > _LONGEST or not _PATH.match(text):
        return None
    text = re.sub(r":\d+\Z", "", text)
    while text.startswith("./"):
        text = text[2:]
    if text.startswith("/") or ".." in text.split("/"):
        return None
    base = text.rstrip("/").rpartition("/")[2]
    if "/" not in text and not re.search(r".\.[A-Za-z0-9]{1,8}\Z", base) and not base.startswith("."):
        return None
    return text.rstrip("/") or None


def _strip_groups(text: str) -> str:
    """`text` without call arguments, subscripts and type arguments; nesting is undone from the inside, at
    most eight deep.
    """
    for _ in range(8):
        shorter = _GROUP.sub("", text)
        if shorter == text:
            break
        text = shorter
    return _GENERIC.sub("", text)
