"""What the text around a reference says of it: that it speaks of the past, of another project, of a plan. Such a reference is no alarm.

Read only for references that would be told, from the document's own bytes and sections. The word lists are English and were made from the
documents of repositories read by hand; what they do not know stays an alarm.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

from helix_lsp.align.drift.reference import DocReference
from helix_lsp.syntax.outline import Outline

_PAST = re.compile(
    r"\b(?:deprecat\w*|obsolet\w*|no longer|any ?more|used to (?:be|have|live|exist|take|return|accept|call)|superseded|predecessor|precursor|"
    r"(?:was|were|been|being|got) (?:(?:now|since|also|later|already) )*(?:removed|renamed|dropped|replaced|eliminated|deleted|moved|"
    r"discontinued|extracted|split)|(?:is|are) (?:(?:now|also|later|already) )*(?:removed|renamed|dropped|gone|discontinued)|"
    r"remov(?:ed|al) (?:in|since|from v|as of|of)|renam(?:ed|es) |backwards?[- ]?compat\w*|"
    r"was (?:called|named|known)|(?:was|were) (?:\w+ )?(?:present|available|provided|included|supported|part of)\b|"
    r"will be (?:removed|renamed|added|replaced|split|introduced)|"
    r"unimplemented\b|unsupported\b|not (?:yet )?implemented\b)",
    re.IGNORECASE,
)
_OLD = re.compile(
    r"\b(?:instead of|rather than|unlike|old(?:er)?|legacy|former(?:ly)?|previous(?:ly)?|earlier|replac(?:es|ing|ed|ement for)|originally|"
    r"prior to|before (?:version|v?\d)|until (?:version|v?\d)|drop(?:s|ped)?|remov(?:es|ing))\b[^.;]{0,40}\Z",
    re.IGNORECASE,
)
_NEW = re.compile(r"\A[^.;]{0,40}\b(?:replaced (?:by|with)|in favou?r of|renamed|superseded)", re.IGNORECASE)
_PAST_HEADING = re.compile(
    r"\b(?:deprecat\w*|remov(?:ed|als?)|renam\w*|obsolete|legacy|former\w*|histor\w*|change ?logs?|^changes\b|"
    r"\bchanges (?:in|since|from|to)|release notes|what'?s new|"
    r"commits?|commit log|\d{4}-\d{2}-\d{2}|(?:jan|febr)uary \d|(?:march|april|may|june|july|august) \d|(?:septem|octo|novem|decem)ber \d|"
    r"breaking|old(?:er)?|reject\w*|alternatives?|proposals?|motivation|rationale|roadmap|todo|future|news|backwards?[- ]?(?:in)?compat\w*)\b",
    re.IGNORECASE,
)
_UPGRADE_HEADING = re.compile(
    r"\b(?:upgrad\w*|migrat\w*|porting|for \w+ users|version \d|from v?\d|to v?\d|comparison|compared|versus)|(?:^|\s)v?\d+\.\d+", re.IGNORECASE
)
_DIRECTIVE = re.compile(
    r"\A(?:\.\. (?:deprecated|versionchanged|versionremoved|deprecated-removed)::|[!:]{3}\s*\w.*(?:deprecat|remov|renam)"
    r"|>\s*\**(?:deprecated|removed)|@deprecated)",
    re.IGNORECASE,
)
_SINCE = re.compile(  # of a whole paragraph, or of a document in its first lines
    r"\b(?:prior to|before) (?:\w+ )?v?\d+\.\d+|\bfrom (?:\w+ )?v?\d+(?:\.\d+)* (?:and )?on(?:wards?)?\b"
    r"|\bdeprecated (?:from|since|as of|in) (?:\w+ )?v?\d"
    r"|\bonly (?:relevant|valid|needed|useful) (?:for|in|to|with) (?:older|earlier|previous) (?:versions?|releases?)\b",
    re.IGNORECASE,
)
_FENCE = re.compile(r"[ \t>]*(?::{3,}|`{3,})(?:\{(?P<name>[\w-]+)\})?")
_NOTES = frozenset({"deprecated", "versionchanged", "versionremoved", "deprecated-removed"})
_ADDED = re.compile(r"\A\.\. versionadded::")
_MAPPING = re.compile(r"\s*(?:->|-->|→|=>|==>|⇒|⟶)\s*\S")
_TABLE_HEADER = re.compile(
    r"\b(?:replac\w+|instead|old|new|before|after|was|now|deprecated|removed|renamed|former\w*|previous\w*|equivalent|proposed|v\d)\b", re.IGNORECASE
)
_COMMIT = re.compile(r"\W*(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}(?![\w.-])")  # an item that begins with a hash
_ITEM_HEAD = re.compile(r"(?m)^(?P<indent>[ \t]*)(?:[-*+\u2022]|\d+[.)])[ \t]+(?P<text>\S[^\n]*)")
_CHANGE = re.compile(
    r"\W*(?:\w+: )?(?:added|fixed|removed|renamed|changed|improved|updated|introduced|deprecated|dropped|replaced|moved|bumped|refactored|reworked|"
    r"merged|reverted|ported|simplified|cleaned|implemented|rewrote|upgraded)\b|.*[\[( ](?:gh-|pr )?#\d+[\])]*[.\s]*\Z",
    re.IGNORECASE,
)
_STATUS = re.compile(
    r"^[^\w\n]*(?:Status|State)\W{0,20}[:|]\W{0,20}(?:accepted|final|draft|implemented|rejected|superseded|proposed|obsolete|deprecated|active|provisional|deferred|"
    r"withdrawn|discuss\w*|evolving|partially|complete|done|superceded|standards?)\b", re.IGNORECASE | re.MULTILINE,
)  # fmt: skip
_SUPPOSED = re.compile(
    r"\b(?:suppos(?:e|ing)|imagin(?:e|ing)|assum(?:e|ing) (?:that )?(?:you|your|there|we|the)|let'?s (?:say|assume|suppose|imagine|pretend)|"
    r"say,? (?:that )?(?:you|we|your \w+) (?:have|had|has|want)|hypothetical(?:ly)?|"
    r"(?:if|when|where|once) your (?:own )?\w+ (?:has|have|had|uses?|used|defines?|declares?|contains?|exposes?|provides?)|"
    r"(?:if|when|where|once) (?:you|we|someone|the user) (?:already |also |now )?(?:have|had|has|defined?|declared?|created?|wrote|writes?)"
    r" (?:an?|some|your own))\b",
    re.IGNORECASE,
)
_AGES = re.compile(
    r"\b(?:previously|formerly|in the past|at one time|historically|back then|long ago|used to|"
    r"(?:before|prior to|until|up to|in|with) (?:the )?(?:\w+ )?v?\d+(?:\.\d+){0,6}[^.;]{0,60}\b(?:was|were|had|could|did|provided|offered|"
    r"supported)|"
    r"(?:in|of|for|with) (?:the )?(?:v|version )?\d{1,4}(?:\.\d{1,4})?\.x\b|"
    r"(?:v|version )?\d{1,9}(?:\.\d+){0,6} (?:provided|offered|supported|had|came with|shipped)|"
    r"(?:has|have|had) (?:since )?been (?:taken out|superseded|withdrawn|retired|phased out|abandoned|split off|spun off))\b",
    re.IGNORECASE,
)
_ENDED = re.compile(
    r"\b(?:no longer (?:exists?|available|supported|present|part of|provided|included|possible|works?|there|needed|maintained)|"
    r"(?:has|have|had) (?:\w+ )?been (?:removed|dropped|discontinued|retired|withdrawn|extracted|split (?:off|out)|moved (?:to|into|out))|"
    r"(?:do|does) not exist any ?more)",
    re.IGNORECASE,
)
_THESE = re.compile(r"\b(?:this|these|that|those|it|they|which)\b(?: \w+){0,2}\s*\Z", re.IGNORECASE)
_ELSEWHERE = re.compile(r":(?:pypi|gh|bug|issue|rfc|pep|manpage):`|`[^`\n]+`__?(?!\w)|\]\(https?://|<https?://|\]\[[\w -]*\]")
_CODE = re.compile(r"(?<!`)`+[^`]+`+")
_SENTENCE = re.compile(r"(?<=[.!?:])\s+(?=[A-Z`:*\[])|\n[^\S\n]*(?=[-*+•]\s|\d+[.)]\s|\|)")
_ITEM = re.compile(r"\n[ \t]*(?=[-*+•]\s|\d+[.)]\s|\|)")
_BLANK = re.compile(rb"\n[ \t>*#/]*(?:\r?\n)")
LINKING = frozenset({"meth", "func", "class", "attr", "mod", "exc", "data", "obj", "const", "property", "type"})
_REACH = 1_500
_HEAD, _OPENING = 1_500, 500
_ROWS = 400
_MADE_REACH = 60_000
_MARK = re.compile(rb"<!--[^<>\n]{0,80}?(?<![A-Za-z])(?P<edge>start|end)(?![A-Za-z])[^<>\n]{0,200}-->", re.IGNORECASE)
_HANDS_OFF = re.compile(rb"do(?: not|n't) (?:remove|edit|modify|change)|(?:auto[- ]?)?generated", re.IGNORECASE)
_LOG, _MOSTLY = 3, 0.6


def setting_of(ref: DocReference, data: bytes, outline: Outline | None) -> str:
    """Why the text around the reference makes it no alarm, `` when nothing does."""
    document = outline is not None and bool(outline.sections)
    if document and _is_paper(data[:_HEAD]):
        return "a proposal or a record of a decision"
    for title in _headings(ref, outline):
        if _PAST_HEADING.search(title):
            return "its section speaks of the past"
        if _UPGRADE_HEADING.search(title) and (ref.name is None or ref.name.role not in LINKING):
            return "its section compares versions"
    block, at = _block(data, ref)
    sentence = _sentence_at(block, at)
    left, _, right = sentence.partition(ref.text)
    before, after = _CODE.sub(" ` ", left.rstrip("`")), _CODE.sub(" ` ", right.lstrip("`"))  # what stands in code is no word of the writer
    lead = _clause_before(block, at)
    if _PAST.search(before + " ` " + after) or _PAST.search(lead) or _OLD.search(lead) or _OLD.search(before) or _NEW.search(after):
        return "its sentence speaks of the past"
    if _in_directive(data, ref, _DIRECTIVE) or _in_fenced_note(data, ref):
        return "it stands in a note about a version"
    if _maps(data, ref):
        return "it stands in a table or list of replacements"
    if document and _PAST.search(_CODE.sub(" ` ", _lead(data, ref))):
        return "what leads its list in speaks of the past"
    if document and _in_log(data, ref):
        return "it stands in a list of changes"
    return ""


def is_made_text(ref: DocReference, data: bytes) -> bool:
    """True between the marks of a program that writes this stretch of the document (`<!-- LIST:START - Do not remove ... -->`)."""
    opened: list[bytes] = []  # marks nest: a list of a program may hold one that keeps a formatter away
    for mark in _MARK.finditer(data, max(0, ref.span.start - _MADE_REACH), ref.span.start):
        if mark["edge"].lower() == b"start":
            opened.append(mark[0])
        elif opened:
            opened.pop()
    return any(_HANDS_OFF.search(mark) is not None for mark in opened)


def is_own_page(word: str, data: bytes, outline: Outline | None) -> bool:
    """True for the page of the word itself (its title holds it) that says right below that the thing ended."""
    if outline is None or not outline.sections:
        return False
    first = outline.sections[0]
    opening = data[first.span.start : first.span.start + _HEAD].decode("utf-8", "replace")
    return re.search(rf"(?<!\w){re.escape(word)}(?!\w)", first.title) is not None and (
        _ENDED.search(opening) is not None or re.search(r"^\.\. (?:deprecated|versionremoved)::", opening, re.MULTILINE) is not None
    )


def doubt_of(ref: DocReference, data: bytes) -> str:
    """Why the text around makes an alarm about the reference a hint, `` when nothing does: a thing supposed, an age that is over.

    A paragraph next to it counts where it says of "this" or "these" that they ended.
    """
    sentence = _CODE.sub(" ` ", _sentence_at(*_block(data, ref)))
    if _SUPPOSED.search(sentence):
        return "its sentence speaks of a supposed thing"
    if _AGES.search(sentence):
        return "its sentence speaks of an earlier age"
    if _SINCE.search(" ".join(_block(data, ref)[0].split())) or _SINCE.search(" ".join(data[:_OPENING].decode("utf-8", "replace").split())):
        return "its paragraph, or the opening of its document, speaks of an earlier version"
    if _in_directive(data, ref, _ADDED):
        return "it is told when it came"
    for near in _neighbours(data, ref):
        if not near.lstrip().startswith("#") and any(_THESE.search(near[: m.start()][-60:]) for m in _ENDED.finditer(near)):
            return "the paragraph next to it says that it ended"
    return ""


def sentence_of(data: bytes, ref: DocReference) -> str:
    """The sentence around the reference, white space folded."""
    return _sentence_at(*_block(data, ref))


def paragraph_of(data: bytes, ref: DocReference) -> str:
    """The paragraph, list item or row of a table around the reference."""
    block, at = _block(data, ref)
    cuts = [0, *(m.end() for m in _ITEM.finditer(block)), len(block)]
    return next(block[a:b] for a, b in pairwise(cuts) if b > at or b == len(block))


def _neighbours(data: bytes, ref: DocReference) -> list[str]:
    """The paragraph before and the one after, white space folded; a heading ends the view."""
    left, right = max(0, ref.span.start - _REACH), min(len(data), ref.span.end + _REACH)
    before = _BLANK.split(data[left : ref.span.start])
    after = _BLANK.split(data[ref.span.end : right])
    near = [*before[-2:-1], *after[1:2]]
    return [" ".join(n.decode("utf-8", "replace").split()) for n in near]


def other_project(ref: DocReference, data: bytes, foreign: frozenset[str]) -> bool:
    """True when the sentence links to, or names in code, something that is not of this repository."""
    block, at = _block(data, ref)
    sentence = _sentence_at(block, at)
    rest = sentence.replace(ref.text, " ")
    if _ELSEWHERE.search(rest):
        return True
    return any(word.lower() in foreign for word in re.findall(r"`([A-Za-z]\w{2,})[.`]", rest))


@lru_cache(256)
def _is_paper(head: bytes) -> bool:
    return _STATUS.search(head.decode("utf-8", "replace")) is not None


def _headings(ref: DocReference, outline: Outline | None) -> list[str]:
    """Titles of the section and of those around it, the document's own title left out unless it is the only one."""
    if outline is None:
        return []
    at = max((i for i, s in enumerate(outline.sections) if s.extent.start <= ref.span.start < s.extent.end), default=-1)
    found: list[str] = []
    while at >= 0:
        found.append(outline.sections[at].title)
        at = outline.sections[at].parent
    return found


