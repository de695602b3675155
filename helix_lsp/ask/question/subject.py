"""What a question is about, without how the answer is demanded: `In this repo, how does X work? Cite file
paths.` -> `how does X work?`

The demands are read by rung 0; left in the text they would be searched for (`cite`, `paths`). Only whole
phrases at the edges of a sentence go, and never the last content of a question, so that a question about
citations stays one.
"""

from __future__ import annotations

import re

from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, WORD

_CODE = r"(?:code\s?base|repo(?:sitory)?|source(?: code| tree)?|code|workspace)"
_WHOSE = r"(?:this|the|our|your|current)"
_PROOF = r"(?:files?(?: names?| paths?)?|paths?|sources?|lines?(?: numbers?)?|references?|citations?|evidence|file and line)"
_BEFORE = regex(
    rf"^\W*(?:please,? )?(?:(?:in|within|inside|across) {_WHOSE} (?:whole |entire )?{_CODE}|"
    rf"(?:according to|per|based on|(?:judging )?from) {_WHOSE} {_CODE}|"
    rf"using (?:only )?{_WHOSE} {_CODE})\s*[,:;-]?\s+(?=\S)",
    re.I,
)
_WITHIN = regex(
    rf"\s+(?:in|within|inside|across) (?:this|our|the current) (?:whole |entire )?{_CODE}(?=\s*(?:[.?!,;]|$|and\b))",
    re.I,
)
_WHERE = regex(rf"(?<=\bwhere) (?:in|inside|within) {_WHOSE} {_CODE}(?= )", re.I)
_AFTER = regex(
    rf"(?:[.?!;,]|\s[-–]|\band|^)\s*(?:please )?(?:and )?(?:also )?(?:(?:cite|quote|list|give|show|name|link|mention|include|provide)(?: me)?"
    rf"(?: the| all| your| relevant| exact| any){{0,2}} {_PROOF}(?: and {_PROOF})?|(?:with|including) (?:the |exact )?{_PROOF}(?: and {_PROOF})?)"
    r"(?: please| too| for it| for each)?\s*[.!]?\s*$",
    re.I,
)
_TAIL = regex(
    rf"\s+(?:with|including) (?:the |exact )?{_PROOF}(?: and {_PROOF})?(?: please)?\s*[.?!]?\s*$", re.I
)
_LONGEST = 4_000


def subject_of(text: str) -> str:
    """The question without its demands; the whole text when nothing else would be left, or when it is long."""
    if len(text) > _LONGEST:
        return text
    found = text.strip()
    for pattern in (_AFTER, _TAIL, _BEFORE, _WHERE, _WITHIN):
        cut = pattern.sub(_mark, found, count=1).strip()
        if _says_something(cut):
            found = cut
    return found


def _mark(cut: re.Match[str]) -> str:
    """The mark that ends the sentence before the cut stays."""
    return cut[0][0] if cut[0][0] in ".?!" else ""


def _says_something(text: str) -> bool:
    return any(w.lower() not in STOP_WORDS and len(w) > 1 for w in WORD.findall(text))
