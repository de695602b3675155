"""A text read for comparison: its content words, identifiers, quantities, and where the words that turn a
statement round stand.

A *word* here is a stem of `text/words`; an *identifier* is a word that is written as code (`snake_case`,
`camelCase`, or inside back-ticks).
A *cue* is a negation, a modal or a quantifier with the content word it is about, which is the next one in its
clause.
"""

from __future__ import annotations

import re
from functools import lru_cache

import msgspec

from helix_lsp.text.regex import regex
from helix_lsp.text.sentences import code_spans, replace_code, sentences
from helix_lsp.text.words import STOP_WORDS, WORD, split, stem
from helix_lsp.verify.quantity import Quantity, quantities

# The closed classes of words that turn a statement round: negation, modality, quantifiers, and pairs of
# opposites.
#
# The lists hold English words of any subject and no word of any repository. Opposites are compared as stems.

NEGATIONS = frozenset("not no never without neither nor nothing nobody nowhere none".split())

MODALITY = {
    "must": "must", "shall": "must", "required": "must", "mandatory": "must",
    "should": "should", "recommended": "should",
    "may": "may", "might": "may", "optional": "may", "optionally": "may", "possibly": "may", "perhaps": "may",
}  # fmt: skip
QUANTIFIERS = {
    "all": "all", "every": "all", "each": "all", "always": "all", "everything": "all", "entirely": "all",
    "some": "some", "sometimes": "some", "often": "some", "usually": "some", "several": "some", "partly": "some", "mostly": "some",
    "only": "only", "solely": "only", "exclusively": "only",
}  # fmt: skip

_PAIRS = (
    "greater less", "greater fewer", "more less", "more fewer", "larger smaller", "bigger smaller", "higher lower", "above below", "over under",
    "before after", "earlier later", "first last", "least most", "minimum maximum", "min max", "minimal maximal", "increase decrease",
    "increment decrement", "grow shrink", "enable disable", "allow deny", "allow forbid", "allow prevent", "permit forbid", "accept reject",
    "accept refuse", "open close", "start stop", "begin end", "add remove", "include exclude", "show hide", "true false", "succeed fail",
    "success failure", "read write", "encode decode", "encrypt decrypt", "serialize deserialize", "compress decompress", "push pop",
    "lock unlock", "sync async", "synchronous asynchronous", "public private", "mutable immutable", "valid invalid", "ascending descending",
    "up down", "input output", "local remote", "local global", "same different", "equal different", "safe unsafe", "faster slower",
    "early late", "on off", "positive negative", "internal external", "newer older", "new old", "upper lower", "send receive",
    "present absent", "create delete", "create destroy", "insert delete", "attach detach", "connect disconnect", "import export",
    "register unregister", "subscribe unsubscribe", "eager lazy", "static dynamic", "odd even", "inside outside", "inbound outbound",
    "incoming outgoing", "forward backward", "empty full", "weak strong", "single multiple", "required optional", "strict lenient",
    "relative absolute", "signed unsigned", "visible hidden", "success error", "pass fail", "gain lose", "raise lower", "raise suppress",
    "keep drop", "keep discard", "load unload", "mount unmount", "acquire release", "hit miss", "prepend append", "left right", "top bottom",
)  # fmt: skip


def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for pair in _PAIRS:
        one, other = (stem(w) for w in pair.split())
        found.setdefault(one, set()).add(other)
        found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


OPPOSITES = _opposites()
PREFIXES = ("un", "in", "im", "ir", "non", "dis", "de", "mis")
_SHORTEST = 4


@lru_cache(8_192)
def opposites(stemmed: str) -> tuple[str, ...]:
    """Stems that say the reverse of a stem: those of the pairs, then the word with a negative prefix put
    before it or taken off.
    """
    found = sorted(OPPOSITES.get(stemmed, ()))
    if len(stemmed) >= _SHORTEST:
        found += [prefix + stemmed for prefix in PREFIXES]
    found += [
        stemmed[len(p) :] for p in PREFIXES if stemmed.startswith(p) and len(stemmed) - len(p) >= _SHORTEST
    ]
    return tuple(found)


