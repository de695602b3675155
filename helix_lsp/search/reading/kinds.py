"""Which kind of answer an everyday question asks for, and the words by which a text of that kind is known. Also
ordinary words: what people say about anything.

A kind does not choose places by itself: its cue is one feature of a window beside others (`windows.py`).
"""

from __future__ import annotations

import re
from functools import cache
from typing import Literal

import msgspec

from helix_lsp.search.question.word_forms import forms
from helix_lsp.text.data_file import parts_of_text
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS, one_apart, stem

Wanted = Literal[
    "what", "how", "why", "where", "value", "when", "use", "difference", "callers", "yesno", "flow"
]

_KINDS: tuple[tuple[Wanted, re.Pattern[str]], ...] = (
    (
        "difference",
        regex(r"\b(?:differences?|different|differs?|vs\.?|versus)\b|^\W*when to .* and when", re.I),
    ),
    ("callers", regex(r"\b(?:who|what|which \w+) (?:calls?|uses?)\b|\b(?:callers|usages?) of\b", re.I)),
    (
        "flow",
        regex(
            r"\bin (?:which|what) order\b|\bfrom .{1,60} (?:until|to|till)\b|\bbetween .{1,60} and\b|\bgo through\b|\bturn into\b",
            re.I,
        ),
    ),
    ("when", regex(r"^\W*(?:what|when) (?:happens|if)\b| happens ", re.I)),
    ("why", regex(r"^\W*why\b", re.I)),
    ("where", regex(r"^\W*where\b", re.I)),
    (
        "value",
        regex(
            r"\bdefault|how (?:many|much|long|big|large|wide|high|often|deep)|"
            r"\bhow (?!(?:exactly|else|come|well|then|would|actually|really|ever|often)\b)\w+ "
            r"(?:may|can|could|should|must|is|are|was|will|does|do)\b|"
            r"\b(?:wh?ich|what) (?!(?!is|was|does|has)\w+s (?:an?|the|my|our|its)\b).*(?:limit|size|timeout|port|status|version|release|"
            r"number|day|second|code|address|level|platform|operating system)(?:s|es)?\b|\bat (?:least|most)\b|\b(?:min|max)(?:imum)?\b|"
            r"\boldest|\bnewest",
            re.I,
        ),
    ),
    ("use", regex(r"^\W*how (?:do|can|should|could|would|to)\b(?! (?:it|they)\b)", re.I)),
    ("yesno", regex(r"^\W*(?:is|are|does|do|can|may|must|should|will|has|have|was|were)\b", re.I)),
    ("how", regex(r"^\W*how\b", re.I)),
)
_ORDER = regex(
    r"\bin (?:which|what) order\b|\bin order[,?]|\border (?:in which|of (?:calls|events|steps|execution))\b|"
    r"\b(?:which|what)(?: are)?(?: the)? (?:steps|stages|phases|sequence)\b|\bstep by step\b|\bone after (?:the other|another)\b|"
    r"\b(?:walk|take|lead|guide) me through\b",
    re.I,
)
_WAY = regex(
    r"\b(?:goe?s?|went|pass(?:es)?|travels?) through\b|\bturn(?:s|ed)? into\b|\bfrom .{1,60} (?:until|till|up to|to|into)\b|"
    r"\b(?:what|which)\b.{1,60}\bbetween .{1,60} and\b",
    re.I,
)
_PARTS_OF_WAY = (
    r"(?:functions?|methods?|steps?|calls?|layers?|stages?|class(?:es)?|modules?|hops|phases?|routines?)"
)
_THROUGH = regex(
    rf"\b(?:through|over|via|across|by|along) (?:wh?ich|what) (?:\w+ )?(?:{_PARTS_OF_WAY}|ways?|paths?|routes?|chain)\b|"
    rf"\b(?:wh?ich|what) (?:\w+ )?{_PARTS_OF_WAY} (?:\w+ ){{0,6}}?(?:runs?|pass(?:es|ed)?|involved|on the way|(?:in )?between|go(?:es)? through|"
    r"do the work|until|take part)\b|"
    r"\b(?:wh?ich|what) (?:way|path|route) (?:does|do|is|are|did|has|have) (?!(?:i|we|you)\b)|\bwhat is the (?:way|path|route) (?:of|from)\b|"
    rf"\bon the way (?:from|to)\b|\b(?:name|list|show(?: me)?) the {_PARTS_OF_WAY}\b|\b(?:function by function|call by call|method by method)\b",
    re.I,
)
_ARRIVES = regex(
    r"\bhow (?:does|do|did|is|are|can) (?!(?:i|we|you|it)\b).{1,90}? (?:ends? up (?:as|in|at|on|inside)|finds? (?:its|their|his|her) way|travels?|"
    r"(?:gets?|comes?) (?:\w+ )?(?:from\b.{1,60}? (?:to|into)|to (?:the|an?|my|its|each)|(?:over|down|up|back) to)|"
    r"(?:arrives? (?:at|in)|reach(?:es)?) (?!.{0,60}\bwithout\b))",
    re.I,
)
_NO_COURSE = regex(
    r"\W*(?:why|where|how (?:long|many|much|often))\b|"
    r".{0,80}\b(?:who|what|which \w+) (?:calls|uses)\b|.{0,80}\bdiff\w{0,8}(?:n\w?ces?|nt|rs?)\b|.{0,80}\bmake sure\b",
    re.I,
)
CUES: dict[Wanted, re.Pattern[str]] = {
    "value": regex(
        r"(?:=|:|=>|\bdefaults?\b).{0,60}?(?:\d|\btrue\b|\bfalse\b|\bnil\b|\bnull\b|\bnone\b|['\"])|\bdefaults? (?:to|is|value)\b|\bby default\b|"
        r"\b[A-Z_]{3,40}\s?=",
        re.I,
    ),
    "when": regex(
        r"\b(?:raise[sd]?|throws?|thrown|panics?|abort(?:ed|s)?|return(?:s|ed)?|except|catch|rescue|Err\(|errors?|warn(?:ing)?s?|fails?|exception)\b",
        re.I,
    ),
    "why": regex(
        r"\b(?:because|since|so that|to avoid|otherwise|in order|prevents?|due to|reasons?|ensures?|therefore|must(?: not)?|cannot|can't|"
        r"not allowed|why)\b",
        re.I,
    ),
    "use": regex(r"```|^[ \t]{0,20}\$ |>>> |::$|\bexample\b|\buse \b|\byou can\b", re.M | re.I),
    "what": regex(
        r"\b(?:is (?:an?|the)|are|represents?|means|refers? to|describes?|defines?|provides?|allows?|lets)\b",
        re.I,
    ),
    "how": regex(r"\b(?:if|for|while|return|when|then|by|first|next)\b", re.I),
    "where": regex(r"\b(?:def|fn|func|function|class|public|private|protected|return)\b"),
    "difference": regex(
        r"\b(?:unlike|whereas|while|instead|but|rather|both|difference|differs?|only|compared|versus|vs)\b",
        re.I,
    ),
    "yesno": regex(
        r"\b(?:not|never|always|only|must|may|can(?:not)?|supports?|allow(?:s|ed)?|note|automatically|default)\b",
        re.I,
    ),
    "flow": regex(
        r"\b(?:call(?:s|ed)?|dispatch|first|then|next|after|before|finally|order|return)\b|self\.|this\.",
        re.I,
    ),
}


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """The form of a line that decides a question of this kind: `pattern` is searched in one line (400 characters),
    `below` also in one of the four lines under it. `told` is for lines of documents and comments, the others are for
    code; the words of the question are counted within `near` lines. It finds each of `fires` and none of `silent`.
    """

    id: str
    kind: Wanted
    pattern: re.Pattern[str]
    told: bool
    near: int
    fires: tuple[str, ...]
    silent: tuple[str, ...]
    below: re.Pattern[str] | None = None


