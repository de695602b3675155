"""The claims of a sentence in free words: one for each detail that a rule can look up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from helix_lsp.text.regex import regex
from helix_lsp.verify.claim.claim import Claim, Subject
from helix_lsp.verify.claim.free.sentence import Told, denies, is_name, plain, take_apart, told_condition
from helix_lsp.verify.facts.fact import Predicate
from helix_lsp.verify.facts.value import Value, said_value
from helix_lsp.verify.quantity import NUMBER_WORDS

_ON = {"on": "true", "enabled": "true", "active": "true", "off": "false", "disabled": "false"}
_LITERAL = (
    r"(?P<value>`(?:true|false|nil|null|none|-?[\d._]+|\"[^\"`]*\"|'[^'`]*'|:[a-z_]\w*|[A-Z][A-Z0-9_]+)`|true\b|false\b|"
    r"-?\d[\d,_]*(?:\.\d+)?(?:\s?(?:%|[A-Za-z]{1,12}\b))?)"
)
_N = r"`(?P<name>[:$@]{0,2}[A-Za-z_][\w.]{0,60})`"
_SETTINGS = tuple(
    regex(p, re.I)
    for p in (
        _N + r"(?:\s+(?:is|are)|\s*[:=])\s+(?:set\s+to\s+)?" + _LITERAL,
        _N + r"\s+set\s+to\s+" + _LITERAL,
        r"\b(?:sets|initiali[sz]es|resets)\s+" + _N + r"\s+to\s+" + _LITERAL,
        r"\ba\s+" + _N + r"\s+of\s+" + _LITERAL,
        r"\b(?:switches|turns|leaves|keeps)\s+" + _N + r"\s+(?P<value>on|off)\b",
        _N + r"\s+(?:switched|turned)\s+(?P<value>on|off)\b",
        _N + r"\s+is\s+set\s+to\s+`[^`]{1,20}`[,;]?\s+(?:and\s+)?(?:which|it)\s+is\s+(?P<value>on|off|enabled|disabled)\s+by\s+default",
        _N + r"(?:\s+is\s+set)?,?\s+(?:which|and\s+`[^`]*`)?\s*(?:it\s+)?is\s+(?P<value>on|off|enabled|disabled)\s+(?:by\s+default|unless)",
    )
)  # fmt: skip
_SUPPOSED = regex(
    r"(?:\b(?:if|when|whenever|unless|once|while|where|only|even if)|\Awith)\s+(?:the\s+)?\Z", re.I
)
_LIMIT = regex(r"[^.;]{0,40}?\b(if|when|where|while|during|inside)\b", re.I)
_WORD_NUMBER = "|".join(w for w in NUMBER_WORDS if w not in ("zero", "one"))
_NUMBER = regex(
    rf"(?<![\w.`\"'/#-])(?P<n>-?\d{{1,3}}(?:,\d{{3}})+|-?\d[\d_]*(?:\.\d+)?|{_WORD_NUMBER})(?![\w-]*[\w/]|\.\d)(?P<unit>\s?(?:%|[A-Za-z]+))?",
    re.I,
)
_ITEM = r"(?:`[^`\n]{1,40}`|\d{2,}|[A-Z]{3,}|\d+)"
_ITEMS = regex(rf"{_ITEM}(?:,\s+{_ITEM}){{0,6}},?\s+(?:and|or|nor)\s+{_ITEM}(?!\s*bytes)")
_PREFERS = regex(
    r"\bprefers\s+`(?P<a>[^`]+)`\s+(?:to|over)\s+`(?P<b>[^`]+)`|`(?P<c>[^`]+)`\s+before\s+`(?P<d>[^`]+)`"
)
_ERROR = regex(r"(?:\A|\.|::|\\)[A-Z]\w*(?:Error|Exception)\Z")
_KNOWS = regex(
    r"\b(?:catches|handles|rescues|ignores|wraps|swallows|converts|logs|maps|extends|defines|treats|suppresses|retries|reports|documents|expects)\b",
    re.I,
)
_RAISE = regex(r"\s+(?:raise|throw|fail|return|answer|use|call)\b")
_VERB = regex(
    r"\b(?!is\b|was\b|has\b|does\b|as\b|this\b|its\b|always\b|less\b|unless\b)[a-z]{2,20}s\b(?!\s+(?:is|are)\b)"
)
_TAKEN_FROM = regex(
    r"\b(?:reads?|changed|configured|taken|controlled|honou?rs?|honou?red|overridden|looks|comes|set|given|chosen)\b[^.;]{0,60}\Z",
    re.I,
)
_ASKS = regex(
    r"\A\W*(?:to\b[^,]{0,80},\s+)?(?:set|make|export|point|define|use|add|put|run|unset|pass)\b", re.I
)
_ENVIRONMENT = regex(
    r"\benvironment\s+variables?\s+`(?P<name>[A-Z][A-Z0-9_]{2,60})`|`(?P<other>[A-Z][A-Z0-9_]{2,60})`\s+environment\s+variable"
)
_OPTION = regex(
    r"\b(?:system\s+property|option|flag|switch)\s+`(?P<name>--[\w-]{3,60}|\w+(?:\.\w+){1,5})`|`(?P<other>--[\w-]{3,60})`\s+(?:option|flag|switch)",
    re.I,
)
_ORDER = regex(
    r"\A(?P<a>[^`]{3,120}?(?:`[^`]+`[^`]{0,80}?){0,2})\s+(?P<word>before|after)\s+(?P<b>.{3,160}?)[.;]?\s*\Z",
    re.S,
)
_FLAG = regex(r"\s+is\s+(?P<not>not\s+)?(?:an?\s+)?(?P<word>[a-z]{4,20})(?:\s+[a-z]{4,20})?\s*[.;]?\s*\Z")
_OPERATION = regex(r"\b(?P<verb>divides|multiplies)\b[^.;]{0,60}?\bby\s+(?P<n>\d[\d,_]*)", re.I)
_NO_UNITS = frozenset("and or to on in of if at for is as with by unless when levels deep bytes".split())
_CALLED_SO = regex(
    r"\b(?:to|into|in|as|with|from|the|an?|by|of|that|\w+s|parameter|header|option|class|method|template|field|key|name|constant|"
    r"value|argument|function|middleware|variable|helper|handler)\s*\Z",
    re.I,
)


_SENTINEL = r"`(?P<error>(?:[\w]+(?:\.|::))?(?:Err[A-Z]\w*|[A-Z]\w*(?:Error|Exception)))`"
_SENTINELS = (
    regex(
        rf"\A\W*(?:the\s+|an?\s+)?{_SENTINEL}(?:\s+error)?\s+is\s+(?:only\s+)?(?:returned|raised|thrown|reported|given)\s+(?:when|if|for|where|on)\s+"
        r"(?P<said>[^`]{4,200})\Z"
    ),
    regex(
        rf"\A(?P<said>[^`]{{4,200}}?)\s+(?:fails?|(?:is|are)\s+rejected)\s+with\s+(?:an?\s+|the\s+)?{_SENTINEL}\W*\Z"
    ),
)


_TURNED = regex(
    r"\W{0,3}(?:the\s+)?(?:(?:option|flag|setting)\s+)?`(?P<name>-{0,2}[A-Za-z_][\w.-]{1,80})`(?:\s+(?:option|flag|setting|parameter|argument|field|switch))?"
    rf"\s+is\s+(?:turned\s+|switched\s+)?(?P<word>{'|'.join(_ON)})\s+by\s+default\W*\Z",
    re.I,
)


def sentinel(text: str) -> tuple[Claim, ...]:
    """The claim of a sentence that says when an error is raised: `` `ErrClosed` is returned when the pool is shut``."""
    for shape in _SENTINELS:
        if (m := shape.search(text)) is not None:
            error = Subject(form="name", written=m["error"])
            said = Value(kind="text", written=m["said"], text=m["said"])
            return (Claim(subject=error, predicate="sentinel", object=said, start=m.start(2), end=m.end()),)
    return ()


def read_free(text: str) -> tuple[Claim, ...]:
    """The claims of a sentence that no verb of `read` tells; none for most."""
    if found := sentinel(text):
        return found
    if (turned := _TURNED.match(text)) is not None:
        flag = turned["name"].startswith("-")
        about = Subject(form="flag" if flag else "name", written=turned["name"])
        value = Value(
            kind="truth", written=turned["word"], number=Fraction(_ON[turned["word"].lower()] == "true")
        )
        return (
            Claim(
                subject=about, predicate="default", object=value, start=turned.start("word"), end=turned.end()
            ),
        )
    told = take_apart(text)
    if told is None:
        return ()
    found = tuple(_claims(told))
    if not found and told.subject and (under := told_condition(text)) is not None:
        guard = _claim("guard", told, Value(kind="nothing", written=""), told.condition)
        return (replace(guard, denied=denies(text[told.main[0] : under.start()])),)
    return found


def settings(text: str) -> tuple[Claim, ...]:
    """The names of code that a sentence gives a literal to."""
    told = take_apart(text)
    return () if told is None else tuple(_settings(told))


def _claims(told: Told) -> Iterator[Claim]:
    taken: list[tuple[int, int]] = []
    for claim in _settings(told):
        taken.append((claim.start, claim.end))
        yield claim
    if (found := _environment(told)) is not None:
        taken.append((found.start, found.end))
        yield found
    if not told.subject:
        return
    if (being := _FLAG.match(told.said)) is not None:
        value = Value(kind="name", written=being["word"], text=being["word"])
        yield replace(_claim("flag", told, value, told.main), denied=being["not"] is not None)
        return
    if not taken and not told.bracketed and (order := _ORDER.match(told.said.strip())) is not None:
        yield _claim(
            "order",
            told,
            Value(kind="names", written=order["word"], names=(order["a"], order["b"])),
            told.main,
        )
        return
    if told.denied and not taken:
        return
    for claim in (*_lists(told), *_errors(told), *_operations(told)):
        if not any(a < claim.end and claim.start < b for a, b in taken):
            taken.append((claim.start, claim.end))
            yield claim
    for claim in (*_numbers(told), *_uses(told)):
        if not any(a < claim.end and claim.start < b for a, b in taken):
            yield claim


def _claim(
    predicate: Predicate, told: Told, value: Value, span: tuple[int, int], subject: Subject | None = None
) -> Claim:
    return Claim(
        subject=subject or Subject(form="name", written=told.subject),
        predicate=predicate,
        object=value,
        start=span[0],
        end=span[1],
        words=told.text,
    )


def _settings(told: Told) -> Iterator[Claim]:
    """A name with its value: `:sync` is `true`, sets `a` to `1`, a `b` of 5, switches `c` on."""
    for shape in _SETTINGS:
        for m in shape.finditer(told.text):
            written = _ON.get(m["value"].lower(), m["value"])
            value = said_value(written) or (
                Value(kind="text", written=written, text=written.strip("`:"))
                if written.startswith("`:")
                else None
            )
            name = plain(m["name"])
            if "default" not in m[0] and _SUPPOSED.search(told.text[: m.start()]):
                continue
            before = [t for t in re.findall(r"`([^`]+)`", told.text[: m.start()]) if is_name(t)]
            owner = plain(before[-1]) if before else told.subject
            if value is None or (name == told.subject and not told.bracketed):
                continue
            if value.kind == "number" and value.unit == "" and (word := re.search(r"[A-Za-z]+\Z", written)):
                value = said_value(written[: word.start()].strip()) or value
            subject = Subject(form="name", written=name, owner="" if owner == name else owner)
            limit = _LIMIT.match(told.text, m.end())
            claim = _claim("setting", told, value, (m.start(), m.end()), subject)
            yield claim if limit is None else replace(claim, scope=limit[1].lower())


def _environment(told: Told) -> Claim | None:
    m = _ENVIRONMENT.search(told.text)
    taken = m is not None and _TAKEN_FROM.search(told.text[: m.start()]) is not None
    if not taken:
        m = None if told.denied else _OPTION.search(told.text)
    if m is None or _ASKS.match(told.text):
        return None
    name = m["name"] or m["other"]
    about = Subject(form="environment" if taken else "flag", written=name)
    return _claim("uses", told, Value(kind="text", written=name, text=name), m.span(), about)


def _lists(told: Told) -> Iterator[Claim]:
    """`GET`, `HEAD` and `POST`; 204, 205 and 304; `a` before `b` in a list."""
    if (m := _PREFERS.search(told.said)) is not None:
        names = (m["a"] or m["c"], m["b"] or m["d"])
        yield _claim("list", told, Value(kind="names", written="before", names=names), told.main)
        return
    for m in _ITEMS.finditer(told.said):
        items = tuple(i.strip("`") for i in re.findall(_ITEM, m[0]))
        at = told.main[0] + m.start()
        yield _claim("list", told, Value(kind="names", written=m[0], names=items), (at, at + len(m[0])))


def _errors(told: Told) -> Iterator[Claim]:
    said = told.said
    verb = None if _KNOWS.search(said) else _RAISE.match(said) or _VERB.search(said)
    for code, start, end in told.ticked():
        if verb is not None and _ERROR.search(code) and told.main[0] + verb.start() < start:
            yield _claim("error", told, Value(kind="name", written=code, text=plain(code)), (start, end))


def _operations(told: Told) -> Iterator[Claim]:
    for m in _OPERATION.finditer(told.said):
        at = told.main[0] + m.start()
        value = said_value(m["n"])
        if value is not None:
            sign = Value(
                kind="number", written="/" if m["verb"].lower() == "divides" else "*", number=value.number
            )
            yield _claim("operation", told, sign, (at, at + len(m[0])))


def _numbers(told: Told) -> Iterator[Claim]:
    found = list(_NUMBER.finditer(told.text, *told.main)) or list(
        _NUMBER.finditer(told.text, *told.condition)
    )
    for m in found if len(found) == 1 else []:
        unit = (m["unit"] or "").strip()
        digits = str(NUMBER_WORDS.get(m["n"].lower(), m["n"]))
        value = (
            said_value(f"{digits} {unit}")
            if unit and unit.lower() not in _NO_UNITS - {"bytes"}
            else said_value(digits)
        )
        if value is None or value.kind != "number":
            continue
        claim = _claim("number", told, value, m.span("n"))
        yield replace(claim, noun="bracketed", subject=_owned(told)) if told.bracketed else claim


def _owned(told: Told) -> Subject:
    """The bracketed name with the one that the sentence is about."""
    first = next((plain(c) for c, _, _ in told.ticked() if is_name(c)), "")
    return Subject(form="name", written=told.subject, owner="" if first == told.subject else first)


def _uses(told: Told) -> Iterator[Claim]:
    verb = _VERB.search(re.sub(r"`[^`]*`", lambda m: "_" * len(m[0]), told.said))
    if verb is None:
        return
    for code, start, end in told.ticked():
        before = told.text[:start].rstrip()
        if start < told.main[0] + verb.start() or not _CALLED_SO.search(before):
            continue
        if plain(code) == told.subject or re.fullmatch(r"[\d.]+|true|false|nil|null|none", code, re.I):
            continue
        if re.search(r"[\s(){}\[\]]", code) and not re.fullmatch(r"[\w .-]+|[\w.:\\]+\(\)", code):
            continue
        text = plain(code) if is_name(code) else code.strip("\"'")
        kind = "name" if is_name(code) else "text"
        yield _claim("uses", told, Value(kind=kind, written=code, text=text), (start, end))
