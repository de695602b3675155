"""Whose value a question asks for: `what port does the server listen on` asks for the server's.

The owner is told by the question's grammar, not by a list of things: what *does*, *of* or *for* which the value
is, or the words directly before the name of the value.
"""

from __future__ import annotations

import re

from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, word_terms

_VALUE = (
    r"(?:ports?|time-?outs?|limits?|sizes?|intervals?|delays?|durations?|retries|attempts|count|number|version|lifetimes?|ttl|capacity|"
    r"rate|threshold|depth|length|level|address|host|path|url|name|mode|format|value)"
)
_DOES = regex(
    r"\b(?:does|do|did|will|can|should|must|may) (?:the |an? |our |its |this |each |every )?"
    r"((?:[\w-]{1,40} ){1,4}?)[\w-]{1,40}"
    r"(?: (?:on|in|at|to|by|for|before|after|when|while|if|between|until|from|per|with|up|out|its|the|an?|as|again)\b|\W{0,9}\Z)",
    re.I,
)
_OF = regex(
    rf"\b{_VALUE}\b(?: [\w-]{{1,40}})? (?:of|for|in|on|used by) (?:the |an? |our |each |every )?([\w-]{{1,40}}(?: [\w-]{{1,40}}){{0,2}}?)"
    r"(?= (?:by default|when|if|in|on|at|is|are)\b|\W{0,9}\Z)",
    re.I,
)
_BEFORE = regex(
    rf"\b(?:the|default|an?|our|is|maximum|max|minimum) ((?:[\w-]{{1,40}} ){{1,2}}){_VALUE}\b", re.I
)
_WHOSE = regex(r"(?<![\w-])([\w-]{1,40})['\u2019]s\b")
_NONE = frozenset(
    "default maximum max minimum min usual normal initial current same exact long many much often it".split()
)


def owner_of(question: str) -> frozenset[str]:
    """The stems of the words that name the owner; empty where the question names none."""
    for pattern in (_WHOSE, _OF, _DOES, _BEFORE):
        for found in pattern.finditer(question):
            words = [
                w
                for w in re.findall(r"[\w-]+", found[1].lower())
                if w not in _NONE and w not in STOP_WORDS and not re.fullmatch(_VALUE, w)
            ]
            if words:
                return frozenset(t for w in words for t in word_terms(w))
    return frozenset()