_INFLECTED = regex(
    r"\[([^\[\]\n]{1,400})\]\([^()\s]{0,600}\)(?=[a-z])"
)  # `[VTag](path)s` is read as it is seen
EMPHASIS = regex(r"(?<!\w)_(not|no|never|only|all|must|always|without)_(?!\w)", re.I)
"""A word that turns a statement, written as `_not_`."""
_LINK_TARGET = regex(r"(?<=\])\([^()\s]*\)")
_SPLIT_NOT = ((regex(r"\bcan['’]t\b|\bcannot\b", re.I), "can not"), (regex(r"\bwon['’]t\b", re.I), "will not"),
              (regex(r"n['’]t\b", re.I), " not"), (regex(r"(?<![\w!])!(?=[\w(]|=[^=])"), " not "),
              (regex(r"(?<=[\w)\]] )!=(?= )"), " not "))  # fmt: skip
_MAY_DENY = regex(r"['’!]|cannot", re.I)
_TOKEN = regex(r"(?P<word>[^\W\d]\w*)|(?P<stop>[.;:?](?=\s|$)|[{}]|,\s(?:but|and|or)\b)")
_NAME = regex(
    r"^[\w.:/\\#@$>~-]*[?!]?(?:\(\))?$"
)  # a predicate of Ruby or Elixir and a macro of Rust end in a mark
_CALLED = regex(r"[(\[<]|::|\.\w")  # behind a word: it is called, indexed, qualified
_ASKED_OF = ".:@$#"  # directly before a word: it is a member, a mark, a variable
_REACH = 4
_ENGLISH = NEGATIONS | {"all", "any", "must", "may", "might", "some", "only", "each", "should", "shall"}
_IDLE = frozenset("please currently also just even yet still actually really simply already ever".split())


class Cue(msgspec.Struct, frozen=True, kw_only=True):
    """`family` is negation, modality or quantity; `anchor` the stem of the content word that it is about, ``
    when its clause ends before one.

    `code` marks a modal or quantifier that is written as a name of code (`Some(x)`, `Optional[int]`,
    `jobs.every(`): it may bear a statement out, and states nothing itself.
    """

    family: str
    value: str
    anchor: str
    code: bool = False


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """`words` are stems in reading order without stop words, `written` one spelling of each; `stems` and
    `wholes` hold every word.

    `plain` are the words that are somewhere outside the reach of every negation. `exact` holds every word
    as it is written, `order` the stems in reading order with repeats, `origin` which written word each of
    them is of, `quoted` the code spans that are more than a name.
    """

    words: tuple[str, ...]
    written: dict[str, str]
    identifiers: tuple[str, ...]
    quantities: tuple[Quantity, ...]
    cues: tuple[Cue, ...]
    stems: frozenset[str]
    wholes: frozenset[str]
    exact: frozenset[str]
    plain: frozenset[str]
    order: tuple[str, ...]
    origin: tuple[int, ...]
    quoted: tuple[str, ...]


@lru_cache(2_048)
def read(text: str) -> Reading:
    """The reading of one text, remembered."""
    spans = tuple(span.inner for span in code_spans(text))
    text = EMPHASIS.sub(r"\1", _LINK_TARGET.sub("", _INFLECTED.sub(r"\1", text)))
    if _MAY_DENY.search(text):
        for pattern, by in _SPLIT_NOT:
            text = pattern.sub(by, text)
    counted = tuple(q for q in quantities(text))
    numbers = {w for q in counted for w in WORD.findall(q.written)}
    coded = {w for c in spans for w in WORD.findall(c)}
    words: dict[str, str] = {}
    identifiers: dict[str, None] = {}
    stems: set[str] = set()
    exact = frozenset(WORD.findall(text))
    wholes = frozenset(w.strip("_").lower() for w in exact)
    for word in WORD.findall(text):
        lower = word.strip("_").lower()
        if word[0].isdigit():
            continue
        parts, _ = split(word)
        stems.update(parts)
        if word in numbers and word not in coded:
            continue
        if (word in coded or "_" in word or _camel(word)) and len(lower) > 1 and lower not in _ENGLISH:
            identifiers[word] = None
        if lower in STOP_WORDS or lower in _ENGLISH:
            continue
        for part in parts:
            if len(part) > 1 and not part.isdigit():
                words.setdefault(part, word)
    cues, plain, order, origin = _cues(text)
    return Reading(
        words=tuple(words),
        written=words,
        identifiers=tuple(identifiers),
        quantities=counted,
        cues=cues,
        stems=frozenset(stems),
        wholes=wholes,
        exact=exact,
        plain=plain,
        order=order,
        origin=origin,
        quoted=tuple(s for s in spans if not _NAME.match(s)),
    )


