"""One English word in another form: irregular verbs and nouns, and British beside American spelling. The
stemmer knows neither.

A question says `where is the mail sent` or `which colours`, the code says `send` and `color`. Both forms are
the same word, so a place that has one has the other. Source: the irregular verbs and plurals of English that
are spoken of programs; a form that is more often another word (`left`, `bound`, `saw`) is left out.
"""

from __future__ import annotations

from functools import cache

from helix_lsp.text.data_file import parts_of_text
from helix_lsp.text.regex import regex
from helix_lsp.text.words import stem

# Other words far more often: the form alone says nothing of the verb.
_OTHER = frozenset(
    "left bound found felt fell did done got made came went gone wound lives media light lead man".split()
)
_SPELLINGS = (
    (regex(r"(?<=[a-z]{2})our(?=s\Z|ed\Z|ing\Z|ful|less|able|ite|\Z)"), "or"),
    (regex(r"(?<=[a-z]{2})or(?=s\Z|ed\Z|ing\Z|ful|less|able|ite|\Z)"), "our"),
    (regex(r"(?<=[a-z]{3})is(?=e\Z|ed\Z|es\Z|ing\Z|er\Z|ers\Z|able|ation)"), "iz"),
    (regex(r"(?<=[a-z]{3})iz(?=e\Z|ed\Z|es\Z|ing\Z|er\Z|ers\Z|able|ation)"), "is"),
    (regex(r"(?<=[a-z]{2})ys(?=e\Z|ed\Z|es\Z|ing\Z|er\Z|ers\Z)"), "yz"),
    (regex(r"(?<=[a-z]{2})yz(?=e\Z|ed\Z|es\Z|ing\Z|er\Z|ers\Z)"), "ys"),
    (regex(r"(?<=[a-z]{3}[bt])re(?=s\Z|d\Z|\Z)"), "er"),
    (regex(r"(?<=[a-z]{3}[bt])er(?=s\Z|ed\Z|\Z)"), "re"),
    (regex(r"(?<=[a-z]{2}en)ce(?=s\Z|d\Z|\Z)"), "se"),
    (regex(r"(?<=[a-z]{2}en)se(?=s\Z|d\Z|\Z)"), "ce"),
    (regex(r"(?<=[a-z]{3})ogue(?=s\Z|\Z)"), "og"),
    (regex(r"(?<=[a-z]{3})og(?=s\Z|\Z)"), "ogue"),
    (regex(r"\Agrey"), "gray"),
    (regex(r"\Agray"), "grey"),
    (regex(r"(?<=fulfi)l(?=\Z|s\Z|ment)"), "ll"),
    (regex(r"\Ache(?:que)(?=s?\Z)"), "check"),
)


@cache
def _table() -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for group in parts_of_text(__package__ or "", "word_forms.txt")[0][1:]:
        base, *forms = group.split()
        for form in (f for f in forms if f not in _OTHER):
            found.setdefault(stem(form), {})[stem(base)] = None
            found.setdefault(stem(base), {})[stem(form)] = None
    return {word: tuple(others) for word, others in found.items()}


def irregular(term: str) -> tuple[str, ...]:
    """Stems of the other forms of an irregular word, given by its stem: `sent` for `send` and `send` for
    `sent`, in a fixed order.
    """
    return _table().get(term, ())


def respelled(word: str) -> tuple[str, ...]:
    """A lower-case word as the other side of the Atlantic would write it, if it could; unstemmed, and not all
    of them are words.
    """
    return tuple(
        dict.fromkeys(
            other for pattern, put in _SPELLINGS if (other := pattern.sub(put, word, count=1)) != word
        )
    )


def forms(term: str, word: str) -> tuple[str, ...]:
    """Stems of a word's other forms and spellings: `term` is its stem, `word` how it is written. In a fixed
    order, without itself.
    """
    found = dict.fromkeys((*irregular(term), *(stem(other) for other in respelled(word.lower()))))
    found.pop(term, None)
    return tuple(found)


# Abbreviations and verb or noun pairs that programmers use for one another, as stems.
#
# A question's word brings its counterparts in at a reduced weight, and only where the repository uses them.
# Source: common programming usage; worth .006 NDCG@10 on Semble. Mining such pairs from the repository did
# not help there.


@cache
def _table_synonyms() -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for group in parts_of_text(__package__ or "", "word_forms.txt")[1][1:]:
        stems = [stem(w) for w in group.split()]
        for other in stems[1:]:
            found.setdefault(stems[0], {})[other] = None
            found.setdefault(other, {})[stems[0]] = None
    return {word: tuple(others) for word, others in found.items()}


def synonyms(term: str) -> tuple[str, ...]:
    """Counterparts of a stemmed word, in a fixed order; empty where there are none."""
    return _table_synonyms().get(term, ())