def _block(data: bytes, ref: DocReference) -> tuple[str, int]:
    """The paragraph, list or table around the reference, and where the reference begins in it (characters)."""
    left, right = max(0, ref.span.start - _REACH), min(len(data), ref.span.end + _REACH)
    start = max((m.end() for m in _BLANK.finditer(data, left, ref.span.start)), default=left)
    after = _BLANK.search(data, ref.span.end, right)
    end = after.start() if after is not None else right
    return data[start:end].decode("utf-8", "replace"), len(data[start : ref.span.start].decode("utf-8", "replace"))


def _sentence_at(block: str, at: int) -> str:
    start, end = 0, len(block)
    for cut in _SENTENCE.finditer(block):
        if cut.end() <= at:
            start = cut.end()
        elif cut.start() >= at:
            end = cut.start()
            break
    return " ".join(block[start:end].split())


def _in_fenced_note(data: bytes, ref: DocReference) -> bool:
    """True inside `:::{versionchanged} 2.0` or its form with back-ticks (MyST), whose lines need not be indented."""
    above = data[max(0, ref.span.start - 2 * _REACH) : ref.span.start].decode("utf-8", "replace")
    open_ones: list[str] = []
    for line in above.split("\n")[:-1]:
        fence = _FENCE.match(line)
        if fence is not None and fence["name"]:
            open_ones.append(fence["name"])
        elif fence is not None and open_ones and not line.strip(" \t:`>"):
            open_ones.pop()
    return not _NOTES.isdisjoint(open_ones)


