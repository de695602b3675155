"""How tools and people cite in an answer, brought into the one form that `read_claims` reads: `(path:3-9)`.

Read are links to a code host (`.../blob/REVISION/path#L3-L9`), footnotes, `` `path` (lines 3-9) `` and its
like, `lines 3-9 of path`, and code blocks whose head is an address (```` ```3:9:path ````). What is no
citation stays as it is. Linear, never fails.
"""

from __future__ import annotations

import re

_PATH = r"(?P<path>[\w@+.-]{1,80}(?:/[\w@+.-]{1,120}){0,20}\.\w{1,10})"
_RANGE = r"(?P<first>\d{1,7})(?:\s?(?:-|\u2013|to|through|and)\s?L?(?P<last>\d{1,7}))?"
_HOSTED = (
    r"https?://[\w.-]{1,100}/[^\s()/]{1,100}/[^\s()/]{1,100}/(?:-/)?(?:blob|src|blame|tree)/[^\s()/#?]{1,100}/"
    r"(?P<path>[^\s()#?]{1,300})(?:\?[^\s()#]{0,40})?#(?:L|lines-)?(?P<first>\d{1,7})(?:C\d{1,5})?(?:[-:]L?(?P<last>\d{1,7})(?:C\d{1,5})?)?"
)
_LINK = re.compile(r"\[(?P<text>[^\[\]\n]{0,200})\]\(" + _HOSTED + r"\)")
_BRACKETED = re.compile(r"\((?:see |from )?\[[^\[\]\n]{0,200}\]\(" + _HOSTED + r"\)\)")
_BARE = re.compile(r"<?" + _HOSTED + r">?")
_COLUMNS = re.compile(r"(?P<at>[\w./@+-]{1,300}#L\d{1,7})C\d{1,5}(?P<rest>-L?\d{1,7})(?:C\d{1,5})?")
_BEHIND = re.compile(
    r"(?<![\w/`.-])`?"
    + _PATH
    + r"`?(?:,? \(?(?:at |on )?(?:lines?|L|ll?\.) ?)L?"
    + _RANGE
    + r"\)?(?![\w.:])",
    re.I,
)
_BEFORE = re.compile(
    r"\b(?:lines?|L) ?"
    + _RANGE
    + r" (?:of|in) `?(?P<path>[\w@+.-]{1,80}(?:/[\w@+.-]{1,120}){0,20}\.\w{1,10})`?",
    re.I,
)
_NOTE = re.compile(r"^\[\^(?P<id>[\w-]{1,40})\]:[ \t]*(?P<text>[^\n]{0,400})\n?", re.M)
_MARK = re.compile(r"\[\^(?P<id>[\w-]{1,40})\]")
_SHOWN = re.compile(
    r"^[ \t]{0,12}(?P<fence>```+)(?P<first>\d{1,7}):(?P<last>\d{1,7}):(?P<path>[^\s`]{1,300})[ \t]*$", re.M
)
_TWICE = re.compile(r"\((?P<at>\([^()\s]{1,400}:\d{1,7}(?:-\d{1,7})?\))\)")
_HAS_ADDRESS = re.compile(r"[./]\w{1,10}(?::|#L)\d")
_LONGEST = 2_000_000


def in_one_form(text: str) -> str:
    """The text with every citation as `(path:first-last)`."""
    if len(text) > _LONGEST:
        return text
    text = text.replace("\r\n", "\n")
    text = _shown(text)
    text = _BRACKETED.sub(lambda m: f"({_address(m)})", text)
    text = _LINK.sub(lambda m: f"{m['text']} ({_address(m)})", text)
    text = _BARE.sub(lambda m: f"({_address(m)})", text)
    text = _COLUMNS.sub(r"\g<at>\g<rest>", text)
    text = _BEHIND.sub(lambda m: f"({_address(m)})", text)
    text = _BEFORE.sub(lambda m: f"({_address(m)})", text)
    text = _TWICE.sub(r"\g<at>", text)
    notes = {m["id"]: m["text"].strip() for m in _NOTE.finditer(text)}
    if not notes:
        return text
    return _MARK.sub(lambda m: _noted(notes.get(m["id"]), m[0]), _NOTE.sub("", text))


def _noted(note: str | None, mark: str) -> str:
    """What a footnote cites is where its mark stood; a remark without an address is left out."""
    if note is None:
        return mark
    found = _HAS_ADDRESS.search(note)
    bare = note.strip("`()[] .")
    return f" ({bare})" if found is not None else ""


def _address(m: re.Match[str]) -> str:
    last = m["last"]
    path = m["path"].strip("`")
    return f"{path}:{m['first']}" + (f"-{last}" if last and int(last) >= int(m["first"]) else "")


def _shown(text: str) -> str:
    """A block of code that is headed by its place becomes a citation of the sentence above it."""
    out: list[str] = []
    at = 0
    while (found := _SHOWN.search(text, at)) is not None:
        end = text.find("\n" + found["fence"], found.end())
        out.append(text[at : found.start()].rstrip(" :\n"))
        out.append(f" ({found['path']}:{found['first']}-{found['last']})\n")
        at = len(text) if end < 0 else end + 1 + len(found["fence"])
    return "".join((*out, text[at:]))
