"""Words that our own composers put around a quotation. They state how it is shown, not what is so, and are
not looked for in the evidence.

Only a phrase at its own place is taken off: `calls` before a code span that begins the sentence, not the word
`calls` anywhere.
"""

from __future__ import annotations

import re

from helix_lsp.verify.introduced import unlabelled

_FRAMES = (
    re.compile(r"^\d{1,2}\. (?:(?:Anchor|Walk|Hint|Role [\w -]{1,40}): )?(?=[`*])"),
    re.compile(r"^calls (?=`)"),
    re.compile(r", (?:under|which calls|under the `else` of) (?=`)"),
    re.compile(r"^(?:Used|Tested): (?=`)"),
    re.compile(r", defined here$"),
    re.compile(r"(?<=[.:!?]) In it: "),
    re.compile(r" (?:is|in|of) an? (?=[a-z ]{1,24}(?: (?:of|in) `|[.:]?$|\. ))"),
)


_TITLE = re.compile(r"^\*([^*]+)\*: ")


def unframed(text: str, titles: tuple[str, ...] = ()) -> str:
    """The text without our phrases; what is left is what must be supported. A leading `*title*:` goes when it
    is one of `titles`.
    """
    headed = _TITLE.match(text)
    if headed and headed[1] in titles:
        text = text[headed.end() :]
    text = unlabelled(text)
    for frame in _FRAMES:
        text = frame.sub(" ", text)
    return text
