"""The versions of its tools that a project says it needs: `requires Python 3.9 or newer`, `the MSRV is 1.64`.

A sentence about a part of the project (`this option requires Node.js 15`) is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from helix_lsp.align.mention import Sentence
from helix_lsp.text.regex import made, regex
from helix_lsp.verify.claim.claim import Claim, Subject, valued_claim
from helix_lsp.verify.claim.noun import object_of, subject_of
from helix_lsp.verify.facts.value import Value

CONDITION = regex(
    r"\b(?:if|when|whenever|unless|while|where|once|in case|only|"
    r"except|depending|otherwise|on (?:windows|linux|mac\w*|unix)|during|under|after|without)\b",
    re.I,
)
_TOOL = r"Python|Golang|Go|Node(?:\.?js)?|Rust|rustc|Java|JDK|PHP|Ruby|Elixir"
_V = r"\d{1,2}(?:\.\d{1,3}){0,2}"
_MORE = r"\+|(?:\.x)?\s*(?:or|and)\s+(?:newer\s+versions|higher\s+versions|newer|later|higher|above|greater|up|over)"
_VERSION = regex(
    r"\b(?P<not>(?:does|do)\s+not\s+)?(?:requires?|needs?|supports|works\s+with|runs\s+on|depends\s+on|using|builds?\s+with|compatible\s+with|must\s+have"
    r"|(?:make\s+sure|ensure)\s+(?:that\s+)?(?:you\s+(?:have|use|are\s+(?:using|running)))|you(?:'ll|\s+will)?\s+need)"
    r"(?:\s+(?:at\s+least|an?|the|minimum|version|of|installed|only|recent|to\s+(?:have|install|use)))*\s+"
    rf"`?(?P<tool>{_TOOL})\s*`?(?:version\s+)?`?(?:>=\s*)?v?(?P<v>{_V})`?(?P<more>{_MORE})?",
    re.I,
)
_LEAD = regex(  # what says nothing of its own before the sentence: `If you want to build it yourself, `, `Note that `
    r"\A\W{0,9}(?:(?:please\s+)?note(?:\s+that|:)?\s+|(?:in\s+order\s+)?to\s+(?:build|compile|develop)\b[^,.;:]{0,60},\s+"
    r"|if\s+you\s+(?:want|wish|would\s+like|'?d\s+like)\s+to\s+(?:build|compile|develop)\b[^,.;:]{0,60}?,?\s+(?=you\b)|please\s+|\w{1,20}[*\s]{0,4}:[*\s]{1,4})",
    re.I,
)
_VERSION_IS = regex(
    rf"\b(?P<tool>{_TOOL})\s+v?(?P<v>{_V})(?:\+|\s+or\s+(?:newer|later|higher|above|greater))?\s+is\s+(?P<not>not\s+)?required",
    re.I,
)
_MSRV = regex(
    r"\b(?:MSRV|minimum supported (?P<tool>Rust|Go|Python) version)\b[^.\d\n]{0,30}\bis\s+`?v?(?P<v>\d{1,2}(?:\.\d{1,3}){1,2})`?",
    re.I,
)


def _least(tool: str, version: str) -> str:
    """The form of `Go versions 1.16 or newer`, with the names of its two groups."""
    return (
        rf"(?P<{tool}>{_TOOL})`?(?:\s{{1,3}}versions?)?\s{{0,3}}[`*_]{{0,3}}(?:>=\s{{0,3}})?v?(?P<{version}>{_V})"
        rf"[`*_]{{0,3}}(?:{_MORE})[`*_]{{0,3}}"
    )


_NEEDED = regex(  # the tool first, or the project behind what it is supported on
    r"\A\s*(?:`{3,}\s+)?(?:(?:(?:please\s+)?note\s+that\s+|the\s+minimum\s+)?`?"
    + _least("tool", "v")
    + r"\s+(?:is|are)\s+(?:now\s+)?(?:required|needed|supported|necessary)(?!\s+(?:for|by|to|if|when|in|on)\b)"
    + r"|with\s+`?"
    + _least("with", "given")
    + rf"\s*:\s*\Z)|\bversions\s+of\s+(?P<of>{_TOOL}),?\s+and\s+requires\s+at\s+least\s+`?v?(?P<least>{_V})\b",
    re.I,
)
_PROJECT = regex(
    r"[\s*-]*(?:(?:it|we|you(?:'ll)?|(?:this|the|our)\s+(?:current\s+)?(?:package|library|project|module|tool|crate|server|client|plugin|app|extension|version|framework)(?:\s+of\s+\S+)?|`?(?!(?:This|That|These|Those|Here)\b)[A-Z@][\w./@-]*`?(?:\s+\d\S*)?|`[\w./@-]+`)\s+)?(?:(?:is|currently|now|only|will|officially|at\s+least)\s+)*",
    re.I,
)
_LISTED = regex(
    rf"[\s*_`\[]*(?:install\s+)?(?P<tool>{_TOOL})[`\]]?(?:\s+(?:version|tools|toolchain|compiler|SDK))?[\s*_`:(]*(?P<least>>=|\u2265|&gt;=)?\s*`?v?(?P<v>{_V})(?![\d.]*\d)[`*_]*(?P<more>{_MORE})?[\s*_`)\].;,]*(?:[-\u2013(][\s().<>-]*)?",
    re.I,
)
STATED = regex(r"\A\S{0,9}\s.{0,20}\b(?:is|are)\s+(?:now\s+)?(?:required|needed|supported|necessary)\b", re.I)
NEEDS = regex(
    r"\b(?:requirements?|prerequisites?|install\w*|dependenc\w+|getting started|setup|build(?:ing)?|compil(?:e|ing)|from source)\b",
    re.I,
)
_BADGE = regex(
    rb"img\.shields\.io/badge/(?P<tool>python|go|node|rust|rustc|msrv|php|ruby|java)-(?:%3E=|%3E%3D|v)?(?P<v>\d{1,2}(?:\.\d{1,3}){1,2})(?:%2B|\+)?-",
    re.I,
)
_TOOLS = {
    "msrv": "rust",
    "golang": "go",
    "node.js": "node",
    "nodejs": "node",
    "node": "node",
    "rustc": "rust",
    "jdk": "java",
}


def versions(text: str) -> Iterator[Claim]:
    """The claim of a sentence like `requires Python 3.9 or newer`; at most one."""
    text = _LEAD.sub(lambda m: " " * len(m[0]), text)
    needed = _NEEDED.search(text)
    if needed is not None and not CONDITION.search(text):
        said = next(name for name in ("v", "given", "least") if needed[name])
        tool = needed["tool"] or needed["with"] or needed["of"]
        yield _claim(tool, needed[said], needed.start(said))
        return
    m = _VERSION.search(text) or _VERSION_IS.search(text) or _MSRV.search(text)
    if (
        m is None
        or CONDITION.search(text)
        or re.search(r"\b(?:was|dropped|drops?|latest|tested|extras?)\b", text, re.I)
    ):
        return
    lead = text[: m.start()]
    if not made(m, _MSRV) and not _PROJECT.fullmatch(lead):
        return
    if re.match(r"\s*(?:for|to|when|if|as|because|due|in\s+order|since|on)\b", text[m.end() :]):
        return
    if made(m, _VERSION) and not (m["more"] or re.search(r"minimum|least|>=", m[0], re.I)):
        return
    if re.match(r"\s*(?:,|and|or)\s*v?\d", text[m.end() :]):
        return
    yield _claim(
        m["tool"] or "rust", m["v"], m.start("v"), denied="not" in m.re.groupindex and bool(m["not"])
    )


def listed(text: str, section: str) -> Iterator[Claim]:
    """`Python 3.8+`, an item of its own below *Requirements*, *Installation* and the like."""
    m = _LISTED.fullmatch(text) if NEEDS.search(section) else None
    if m is not None and (m["least"] or m["more"]):
        yield _claim(m["tool"], m["v"], m.start("v"))


def badges(data: bytes) -> Iterator[tuple[Sentence, Claim]]:
    """The versions in pictures that a document shows (`img.shields.io/badge/MSRV-1.60-blue`)."""
    for m in _BADGE.finditer(data):
        raw = m[0].decode()
        claim = _claim(m["tool"].decode(), m["v"].decode(), m.start("v") - m.start())
        yield Sentence(text=raw, raw=raw, start=m.start()), claim


def _claim(tool: str, version: str, start: int, *, denied: bool = False) -> Claim:
    return Claim(
        subject=Subject(form="tool", written=_TOOLS.get(tool.lower(), tool.lower())),
        predicate="version",
        object=Value(kind="version", written=version, text=version),
        start=start,
        end=start + len(version),
        denied=denied,
    )


# Defaults that are told without a verb: in brackets behind a name (`` `timeout` (seconds, default: 5) ``),
# as a field of an item (`` Type: `int`, default: `5` ``), in a cell of a table.

_VALUE = r"(?=[`\"'\d-]|true|false|none|null|nil|undefined)"
_BRACKETED = regex(
    r"[(\[]\s*(?:[\w\s`|,<>\[\].]{0,60}?[,;]\s*)?(?:the\s+)?default(?:\s+value)?(?:s\s+to|\s+is|\s*[:=])?\s+"
    + _VALUE,
    re.I,
)
_FIELD = regex(
    r"[,;.|\\)][\s*_]+default(?:(?:\s+value)?[\s*_]*[:=]|s\s+to\s|ing\s+to\s)[\s*_]*" + _VALUE, re.I
)
_ALONE = regex(r"\s*(?:\([^()]*\))?")  # behind the value of a cell
_TICKED = regex(r"`[^`]*`")


def bracketed(text: str, lead: str) -> Iterator[Claim]:
    """`` `timeout` (default: 5) ``, of a list item about one name; at most one claim."""
    m = _BRACKETED.search(text) or (_FIELD.search(text) if lead else None)
    if m is None or CONDITION.search(_TICKED.sub(" ", text)):
        return
    subject = subject_of(text[: m.start()].rstrip(), lead) or (
        subject_of("it", lead) if lead and m.start() < 200 else None
    )
    found = object_of(text[m.end() :])
    if subject is not None and found is not None and not found[3]:
        yield valued_claim(subject, "default", found[0], (m.end() + found[1], m.end() + found[2]), False, "")


def in_cell(text: str, cell: tuple[int, int], lead: str) -> Iterator[Claim]:
    """The default that a cell is, of the name that its row is about; the value must fill the cell."""
    subject, found = subject_of("it", lead), object_of(text[slice(*cell)])
    if (
        subject is not None
        and found is not None
        and not found[3]
        and _ALONE.fullmatch(text, cell[0] + found[2], cell[1])
    ):
        yield valued_claim(subject, "default", found[0], (cell[0] + found[1], cell[0] + found[2]), False, "")


# Words by which a sentence says nothing for sure: it hedges, asks, compares or tells of other times.

LONGEST = 400
"""Characters of a sentence that is read for claims."""
_ALWAYS = (
    r"usually|typically|often|sometimes|might|could|would|should|used to|previously|formerly|had|instead of|suppose|imagine|let's say|"
    r"as if|e\.g\.|for example|for instance|such as|will be|proposed?|originally|older|earlier|legacy|future|planned|consider|"
    r"recommended?|approximately|roughly|about \d|around \d|almost|nearly|unlike|more than|less than|fewer than|no longer|until|prior to"
)


def hedged(more: str) -> re.Pattern[str]:
    """Finds such a word, or one of the alternatives `more` of a pattern."""
    return re.compile(rf"\b(?:{_ALWAYS}|{more})\b|\?\s*\Z", re.I)
