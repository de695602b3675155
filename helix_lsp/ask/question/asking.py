"""Words by which one asks, whatever the question is about (`who calls ...`, `which files ...`, `how many
...`, `compare ... and ...`).

That a repository does not hold such a word says nothing about what is asked; where it does hold it, the word
counts as any other.
"""

from __future__ import annotations

import re

from helix_lsp.search.question.kind import KIND_WORDS
from helix_lsp.search.reading.value_line import asked_units
from helix_lsp.search.search import Results
from helix_lsp.text.regex import regex
from helix_lsp.text.words import stem
from helix_lsp.tuning.reading import READING

ASKING = KIND_WORDS | frozenset(
    stem(word)
    for word in (
        "file files folder folders directory path line name names call calls called caller callers user users many much long often large "
        "big small far old compare compared comparison versus difference different differ relate related relation relationship between "
        "connect connection link mean meaning means explain describe define defined definition tell show list find give say says speak work "
        "works working default value number purpose reason point kind test tests tested cover covers covered implement implements "
        "implemented implementation extend extends inherit subclass repo repository codebase project code please cite exactly really happen "
        "happens place places located stand stands written set read know repo here configure configured described documented thing things "
        "look looked support supports supported make makes occur occurs occurred possible able way ways available exist exists "
        "doesn isn aren wasn weren hasn haven didn wouldn couldn shouldn right correct"
    ).split()
)

_WHOLE = frozenset(stem(word) for word in "project repo repository codebase work works working thing".split())
_CLITIC = regex(r"(?<=\w['\u2019])(?:s|t|d|m|ll|re|ve)\b")
_THIS_CODE = regex(r"\b(?:this|the|your|our|that|whole|entire) code\b", re.I)


def of_the_whole(results: Results) -> bool:
    """True when a question is about the repository as such (`what is this project?`, `how does it work?`) and
    names nothing in it.
    """
    query = results.query
    if query.shape == "symbol" or query.paths or any(n.weight >= READING.sure for n in query.names):
        return False
    asked = [t for t, _ in query.terms if t[0] != "="]
    code = {"code"} if _THIS_CODE.search(query.text) else frozenset[str]()
    return bool(asked) and all(t in _WHOLE or t in code for t in asked)


def nowhere(results: Results) -> tuple[str, ...]:
    """Terms of the question that no unit holds and no synonym stands for, without words of asking and without the pieces of
    a path that is here; all of them when nothing else is asked.
    """
    weighted = results.weighted
    helped = {by for _, by in weighted.added}
    clitics = frozenset(_CLITIC.findall(results.query.text))  # `Bell's` asks for no `s`
    units = {stem(unit.lower()) for unit in asked_units(results.query.text)}
    without = helped | clitics | results.placed | units
    unknown = tuple(t for t in weighted.unknown if t[0] != "=" and t not in without)
    told = tuple(t for t in unknown if t not in ASKING)
    others = any(t[0] != "=" and t not in ASKING for t, _ in results.query.terms)
    return told if others else unknown
