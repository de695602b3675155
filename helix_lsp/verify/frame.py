"""Words that our own composers put around a quotation. They state how it is shown, not what is so, and are
not looked for in the evidence.

Only a phrase at its own place is taken off: `calls` before a code span that begins the sentence, not the word
`calls` anywhere.
"""

from __future__ import annotations

import re

from helix_lsp.verify.introduced import unintroduced, unlabelled

_FRAMES = (
    re.compile(r"^\d{1,2}\. (?:(?:Anchor|Walk|Hint|Role [\w -]{1,40}): )?(?=[`*])"),
    re.compile(r"^calls (?=`)"),
    re.compile(r", (?:under|which calls|under the `else` of) (?=`)"),
    re.compile(r"^(?:Used|Tested): (?=`)"),
    re.compile(r", defined here$"),
    re.compile(r"(?<=[.:!?]) In it: "),
    re.compile(r" (?:is|in|of) an? (?=[a-z ]{1,24}(?: (?:of|in) `|[.:]?$|\. ))"),
)


_BEHIND_TITLE = re.compile(r"\*(?:: | in `([^`\n]+)`:?(?= |\Z)|:?\Z)")
_PLACE = re.compile(r"^`([^`\n]+)`(?:: |:?\Z)")


def unframed(text: str, around: tuple[str, ...] = ()) -> str:
    """The text without our phrases; what is left is what must be supported.

    What is called in front of a quotation by the name it bears says nothing of its own, whatever words that
    name is made of (`*Running without the window* in `docs/quiet.md`:`): a title, a path and what the index
    calls a definition go when they are names in `around`.
    """
    text = _untitled(text, around)
    if (placed := _PLACE.match(text)) is not None and placed[1] in around:
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
