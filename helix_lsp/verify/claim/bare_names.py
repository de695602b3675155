"""Names of code in a sentence without marks of code: `Huey.enqueue emits`, `parse returns`, `the --port flag`.

The readers of claims take a name by its back-ticks. Whoever types a sentence at a prompt writes none, so the names are
marked first. A word is a name by its shape and by what the project defines; an ordinary word is one only where it begins
the sentence, in the letters of a definition, before a verb.
"""

from __future__ import annotations

import re

from helix_lsp.align.lineage import CLASS_KINDS
from helix_lsp.align.live import Live
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.text.regex import regex
from helix_lsp.text.words import STOP_WORDS
from helix_lsp.verify.claim.free.sentence import ERROR
from helix_lsp.verify.facts.subject import named
from helix_lsp.verify.quantity import NUMBER_WORDS

_LONGEST = 400
_TOKEN = regex(
    r"(?P<coded>`[^`\n]{1,200}`|\"[^\"\n]{0,200}\"|'[^'\n]{1,120}'(?!\w))|(?<![\w/@$.`-])(?P<flag>--[a-z][\w-]{1,60}|-[a-z]{2,30}(?=\s(?:flag|option|switch)\b))(?![\w=/])|"
    r"(?<![\w/@$.`-])(?P<name>[A-Za-z_]\w{1,80}(?:(?:\.|::|#)[A-Za-z_]\w{0,80}){0,5}(?:\(\))?)(?![\w/@`-]|\.\w)"
)
_FILE = regex(
    r"\.(?:[jt]s|py|go|rs|rb|java|kt|cs|php|json|ya?ml|toml|md|rst|txt|co?nf|ini|io|com|org|net)\Z", re.I
)
_VERB = regex(
    r"\s+(?:(?:is|has|does|can|will|never|always|also)\b|(?!this\b|its\b|as\b|plus\b)[a-z]{2,20}s\b)"
)
_GIVEN = regex(r"\bdefaults?\s+to\s+(?P<word>[A-Za-z][\w.~/-]{0,60}?)(?=[.;,]?\s*\Z|\s+by\s+default\b)", re.I)
_CONSTANT = regex(
    r"\A(`[A-Z][A-Z0-9]*_[A-Z0-9_]*`) is `?([a-z][\w./~]{0,40}[_/~-][\w./~-]{1,40})`?(?=[.;]?\s*\Z)"
)
_PART = regex(r"\s+(?:parameter|argument|option|field|setting|attribute|property)\s+(?:of|in)\s+[`A-Z]")
_RANKS = frozenset(
    "first second third fourth last only same other new each one keyword positional optional required the".split()
)
_VALUES = STOP_WORDS | {"true", "false", "none", "null", "nil", "undefined", *NUMBER_WORDS}


def marked(text: str, live: Live) -> str:
    """The sentence with its bare names of code in back-ticks; what is in quotation marks stays."""
    if len(text) > _LONGEST:
        return text
    snapshot = live.snapshot
    out = _TOKEN.sub(lambda m: f"`{m[0]}`" if _is_code(m, text, snapshot) else m[0], text)
    given = _GIVEN.search(out)
    if given is not None and given["word"].lower() not in _VALUES:
        start, end = given.span("word")
        out = f"{out[:start]}`{given['word']}`{out[end:]}"
    return _CONSTANT.sub(r'\1 is `"\2"`', out)


def _is_code(m: re.Match[str], text: str, snapshot: Snapshot) -> bool:
    if m["coded"] is not None:
        return False
    if m["flag"] is not None:
        return True
    word = m["name"]
    parts = re.split(r"\.|::|#", word.removesuffix("()"))
    if word.endswith("()"):
        return True
    if len(parts) > 1:
        return _FILE.search(word) is None and (
            any(_is_shaped(p) for p in parts) or bool(named(word, snapshot))
        )
    if "_" in word.strip("_") or word.startswith("_"):
        return True
    if _is_shaped(word):
        return ERROR.match(word) is not None or snapshot.is_defined(word)
    if _PART.match(text, m.end()):
        return word not in _RANKS
    if text[: m.start()].strip(" *-") or not _VERB.match(text, m.end()):
        return False
    found = named(word, snapshot)
    if word.islower():
        return bool(found)
    return word.istitle() and any(d.symbol.kind in CLASS_KINDS for d in found)


def _is_shaped(word: str) -> bool:
    """True for `snake_case`, `camelCase`, `TwoWords` and what is not a word of English by its capitals."""
    return "_" in word or (any(c.isupper() for c in word[1:]) and any(c.islower() for c in word))
