"""Words that our own composers put around a quotation. They state how it is shown, not what is so, and are
not looked for in the evidence.

Only a phrase at its own place is taken off: `calls` before a code span that begins the sentence, not the word
`calls` anywhere.
"""

from __future__ import annotations

import re

from helix_lsp.text.regex import made, regex
from helix_lsp.text.visible import with_article

# `` `Flask.route` is a method of `Flask` ``: what a thing is said to be must be what the index calls it, at
# the place that is cited.
#
# The same holds for the short form of a list, `` `Flask.route` (method): ... ``, and for what one statement
# defines together, `` `a`, `b` (2 variables): ... ``.

_IS = regex(r"^`([\w.$:<>~?!-]+)` is an? ([a-z][a-z ]{2,22}?)(?: (?:of|in) `([\w.$:<>~-]+)`)?(?=[.:,]|$|\n)")
_LABELLED = regex(r"^`([\w.$:<>~?!/-]{1,400})` \(([a-z][a-z ]{2,22})\)(?=: `|$)")
_GROUPED = regex(
    r"^(`[^`\n]{1,400}`(?:, `[^`\n]{1,400}`){0,9})(?: and \d{1,4} others?)? \((\d{1,4}) ([a-z]{2,20})\)(?=[:.]|$)"
)
_KINDS = frozenset(
    "function method constructor class interface struct enum union trait module namespace type constant variable field property macro".split()
) | {"enum member", "implementation block"}
_STRETCHES = frozenset(
    {"key", "keys", "window", "file"}
)  # what lines of a file are called that belong to no definition


def misplaced(sentence: str, cited: tuple[str, ...], around: tuple[str, ...]) -> str:
    """Why the introduction at the head of a sentence does not hold there, `` when it does or there is none.

    `around` has entries `qualified name\\nkind`. Where it has none (a document is cited), the cited text
    itself must name the kind.
    """
    told = [entry.split("\n") for entry in around if "\n" in entry]
    if (several := _GROUPED.match(sentence)) is not None and told:
        return _miscounted(several, told)
    found = _IS.match(sentence) or _LABELLED.match(sentence)
    if found is None or found[2] not in _KINDS:
        return ""
    name, kind = found[1], found[2]
    if made(found, _LABELLED) and name in around[:1]:
        return ""  # a path: lines outside all definitions
    if not told:
        spoken = kind in " ".join(cited).lower()
        return "" if spoken else f"what is cited does not say that `{name}` is {with_article(kind)}"
    kinds = [words[1].split(" ", 1)[-1] for words in told if words[0] == name]
    if kind in kinds:
        return ""
    return f"what is cited is not in `{name}`" if not kinds else f"`{name}` is {with_article(kinds[0])}"


def unlabelled(sentence: str) -> str:
    """The sentence without the kind in parentheses that `misplaced` looks at."""
    found = _LABELLED.match(sentence)
    if found is not None and (found[2] in _KINDS or found[2] in _STRETCHES):
        return f"`{found[1]}`{sentence[found.end() :]}"
    return _GROUPED.sub(r"\1", sentence)


def unintroduced(sentence: str, around: tuple[str, ...]) -> str:
    """The sentence without an introduction that the index carries word for word: name, kind and owner."""
    found = _IS.match(sentence)
    if found is None or (found[3] is not None and found[3] != found[1].rpartition(".")[0]):
        return sentence
    told = [entry.partition("\n") for entry in around]
    if any(name == found[1] and kind.split(" ", 1)[-1] == found[2] for name, _, kind in told):
        return sentence[found.end() :].lstrip(":. \n")
    return sentence


def behind_introduction(sentence: str, around: tuple[str, ...]) -> str:
    """What a sentence says after an introduction that `misplaced` could hold against the index; all of it
    where there is none.
    """
    found = _IS.match(sentence)
    if found is None or found[2] not in _KINDS or not any("\n" in entry for entry in around):
        return sentence
    return sentence[found.end() :].lstrip(":. \n")


def plural(kind: str) -> str:
    """`variable` -> `variables`, `property` -> `properties`."""
    return f"{kind[:-1]}ies" if kind.endswith("y") else f"{kind}s"


def _miscounted(found: re.Match[str], told: list[list[str]]) -> str:
    """The names are defined there, and as many of the kind as is said."""
    number, kinds = int(found[2]), found[3]
    there = [entry[0].rpartition(".")[2] for entry in told if plural(entry[1].split(" ", 1)[-1]) == kinds]
    strangers = [name for name in found[1].replace("`", "").split(", ") if name not in there]
    if strangers:
        return f"what is cited does not define `{strangers[0]}`"
    return "" if len(there) == number else f"what is cited defines {len(there)} {kinds}"


_FRAMES = (
    regex(r"^\d{1,2}\. (?:(?:Anchor|Walk|Hint|Role [\w -]{1,40}): )?(?=[`*])"),
    regex(r"^calls (?=`)"),
    regex(r", (?:under|which calls|under the `else` of) (?=`)"),
    regex(r"^(?:Used|Tested): (?=`)"),
    regex(r", defined here$"),
    regex(r"(?<=[.:!?]) In it: "),
    regex(r" (?:is|in|of) an? (?=[a-z ]{1,24}(?: (?:of|in) `|[.:]?$|\. ))"),
)


_NUMBERED = regex(r"^\d{1,2}\. (?=`)")
_BEHIND_TITLE = regex(r"\*(?:: | in `([^`\n]+)`:?(?= |\Z)|:?\Z)")
_PLACE = regex(r"^`([^`\n]+)`(?:: |:?\Z)")


def unframed(text: str, around: tuple[str, ...] = ()) -> str:
    """The text without our phrases; what is left is what must be supported.

    What is called in front of a quotation by the name it bears says nothing of its own, whatever words that
    name is made of (`*Running without the window* in `docs/quiet.md`:`): a title, a path and what the index
    calls a definition go when they are names in `around`.
    """
    text = _untitled(_NUMBERED.sub("", text), around)
    if (placed := _PLACE.match(text)) is not None and any(placed[1] == a.partition("\n")[0] for a in around):
        text = text[placed.end() :]
    text = unlabelled(unintroduced(text, around))
    for frame in _FRAMES:
        text = frame.sub(" ", text)
    return text


def _untitled(text: str, around: tuple[str, ...]) -> str:
    """Without the title that it begins with; the longest of those that fit."""
    if not text.startswith("*"):
        return text
    for title in sorted(around, key=len, reverse=True):
        if title and text.startswith(f"*{title}*"):
            behind = _BEHIND_TITLE.match(text, 1 + len(title))
            if behind is not None and (behind[1] is None or behind[1] in around):
                return text[behind.end() :]
    return text