def unquoted(text: str) -> str:
    """The text with its quoted code taken out; names stay."""
    return replace_code(text, lambda span: text[span.start : span.end] if _NAME.match(span.inner) else " ; ")


def _camel(word: str) -> bool:
    """`camelCase`, `HTTPServer`; a capital first letter alone begins a sentence as well."""
    return not (word.islower() or word.isupper() or word.istitle()) and any(c.isupper() for c in word[1:])


def _cues(text: str) -> tuple[tuple[Cue, ...], frozenset[str], tuple[str, ...], tuple[int, ...]]:
    """(cues, words that are outside every negation's reach, stems in order with stop words left out, where
    the word of each begins).
    """
    cues: list[Cue] = []
    waiting: list[tuple[str, str, bool]] = []
    plain: set[str] = set()
    order: list[str] = []
    origin: list[int] = []
    reach = 0
    for token in _TOKEN.finditer(text):
        if token["stop"]:
            cues += [Cue(family=f, value=v, anchor="", code=c) for f, v, c in waiting]
            waiting, reach = [], 0
            continue
        word = token["word"]
        cue = _cue(word)
        if cue is not None:
            waiting.append((*cue, cue[0] != "negation" and _as_code(text, token)))
            reach = _REACH if cue[0] == "negation" else reach
            continue
        lower = word.strip("_").lower()
        if lower in _IDLE or (lower in STOP_WORDS and stem(lower) not in OPPOSITES):
            continue
        for part in split(word)[0]:
            if len(part) < 2:
                continue
            cues += [Cue(family=f, value=v, anchor=part, code=c) for f, v, c in waiting]
            waiting = []
            order.append(part)
            origin.append(token.start())
            if not reach:
                plain.add(part)
        reach = max(0, reach - 1)
    cues += [Cue(family=f, value=v, anchor="", code=c) for f, v, c in waiting]
    return tuple(cues), frozenset(plain), tuple(order), tuple(origin)


def _as_code(text: str, token: re.Match[str]) -> bool:
    """True for `Some(`, `Optional<`, `.every`, and for a capital word alone in back-ticks; `all jobs` in
    back-ticks stays what it says.
    """
    before, behind = text[max(0, token.start() - 1) : token.start()], text[token.end() : token.end() + 2]
    if (before and before in _ASKED_OF) or _CALLED.match(behind):
        return True
    return before == "`" == behind[:1] and token["word"][0].isupper()


def _cue(word: str) -> tuple[str, str] | None:
    lower = word.lower()
    if lower in NEGATIONS and word != "None":
        return "negation", "not"
    if lower in MODALITY:
        return "modality", MODALITY[lower]
    if lower in QUANTIFIERS:
        return "quantity", QUANTIFIERS[lower]
    return None


# A text in the pieces that can each carry a statement: sentences of prose, short runs of lines of code.

_LONGEST = 480
_RUN = 3


@lru_cache(2_048)
def segments(text: str) -> tuple[str, ...]:
    """Pieces in order, none empty. A stretch without sentences is cut into runs of three lines, each
    beginning a line later.
    """
    out: list[str] = []
    for start, end in sentences(text, source=True):
        piece = text[start:end]
        if len(piece) <= _LONGEST:
            out.append(piece)
            continue
        lines = [line for line in piece.splitlines() if line.strip()]
        out += ["\n".join(lines[n : n + _RUN]) for n in range(max(1, len(lines) - _RUN + 1))]
    return tuple(out)


# A cited text cut down to the few pieces that share most words with a statement, so that words which stand
# far apart carry nothing together.


def narrow(statement: str, text: str, pieces: int) -> str:
    """The best `pieces` pieces in their own order, each a paragraph."""
    wanted = frozenset(read(statement).words)
    parts = segments(text)
    shared = [len(wanted & read(part).stems) for part in parts]
    ranked = sorted(range(len(parts)), key=lambda n: (-shared[n], n))
    return "\n\n".join(parts[n] for n in sorted(ranked[:pieces]))
