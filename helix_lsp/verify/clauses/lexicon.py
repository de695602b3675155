"""Words that mean the same in a sentence and in code, and words that only join what is said. Compared as
stems.
"""

from __future__ import annotations

import re
from functools import lru_cache

from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, WORD, split, stem

_SAME = (
    "raise throw thrown throws raises reject fail failed fails failure panic complain error err exception errorf reraise rethrow rethrown",
    "return hand give gives given yield result answer respond", "argument arg args arguments param parameter params parameters", "request req",
    "command cmd", "response res resp", "message msg", "value val", "none null nil undefined", "number num count len length size",
    "config configuration", "directory dir folder", "character char", "string str", "previous prev", "element el elem", "attribute attr",
    "function func fn", "database db", "environment env", "context ctx", "index idx", "temporary tmp",
    "initialise initialize init initialised initialized", "exit exitcode", "authentication auth", "success successful succeed succeeded ok",
    "object obj", "boolean bool", "protocol prot", "reference ref", "identifier id", "column col", "expression expr", "connection conn",
    "callback cb",
    "delete remove drop strip discard del", "append add push", "create make build new construct",
    "verify check validate validation validator test compare compared", "store stored set assign save restore compute", "begin start", "finish end",
    "call invoke run execute consult ask", "lower lowercase", "read load", "prefix start", "close shut", "elapsed time", "copy copies clone",
    "stdin input", "stdout output", "pattern regex", "match equal", "url uri href", "default fallback", "send sent",
    "run ran",
    "maximum max", "minimum min", "standard std", "application app", "position pos", "buffer buf", "description desc", "information info",
    "format fmt", "operation op", "package pkg", "property prop", "specification spec", "document doc", "extension ext", "certificate cert",
    "signature sig", "token tok", "milliseconds ms millis", "seconds sec secs", "destination dest dst", "source src", "password pwd", "iterator iter",
    "separator sep delimiter delim", "look search lookup", "nested wrapped inner", "skip omit", "accept allow permit", "join concatenate concat",
    "write written", "find found", "hold held", "keep kept", "lose lost", "split cut", "want need",
)  # fmt: skip
CANON = {stem(word): stem(group.split()[0]) for group in reversed(_SAME) for word in group.split()}

LIGHT = frozenset(
    stem(w)
    for w in (
        "simply soon right away make happen go come back itself themselves once turn take place occur whole entire kind way case thing still yet "
        "instead rather whereas while otherwise unless when whenever until just already actually directly immediately finally eventually "
        "afterwards later during before after first then even either neither nor but however every everything any anything all nothing other "
        "another always never ever only solely least most more less than fewer greater larger smaller longer shorter exceed above below over "
        "under has have had having do become regardless remain leave look let keep use perform behave treat consider lead cause mean own several "
        "multiple respective corresponding out up down off again anyway without with far long as again meanwhile early right long what "
        "whatever itself well too very quite exactly must cannot unchanged successful successfully explicitly automatically "
        "whether says said isn aren wasn weren doesn don didn hasn haven hadn won couldn shouldn wouldn "
        "define declare one ones early new far both prior re hence therefore thus"
    ).split()
)
"""Words that a sentence needs and its evidence need not have: discourse, and what frames compare on their own."""

_CODE_ONLY = frozenset(
    "self this let const var val def fn func function public private static final async await void type str string int".split()
)


@lru_cache(8_192)
def canon(stemmed: str) -> str:
    """One stem for all that mean the same."""
    return CANON.get(stemmed, stemmed)


def spelled(stemmed: str, text: str) -> str:
    """The word of a text of which this is the stem, as it is written there; the stem where there is none."""
    bare = stemmed.removeprefix("=")
    said = (w for w in WORD.findall(text) if bare in (w.lower(), *words_of(w), *split(w)[0]))
    return next(said, bare)


@lru_cache(4_096)
def words_of(text: str) -> frozenset[str]:
    """The content words of a stretch of sentence or code, as one stem for each meaning."""
    return frozenset(ordered(text))


