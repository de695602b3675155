"""The nouns of a claim: which thing the words before a verb name, and which value those behind it.

A subject is read whole, from the beginning of its clause, or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from helix_lsp.text.regex import regex
from helix_lsp.verify.claim.claim import Claim, Subject, named_claim, valued_claim
from helix_lsp.verify.facts.fact import Predicate
from helix_lsp.verify.facts.value import Value, said_value
from helix_lsp.verify.quantity import NUMBER_WORDS

_WORD = r"[A-Za-z_$][\w$]*"
_SHAPED = (
    rf"(?:{_WORD}(?:\.|::|#))+{_WORD}(?:\(\))?|[A-Za-z][a-z0-9]*(?:_\w+)+(?:\(\))?|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|"
    rf"[A-Z][a-z0-9]+(?:[A-Z]\w*)+|[a-z]+[A-Z]\w*|{_WORD}\(\)"
)
_PROPER = r"[A-Z][a-z]{2,}\w*"
_PLAIN = regex(r"[A-Z][a-z]+")
_KIND = (
    r"(?:class|function|method|constant|setting|option|parameter|argument|flag|"
    r"variable|environment\s+variable|env\s+var|struct|interface|enum|trait|field|property|attribute|"
    r"keyword\s+argument|decorator|middleware|constructor|key|type|"
    r"exception|error|macro|module|configuration\s+option|config\s+option)"
)


def _named(group: str) -> str:
    """A name of code: in back-ticks (`..tick`), or shaped as one or with a capital letter (`..bare`)."""
    return rf"(?:`(?P<{group}tick>[^`\n]{{1,120}})`|(?P<{group}bare>{_SHAPED}|{_PROPER}))"


_OPENER = regex(
    r"\A[\s*\u2013\u2014-]{0,4}(?:(?:by\s+default|note\s+that|note|additionally|also|however|in\s+addition|remember\s+that|here|currently|internally)[\s,:;]+)?",
    re.I,
)
_ITS = r"(?i:(?:the|a|an|this|our|its|each|every)\s+)?"
_SUBJECT = regex(
    _ITS
    + r"(?:(?P<dv>default(?:\s+value)?|value)\s+(?:of|for)\s+" + _ITS + r"|default\s+)?"
    + rf"(?:{_KIND}\s+)?" + _named("s")
    + rf"(?:\s+{_KIND})?"
    + r"(?:\s+(?:of|in|for|on|to)\s+" + _ITS + rf"(?:{_KIND}\s+)?" + _named("o") + rf"(?:\s+{_KIND})?)?\Z"
)  # fmt: skip
_POSSESSIVE = regex(
    _named("o")
    + r"(?:'s|\u2019s)\s+(?:default\s+)?(?:`(?P<tick>[^`\n]{1,120})`(?:\s+" + _KIND + r")?|(?P<words>[a-z]+(?:[ -][a-z]+){0,4}))\Z"
)  # fmt: skip
_PHRASE = regex(
    r"(?:the|our|this|its)\s+(?P<words>[A-Za-z][a-z]*(?:[ -](?!of\b|for\b|in\b|on\b|to\b|that\b|and\b|or\b)[A-Za-z]+){0,4}"
    r"(?:\s+of\s+(?:the\s+)?[a-z]+(?:\s[a-z]+){0,2})?)"
    r"(?:\s+(?:of|for|in|on)\s+" + _ITS + rf"(?:{_KIND}\s+)?" + _named("o") + rf"(?:\s+{_KIND})?)?\Z",
    re.I,
)
_FLAG = regex(
    _ITS
    + r"(?:option\s+|flag\s+)?`?(?P<flag>--[a-z][\w-]{1,60}|-[a-z][\w-]{1,60}(?=`?\s+(?:flag|option)))`?(?:\s+(?:flag|option|argument))?\Z",
    re.I,
)
_ENVIRONMENT = regex(
    _ITS
    + r"(?:environment\s+variable|env\s+var(?:iable)?)\s+`?\$?(?P<a>[A-Z][A-Z0-9_]{2,60})`?\Z|"
    + _ITS
    + r"`?\$?(?P<b>[A-Z][A-Z0-9_]{2,60})`?\s+(?:environment\s+variable|env\s+var(?:iable)?)\Z",
    re.I,
)
_IT = regex(r"(?:it|this|which|and|the\s+default(?:\s+value)?|default(?:\s+value)?|value)?\Z", re.I)
_OBJECT = regex(
    r"(?:the\s+(?:string|value|constant)\s+)?(?P<value>`[^`\n]{1,120}`|\"[^\"\n]{0,120}\"|'[^'\n]{1,120}'|(?:true|false|none|null|nil|undefined)\b|v?\d+(?:\.\d+){1,3}(?![\w.]*\d)|"
    r"-?(?:0[xX][0-9a-fA-F]+|\d{1,3}(?:[,_]\d{3})+|\d[\d_]*)(?:\.\d+)?(?:[ -]?(?:%|[A-Za-z]{1,12}\b))?)",
    re.I,
)
_SPELLED = regex(
    rf"(?P<n>{'|'.join(NUMBER_WORDS)})(?:\s+(?P<noun>[a-z]{{3,}}))?(?=\s*(?:[.,;:)!]|\Z|by\s+default\b))",
    re.I,
)
_NAME_HERE = regex(_named("") + r"(?=[\s.,;:)]|\Z)")
_RANGED = frozenset(
    "or to of x times per plus minus and if when unless on for in is as th st nd rd more less".split()
)
_ENDS = regex(
    r"(?:\s+(?P<noun>[a-z]{3,20}))?(?:\s+by\s+default)?[\s*_]*(?:[.,;:)\]!\\\u2014]|\Z|-\s|\((?P<remark>[^()]{1,60})\))",
    re.I,
)
_LIMITS = regex(
    r"\b(?:or|if|when|unless|except|depend\w*|otherwise|on|in|for|with\w*|but|only|see|as)\b", re.I
)


def subject_of(left: str, lead: str = "") -> Subject | None:
    """The subject that the words before a verb are; `lead` where they only point back."""
    text = left.rstrip()
    opener = _OPENER.match(text)
    text = (
        text[opener.end() :]
        if opener is not None and text[: opener.end()].strip(" *-")
        else text.lstrip(" *-")
    )
    text = (
        re.sub(r"\A(?:`[^`]{1,80}`\s*)?[-\u2013\u2014:]\s+", "", text)
        if re.match(r"`[^`]{1,80}`\s+[-\u2013\u2014:]", text)
        else text
    )
    text = " ".join(text.split())
    if lead and _IT.match(text):
        return Subject(form="flag" if lead.startswith("--") else "name", written=lead)
    if (flag := _FLAG.match(text)) is not None:
        return Subject(form="flag", written=flag["flag"])
    if (environment := _ENVIRONMENT.match(text)) is not None:
        return Subject(form="environment", written=environment["a"] or environment["b"])
    if (found := _POSSESSIVE.match(text)) is not None:
        owner = _code(found["otick"] or found["obare"])
        if found["tick"]:
            return Subject(form="name", written=_code(found["tick"]), owner=owner)
        return Subject(form="words", written=found["words"], owner=owner)
    if (found := _SUBJECT.match(text)) is not None:
        written = _code(found["stick"] or found["sbare"])
        if written and not (found["sbare"] and found["sbare"].lower() in _NO_NAMES):
            owner = _code(found["otick"] or found["obare"] or "")
            its = bool(lead) and not lead.startswith("-") and text.lower().startswith("its ")
            plain = (
                not owner and not its and text.startswith(written) and _PLAIN.fullmatch(written) is not None
            )
            return Subject(
                form="name", written=written, owner=lead if its and not owner else owner, plain=plain
            )
    if (found := _PHRASE.match(text)) is not None:
        return Subject(
            form="words", written=found["words"], owner=_code(found["otick"] or found["obare"] or "")
        )
    return None


_NO_NAMES = frozenset(
    "this that the there here these those what which when where how why it its default value note you they each every python all".split()
)


def _code(name: str) -> str:
    """A name of code alone: `run(host, port)` and `App.run()` are `run` and `App.run`; `` for other code."""
    bare = re.sub(r"\([^()]{0,100}\)\Z", "", name.strip()).lstrip("&*@~.")
    bare = re.sub(r"\[[^\[\]]{0,60}\]\Z|<[^<>]{0,60}>\Z", "", bare)
    return bare if re.fullmatch(rf"{_WORD}(?:(?:\.|::|#|\\){_WORD})*", bare) else ""


def name_in(right: str) -> tuple[str, int, int] | None:
    """(the name that a text begins with, its first character, its end); an article before it is passed over."""
    lead = re.match(r"(?:an?|the|both)?\s*(?:class\s+|type\s+)?", right, re.I)
    at = lead.end() if lead is not None else 0
    found = _NAME_HERE.match(right, at)
    if found is None:
        return None
    name = _code(found["tick"] or found["bare"])
    return (name, found.start(), found.end()) if name else None


def object_of(right: str) -> tuple[Value, int, int, str] | None:
    """(value, its first character, its end, what limits it or ``) where a text begins with a value and goes on
    as a sentence may end.
    """
    spelled = _SPELLED.match(right)
    if spelled is not None:
        value = said_value(
            str(NUMBER_WORDS[spelled["n"].lower()]) + (f" {spelled['noun']}" if spelled["noun"] else "")
        )
        return (value, spelled.start("n"), spelled.end("n"), "") if value is not None else None
    found = _OBJECT.match(right)
    if found is None:
        return None
    value = said_value(found["value"])
    if value is None:
        return None
    end = found.end("value")
    word = re.search(r"[A-Za-z]+\Z", found["value"])
    if value.kind == "number" and word is not None and not value.unit and not found["value"].startswith("`"):
        if word[0].lower() in _RANGED:
            return None
        bare = found["value"][: word.start()].rstrip(" -")
        value, end = said_value(bare) or value, found.start("value") + len(bare)
    after = right[found.end() :]
    ends = _ENDS.match(after)
    if (
        ends is None
        or (ends["remark"] and _LIMITS.search(ends["remark"]))
        or (ends["noun"] and ends["noun"].lower() in _RANGED)
    ):
        limit = re.match(r"\s*([A-Za-z]+)", after)
        return (value, found.start("value"), end, limit[1].lower() if limit is not None else "?")
    return value, found.start("value"), end, ""


# What is behind *is*: a kind, an owner, a mark, a rank among parameters, a value.

_TIGHT = regex(r"\s+")
_KINDS = {
    "method": "method", "function": "function", "class": "class", "interface": "interface", "struct": "struct", "enum": "enum", "trait": "trait",
    "constant": "constant", "property": "property", "field": "field", "attribute": "field", "member": "member", "variant": "enum_member",
    "macro": "macro", "dataclass": "class", "static method": "method", "class method": "method", "coroutine": "async", "module": "module",
    "subclass": "class", "exception": "class", "record": "class", "type alias": "type",
}  # fmt: skip
_MODIFIERS = "static|abstract|final|sealed|internal|protected|readonly|virtual|const|inline|suspend"
_IS_KIND = regex(
    rf"(?:an?|the)\s+(?P<marks>(?:(?:async(?:hronous)?|public|private|exported|deprecated|instance|{_MODIFIERS})\s+){{0,3}})"
    rf"(?P<kind>{'|'.join(sorted(_KINDS, key=len, reverse=True))})\b",
    re.I,
)
_KIND_ENDS = regex(r"\s*(?:[.,;:)!]|\Z|and\b|defined\b|(?P<doing>that|which|for)\b)")
_OF = regex(
    r"\s*(?:of|on|in|from|inside)\s+(?:the\s+)?(?:class\s+|struct\s+|interface\s+|enum\s+|trait\s+)?(?=[`A-Z])",
    re.I,
)
_ADJECTIVE = regex(
    rf"(?:(?:declared|marked)\s+(?:as\s+)?)?(?P<tick>`?)(?P<word>async(?:hronous)?|deprecated|public|private|exported|unexported|{_MODIFIERS})(?P=tick)(?=\s*(?:[.,;:)!]|and\b|\Z))",
    re.I,
)
_RANKS = ("first", "second", "third")
_RANKED = regex(rf"({'|'.join(_RANKS)}) (?:positional )?(?:parameter|argument)", re.I)


def being(verb: str, subject: Subject, right: str, at: int, denied: bool, scope: str) -> Iterator[Claim]:
    """The claims of `subject is ...` and `subject defaults to ...`; `at` is where `right` begins."""
    kind = _IS_KIND.match(right) if verb == "is" and subject.form == "name" and not subject.owner else None
    if kind is not None:
        yield from _kinds(subject, kind, right, at, denied, scope)
        return
    if (
        verb == "is"
        and subject.form == "name"
        and not subject.owner
        and (word := _ADJECTIVE.match(right)) is not None
    ):
        yield _marked(word["word"], subject, at, at + word.end(), denied, scope)
        return
    rank = _RANKED.fullmatch(subject.written) if subject.form == "words" and subject.owner else None
    if rank is not None:
        if (named := name_in(right)) is not None and re.match(r"\s*(?:[.,;:)!]|\Z)", right[named[2] :]):
            holder, place = Subject(form="name", written=subject.owner), str(_RANKS.index(rank[1].lower()))
            yield named_claim(
                holder, "position", named[0], at + named[1], at + named[2], denied, scope, place
            )
        return
    found = object_of(right)
    if found is not None:
        value, start, end, rest = found
        if subject.form == "name" and value.kind == "name" and verb == "is":
            return  # `X is Y` says too little
        predicate = "default" if verb == "default" or subject.owner else "value"
        yield valued_claim(subject, predicate, value, (at + start, at + end), denied, scope or rest)


def _marked(word: str, subject: Subject, start: int, end: int, denied: bool, scope: str) -> Claim:
    """`is async`, `is public`, `is final`: a word of the head of a definition."""
    said = word.lower()
    predicate: Predicate = "modifier"
    if said.startswith("async"):
        predicate = "async"
    elif said == "deprecated":
        predicate = "deprecated"
    elif said in ("public", "private", "exported", "unexported"):
        predicate = "exported"
    hidden = said in ("private", "unexported")
    value = Value(kind="truth", written=said)
    return valued_claim(subject, predicate, value, (start, end), denied != hidden, scope)


def _kinds(
    subject: Subject, kind: re.Match[str], right: str, at: int, denied: bool, scope: str
) -> Iterator[Claim]:
    """`is a method of X`, `is an async function`, `is a class`."""
    noun = _KINDS[_TIGHT.sub(" ", kind["kind"].lower())]
    for mark in kind["marks"].lower().split():
        if mark != "instance":
            yield _marked(mark, subject, at, at + kind.end(), denied, scope)
    of = _OF.match(right, kind.end())
    if of is not None and (found := name_in(right[of.end() :])) is not None:
        at += of.end()
        yield named_claim(subject, "owner", found[0], at + found[1], at + found[2], denied, scope, noun)
    elif noun == "async":
        yield valued_claim(
            subject, "async", Value(kind="truth", written="async"), (at, at + kind.end()), denied, scope
        )
    elif (end := _KIND_ENDS.match(right, kind.end())) is not None:
        doing = noun in ("function", "method") and end["doing"]  # what it does may be said of a type
        yield valued_claim(
            subject,
            "kind",
            Value(kind="text", written=kind["kind"], text=noun),
            (at + kind.start("kind"), at + kind.end("kind")),
            denied,
            scope or doing or "",
        )
