"""A question as weighted words for reading: which words of a text stand for which word of the question, and how
much each counts. Also whose value a question asks for.

The position of a word in the question counts less than for ranking files (its square root), since the place
is known to be near; rarity is that of the repository. Spellings that the repository does not know bring the
words that differ in one letter.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise, permutations
from math import fsum
from string import ascii_lowercase

import msgspec

from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.channels.path import words_of_paths
from helix_lsp.search.question.kind import KIND_WORDS
from helix_lsp.search.question.query import Query
from helix_lsp.search.question.word_forms import Weighted, forms
from helix_lsp.search.reading.everyday import meant_by, phrases
from helix_lsp.search.reading.kinds import Wanted, ordinary, wanted_kind
from helix_lsp.search.reading.value_line import Sort, asked_units, numbers_meant, sort_of
from helix_lsp.text.regex import regex
from helix_lsp.text.vocabulary import is_common
from helix_lsp.text.words import STOP_WORDS, stem, word_terms

_LEAST_WEIGHT = 0.1
_PREFIXES = ("un", "re", "non", "pre", "sub", "multi", "auto", "de")
_NEGATIONS = ("un", "non")
_PREFIXED = 0.6
_JOINED = 0.9
_MISSPELT = 0.9
_SAME = 0.95
_UNIT = 0.5
_LEAST_STEM = 4
_LEAST_JOINED = 6
_LEAST_MISSPELT = 5
_MOST_SPELLINGS = 3
_TOLD_OF = regex(  # of nearly everything it can be asked how it is `found` or `done`
    r"\b(?:how|where)\b.{0,80}?\b(?:is|are|was|were|gets?|be)\b.{0,80}?\b(found|done|made|decided|determined|worked|handled)\b",
    re.I,
)
_SAID_OF_ALL = 0.3
_WORDS = regex(r"[A-Za-z]+")
_EITHER = regex(r"\b([a-z]{3,40})(?: or |/)([a-z]{3,40})\b")
_FEWEST = 2
_ASKS = regex(
    r"\W*(?:(?:please|so|and|but|hi|hey)[ ,]+)*(?:how|w?h?ich|what|where|when|why|who|whose|is|are|was|were|do|does|did|can|could|may|must|"
    r"should|will|would|has|have|in|after|before|at|on|from|under|by|for|to|explain|describe|tell|show|list|difference|whats|wheres)\b|.*\?\s*\Z|.*\bvs\b",
    re.I | re.S,
)
# A clause with a subject (`oldest uv it will put up with`), or a question that follows its subject (`fork or
# spawn, when does it use which`).
_CLAUSE = regex(
    r"\b(?:i|it|we|you|they|he|she)\b|\b(?:how|which|what|where|when|why|who) (?:do|does|did|is|are|was|were|can|will|should|to|the)\b",
    re.I,
)
# Words of asking and of everyday speech that say nothing of what is asked about.
_IDLE = frozenset(
    stem(w)
    for w in "come came go goes going gone went way thing things something anything everything whats really still already ever just even although "
    "though much many lot please someone somebody one two isnt dont doesnt didnt cant wont wasnt arent couldnt shouldnt wouldnt hasnt havent "
    "thats theres vs versus".split()
) | {"first"}


_THE_LANGUAGE = regex(
    r"(?<=\w )Go\b(?! \w+ing\b)|\b[Gg]o(?:lang\b|(?= (?:version|module|toolchain|compiler|release|binary|runtime)s?\b))"
)


class WantedWords(msgspec.Struct, frozen=True, kw_only=True):
    """`values` weighs each word of the question (rarity times its weight), `stands` maps a stem of a text to
    (word, how surely 0..1).

    `whole` are the identifiers that the question writes (behind `=`), `rarest` the word of most weight, ``
    for none. `lost` is the share of the weight, 0..1, that lies on words which name something and for which
    the repository does not have a word, less where it has one that comes near. `sort` is that of the value
    which is asked for.
    """

    kind: Wanted
    values: Mapping[str, float]
    stands: Mapping[str, Mapping[str, float]]
    whole: frozenset[str]
    rarest: str
    total: float
    lost: float
    sort: Sort = "any"

    def held(self, stems: Collection[str]) -> dict[str, float]:
        """The words of the question that these stems (all of them keys of `stands`) stand for, with the
        surest reading of each; in the order of the question, whatever the order of the stems.
        """
        if not stems:
            return {}
        found: dict[str, float] = {}
        for s in stems:
            for word, sure in self.stands[s].items():
                if sure > found.get(word, 0.0):
                    found[word] = sure
        return {word: found[word] for word in self.values if word in found}

    def share(self, held: Mapping[str, float]) -> float:
        """Share of the question's weight, 0..1; the same for the same words in any order."""
        if not held:
            return 0.0
        return fsum([self.values[w] * sure for w, sure in held.items()]) / self.total

    def exact(self, held: Mapping[str, float]) -> float:
        """Share of the question's weight that is there in the question's own words."""
        return fsum([self.values[w] for w, sure in held.items() if sure >= _MISSPELT]) / self.total


