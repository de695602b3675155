"""A condition as signed atoms: `x is None` and `no x was given` speak of the same thing, and both deny it.

An atom's sign says whether its thing is there, true, or above a bound (+1), or missing, false, or below it
(-1). `both ... and` and `either ... or` are kept, so that one is not taken for the other.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec
from msgspec.structs import replace

from helix_lsp.text.regex import regex
from helix_lsp.text.words import stem
from helix_lsp.verify.clauses.lexicon import canon, code_words, words_of

Relation = Literal["truth", "size", "same"]


class Atom(msgspec.Struct, frozen=True, kw_only=True):
    """`words` are its content words; `sign` is +1 or -1. Of a size `reaches` says whether the bound counts
    (`at least`, `>=`; None: not told), and `about` are the words of the side that is compared with the other.
    `made` are the words of what its names in code were made from.
    """

    words: frozenset[str]
    sign: int
    relation: Relation
    reaches: bool | None = None
    about: frozenset[str] = frozenset()
    made: frozenset[str] = frozenset()

    @property
    def held(self) -> frozenset[str]:
        """The words that may speak of it."""
        return self.words | self.made

    def denied(self) -> Atom:
        """What holds where this does not: the bound changes sides too."""
        return replace(self, sign=-self.sign, reaches=None if self.reaches is None else not self.reaches)


class Condition(msgspec.Struct, frozen=True, kw_only=True):
    """`joined` is `and`, `or` or `` for one atom."""

    atoms: tuple[Atom, ...]
    joined: str
    text: str

    def denied(self) -> Condition:
        """The condition that holds where this one does not."""
        turned = {"and": "or", "or": "and"}.get(self.joined, "")
        return Condition(atoms=tuple(a.denied() for a in self.atoms), joined=turned, text=self.text)


_DENYING = regex(
    r"\b(?:not|no(?!-)|unable|fail(?:s|ed)? to|without|never|neither|nor|cannot|nil|null|none|undefined|empty|missing|absent|unset|false|falsy|zero|"
    r"nothing|lacks?|unsafe|disabled?|out|invalid|unknown|unfinished|unsuccessful|non)\b|n't\b|\bnon-",
    re.I,
)
_ABOVE = regex(
    r"\b(?:more|greater|larger|bigger|longer|higher|later|exceed(?:s|ed)?|above|over|beyond|positive)\b", re.I
)
_BELOW = regex(r"\b(?:fewer|less|smaller|shorter|earlier|sooner|lower than|below|under|negative)\b", re.I)
_OR_EQUAL = regex(r"\bor (?:equal(?: to)?|the same(?: as)?|more|less|exactly)\b", re.I)
_SOME = regex(r"\b(?:at least one|at least 1|any|some|more than one|several|multiple)\b", re.I)
_LEAST = regex(r"\bat least\b", re.I)
_MOST = regex(r"\b(?:at most|up to)\b", re.I)
_OTHER = regex(r"\b(?:other than|differs?|different|differently)\b", re.I)
_EQUAL = regex(r"\b(?:exactly|equals?|same as|identical)\b", re.I)
_PAIRED = regex(r"\b(?:both|either)\s", re.I)
_AND = regex(r"\s(?:and|nor)\s", re.I)
_OR = regex(r"\sor\s", re.I)
_ALSO = regex(r"\bneither\b", re.I)

IDENTIFIER = regex(r"(?<![\w.>])[A-Za-z_]\w*")
"""A name in code that is not the member of another."""
_UNMADE: Mapping[str, frozenset[str]] = MappingProxyType({})
_SPLIT_AND = regex(r"&&|\band\b")
_SPLIT_OR = regex(r"\|\||\bor\b")
_NOTHING = r"(?:None|nil|null|nullptr|undefined|false|''|\"\"|``)"
_IS_NOTHING = regex(
    rf"(?:\s(?:is|===?|==)\s*{_NOTHING}(?!\w))|(?<!\w){_NOTHING}\s===?\s|"
    r"\.(?:isEmpty|is_empty|is_none|isNull|empty|nil|blank|none)\b[?(]{0,2}"
)
_NOT_NOTHING = regex(
    rf"\s(?:is not|!==?)\s*{_NOTHING}(?!\w)|(?<!\w){_NOTHING}\s!==?\s|\.(?:is_some|any\?|present\?)"
)
_ZERO = regex(r"\s(?:===?|<|<=)\s*[01]\b(?!\.)|\s(?:===?)\s*-1\b")
_NONE_LEFT = regex(r"\s<=\s*0\b(?!\.)")
_SOMETHING = regex(r"\s(?:>|!==?)\s*0\b|\s>=\s*1\b|\s!==?\s*-1\b")
_COUNTED = regex(r"\b(?:len|length|size|count|num|childNodeSize)\w*\b", re.I)
_RELATIONS: tuple[tuple[re.Pattern[str], int, Relation], ...] = (
    (regex(r"\s(?:!==?|not in)\s"), -1, "same"), (regex(r"\s===?\s|\binstanceof\b|\bisinstance\b"), 1, "same"),
    (regex(r"\s>=?\s"), 1, "size"), (regex(r"\s<=?\s"), -1, "size"),
)  # fmt: skip
_COMPARES = regex(r"\s[<>]=?\s")
_COUNT = canon(stem("number"))
_NOT = regex(r"^(?:not\b|!(?!=))\s*")
_MISSING = frozenset({"none", "true", "empti", "absent", "given", "set", "zero", "miss"})
"""Words that a sign stands for."""
_STATE = regex(
    r"\b(?:set|given|present|provided|specified|defined|configured|exists?|there|known|requested|supplied|passed|found|available)\b",
    re.I,
)


def spoken(text: str, *, denied: bool = False) -> Condition:
    """The condition of a clause in words; `denied` for `unless` and `without`."""
    text = _PAIRED.sub("", text)
    bare = _OR_EQUAL.sub(" ", text)
    joined = (
        "and"
        if _AND.search(bare) and not _OR.search(bare)
        else "or"
        if _OR.search(bare) or _ALSO.search(bare)
        else ""
    )
    parts = [p for p in (_AND if joined == "and" else _OR).split(bare) if p.strip()] if joined else [bare]
    atoms: list[Atom] = []
    sign, relation = 1, "truth"
    for part in parts:
        marked = _signed(part)
        if marked is not None or not atoms:
            sign, relation = marked or (1, "truth")
        if found := words_of(_STATE.sub(" ", part)) - _MISSING or words_of(part) - _MISSING:
            reaches, about = (
                _bound(part, reached=len(bare) < len(text))
                if relation == "size"
                else (None, frozenset[str]())
            )
            atoms.append(Atom(words=found, sign=sign, relation=relation, reaches=reaches, about=about))
    if _ALSO.search(text):
        atoms, joined = (
            [Atom(words=a.words, sign=-1, relation=a.relation) for a in atoms],
            "and",
        )  # neither a nor b
    whole = Condition(atoms=tuple(atoms), joined=joined if len(atoms) > 1 else "", text=text.strip())
    return whole.denied() if denied else whole


def _signed(text: str) -> tuple[int, Relation] | None:
    turned = -1 if len(_DENYING.findall(text)) % 2 else 1
    if _OTHER.search(text):
        return -turned, "same"
    if _SOME.search(text):
        return turned, "truth"
    if _MOST.search(text) or _BELOW.search(text):
        return -turned, "size"
    if _LEAST.search(text) or _ABOVE.search(text):
        return turned, "size"
    if _EQUAL.search(text):
        return turned, "same"
    return (turned, "truth") if turned < 0 else None


def _bound(text: str, *, reached: bool) -> tuple[bool | None, frozenset[str]]:
    """(whether the bound counts, what is compared) of a size in words; `no more than` turns the bound as
    well.
    """
    counts = reached or _LEAST.search(text) is not None or _MOST.search(text) is not None
    mark = next((m for p in (_MOST, _LEAST, _BELOW, _ABOVE) if (m := p.search(text)) is not None), None)
    about = words_of(text[: mark.start()]) if mark is not None else frozenset[str]()
    return counts ^ bool(len(_DENYING.findall(text)) % 2), about - _MISSING


def written(text: str, made: Mapping[str, frozenset[str]] = _UNMADE) -> Condition:
    """The condition of a guard in code; `made` has the words of what each variable was made from."""
    text = text.strip().removesuffix("{").removesuffix(":").removesuffix("then").strip()
    denied = False
    while (found := re.match(r"^(?:!|not )\s*\((.*)\)$", text)) is not None and _balanced(found[1]):
        text, denied = found[1], not denied
    while text.startswith("(") and text.endswith(")") and _balanced(text[1:-1]):
        text = text[1:-1].strip()
    ors = [part.strip() for part in _SPLIT_OR.split(text)]
    joined = "or" if len(ors) > 1 else "and" if _SPLIT_AND.search(text) else ""
    atoms = tuple(
        a
        for part in (ors if joined == "or" else [part.strip() for part in _SPLIT_AND.split(text)])
        if (a := _atom(part, made)) is not None
    )
    whole = Condition(atoms=atoms, joined=joined if len(atoms) > 1 else "", text=text)
    return whole.denied() if denied else whole


def _balanced(text: str) -> bool:
    depth = 0
    for c in text:
        depth += (c == "(") - (c == ")")
        if depth < 0:
            return False
    return depth == 0


def _atom(part: str, made: Mapping[str, frozenset[str]]) -> Atom | None:
    part = part.strip(" ()")
    sign, negated = 1, False
    while (found := _NOT.match(part)) is not None:
        sign, negated, part = -sign, not negated, part[found.end() :].strip(" (")
    of = frozenset[str]().union(*(made.get(name, ()) for name in IDENTIFIER.findall(part))) - _MISSING
    words = code_words(part) - _MISSING
    if not words and of:  # a variable that says nothing by its name
        words = frozenset(f"={name.lower()}" for name in IDENTIFIER.findall(part)[:1])
    if not words:
        return None
    relation: Relation = "truth"
    if _COUNTED.search(part) and (_ZERO.search(part) or _SOMETHING.search(part)):
        words = words - {_COUNT} or words
    if _IS_NOTHING.search(part) or _NONE_LEFT.search(part) or (_COUNTED.search(part) and _ZERO.search(part)):
        sign = -sign
    elif not (_NOT_NOTHING.search(part) or _SOMETHING.search(part)):
        for pattern, turned, kind in _RELATIONS:
            if pattern.search(part):
                sign, relation = sign * turned, kind
                break
    if relation != "size":
        return Atom(words=words, sign=sign, relation=relation, made=of)
    mark = _COMPARES.search(part)
    assert mark is not None
    reaches, about = (mark[0].strip().endswith("=")) ^ negated, words_of(part[: mark.start()]) - _MISSING
    return Atom(words=words, sign=sign, relation=relation, reaches=reaches, about=about, made=of)


def agree(said: Condition, held: Condition) -> tuple[int, float]:
    """(+1 when two conditions say the same of what both speak of, -1 when they say the reverse, 0 when
    neither; the share of words in common).
    """
    result, strength, met = 0, 0.0, set[int]()
    for atom in said.atoms:
        shares = [len(atom.words & other.held) / len(atom.words | other.words) for other in held.atoms]
        if not shares or max(shares) == 0:
            continue
        at = shares.index(max(shares))
        met.add(at)
        signs = _compared(atom, held.atoms[at])
        if signs < 0:
            return -1, shares[at]
        result, strength = result or signs, max(strength, shares[at])
    if result and said.joined and held.joined and said.joined != held.joined and len(met) > 1:
        return -1, strength
    return result, strength


def reverse(said: Condition, held: Condition) -> bool:
    """True when a part of the one says the reverse of a part of the other that most of its words speak of."""
    pairs = [
        (a, b)
        for a in said.atoms
        for b in held.atoms
        if 2 * len(a.words & b.words) >= min(len(a.words), len(_plain(b)))
    ]
    return any(
        _compared(a, b) < 0
        for a, b in pairs
        if all(a is c or len(c.words & b.words) <= len(a.words & b.words) for c in said.atoms)
    )


def _plain(atom: Atom) -> frozenset[str]:
    return frozenset(w for w in atom.words if w[0] != "=") or atom.words


def _compared(one: Atom, other: Atom) -> int:
    """Same (+1), reverse (-1), or neither (0): of two sizes also the sides and the bounds are the same."""
    if one.relation != other.relation and "size" in (one.relation, other.relation):
        return 0
    if one.relation != "size":
        unset = other.relation == "same" and "0" in other.words and "0" not in one.words  # `code == 0`
        return 1 if one.sign == (-other.sign if unset else other.sign) else -1
    behind = other.words - other.about
    crossed = (
        bool(one.about) and bool(other.about) and not one.about & other.about and bool(one.about & behind)
    )
    if one.sign != (-other.sign if crossed else other.sign):
        return -1
    return 1 if None in (one.reaches, other.reaches) or one.reaches == other.reaches else 0