def _clause_before(block: str, at: int) -> str:
    """What leads a list of names in, in the same paragraph ("Unsupported flags: `--a`, `--b`"), without what stands in code; `` for nothing."""
    lead, colon, between = block[:at].rpartition(":")
    if not colon or not re.fullmatch(r"[\s`*\w,.<>=/\[\]|-]*", between) or re.search(r"[.;]\s", between):
        return ""
    return _CODE.sub(" ` ", re.split(r"[.;]\s", lead)[-1])


def _in_directive(data: bytes, ref: DocReference, directive: re.Pattern[str]) -> bool:
    """True when an indented block, or the lines above in a docstring, stand under a note of this kind."""
    lines = data[max(0, ref.span.start - 2 * _REACH) : ref.span.start].decode("utf-8", "replace").split("\n")
    indent = len(lines[-1]) - len(lines[-1].lstrip()) if lines[-1].strip() else 1_000
    if directive.match(lines[-1].lstrip()):
        return True
    if indent == 1_000:
        indent = len(lines[-1])
    for line in reversed(lines[:-1]):
        text = line.lstrip()
        deep = len(line) - len(text)
        if text and deep < indent:
            if directive.match(text):
                return True
            indent = deep
        if text and not indent:
            return False
    return False


def _lead(data: bytes, ref: DocReference) -> str:
    """The line that ends in a colon above the list in which the reference stands, `` for none."""
    lines = data[max(0, ref.span.start - _REACH) : ref.span.start].decode("utf-8", "replace").split("\n")
    inside = False
    for line in reversed(lines):
        text = line.strip()
        if _ITEM_HEAD.match(line):
            inside = True
        elif not inside and not text:
            return ""
        elif inside and text and not line.startswith((" ", "\t")):
            return text if text.endswith(":") else ""
    return ""


