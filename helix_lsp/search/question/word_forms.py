"""One English word in another form: irregular verbs and nouns, British beside American spelling, and `notification`
beside `notify`. The stemmer knows none of them. Also a query's terms against one snapshot: synonyms and other forms that the repository has.

A question says `where is the mail sent` or `which colours`, the code says `send` and `color`. Both forms are
the same word, so a place that has one has the other. Source: the irregular verbs and plurals of English that
are spoken of programs; a form that is more often another word (`left`, `bound`, `saw`) is left out.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import cache

import msgspec

from helix_lsp.config.questions import SearchConfig
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.question.query import Query
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
    # one word, of which the stemmer makes two: `notif` and `notifi`
    (regex(r"(?<=[a-z]{2})ifications?\Z"), "ify"),
    (regex(r"(?<=[a-z]{2})if(?:y|ies|ied|ying|iers?)\Z"), "ification"),
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


# A query's terms against one snapshot: synonyms and other forms that the repository uses are added, rarity
# is looked up, the heaviest are kept.

_SYNONYM_FROM = 0.2


class Weighted(msgspec.Struct, frozen=True, kw_only=True):
    """`terms` are (term, weight) as given to the text engine; `rarity` maps each to its inverse document
    frequency;

    `unknown` are the question's terms that no unit holds; `added` maps a synonym to the term that brought it
    in; `slips` are (word as the question writes it, commonest stem here that it may be a slip of).
    """

    terms: tuple[tuple[str, float], ...]
    rarity: dict[str, float]
    unknown: tuple[str, ...]
    added: tuple[tuple[str, str], ...]
    slips: tuple[tuple[str, str], ...] = ()


def weigh(
    query: Query,
    snapshot: Snapshot,
    cfg: SearchConfig,
    spelled: Callable[[str], tuple[str, ...]] = lambda _: (),
) -> Weighted:
    """Weights of all terms worth searching, heaviest (weight times rarity) first when cut to
    `cfg.most_terms`. `spelled` gives the stems that a word which nothing here holds may be a slip of, commonest first.
    """
    own, written = dict(query.terms), dict(query.words)
    offered: dict[str, tuple[float, str]] = {}
    if query.shape != "symbol":
        for term, weight in query.terms:
            if term[0] == "=" or weight < _SYNONYM_FROM:
                continue
            for other in (*synonyms(term), *forms(term, written.get(term, term))):
                if other not in own and offered.get(other, (0.0, ""))[0] < cfg.synonym_weight * weight:
                    offered[other] = (cfg.synonym_weight * weight, term)
    frequency = snapshot.frequencies([*own, *offered])
    added = {t: v for t, v in offered.items() if frequency[t]}
    slips: list[tuple[str, str]] = []
    if query.shape != "symbol":
        helped = {by for _, by in added.values()}
        for term, weight in query.terms:
            if term[0] != "=" and weight >= _SYNONYM_FROM and not frequency[term] and term not in helped:
                meant = spelled(written.get(term, term))
                slips += [(written.get(term, term), other) for other in meant[:1]]
                for other in meant:
                    if other not in own:
                        added.setdefault(other, (cfg.misspelt_weight * weight, term))
    frequency |= snapshot.frequencies([t for t in added if t not in frequency])
    units = snapshot.statistics().units
    rarity = {t: idf(frequency[t], units) for t in (*own, *added)}
    terms = [*query.terms, *((t, w) for t, (w, _) in added.items())]
    known = [(t, w) for t, w in terms if frequency[t]]
    if len(known) > cfg.most_terms:
        known = sorted(known, key=lambda x: (-x[1] * rarity[x[0]], x[0]))[: cfg.most_terms]
    return Weighted(
        terms=tuple(sorted(known, key=lambda x: (-x[1], x[0]))),
        rarity=rarity,
        unknown=tuple(t for t, _ in query.terms if not frequency[t]),
        added=tuple(sorted((t, by) for t, (_, by) in added.items())),
        slips=tuple(slips),
    )


def idf(frequency: int, total: int) -> float:
    """Inverse document frequency, never negative: ln(1 + (N - n + .5) / (n + .5))."""
    return math.log(1 + (max(total, frequency) - frequency + 0.5) / (frequency + 0.5))


# A name of several words that a question writes in one: `spamassassin` for `SpamAssassin`. An index of words does not
# hold it, and the text does.

_WORDS = regex(r"[A-Za-z]+")
_JOINED = regex(r"[a-z]{6,30}")
_PART = 3  # letters
_COMMON = 400  # units
_READ = 40  # files


def as_written(question: str, snapshot: Snapshot, texts: Callable[[str], bytes | None]) -> str:
    """The question with each of its words that no unit holds, and that the text of the repository has as one name of two
    words, as it is written there. Reads at most 40 files for each place where a word may be divided.
    """
    out, words = question, _WORDS.findall(question)
    for word in dict.fromkeys(words) if len(words) > 1 else ():  # a lone word is a name
        if _JOINED.fullmatch(word) is not None and not snapshot.frequency(stem(word)):
            names = (_name(word, at, snapshot, texts) for at in _seams(word, snapshot))
            out = re.sub(rf"\b{word}\b", next(filter(None, names), word), out)
    return out


def _seams(word: str, snapshot: Snapshot) -> list[int]:
    places = range(_PART, len(word) - _PART + 1)
    known = snapshot.frequencies({stem(part) for n in places for part in (word[:n], word[n:])})
    return [n for n in places if known[stem(word[:n])] and known[stem(word[n:])]]


def _name(word: str, at: int, snapshot: Snapshot, texts: Callable[[str], bytes | None]) -> str:
    one, other = (snapshot.holding(stem(part), _COMMON) for part in (word[:at], word[at:]))
    if one is None and other is None:
        return ""
    both = one if other is None else other if one is None else sorted({*one} & {*other})
    written = re.compile(rf"(?i:{word[:at]})(?=[A-Z])(?i:{word[at:]})".encode())
    found = (written.search(texts(path) or b"") for path in (both or ())[:_READ])
    return next((name[0].decode("ascii") for name in found if name is not None), "")
