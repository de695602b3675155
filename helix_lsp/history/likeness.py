"""How alike two definitions are when their own names are left aside: the order of their tokens, the words
that they are made of, how much that says.

Two short bodies are alike by chance: a getter is like every getter. So likeness comes with what it rests on
(`informative`): the number of different words that both have and that are not keywords. Pure and
deterministic.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from helix_lsp.text.identifiers import lower_parts

_TOKEN = re.compile(rb"[\w$]+|[^\w\s$]")
_WORDY = re.compile(r"[A-Za-z_$]")
_MASK = "\0"
_MOST = 4_000  # tokens of one definition: what is longer is compared by its beginning
_PLAIN = frozenset(  # what is in every second definition of some language, and tells none from another
    "self this cls super def function func fn fun class struct interface trait impl enum type return if else elif for while do in of is not and or "
    "new throw throws raise try catch except finally with as import from export default const let var val public private protected static final "
    "abstract override virtual async await yield None null nil undefined true false True False int str string String bool boolean Boolean void "
    "float double long char byte object Object any Any error err Error end begin then module use mut pub let where match case "
    "switch break continue pass print len range map make append args kwargs get set init __init__ constructor inline readonly unsigned size_t "
    "isinstance Optional List Dict list dict tuple Self usize i32 u32 i64 u64 u8 Vec Option Some Ok Err Result unwrap clone ref".split()
)


@dataclass(frozen=True, slots=True)
class Shape:
    """A definition without its own name: `tokens` in order, `words` the telling ones of them with how often
    each is there.
    """

    tokens: tuple[str, ...]
    words: Counter[str]


def shape_of(text: bytes, name: str, known: Mapping[str, str]) -> Shape:
    """`known` are names that are called otherwise on the other side (old -> new), so that what only follows
    another rename is not a difference.
    """
    found: list[str] = []
    for token in _TOKEN.findall(text):
        word = token.decode("utf-8", "replace")
        found.append(_MASK if word == name else known.get(word, word))
        if len(found) >= _MOST:
            break
    return Shape(tuple(found), Counter(w for w in found if w not in _PLAIN and w != _MASK and _is_word(w)))


def _is_word(token: str) -> bool:
    return token.isdigit() or _WORDY.match(token) is not None


def alike(one: Shape, other: Shape) -> float:
    """0 to 1: the mean of the longest common order of tokens and of the words that both have; 1 for equal
    ones.
    """
    if one.tokens == other.tokens:
        return 1.0
    from rapidfuzz.distance import Indel  # 4 MB that a session without a history to compare does without

    order = Indel.normalized_similarity(one.tokens, other.tokens)
    many = max(one.words.total(), other.words.total())
    return (order + (one.words & other.words).total() / many) / 2 if many else order / 2


def informative(one: Shape, other: Shape) -> int:
    """How many different telling words both have."""
    return len(one.words.keys() & other.words.keys())


def names_alike(old: str, new: str) -> float:
    """0 to 1: the letters that two names have in common, at least .5 where they share a word of four letters
    or more.
    """
    from rapidfuzz import fuzz  # 4 MB that a session without a history to compare does without

    letters = fuzz.ratio(old.lower(), new.lower()) / 100
    return letters if words_of(old).isdisjoint(words_of(new)) else max(0.5, letters)


@lru_cache(4_096)
def words_of(name: str) -> frozenset[str]:
    """The words of four letters and more that a name is made of, in lower case."""
    return frozenset(word for word in lower_parts(name) if len(word) > 3 and word.isalpha())


# What a definition that went says of its successor itself: an alias, a warning ("use X instead"), a wrapper
# that calls it.

_NONE = frozenset({"None", "True", "False", "null", "true", "false", "nil", "undefined", "NULL", "nullptr"})
_SAYS = re.compile(
    r"(?:\buse|\busing|renamed to|replaced (?:by|with)|superseded by|in favou?r of|alias (?:for|of)|moved to|\bprefer)(?: the)?(?: new)?\s+"
    r"(?::[\w:]+:)?[`'\"*~!.]*(?P<name>[A-Za-z_][\w.]*\w)",
    re.IGNORECASE,
)
_ALIAS = re.compile(
    r"\s*(?:(?:export\s+)?(?:const|let|var|type|using)\s+)?(?P<on>self\.|this\.)?(?:cls\.)?(?P<old>\w+)\s*=\s*"
    r"(?P<of>\w+\.)?(?:\w+\.)*(?P<new>[A-Za-z_]\w+);?\s*\Z"
)
_WRAPS = re.compile(r"\breturn\s+(?:await\s+)?(?:self\.|cls\.|this\.)?(?P<new>[A-Za-z_]\w{2,})\(")
_ENDED = re.compile(r"deprecat|renamed|warn|obsolete|instead", re.IGNORECASE)
_LONGEST = 4_000


def told_successor(text: str, name: str) -> str:
    """The successor that the text of the definition of `name` names, `` for none."""
    text = text[:_LONGEST]
    alias = _ALIAS.match(text)
    if alias is not None and alias["old"] == name != alias["new"] and not _is_taken_in(alias):
        return alias["new"] if alias["new"] not in _NONE else ""
    if not _ENDED.search(text):
        return ""
    for said in _SAYS.finditer(" ".join(text.split())):
        new = said["name"].rpartition(".")[2]
        if new != name and re.search(r"[_A-Z]", new[1:]):
            return new
    wrapped = {m["new"] for m in _WRAPS.finditer(text)} - {name, "super"}  # the parent is not a successor
    return wrapped.pop() if len(wrapped) == 1 else ""


def _is_taken_in(alias: re.Match[str]) -> bool:
    """True for `self._bell = bell` and `_bell = bell`: a constructor keeps its argument."""
    return alias["new"] == alias["old"].lstrip("_") or (alias["on"] is not None and alias["of"] is None)
