"""What kind of question a text is: the one reader of question words, for ranking (`kind`) and for the shape of the
answer (`form`). Also stop words that a question means as names.

Invariants: pure, deterministic, total; `kind` and `form` come out of one reading, so that search and answer
never disagree. A kind that says what is looked for (a name, a path, a message, tests, options, two things
compared) is before the form that the question words give.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, get_args

import msgspec

from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.search.trace import read_trace
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, WORD, stem

Form = Literal["definition", "location", "usage", "flow", "reason", "overview"]
Kind = Literal[
    "symbol",
    "path",
    "error",
    "test",
    "configuration",
    "comparison",
    "definition",
    "location",
    "usage",
    "flow",
    "reason",
    "overview",
]
KINDS: tuple[Kind, ...] = get_args(Kind)

HEIRS = (
    r"\b(?:who|what|which (?:types|classes|structs|enums|interfaces|traits)) "
    r"(?:implements?|extends?|inherits?|subclass(?:es)?|overrides?)\b|\b(?:implementations?|implement[eo]rs|subclasses) of\b"
)
KIND_WORDS = frozenset(
    stem(w)
    for w in (
        "field fields property properties method methods function functions class classes member members attribute attributes constructor "
        "constant constants variable variables struct structs interface interfaces trait traits enum enums module modules package packages "
        "parameter parameters argument arguments macro macros namespace namespaces symbol symbols identifier file files folder folders "
        "directory line lines type types"
    ).split()
)
"""Stems of words for what a thing is: that nothing is written with them says nothing about what is named."""
_NAME_ONLY = regex(r"^`?[A-Za-z_][\w.:#\\/>-]*(?:\(\))?`?\??$")
_NAME_LIKE = regex(r"[A-Z_:.#>]|\(\)$")
_PATH_ONLY = regex(r"^`?[\w.@~+-]*(?:[/\\][\w.@+-]+)+/?`?\??$|^`?[\w@+-][\w.@+-]*\.[A-Za-z]{1,5}`?\??$")
PATH_ENDINGS = frozenset(
    "py pyi js jsx mjs cjs ts tsx mts cts go rs java kt kts rb php c cc cpp cxx h hh hpp cs swift scala ex exs lua sh bash hs zig md mdx "
    "rst adoc txt toml cfg ini yaml yml json proto sql html css ipynb xml lock".split()
)
_PLEASE = r"^\W*(?:(?:please|can you|could you|would you)[ ,]+)*"
_FORMS: tuple[tuple[Form, re.Pattern[str], str], ...] = (
    (
        "usage",
        regex(r"\b(?:who|what|which \w+) (?:else )?(?:calls?|uses?|imports?|invokes?)\b|"
                   r"\b(?:who|what|which \w+) (?:else )?(?:reads?|writes?|sets?|accesse?s?|changes?|modif(?:y|ies)|mutates?|references?|creates?|"
                   r"instantiates?|constructs?|throws?|raises?) (?:the |an? )?(?:\w+ )?(?-i:`|[A-Za-z]*[a-z0-9][A-Z]\w|[A-Za-z]+_\w|\w+\(\))|"
                   r"\bwho (?:else )?(?:runs?|triggers?)\b|"
                   r"\b(?:who|what|which \w+) ends? up (?:calling|using|importing|invoking|running)\b|"
                   r"\bwhere (?:is|are) .{1,80}\b(?:used|called|imported|invoked)\b|"
                   r"\b(?:usages?|callers?|users) of\b|\bwhere (?:do|does) (?:we|you|they|it|anyone|anything) (?:call|use|import|invoke)\b|"
                   r"^\W*(?:is|are) .{1,80}\b(?:used|called|imported|invoked) (?:anywhere|somewhere|at all)\b|"
                   r"^\W*(?:does|do) (?:anyone|anything|anybody|someone|something) (?:call|use|import|invoke)\b|" + HEIRS, re.I),
        "asks for users of a thing",
    ),
    ("reason", regex(r"^\W*why\b|\brationale\b|\bfor what reason\b|\bwhat is the (?:reason|point|purpose)\b", re.I), "asks why"),
    (
        "location",
        regex(r"^\W*where\b|\b(?:which|what) (?:files?|modules?|functions?|methods?|class(?:es)?|places?|packages?)\b", re.I),
        "asks for places",
    ),
    (
        "flow",
        regex(_PLEASE + r"(?:(?:explain|describe|show|tell)(?: to)?(?: me| us)?,? )?how\b|\bwhat happens\b|"
                   r"\b(?:work|control|data)\s?flow\b|\bwalk me through\b|\bstep by step\b", re.I),
        "asks how",
    ),
    (
        "definition",
        regex(_PLEASE + r"(?:what(?:'s| is| are| does| do)\b|(?:define|explain|describe|show|tell)\b|meaning of\b|"
                   r"what .{1,60}\bmeans?\b)|\bdifferences? between\b|\b(?:vs\.?|versus)\s", re.I),
        "asks what a thing is",
    ),
)  # fmt: skip
_ASKS = regex(
    r"^\W*(?:please|can|could|would|should|does|do|is there|are there|how|what|where|when|who|why|which|whose|find|show|list|explain|describe|"
    r"tell|give|compare|define|name|add|implement|fix|make|write)\b",
    re.I,
)
_COMPARED = regex(
    r"\bdifferences? between\b|\bdiffers? from\b|\bcompared? (?:to|with|and)\b|^\W*compare\b|\b(?:vs\.?|versus)\s|\bas opposed to\b|"
    r"\bin contrast (?:to|with)\b",
    re.I,
)
_TESTED = regex(
    r"\b(?:which|what|any|where (?:is|are)|find|list|show|all|unit|integration|regression|are there|add) "
    r"(?:(?!(?:do|does|did|is|are|was|were|has|have|can|may|must|should|will|would)\b)\w+ ){0,3}?tests?\b"
    r"(?! (?:client|runner|framework|case class|suite class))|"
    r"\bthe tests? (?:for|of|that|which|cover\w*)\b|\b(?:is|are|was|gets?) .{1,80}\btested\b|^tests? (?:for|of|that|which|cover\w*)\b|"
    r"\bcovered by (?:a |the |any )?tests?\b|\btest coverage\b",
    re.I,
)
_CONFIGURED = regex(
    r"\b(?:configuration|config|settings?) (?:file|option|key|value|parameter)s?\b|\benvironment variables?\b|\benv vars?\b|\bdefault value\b|"
    r"\b(?:which|what|an?|the|any) (?:\w+ ){0,2}?(?:options?|settings?|flags?|switch)\b|^(?:options?|settings?|limits?|flags?) |"
    r"\bhow (?:do|can|to|would|should|is|are) .{1,60}\b(?:configur\w+|customi[sz]ed?|enabled?|disabled?|turn(?:ed)? (?:on|off)|set)\b|"
    r"\b(?:pyproject\.toml|package\.json|\w+\.(?:toml|ini|cfg|ya?ml))\b|\bdependenc(?:y|ies) (?:versions?|are|is|does)\b",
    re.I,
)
_POLICY = regex(
    r"\b(?:rationale|decisions?|decided|polic(?:y|ies)|guidelines?|conventions?|trade-?offs?|adrs?|licen[sc]ed?|roadmap|contribut\w+)\b",
    re.I,
)
_INSTEAD = regex(r"\b(?:instead of|rather than|and not|over)\b|^\W*why (?:not|no)\b", re.I)
_CODE_WORDS = regex(
    r"\b(?:class|classes|methods?|functions?|subclass\w*|constructors?|decorators?|attributes?|parameters?|variables?|tests?|wrapper|mixin|"
    r"struct|trait|enum|interface|loop|exception|instanti\w+|invo\w+|inherit\w*|overrid\w*)\b|\w_\w|[a-z][A-Z]|\w\(\)|\b[A-Z][a-z]+[A-Z]"
)
_RAISED = regex(
    r"^\W*(?:[\w.]*(?:Error|Exception|Warning|Fault|Panic|Failure)\b ?[:(]|(?:error|fatal|panic|exception|warning|failed|failure|uncaught)\b ?"
    r"(?:\[\w+\])?:|Exception in thread|E\d{3,5}:|error TS\d+)",
    re.I,
)
_COMPLAINS = regex(
    r"\b(?:cannot|can't|could not|couldn't|must (?:not )?[a-z]+|not found|no such|failed to|unable to|invalid|unexpected|does not exist|"
    r"doesn't exist|"
    r"is not (?:a|an|the|allowed|supported|defined|valid|absolute)\b|already (?:exists|defined|registered)|missing|denied|refused|timed? ?out|"
    r"out of range|undefined|unsupported|unknown|not supported|not allowed|expected|required|deprecated)\b",
    re.I,
)
_PRINTED = regex(r"\S; \w|%[sdrv]\b|\{\w*\}")
_FEWEST_WORDS = 4


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """`kind` is what is looked for and sets the weights, `form` how the answer is told; `reason` says in
    words what decided.

    `documented` is True where people write the answer in documents rather than in code: a reason that names
    no part of the code.
    """

    kind: Kind
    form: Form
    reason: str
    documented: bool = False


def read_kind(text: str) -> Asked:
    """The kind of any text, a pasted report or message included; without a question word it is an overview."""
    text = text.strip()
    if _NAME_ONLY.match(text):
        return Asked(kind=_bare(text), form="definition", reason="the whole question is one name")
    form, reason = _form(text)
    if read_trace(text).frames:
        return Asked(kind="error", form=form, reason="holds a stack trace")
    if _is_message(text):
        return Asked(kind="error", form=form, reason="reads like an error message")
    if _TESTED.search(text):
        return Asked(kind="test", form=form, reason="asks for tests")
    if form == "reason" or (form in ("overview", "definition") and _POLICY.search(text)):
        plain = bool(_POLICY.search(text)) or bool(_INSTEAD.search(text)) or not _CODE_WORDS.search(text)
        documented = plain and not _CODE_WORDS.search(text)
        return Asked(
            kind="reason",
            form=form,
            reason="asks why" if form == "reason" else "asks for a decision",
            documented=documented,
        )
    if _COMPARED.search(text):
        return Asked(kind="comparison", form=form, reason="compares")
    if form in ("overview", "definition", "flow") and _CONFIGURED.search(text):
        return Asked(kind="configuration", form=form, reason="asks for options")
    return Asked(kind=form, form=form, reason=reason)


def _form(text: str) -> tuple[Form, str]:
    """The first pattern that fits decides."""
    for form, pattern, reason in _FORMS:
        if pattern.search(text):
            return form, reason
    return "overview", "no question word decides"


def _bare(text: str) -> Kind:
    """One word: a path, a name, or a plain word that may be anything."""
    word = text.strip("`?")
    if _PATH_ONLY.match(text) and ("/" in word or word.rpartition(".")[2].lower() in PATH_ENDINGS):
        return "path"
    return "symbol" if _NAME_LIKE.search(word) else "definition"


def _is_message(text: str) -> bool:
    """What a program says rather than what a person asks: it names an error, or complains without asking
    anything.
    """
    first = text.split("\n", 1)[0]
    if _RAISED.match(first):
        return True
    if _ASKS.match(first) or first.rstrip().endswith("?") or len(first.split()) < _FEWEST_WORDS:
        return False
    return bool(_COMPLAINS.search(first) or _PRINTED.search(first))


# Stop words that a question means as names: ``what does `other` do?``, `what does Get do?`.
#
# A mark makes a name of any word: back-ticks, the parentheses of a call, an owner before it
# (`requests.get`). A capital letter alone makes one where something is defined with that very spelling.

_TICKED = regex(r"`(?:[\w.:#>-]*[.:#>])?([^\W\d]\w*)(?:\(\))?`")
_CALLED = regex(r"\b([^\W\d]\w+)\(\)")
_OWNED = regex(r"(?<=\w)(?:\.|::|#|->)([^\W\d]\w*)\b(?![./\\-]\w)")
_FIRST = regex(r"(?:[.?!:;\n]\s*|\A)\W*\Z")
_LEAST = 2  # letters of a name
# a keyword is marked because it is one
_KEYWORDS = frozenset(
    "and as do for from if in into is not of on or so this to use using when where which with".split()
)


def nothing_defined(_name: str) -> bool:
    """Where there is no index to ask."""
    return False


def spelled_in(snapshot: Snapshot) -> Callable[[str], bool]:
    """Tells whether the repository defines something with exactly that spelling."""
    return lambda name: any(one.symbol.name == name for one in snapshot.defined(name))


def stop_names(text: str, defines: Callable[[str], bool] = nothing_defined) -> frozenset[str]:
    """The stop words of a question that are names, as written; `defines` tells whether something is defined
    with exactly that spelling.
    """
    marked = {found[1] for pattern in (_TICKED, _CALLED, _OWNED) for found in pattern.finditer(text)}
    marked = {word for word in marked if word.lower() in STOP_WORDS and len(word) >= _LEAST}
    words = list(WORD.finditer(text))
    if 2 * sum(word[0][0].isupper() for word in words) > len(words):  # a title, or shouted
        capital = set[str]()
    else:
        capital = {
            word[0]
            for word in words
            if word[0][0].isupper()
            and len(word[0]) >= _LEAST
            and word[0].lower() in STOP_WORDS
            and not _FIRST.search(text[: word.start()])
        }
    return frozenset(
        {word for word in marked if word.lower() not in _KEYWORDS}
        | {word for word in capital | marked if defines(word)}
    )
