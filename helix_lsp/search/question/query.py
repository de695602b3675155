"""A question read as weighted terms, names and paths. Deterministic; no index is needed.

What the rules are worth: design-decisions.md#ranking-recipe and the options of `config/questions.py`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Literal

import msgspec

from helix_lsp.config.questions import SearchConfig
from helix_lsp.search.question.kind import Asked, nothing_defined, read_kind, stop_names
from helix_lsp.search.trace import Frame, Trace, read_trace
from helix_lsp.text.quantities import quantities, unit_term
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, WORD, split, stem

# A pasted issue report taken apart: title, prose, code, and the functions of a stack trace.
#
# Form lines of issue templates carry no information about the subject and are dropped.

_BLOCK = regex(r"```.*?```|~~~.*?~~~", re.S)
_HTML_COMMENT = regex(r"<!--.*?-->", re.S)
_URL = regex(r"https?://\S+")
_CODE_LINE = regex(r"^\s*(?:>>>|\.\.\.|In \[|Out\[|\s{4,}\S|File \"|Traceback)")
_FORM_LINE = regex(
    r"^(?:\s*[-*] \[[ xX]\].*|#{1,6} *(?:search before asking|what happened|expected behaviou?r|observed behaviou?r|how to reproduce|"
    r"dialect|version|configuration|are you willing to work.*|code of conduct|description|use case|steps to reproduce|environment|"
    r"anything else.*|system information|actual behaviou?r|additional context|describe the (?:bug|feature|issue).*|to reproduce|"
    r"screenshots.*|expected output|problem description)\s*:?\s*|_No response_)$",
    re.I,
)


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """`called` are the functions of a stack trace, innermost first."""

    title: str
    prose: str
    code: str
    called: tuple[str, ...]
    has_blocks: bool


def read_report(text: str, trace: Trace) -> Report:
    """Take any text apart; a one-line question is all title."""
    blocks = _BLOCK.findall(text)
    rest = _URL.sub(" ", _HTML_COMMENT.sub(" ", _BLOCK.sub(" ", text)))
    prose: list[str] = []
    code: list[str] = []
    for line in rest.split("\n"):
        if not line.strip() or _FORM_LINE.match(line):
            continue
        (code if _CODE_LINE.match(line) else prose).append(line)
    title = prose[0] if prose else text
    return Report(
        title=title,
        prose="\n".join(prose[1:]),
        code="\n".join([*code, *blocks]),
        called=tuple(f.function for f in trace.frames if f.function),
        has_blocks=bool(blocks),
    )


Shape = Literal["symbol", "keywords", "sentence", "issue"]

_SYMBOL = regex(
    r"^(?:[A-Za-z_]\w*(?:(?:::|\\|->|\.|#|/)[A-Za-z_]\w*[?!]?)+|_\w*|[A-Za-z]\w*[A-Z_]\w*[?!']?|[A-Z]\w*)(?:\(\))?$"
)
_NAME = regex(
    r"[A-Za-z_]\w*(?:(?:\.|::|#|->)[A-Za-z_]\w*)+|[A-Za-z]*[a-z0-9][A-Z]\w*|\w*_\w*[A-Za-z]\w*|[A-Z][A-Z][a-z]\w+"
)
_CALL = regex(r"\b([A-Za-z_]\w+)\(")
_TICKED = regex(r"`([^`\n]{2,200})`")
_CAPITAL = regex(r"\b[A-Z][a-z]+[a-z0-9]{2,}\b")
_PATH = regex(
    r"[\w./\\-]*[\w-]+\.(?:pyi?|[cm]?jsx?|[cm]?tsx?|go|rs|java|kts?|rb|php|c|cc|cpp|cxx|h|hh|hpp|cs|swift|scala|exs?|lua|sh|bash|hs|zig|"
    r"md|mdx|rst|adoc|toml|cfg|ini|ya?ml|json|proto|sql|html|css)\b"
)
# How one asks to be told, not what about.
_ASKING = regex(
    r"^\W*(?:(?:please|can you|could you|would you)[ ,]+)*(?:explain\b(?: to)?(?: me| us)?(?: about)?|"
    r"(?:describe|show|tell|define|summari[sz]e)(?: to)?(?: (?:me|us)(?: about)?(?= )|(?= (?:how|what|why|where|the|an?|this) ))|"
    r"(?:what(?:'s| is| are) )?(?:the )?differences? between\b)\s+(?=\S)",
    re.I,
)
_QUOTED = regex(r"(?<![\w\"])\"([^\"\n]{2,200})\"(?!\w)|\u201c([^\u201d\n]{2,200})\u201d|`([^`\n]{2,200})`")
_MOST_QUOTED = 5
_LONG_RUN = regex(r"\S{300,}")
_NAME_CHARS = regex(r"^[\w.:#\->/\\]+$")
_TEST_NAME = regex(r"\btest_\w+|\w+Test\b|\bTest[A-Z]\w+")
_TEST_WORDS = frozenset(
    "test tests testing tested unittest unittests fixture fixtures pytest spec specs".split()
)
_DOC_WORDS = frozenset("doc docs documentation documented readme changelog tutorial guide".split())
_EXAMPLE_WORDS = frozenset("example examples sample samples benchmark benchmarks demo demos".split())
# Words of the question about code rather than of the code asked about.
_FRAME = frozenset(
    stem(w)
    for w in (
        "relationship purpose mechanism semantic semantics meaning significance role design rationale responsible codebase implementation "
        "implemented implement implements handle handled handling handles work works logic system defined define determine determines "
        "affect ensure ensures architecture specific specifically structure approach strategy behavior represent flow code module modules "
        "class method function component components internal internally different differ difference distinction interact interaction "
        "pattern through given when depend across particular involved bug issue expected actual error version following example please "
        "problem seems see"
    ).split()
)
_LANGUAGE_WORDS = frozenset(
    "self def return if else elif for while import from class public private protected static final void int string bool boolean let var "
    "const function func fn fun new null nil none true false this super end then do try catch except raise throw throws override val async "
    "await export default in is not and or with as pass break continue case switch match struct enum interface type extends implements "
    "package namespace using use pub mut impl where str float double char unsigned long short auto typename template".split()
)


class Named(msgspec.Struct, frozen=True, kw_only=True):
    """A name that the question writes (`Flask.route`), with how surely it is meant as one (0..1)."""

    text: str
    weight: float

    @property
    def parts(self) -> tuple[str, ...]:
        """Its components, outermost first."""
        return tuple(p for p in re.split(r"[.:#>\-/\\]+", self.text) if p)


class Quoted(msgspec.Struct, frozen=True, kw_only=True):
    """A phrase that is meant to the letter. A back-ticked name is only good to have (`must` is False): people
    mark names that way.
    """

    text: str
    must: bool


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """`terms` are (term, weight), heaviest first, ties by term; `words` maps a term to the word as the
    question writes it.

    `short` is 1 for a few keywords and falls to 0 for an issue report: it blends the two sets of ranking
    weights. `quoted` are phrases between quotes, `messages` what a program said (without its error class),
    `frames` those of a stack trace, innermost first.
    """

    text: str
    shape: Shape
    asked: Asked
    terms: tuple[tuple[str, float], ...]
    words: tuple[tuple[str, str], ...]
    names: tuple[Named, ...]
    paths: tuple[str, ...]
    quoted: tuple[Quoted, ...]
    messages: tuple[str, ...]
    frames: tuple[Frame, ...]
    short: float
    wants_tests: bool
    wants_docs: bool
    wants_examples: bool


def read_query(text: str, cfg: SearchConfig, defines: Callable[[str], bool] = nothing_defined) -> Query:
    """Read a question; an empty one gives a query without terms. `defines` tells whether something is defined
    with exactly that spelling: then a capitalised stop word is a name.
    """
    # a run this long is data (base64, a minified line); the name patterns are quadratic in it
    text = _LONG_RUN.sub(" ", text.strip())
    is_symbol = bool(_SYMBOL.match(text))
    whole, text = text, text if is_symbol else _ASKING.sub("", text, count=1)
    trace = Trace(frames=(), rest=text) if is_symbol else read_trace(text)
    report = read_report(text, trace)
    asked = read_kind(whole)
    is_issue = len(text) > cfg.issue_from or report.has_blocks
    meant = frozenset[str]() if is_symbol or is_issue else stop_names(text, defines)
    weights, words = _weigh(text, report, is_symbol, is_issue, cfg, meant)
    head = report.title if is_issue else text
    lower = {w.lower() for w in WORD.findall(head)}
    content = sum(min(1.0, w) for t, w in weights.items() if t[0] != "=" and w > 0.35)
    shape: Shape = (
        "symbol"
        if is_symbol
        else "issue"
        if is_issue
        else "keywords"
        if content <= cfg.short_terms
        else "sentence"
    )
    return Query(
        text=whole,
        shape=shape,
        asked=asked,
        terms=tuple(sorted(weights.items(), key=lambda x: (-x[1], x[0]))),
        words=tuple(sorted(words.items())),
        names=_names(text, report, is_symbol, is_issue, meant),
        paths=tuple(sorted(set(_PATH.findall(trace.rest)))),
        quoted=() if is_issue or asked.kind == "error" else _quoted(text),
        messages=messages(text, whole=not is_issue and not trace.frames)
        if is_issue or asked.kind == "error"
        else (),
        frames=trace.frames,
        short=min(1.0, cfg.short_terms / max(1.0, content)) ** 2,
        wants_tests=not is_issue and (bool(lower & _TEST_WORDS) or bool(_TEST_NAME.search(head))),
        wants_docs=bool(lower & _DOC_WORDS),
        wants_examples=bool(lower & _EXAMPLE_WORDS),
    )


def _quoted(text: str) -> tuple[Quoted, ...]:
    """Phrases between double quotes or back-ticks, in reading order, white space folded, each once."""
    found: dict[str, bool] = {}
    for straight, curly, ticked in _QUOTED.findall(text):
        phrase = " ".join((straight or curly or ticked).split())
        must = not ticked or not _NAME_CHARS.match(phrase.removesuffix("()"))
        if len(phrase) > 1:
            found[phrase] = found.get(phrase, False) or must
    return tuple(Quoted(text=p, must=m) for p, m in list(found.items())[:_MOST_QUOTED])


def _weigh(
    text: str, report: Report, is_symbol: bool, is_issue: bool, cfg: SearchConfig, meant: frozenset[str]
) -> tuple[dict[str, float], dict[str, str]]:
    weights: dict[str, float] = {}
    words: dict[str, str] = {}
    if is_issue:
        parts = (
            (report.title, cfg.title_weight),
            (report.prose, cfg.prose_weight),
            (report.code, cfg.code_weight),
            (" ".join(report.called), cfg.trace_weight),
        )
        for part, weight in parts:
            _add(part, weight, is_symbol, is_issue, cfg, weights, words, meant)
        return weights, words
    _add(text, 1.0, is_symbol, is_issue, cfg, weights, words, meant)
    first: dict[str, int] = {}
    for position, word in enumerate(WORD.findall(text)):
        for part in split(word)[0]:
            first.setdefault(part, position)
    for term in weights:
        weights[term] /= 1 + first.get(term.lstrip("="), 0) / cfg.position_decay
    return weights, words


def _add(
    text: str,
    weight: float,
    is_symbol: bool,
    is_issue: bool,
    cfg: SearchConfig,
    weights: dict[str, float],
    words: dict[str, str],
    meant: frozenset[str],
) -> None:
    counts: Counter[str] = Counter()
    halves: dict[str, float] = {}
    for word in WORD.findall(text):
        lower = word.lower()
        stops = lower in STOP_WORDS and word not in meant
        if not is_symbol and (stops or (lower.isdigit() and len(lower) < 3)):
            continue
        parts, whole = split(word)
        for part in parts:
            # a stop word inside an identifier (`is_done`) says half as much
            if len(parts) > 1 and part in STOP_WORDS:
                halves[part] = halves.get(part, 0.0) + 0.5
            else:
                counts[part] += 1
            words.setdefault(part, word)
        if whole:
            counts[whole] += 1
            words.setdefault(whole, word)
        if unit := unit_term(word):
            counts[unit] += 1
            words.setdefault(unit, word)
    for term, written in quantities(text.encode("utf-8", "replace")):
        counts[term] += 1
        words.setdefault(term, written)
    totals = {t: counts[t] + halves.get(t, 0.0) for t in (*counts, *(h for h in halves if h not in counts))}
    for term, count in totals.items():
        factor = 1.0
        if term in _FRAME and not is_symbol:
            factor = cfg.frame_weight
        if is_issue and term in _LANGUAGE_WORDS:
            factor = min(factor, cfg.frame_weight)
        if term[0] == "=":
            factor *= cfg.whole_weight
        weights[term] = weights.get(term, 0.0) + weight * factor * (
            1 + math.log(count) if count >= 1 else count
        )


def _names(
    text: str, report: Report, is_symbol: bool, is_issue: bool, meant: frozenset[str]
) -> tuple[Named, ...]:
    found: dict[str, float] = {}
    for written, weight in (
        *_written_names(text, report, is_symbol, is_issue),
        *((word, 1.0) for word in meant if word[0].isupper()),
    ):
        for piece in re.split(r"\s+|\(|\)|,", written):
            name = piece.strip("`'\".:;()[]{}<>")
            if 1 < len(name) < 200 and _NAME_CHARS.match(name):
                found[name] = max(found.get(name, 0.0), weight)
    return tuple(Named(text=n, weight=w) for n, w in sorted(found.items(), key=lambda x: (-x[1], x[0])))


def _written_names(text: str, report: Report, is_symbol: bool, is_issue: bool) -> Iterator[tuple[str, float]]:
    """(what may be a name, how surely it is meant as one)"""
    if is_symbol:
        yield text, 1.0
        return
    title = report.title if is_issue else text
    for name in (*_NAME.findall(title), *_CALL.findall(title)):
        yield name, 1.0
    for ticked in _TICKED.findall(text):
        if len(ticked.split()) <= 2:
            yield ticked, 1.0 if ticked in title else 0.7
    if is_issue:
        for name in _NAME.findall(report.prose):
            yield name, 0.7
        for name in (*_NAME.findall(report.code), *_CALL.findall(report.code)):
            yield name, 0.3
        for name in report.called:
            yield name, 0.7
    for name in _CAPITAL.findall(title):
        if name.lower() not in STOP_WORDS:
            yield name, 0.4


# What a program said, in a pasted message or report: the words that a string literal of the program may
# hold.
#
# The class of the error, log prefixes and time stamps are cut off; values that were filled in stay, because
# nothing tells them apart here.


_RAISED = regex(
    r"^\W*(?:PHP )?(?:fatal error: +)?(?:uncaught )?(?:exception in thread \"[^\"\n]*\" )?"
    r"(?:[\w.:\\]{0,120}(?:Error|Exception|Warning|Fault|Panic|Failure)|error|fatal(?: error)?|panic|warning)"
    r"(?:\[\w+\]| TS\d+)? ?[:(] ?(?P<said>\S[^\n]{2,600})",
    re.I,
)
_OTHERS = (
    regex(r"^\*\* \([\w.]+\) (?P<said>\S[^\n]{2,600})"),  # Elixir
    regex(r"panicked at ['\"](?P<said>[^\n]{2,600}?)['\"], "),  # Rust until 1.72
    regex(r"\.\w{1,6}:\d+:in [`'][^'`\n]{1,200}': (?P<said>\S[^\n]{2,600}?)(?: \([\w:]+\))?$"),  # Ruby
    regex(r"^\s*(?:lua\d*: )?[^\s:]{1,300}\.lua:\d+: (?!in )(?P<said>\S[^\n]{2,600})"),
)
_PANIC_PLACE = regex(r"panicked at \S+:\d+:\d+:\s*$")  # Rust from 1.73 on: the message is on the next line
_WHERE = regex(r"(?: in \S+(?::\d+| on line \d+)|: file \S+, line \d+)\s*$")
_PREFIX = regex(
    r"^\s*(?:\[?\d{4}-\d\d-\d\d[T ][\d:.,+Z-]+\]?\s*|\d\d:\d\d:\d\d[\d.,]*\s*|\[?(?:DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\]?[:\s]+)+",
    re.I,
)
_MOST = 3
_MOST_LINES = 600


def messages(text: str, *, whole: bool) -> tuple[str, ...]:
    """At most three messages, in reading order; with `whole` a text without an error class is one message."""
    found: list[str] = []
    lines = [_PREFIX.sub("", line) for line in text.split("\n")[:_MOST_LINES]]
    for number, line in enumerate(lines):
        if _PANIC_PLACE.search(line) and number + 1 < len(lines):
            found.append(lines[number + 1].strip())
            continue
        said = next(
            (
                s
                for pattern in (*_OTHERS, _RAISED)
                if (s := pattern.search(line) if pattern is not _RAISED else pattern.match(line))
            ),
            None,
        )
        if said is not None:
            found.append(_WHERE.sub("", said["said"].strip()))
    if not found and whole:
        found = [line.strip() for line in lines if line.strip()][:1]
    return tuple(dict.fromkeys(f for f in found if f))[-_MOST:]