FORMS = (
    Form(
        id="consequence-of-a-condition",
        kind="when",
        pattern=regex(r"\b(?:if|elif|elsif|unless|case|when|except|catch|rescue|while|until|guard|match)\b|=>|\? "),
        below=regex(
            r"\b(?:raise|throw|panic|return|abort|error|warn|fail|exit|reject|skip|ignore|log|continue|break|delete|remove|close|stop)\w{0,4}\b",
            re.I,
        ),
        told=False,
        near=3,
        fires=("if pool.closed:", "  } catch (e) {", "Err(_) => {"),
        silent=("pool.close()", "x = notify(y)"),
    ),
    Form(
        id="told-condition",
        kind="when",
        pattern=regex(r"\b(?:if|when|whenever|unless|until|once|after|in case|as soon as|otherwise|by default)\b", re.I),
        told=True,
        near=1,
        fires=("Closed once the pool is empty.", "# Otherwise it raises."),
        silent=("The pool of connections.",),
    ),
    Form(
        id="told-limit",
        kind="yesno",
        pattern=regex(
            r"\b(?:not|never|no|only|cannot|always|must|even|regardless|unless|without|except|both|neither|any|automatically|by default|"
            r"optional|required)\b|n['’]t\b",
            re.I,
        ),
        told=True,
        near=1,
        fires=("Only one server is supported.", "It doesn't ask.", "// never called twice"),
        silent=("Another server is started.", "The notes of the anyone."),
    ),
    Form(
        id="comment-on-a-step",
        kind="how",
        pattern=regex(r"\A\s{0,80}(?:#|//|/?\*|--|;)\s{0,4}\w"),
        told=False,
        near=1,
        fires=("    # look at the lock first", "// the oldest one goes"),
        silent=("x = 1  # one", "#", "call()"),
    ),
)  # fmt: skip


