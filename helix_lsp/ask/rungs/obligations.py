"""Rung 0: what the question obliges the answer to: evidence from the repository, citations, something that
can be checked.

A demand is a phrase of the question, never of the repository. A phrase behind a negation (`without citing
files`) is none.
See docs/reference/ladder.md, S1-02. The cues are like those of casimirbot, without its single words (`path`,
`module`, `component`), which any question about software may hold.
"""

from __future__ import annotations

import re

import msgspec

from helix_lsp.ask.draft import Events, event
from helix_lsp.ask.question.question import Question, subject_of
from helix_lsp.text.regex import regex

_CODE = r"(?:code\s?base|repo(?:sitory)?|source(?: code| tree)?|code|project|workspace)"
_THINGS = (
    r"files?|source files?|modules?|functions?|methods?|class(?:es)?|packages?|director(?:y|ies)|folders?|lines?|tests?|endpoints?|commands?|"
    r"options?|settings?"
)
_DONE = (
    "defined|declared|implemented|handled|registered|configured|tested|documented|raised|thrown|set|created|called|used|imported|parsed|"
    "computed|checked|validated|stored|live|lives"
)
_GIVE, _PROOF = (
    r"cite|quote|list|give|show|name|link|mention",
    r"files?|file paths?|paths?|sources?|lines?|line numbers?|references?",
)
_REPO = (
    rf"\baccording to (?:the|this|our|your) {_CODE}\b",
    r"\b(?:per|from) (?:the|this|our) (?:code\s?base|repo(?:sitory)?|source(?: code| tree))\b",
    rf"\b(?:in|inside|within|across|of|does|do|is|by) (?:this|the|our|that) (?:current |whole |entire )?{_CODE}\b",
    r"\bthis (?:code\s?base|repo(?:sitory)?|project|package|library|workspace)\b",
    r"\bwhere (?:in|inside) (?:the|this|our) (?:code|code\s?base|repo(?:sitory)?|source)\b",
    rf"\b(?:which|what) (?:\w+ )?(?:{_THINGS})\b",
    rf"\bwhere (?:is|are|does|do|can i find) .{{1,120}}?\b(?:{_DONE})\b",
    r"\b(?:find|search|grep|look) (?:for )?.{0,80}\bin (?:the |this |our )?(?:repo(?:sitory)?|code\s?base|source|code)\b",
    r"\b(?:git grep|ripgrep|grep the repo)\b",
)  # fmt: skip
_CITE = (
    rf"\b(?:{_GIVE})(?: me)?(?: \w+){{0,3}} (?:{_PROOF})\b",
    r"\b(?:with|include|including) (?:\w+ )?(?:citations?|references|file paths?|line numbers?|sources)\b",
    r"\bfile paths?\b",
    r"\bcite\b",
)  # fmt: skip
_VERIFICATION = (
    r"\b(?:verif(?:y|ies|ied|ication)|falsif\w+|confirm|check (?:whether|that|if)|is it true|true or false|evidence (?:for|that)|prove that)\b",
    r"\b(?:scientific method|hypothes[ie]s|experiments?)\b",
)
_FAILURE = (
    r"\b(?:fail(?:s|ed|ure|ing)?|errors?|exceptions?|crash(?:es|ed)?|rais(?:e|es|ed)|throws?|thrown|traceback|stack ?trace)\b",
    r"\b(?:rejects?|rejected|invalid|timeouts?|time out|retr(?:y|ies)|broken|goes wrong|panics?|abort(?:s|ed)?)\b",
)
_NOT = regex(r"\b(?:do not|don't|dont|without|no need to|never|not)\s+(?:\w+\s+){0,2}\Z", re.I)


def _compiled(patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(regex(p, re.I) for p in patterns)


_REPO_CUES, _CITE_CUES = _compiled(_REPO), _compiled(_CITE)
_VERIFICATION_CUES, _FAILURE_CUES = _compiled(_VERIFICATION), _compiled(_FAILURE)
_LONGEST = 4_000


class Obligations(msgspec.Struct, frozen=True, kw_only=True):
    """`requires_repo`: an answer from general knowledge alone is not allowed. `cues` are the words that
    decided, as they stand; `subject` is the question without such demands: what is searched for.
    `verification` and `failure` say that it asks for checking, or for what happens when things go wrong.
    """

    requires_repo: bool
    requires_citations: bool
    verification: bool
    failure: bool
    cues: tuple[str, ...]
    subject: str = ""

    @property
    def status(self) -> str:
        return "requires_repo" if self.requires_repo else "none"

    @property
    def events(self) -> Events:
        return (event("obligation", "requires_repo"),) if self.requires_repo else ()

    @property
    def facts(self) -> tuple[tuple[str, str], ...]:
        flags = (
            ("requires_repo", self.requires_repo),
            ("requires_citations", self.requires_citations),
            ("verification", self.verification),
            ("failure", self.failure),
        )
        return (
            *((name, str(value).lower()) for name, value in flags),
            ("cues", " | ".join(self.cues)),
            ("subject", self.subject),
        )


NONE = Obligations(requires_repo=False, requires_citations=False, verification=False, failure=False, cues=())


def oblige(question: Question) -> Obligations:
    """Read the demands of a question; only its first 4,000 characters are looked at. A question that demands
    citations demands the repository.
    """
    text = question.text[:_LONGEST]
    repo, cite = _cues(text, _REPO_CUES), _cues(text, _CITE_CUES)
    required = bool(repo or cite)
    return Obligations(
        requires_repo=required,
        requires_citations=required,
        verification=bool(_cues(text, _VERIFICATION_CUES)),
        failure=bool(_cues(text, _FAILURE_CUES)),
        cues=tuple(dict.fromkeys((*repo, *cite))),
        subject=subject_of(question.text) if required else question.text.strip(),
    )


def _cues(text: str, patterns: tuple[re.Pattern[str], ...]) -> tuple[str, ...]:
    found: list[str] = []
    for pattern in patterns:
        for match in pattern.finditer(text):
            if not _NOT.search(text[: match.start()]):
                found.append(" ".join(match[0].split()))
                break
    return tuple(found)
