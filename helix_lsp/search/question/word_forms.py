"""One English word in another form: irregular verbs and nouns, and British beside American spelling. The
stemmer knows neither.

A question says `where is the mail sent` or `which colours`, the code says `send` and `color`. Both forms are
the same word, so a place that has one has the other. Source: the irregular verbs and plurals of English that
are spoken of programs; a form that is more often another word (`left`, `bound`, `saw`) is left out.
"""

from __future__ import annotations

from functools import cache

from helix_lsp.text.regex import regex
from helix_lsp.text.words import stem

_VERBS = """
become became; begin began begun; bend bent; bind bound; bite bitten; bleed bled; blow blew blown; break broke broken; breed bred; bring brought;
build built; burn burnt; buy bought; catch caught; choose chose chosen; cling clung; come came; creep crept; deal dealt; dig dug; do did done; draw
drew drawn; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt; fight fought; find found; flee fled; fling
flung; fly flew flown; forbid forbade forbidden; forget forgot forgotten; forgive forgave forgiven; freeze froze frozen; get got gotten; give gave
given; go went gone; grow grew grown; hang hung; have had has; hear heard; hide hid hidden; hold held; keep kept; know knew known; lay laid; lead led;
lean leant; learn learnt; leave left; lend lent; light lit; lose lost; make made; mean meant; meet met; mistake mistook mistaken; override overrode
overridden; overwrite overwrote overwritten; pay paid; prove proven; rebuild rebuilt; redo redid redone; rerun reran; reset; resend resent; rethrow
rethrew rethrown; rewrite rewrote rewritten; ride rode ridden; ring rang rung; rise risen; run ran; say said; seek sought; sell sold; send sent; sew
sewn; shake shook shaken; shine shone; shoot shot; show shown; shrink shrank shrunk shrunken; sing sang sung; sink sank sunk; sit sat; sleep slept;
slide slid; speak spoke spoken; speed sped; spell spelt; spend spent; spin spun; spoil spoilt; spring sprang sprung; stand stood; steal stole
stolen; stick stuck; sting stung; strike struck stricken; string strung; swear swore sworn; sweep swept; swell swollen; swim swam swum; swing swung;
take took taken; teach taught; tear tore torn; tell told; think thought; throw threw thrown; tread trodden; unbind unbound; understand understood;
undo undid undone; unwind unwound; wake woke woken; wear wore worn; weave wove woven; win won; wind wound; withdraw withdrew withdrawn; withhold
withheld; write wrote written
"""
_NOUNS = """
appendix appendices; child children; criterion criteria; foot feet; half halves; index indices; knife knives; leaf leaves; life lives; man men;
matrix matrices; medium media; person people; self selves; shelf shelves; suffix suffices; vertex vertices; woman women
"""
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
    for group in (_VERBS + ";" + _NOUNS).split(";"):
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

_SHORT_FORMS = """
config configuration cfg conf setting option; auth authentication authorization authenticate authorize; ctx context; req request;
resp response; msg message; err error; exc exception; param parameter; arg argument; attr attribute; env environment; dir directory;
doc documentation; impl implementation; init initialize initialization; info information; spec specification; func function fn;
cb callback; db database; conn connection; addr address; buf buffer; cmd command; del delete; desc description descriptor;
dest destination dst; src source; elem element; expr expression; fmt format; idx index; iter iterator iterate; len length; lib library;
max maximum; min minimum; num number; obj object; opt option; pkg package; prev previous; proc process; prop property; ptr pointer;
ref reference; repo repository; seq sequence; str string; sync synchronous; async asynchronous; tmp temporary; util utility; val value;
var variable; ver version; ws websocket; decl declaration; def definition; dep dependency; stmt statement; sep separator; tok token;
alloc allocate; calc calculate; cmp compare; concat concatenate; cond condition; coord coordinate; curr current; enc encode; dec decode;
eval evaluate; exec execute; ext extension; gen generate generator; hdr header; img image; ident identifier; loc location; mem memory;
mgr manager; net network; ns namespace; op operation operator; perm permission; pos position; pred predicate; pwd password; rand random;
reg register registry; sel select; sig signature signal; sock socket; sys system; tbl table; txn transaction; url uri; win window;
crypto cryptography cryptographic
"""
_NEAR_WORDS = """
error exception; raise throw; remove delete; verify validate check; convert transform; create build make; fetch load retrieve;
show display render print; start begin launch; stop halt abort; send write emit; receive read; parse decode; serialize encode dump;
deserialize decode load; schedule queue; log logging; hook callback; subscribe listen; merge combine; duplicate copy clone; cache memo;
wrap wrapper; generate create; choose select; terminate kill exit; test spec
"""


@cache
def _table_synonyms() -> dict[str, tuple[str, ...]]:
    found: dict[str, dict[str, None]] = {}
    for group in (_SHORT_FORMS + ";" + _NEAR_WORDS).split(";"):
        stems = [stem(w) for w in group.split()]
        for other in stems[1:]:
            found.setdefault(stems[0], {})[other] = None
            found.setdefault(other, {})[stems[0]] = None
    return {word: tuple(others) for word, others in found.items()}


def synonyms(term: str) -> tuple[str, ...]:
    """Counterparts of a stemmed word, in a fixed order; empty where there are none."""
    return _table_synonyms().get(term, ())