@lru_cache(4_096)
def ordered(text: str) -> tuple[str, ...]:
    """The same in reading order, with repeats."""
    out: list[str] = []
    for word in WORD.findall(text):
        lower = word.strip("_").lower()
        if word[-1] == "_" and _idle(lower):
            out.append("=" + lower)
        if lower in _CODE_ONLY or (lower in STOP_WORDS and lower not in ("all", "any", "each", "only")):
            continue
        parts, _ = split(word)
        out += [canon(part) for part in parts if part not in LIGHT and (len(part) > 1 or part.isdigit())]
        if len(parts) > 1:
            out.append("=" + lower)
    return tuple(out)


@lru_cache(4_096)
def code_words(text: str) -> frozenset[str]:
    """The same for a line of code, where a word that only joins sentences may be a name (`other`)."""
    lone = (w.lower() for w in WORD.findall(text) if len(w) > 1)
    return words_of(text) | {f"={w}" for w in lone if _idle(w) and w not in _OPERATORS}


_OPERATORS = frozenset("is in as not and or if else elif for while return with then do of end".split())


def named(sentence: str) -> str:
    """The sentence without back-ticks; a name in them that is a word which says nothing (`other`) keeps a mark by
    which `words_of` knows it.
    """
    return _SPANNED.sub(lambda m: m[1] + ("_" if _idle(m[1].lower()) else ""), sentence).replace("`", "")


_SPANNED = regex(r"`([A-Za-z]{2,40})`")


def _idle(word: str) -> bool:
    return word in STOP_WORDS or stem(word) in LIGHT


_SIGNS = tuple(
    (regex(sign), frozenset(canon(stem(w)) for w in words.split()))
    for sign, words in (
        (r"\(", "call"),
        (r" = ", "store"),
        (r"\[\] = |<<|\.(?:push|append|add|extend|concat)\w*\(", "append"),
        (r"\{\s?\}|\[\s?\]|\"\"|''|\(\)$|[!=]= 0\b", "empty"),
    )
)


def held_words(stems: frozenset[str], text: str = "") -> frozenset[str]:
    """Stems of an evidence with those that mean the same, and the verbs that its signs stand for: a
    parenthesis calls, `=` stores.
    """
    told = (words for sign, words in _SIGNS if text and sign.search(text))
    return frozenset(canon(s) for s in stems).union(*told)


KINDS: dict[str, re.Pattern[str]] = {
    "raise": regex(r"\b(?:rais|throw|re-?rais|rethrow|reject|fail|panic|complain|error)\w*", re.I),
    "return": regex(
        r"\b(?:return|hand(?:s|ed)? back|hand(?:s|ed)? over|give[sn]?|yield|result(?!s? in)|answer|respond)\w*",
        re.I,
    ),
    "log": regex(r"\b(?:log|print|warn|report|emit)(?:s|ged|ging|ed|ing)?\b", re.I),
    "close": regex(r"\bclos(?:e|es|ed|ing)\b", re.I),
    "call": regex(r"\b(?:call|invok|delegat)\w*", re.I),
    "store": regex(r"\b(?:set|sets|setting|stor(?:e|es|ed|ing)|assign\w*|sav(?:e|es|ed|ing))\b", re.I),
    "panic": regex(r"\b(?:panic|crash|abort)(?:s|es|ed|ing|ked|king)?\b", re.I),
}
"""What a clause does, told from its verb."""
CODE_KINDS: dict[str, re.Pattern[str]] = {
    "raise": regex(r"\b(?:raise|throw|panic!?|Errorf|errors\.New|reject|abort)\b|\bErr(?:or)?\("),
    "return": regex(r"\breturn\b|=>|^\s*(?:Some|Ok|None|true|false)\b"),
    "log": regex(r"\b(?:log\w*|print\w*|warn\w*|debug|eprintln\w*|err_message|Print\w*|console)\b"),
    "close": regex(r"\ba?close\b", re.I),
    "call": regex(r"\w[!?]?\("),
    "store": regex(r"(?<![=!<>])=(?![=>])|\bset\w*\("),
    "panic": regex(r"\b(?:panic|abort|exit|unreachable|unwrap|expect|todo)\b!?|\bFatal\w*"),
}
