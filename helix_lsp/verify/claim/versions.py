"""The versions of its tools that a project says it needs: `requires Python 3.9 or newer`, `the MSRV is 1.64`.

A sentence about a part of the project (`this option requires Node.js 15`) is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from helix_lsp.verify.claim.claim import Claim, Subject
from helix_lsp.verify.facts.value import Value

CONDITION = re.compile(
    r"\b(?:if|when|whenever|unless|while|where|once|in case|only|"
    r"except|depending|otherwise|on (?:windows|linux|mac\w*|unix)|during|under|after|without)\b",
    re.I,
)
_VERSION = re.compile(
    r"\b(?P<not>(?:does|do)\s+not\s+)?(?:requires?|needs?|supports|works\s+with|runs\s+on|depends\s+on)(?:\s+(?:at\s+least|an?|the|minimum|version|of|installed|only|recent))*\s+`?(?P<tool>Python|Go|Golang|Node(?:\.?js)?|Rust|rustc|Java|JDK)\s*`?(?:version\s+)?`?(?:>=\s*)?v?(?P<v>\d{1,2}(?:\.\d{1,3}){0,2})`?"
    r"(?P<more>\+|\s*(?:or|and)\s+(?:newer|later|higher|above|greater|up|over|newer\s+versions|higher\s+versions))?", re.I,
)  # fmt: skip
_VERSION_IS = re.compile(
    r"\b(?P<tool>Python|Go|Node(?:\.?js)?|Rust|Java)\s+v?(?P<v>\d{1,2}(?:\.\d{1,3}){0,2})(?:\+|\s+or\s+(?:newer|later|higher|above|greater))?\s+is\s+(?P<not>not\s+)?required",
    re.I,
)
_MSRV = re.compile(
    r"\b(?:MSRV|minimum supported (?P<tool>Rust|Go|Python) version)\b[^.\d\n]{0,30}\bis\s+`?v?(?P<v>\d{1,2}(?:\.\d{1,3}){1,2})`?",
    re.I,
)
_PROJECT = re.compile(
    r"[\s*-]*(?:(?:it|we|you(?:'ll)?|(?:this|the|our)\s+(?:current\s+)?(?:package|library|project|module|tool|crate|server|client|plugin|app|extension|version|framework)(?:\s+of\s+\S+)?|`?(?!(?:This|That|These|Those|Here)\b)[A-Z@][\w./@-]*`?(?:\s+\d\S*)?|`[\w./@-]+`)\s+)?(?:(?:currently|now|only|will|officially|at\s+least)\s+)*",
    re.I,
)
_TOOLS = {"golang": "go", "node.js": "node", "nodejs": "node", "node": "node", "rustc": "rust", "jdk": "java"}


def versions(text: str) -> Iterator[Claim]:
    """The claim of a sentence like `requires Python 3.9 or newer`; at most one."""
    m = _VERSION.search(text) or _VERSION_IS.search(text) or _MSRV.search(text)
    if (
        m is None
        or CONDITION.search(text)
        or re.search(r"\b(?:was|dropped|drops?|latest|tested|extras?)\b", text, re.I)
    ):
        return
    lead = text[: m.start()]
    if m.re is not _MSRV and not _PROJECT.fullmatch(lead):
        return
    if re.match(r"\s*(?:for|to|when|if|as|because|due|in\s+order|since|on)\b", text[m.end() :]):
        return
    if m.re is _VERSION and not (m["more"] or re.search(r"minimum|least|>=", m[0], re.I)):
        return
    if re.match(r"\s*(?:,|and|or)\s*v?\d", text[m.end() :]):
        return
    said = (m["tool"] or "rust").lower()
    yield Claim(
        subject=Subject(form="tool", written=_TOOLS.get(said, said)),
        predicate="version",
        object=Value(kind="version", written=m["v"], text=m["v"]),
        start=m.start("v"),
        end=m.end("v"),
        denied="not" in m.re.groupindex and bool(m["not"]),
    )