def wanted_kind(text: str) -> Wanted:
    """The kind of answer; `what` where no other pattern fits."""
    for kind, pattern in _KINDS:
        if pattern.search(text):
            return kind
    return "what"


def asks_course(text: str) -> bool:
    """True where the words ask in which order, by which steps, or by which way something happens: told by
    grammar, whatever it is about.
    """
    return _NO_COURSE.match(text) is None and any(p.search(text) for p in (_ORDER, _WAY, _THROUGH, _ARRIVES))


_ASKED = regex(
    r"^\W*(?:(?:please )?(?:list|name|show me|show|give me|tell me)(?: all)?(?: of)? (?:the )?|"
    r"(?:which|what)(?: are(?: all)?(?: the)?| (?:kinds?|types?|sorts?) of)? )(?P<words>(?:[\w-]+ ){0,2}?[\w-]{2,}[a-z])s\b(?P<rest>.*)",
    re.I | re.S,
)
_NO_NOUN = regex(
    r"(?:do|does|did|is|are|was|were|has|have|can|could|will|would|should|may|must)\b|"
    r".*(?:doe|\bi|wa|ha|thi|\bit|\bu|plu|proces|alia|statu|acces|clas|addres|alway|happen|mean|s)\Z",
    re.I | re.S,
)
_FOLLOWS = regex(
    r"\W*(?:\Z|(?:are|do|does|did|can|could|will|would|may|might|should|must|exist|is|it|i|we|you|there|run|have|has|get|in|of|for|that)\b)",
    re.I,
)


def asks_for_several(question: str) -> bool:
    """True for a question after all members of a list: *which exit codes are there?*"""
    found = _ASKED.match(question)
    return found is not None and not _NO_NOUN.match(found["words"]) and bool(_FOLLOWS.match(found["rest"]))


# Ordinary words: what people say about anything. That a repository lacks one says nothing of whether it has
# what is asked for.
#
# `insist`, `oldest`, `alone` are in a question about anything at all; `kafka`, `migration`, `screenshot`
# name what must be there. Listed (`ordinary.txt`) are verbs of thought, speech, motion and change,
# qualities, measures of time and number, and nouns for things without a name; not what programs are made to
# do (`draw`, `upload`, `encrypt`), for that is what is asked for. General English, not the words of any set
# of questions.

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