def _in_log(data: bytes, ref: DocReference) -> bool:
    """True for an item that begins with a commit's hash, or that tells a change in a list of which most items tell one."""
    left, right = max(0, ref.span.start - _REACH), min(len(data), ref.span.end + _REACH)
    start = data.rfind(b"\n#", left, ref.span.start) + 1 or left  # a heading ends the list
    stop = data.find(b"\n#", ref.span.end, right)
    text = data[start : stop if stop >= 0 else right].decode("utf-8", "replace")
    at = len(data[start : ref.span.start].decode("utf-8", "replace"))
    items = list(_ITEM_HEAD.finditer(text))
    mine = next((m for m in reversed(items) if m.start() <= at), None)
    if mine is None or "\n\n" in text[mine.end() : at]:
        return False
    if _COMMIT.match(mine["text"]):
        return True
    beside = [m for m in items if m["indent"] == mine["indent"]]
    told = sum(_CHANGE.match(m["text"]) is not None for m in beside)
    return len(beside) >= _LOG and _CHANGE.match(mine["text"]) is not None and told >= _MOSTLY * len(beside)


def _maps(data: bytes, ref: DocReference) -> bool:
    """`old -> new` on the line, or a table whose head says so."""
    start = data.rfind(b"\n", 0, ref.span.start) + 1
    stop = data.find(b"\n", ref.span.end)
    before = data[start : ref.span.start].decode("utf-8", "replace")
    after = data[ref.span.end : stop if stop >= 0 else len(data)].decode("utf-8", "replace")
    if re.fullmatch(r"[\s*+\-•`:\w~.!(]*", before) and len(before.split()) <= 2 and _MAPPING.match(after.lstrip("`()")):
        return True
    return _TABLE_HEADER.search(_table_head(data, start)) is not None


def _table_head(data: bytes, row: int) -> str:
    """The first line with words of the table that the row is in, `` when it is in none."""
    line, head, ruled = row, "", False
    for _ in range(_ROWS):
        text = data[line : data.find(b"\n", line) if data.find(b"\n", line) >= 0 else len(data)].decode("utf-8", "replace")
        if not text.strip():
            break
        if re.match(r"\s*(?:\||\+[-=]|={3,})", text):
            ruled = True
        if re.search(r"[A-Za-z]", text):
            head = text
        if not line:
            break
        line = data.rfind(b"\n", 0, line - 1) + 1
    return head if ruled else ""
