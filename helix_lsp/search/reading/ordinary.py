"""Ordinary words: what people say about anything. That a repository lacks one says nothing of whether it has
what is asked for.

`insist`, `oldest`, `alone` are in a question about anything at all; `kafka`, `migration`, `screenshot` name
what must be there. Listed (`ordinary.txt`) are verbs of thought, speech, motion and change, qualities, measures of time and
number, and nouns for things without a name; not what programs are made to do (`draw`, `upload`, `encrypt`),
for that is what is asked for. General English, not the words of any set of questions.
"""

from __future__ import annotations

from functools import cache

from helix_lsp.search.question.word_forms import forms
from helix_lsp.text.data_file import parts_of_text
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, one_apart, stem

_LONG = tuple(sorted(w for w in STOP_WORDS if len(w) > 4))  # `wich` asks what `which` asks
_ENDINGS = ("er", "est", "r", "st")


@cache
def _known() -> frozenset[str]:
    ((_, *lines),) = parts_of_text(__package__ or "", "ordinary.txt")
    return frozenset(stem(w) for line in lines for w in line.split()) | STOP_WORDS


_ADVERB = regex(r"[a-z]{3,}ly")  # how something is done is never what is asked about
_NO_ADVERBS = frozenset(
    "anomaly assembly bully comply family jelly monopoly multiply rely reply supply tally ally apply italy rally".split()
)


def ordinary(word: str) -> bool:
    """True for a lower-case word, as it is written, that people say about anything; comparatives (`bigger`)
    and misspelt words of asking too.
    """
    if not _known().isdisjoint((term := stem(word), *forms(term, word))) or any(
        one_apart(word, asked) for asked in _LONG
    ):
        return True
    for ending in _ENDINGS:
        base = word.removesuffix(ending)
        if base != word and len(base) > 2:
            plain = (
                base[:-1]
                if base[-1] == base[-2]
                else base.removesuffix("i") + "y"
                if base.endswith("i")
                else base
            )
            if stem(plain) in _known() or stem(base) in _known():
                return True
    return _ADVERB.fullmatch(word) is not None and word not in _NO_ADVERBS