def wanted_words(query: Query, weighted: Weighted, snapshot: Snapshot) -> WantedWords:
    """The words of a question that was searched."""
    rarity, unknown, written = weighted.rarity, frozenset(weighted.unknown), dict(query.words)
    rarest_known = max(rarity.values(), default=1.0)
    idle = _IDLE - {"go"} if _THE_LANGUAGE.search(query.text) else _IDLE
    weights = {t: w for t, w in query.terms if t[0] != "=" and w > _LEAST_WEIGHT and t not in idle}
    placed = words_of_paths(query.text, snapshot)  # a path says where, not what
    units = {stem(unit.lower()) for unit in asked_units(query.text)}  # what is found in another is converted
    aside = placed | (units & unknown)
    weights = {t: w * (_UNIT if t in units else 1.0) for t, w in weights.items() if t not in aside} or weights
    told_of = {stem(m[1].lower()) for m in _TOLD_OF.finditer(query.text)}
    values = {
        t: w**0.5 * rarity.get(t, rarest_known) * (_SAID_OF_ALL if t in told_of else 1.0)
        for t, w in weights.items()
    }
    stands = _stands({t: written.get(t, t) for t in weights}, unknown, query.text, snapshot)
    told = 2 * max(values.values(), default=1.0)  # of `exit code 4` the 4 says more than any word
    for number in numbers_meant(query.text):
        values[number] = told
        stands.setdefault(number, {})[number] = 1.0
    total = fsum(values.values()) or 1.0
    strange = [
        t for t in weights if t in unknown and t not in KIND_WORDS and not ordinary(written.get(t, t).lower())
    ]
    return WantedWords(
        kind=wanted_kind(query.text),
        values=values,
        stands=stands,
        whole=frozenset(t for t, _ in query.terms if t[0] == "="),
        rarest=max(values, key=lambda t: (values[t], t), default=""),
        total=total,
        lost=fsum(values[t] * share for t, share in _without(strange, stands, snapshot).items()) / total,
        sort=sort_of(query.text),
    )


def _stands(
    wanted: Mapping[str, str], unknown: frozenset[str], text: str, snapshot: Snapshot
) -> dict[str, dict[str, float]]:
    """Which stems stand for which of the wanted words (stem -> as it is written), and how surely."""
    stands: dict[str, dict[str, float]] = {}

    def add(other: str, word: str, sure: float) -> None:
        words = stands.setdefault(other, {})
        words[word] = max(words.get(word, 0.0), sure)

    for term, word in wanted.items():
        add(term, term, 1.0)
        same = forms(term, word)
        near = spellings(word, snapshot) if term in unknown else ()
        agent = _done_by(term)
        if agent and snapshot.defined(word):
            agent = []  # a `Router` is a thing of its own here
        sure_of = {
            **dict.fromkeys((*_kin(term), *agent), _PREFIXED),
            **dict.fromkeys(_cut(term, _NEGATIONS), _MISSPELT),  # what is not so is asked of what is
            **dict.fromkeys(near, _MISSPELT),
            **dict.fromkeys(same, _SAME),
        }
        for other, sure in (*(pair for one in (term, *same) for pair in meant_by(one)), *sure_of.items()):
            add(other, term, sure)
    for said, meant in phrases(text):
        for term in (t for t in said if t in wanted):
            for other, sure in meant:
                add(other, term, sure)
    for other, term, sure in _side_by_side(wanted, unknown, text):
        add(other, term, sure)
    return stands


def _side_by_side(
    wanted: Mapping[str, str], unknown: frozenset[str], text: str
) -> Iterator[tuple[str, str, float]]:
    """(stem, the wanted word that it stands for, how surely) of words that the question has beside each other."""
    words = [w.lower() for w in _WORDS.findall(text)]
    for one, other in pairwise(words):
        if len(one) > 1 < len(other) and len(one + other) >= _LEAST_JOINED:  # `sub command`, `file name`
            yield from (
                (stem(one + other), term, _JOINED) for term in (stem(one), stem(other)) if term in wanted
            )
    for pair in _EITHER.finditer(
        text.lower()
    ):  # `rename or relocate`: who asks takes what the one word finds
        for term, other in permutations((stem(pair[1]), stem(pair[2]))):
            if term in unknown and other in wanted and other not in unknown:
                yield other, term, _SAME


def in_words(query: Query) -> bool:
    """True for a question as people ask it, whole or short (`minimum go version`): neither a lone name nor a
    pasted report, more than two words.
    """
    text = query.text
    if query.shape not in ("sentence", "keywords") or len(_WORDS.findall(text)) <= _FEWEST:
        return False
    if _ASKS.match(text) is not None:
        return True
    return query.asked.kind != "error" and (wanted_kind(text) != "what" or _CLAUSE.search(text) is not None)


def _kin(term: str) -> list[str]:
    """The same word with or without a prefix: `uncompressed` and `compress`."""
    return _cut(term, _PREFIXES) + ([p + term for p in _PREFIXES] if len(term) > _LEAST_STEM else [])


def _cut(term: str, prefixes: tuple[str, ...]) -> list[str]:
    return [
        stem(term[len(p) :]) for p in prefixes if term.startswith(p) and len(term) - len(p) >= _LEAST_STEM
    ]


def _done_by(term: str) -> list[str]:
    """What an agent does: `lint` for `linter`."""
    return (
        [stem(term[:-2]), stem(f"{term[:-2]}e")]
        if term.endswith(("er", "or")) and len(term) - 2 >= _LEAST_STEM
        else []
    )


def _without(
    strange: list[str], stands: Mapping[str, Mapping[str, float]], snapshot: Snapshot
) -> dict[str, float]:
    """How much of each of these unknown words the repository cannot say, 0..1: less where it has a word that
    stands for it.
    """
    offered = (
        {other: words for other, words in stands.items() if not words.keys().isdisjoint(strange)}
        if strange
        else {}
    )
    frequency = snapshot.frequencies(offered)
    return {
        t: 1.0
        - max((words[t] for other, words in offered.items() if t in words and frequency[other]), default=0.0)
        for t in strange
    }


def spellings(word: str, snapshot: Snapshot) -> tuple[str, ...]:
    """Stems of the repository that an unknown word would have if one letter, or two neighbours, were written
    otherwise; at most three, commonest first. A common word of English is spelled as it is meant, and a short one
    is a letter away from too many others.
    """
    low = word.lower()
    if len(low) < _LEAST_MISSPELT or not (low.isascii() and low.isalpha()) or ordinary(low) or is_common(low):
        return ()
    return remembered(snapshot, ("spellings", low), lambda: _spellings(low, snapshot))


def _spellings(low: str, snapshot: Snapshot) -> tuple[str, ...]:
    frequency = snapshot.frequencies(dict.fromkeys(stem(w) for w in _respelled_by_one(low)))
    known = sorted((t for t, n in frequency.items() if n), key=lambda t: (-frequency[t], t))
    return tuple(known[:_MOST_SPELLINGS])


def _respelled_by_one(word: str) -> list[str]:
    """All that differs from a word in one letter or two neighbours behind its first letter."""
    halves = [(word[:at], word[at:]) for at in range(1, len(word) + 1)]
    swapped = [a + b[1] + b[0] + b[2:] for a, b in halves if len(b) > 1]
    put = [a + c + b[n:] for n in (0, 1) for a, b in halves if len(b) >= n for c in ascii_lowercase]
    return [*(a + b[1:] for a, b in halves if b), *swapped, *put]


# Whose value a question asks for: `what port does the server listen on` asks for the server's.
#
# The owner is told by the question's grammar, not by a list of things: what *does*, *of* or *for* which the
# value is, or the words directly before the name of the value.

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
