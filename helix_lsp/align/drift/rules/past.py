"""The text speaks of the past: of what was removed, renamed or replaced, of an older version, of a change.

The word lists are English and were made from documents of repositories read by hand; what they do not know is
not excused.
"""

from __future__ import annotations

import re

from helix_lsp.align.drift.case import CODE, LINKING, Case
from helix_lsp.align.drift.rules.rule import TOLD, Facts, Rule, when
from helix_lsp.text.regex import regex

_PAST = regex(
    r"\b(?:deprecat\w*|obsolet\w*|no longer|any ?more|used to (?:be|have|live|exist|take|return|accept|call)|superseded|predecessor|precursor|"
    r"(?:was|were|been|being|got) (?:(?:now|since|also|later|already) )*(?:removed|renamed|dropped|replaced|eliminated|deleted|moved|"
    r"discontinued|extracted|split)|(?:is|are) (?:(?:now|also|later|already) )*(?:removed|renamed|dropped|gone|discontinued)|"
    r"remov(?:ed|al) (?:in|since|from v|as of|of)|renam(?:ed|es) |backwards?[- ]?compat\w*|"
    r"was (?:called|named|known)|(?:was|were) (?:\w+ )?(?:present|available|provided|included|supported|part of)\b|"
    r"will be (?:removed|renamed|added|replaced|split|introduced)|"
    r"in the beginning\b|unimplemented\b|unsupported\b|not (?:yet )?implemented\b)",
    re.IGNORECASE,
)
_OLD = regex(
    r"\b(?:instead of|rather than|unlike|old(?:er)?|legacy|former(?:ly)?|previous(?:ly)?|earlier|replac(?:es|ing|ed|ement for)|originally|"
    r"prior to|before (?:version|v?\d)|until (?:version|v?\d)|drop(?:s|ped)?|remov(?:es|ing))\b[^.;]{0,40}\Z"
    r"|\A\W*(?:version\w+:: [\w.]+ )?removed\b[^.;]{0,200}\Z",
    re.IGNORECASE,
)
_NEW = regex(r"\A[^.;]{0,40}\b(?:replaced (?:by|with)|in favou?r of|renamed|superseded)", re.IGNORECASE)
_PAST_HEADING = regex(
    r"\b(?:deprecat\w*|remov(?:ed|als?)|renam\w*|obsolete|legacy|former\w*|histor\w*|change ?logs?|^changes\b|"
    r"\bchanges (?:in|since|from|to)|release notes|what'?s new|"
    r"commits?|commit log|\d{4}-\d{2}-\d{2}|(?:jan|febr)uary \d|(?:march|april|may|june|july|august) \d|(?:septem|octo|novem|decem)ber \d|"
    r"breaking|old(?:er)?|reject\w*|alternatives?|proposals?|motivation|rationale|roadmap|todo|future|news|backwards?[- ]?(?:in)?compat\w*)\b",
    re.IGNORECASE,
)
_VERSION_HEADING = regex(
    r"\b(?:upgrad\w*|migrat\w*|porting|for \w+ users|version \d|from v?\d|to v?\d|comparison|compared|versus)|(?:^|\s)v?\d+\.\d+",
    re.IGNORECASE,
)
_MAPPING = regex(r"\s*(?:->|-->|→|=>|==>|⇒|⟶)\s*\S")
_TABLE_HEADER = regex(
    r"\b(?:replac\w+|instead|old|new|before|after|was|now|deprecated|removed|renamed|former\w*|previous\w*|equivalent|proposed|v\d)\b",
    re.IGNORECASE,
)
_COMMIT = regex(r"\W*(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}(?![\w.-])")  # an item that begins with a hash
_CHANGE = regex(
    r"\W*(?:\w+: )?(?:added|fixed|removed|renamed|changed|improved|updated|introduced|deprecated|dropped|replaced|moved|bumped|refactored|reworked|"
    r"merged|reverted|ported|simplified|cleaned|implemented|rewrote|upgraded)\b|.*[\[( ](?:gh-|pr )?#\d+[\])]*[.\s]*\Z",
    re.IGNORECASE,
)
_STRUCK = regex(r"\A[^\n~]*~~(?:[^\n~]*~~[^\n~]*~~)*[^\n~]*\Z|<(?:del|s|strike)>(?:(?!</)[^\n])*\Z")
_STRIKE = 300  # bytes before, in which a stroke may begin
_ROWS = 400
_LOG, _MOSTLY = 3, 0.6


def _past_section(case: Case) -> Facts | None:
    return when(any(_PAST_HEADING.search(title) for title in case.titles))


def _version_section(case: Case) -> Facts | None:
    linked = case.ref.name is not None and case.ref.name.role in LINKING
    return when(not linked and any(_VERSION_HEADING.search(title) for title in case.titles))


def _past_sentence(case: Case) -> Facts | None:
    before, after = case.sides
    lead = _clause_before(*case.block)
    said = (
        _PAST.search(before + " ` " + after),
        _PAST.search(lead),
        _OLD.search(lead),
        _OLD.search(before),
        _NEW.search(after),
        _STRUCK.search(case.before(_STRIKE).rpartition("\n")[2]),
    )
    return when(any(said))


def _clause_before(block: str, at: int) -> str:
    """What leads a list of names in, in the same paragraph ("Unsupported flags: `--a`, `--b`"), without what
    is in code; `` for nothing.
    """
    lead, colon, between = block[:at].rpartition(":")
    if not colon or not re.fullmatch(r"[\s`*\w,.<>=/\[\]|-]*", between) or re.search(r"[.;]\s", between):
        return ""
    return CODE.sub(" ` ", re.split(r"[.;]\s", lead)[-1])


def _past_lead(case: Case) -> Facts | None:
    return when(case.is_document and _PAST.search(CODE.sub(" ` ", case.lead)))


def _change_list(case: Case) -> Facts | None:
    mine, beside = case.items if case.is_document else ("", ())
    if _COMMIT.match(mine):
        return {}
    told = sum(_CHANGE.match(text) is not None for text in beside)
    return when(len(beside) >= _LOG and _CHANGE.match(mine) and told >= _MOSTLY * len(beside))


def _replacements(case: Case) -> Facts | None:
    data, span = case.data, case.ref.span
    start = data.rfind(b"\n", 0, span.start) + 1
    stop = data.find(b"\n", span.end)
    before = data[start : span.start].decode("utf-8", "replace")
    after = data[span.end : stop if stop >= 0 else len(data)].decode("utf-8", "replace")
    if (
        re.fullmatch(r"[\s*+\-•`:\w~.!(]*", before)
        and len(before.split()) <= 2
        and _MAPPING.match(after.lstrip("`()"))
    ):
        return {}
    return when(_TABLE_HEADER.search(_table_head(data, start)))


def _table_head(data: bytes, row: int) -> str:
    """The first line with words of the table that the row is in, `` when it is in none."""
    line, head, ruled = row, "", False
    for _ in range(_ROWS):
        text = data[line : data.find(b"\n", line) if data.find(b"\n", line) >= 0 else len(data)].decode(
            "utf-8", "replace"
        )
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


RULES = (
    Rule(
        id="past-section", kinds=TOLD, hints=True, examine=_past_section, says="its section speaks of the past",
        about="A heading above speaks of what was removed, renamed, planned or changed, or is a date.",
        fires=("# Guide\n\n## Removed features\n\nCall `grill_it`.\n", "# Guide\n\n## 2019-03-01\n\nCall `grill_it`.\n"),
        silent=("# Guide\n\n## Features\n\nCall `grill_it`.\n",),
    ),
    Rule(
        id="version-section", kinds=TOLD, hints=True, examine=_version_section, says="its section compares versions",
        about="A heading above names a version, an upgrade or a migration, and the reference is not a cross-reference.",
        fires=("# Guide\n\n## Upgrading to 2.0\n\nCall `grill_it`.\n",), silent=("# Guide\n\n## Using it\n\nCall `grill_it`.\n",),
    ),
    Rule(
        id="past-sentence", kinds=TOLD, hints=True, examine=_past_sentence, says="its sentence speaks of the past",
        about="It is struck out, or its sentence, or what leads its list in, says that something was removed, renamed, replaced or deprecated.",
        fires=("# Guide\n\n`grill_it` was removed, call `heat` instead.\n", "# Guide\n\nUse `heat` instead of `grill_it`.\n",
               "# Guide\n\nCall ~~`grill_it`~~ `heat`.\n", "# Guide\n\nCall <del>the `grill_it`</del> `heat`.\n",
               "# Guide\n\nRemoved `heat_it`, `heat` and `grill_it`.\n"),
        silent=("# Guide\n\nCall ~~`heat`~~ `grill_it`, not ~~the door~~.\n", "# Guide\n\nCall `grill_it` to heat. The door was renamed long ago.\n",
                "# Guide\n\n- `grill_it` heats.\n- `heat` was renamed.\n"),
    ),
    Rule(
        id="replacements", kinds=TOLD, hints=True, examine=_replacements, says="it stands in a table or list of replacements",
        about="It stands before an arrow in a list, or in a table whose head tells old from new.",
        fires=("# Guide\n\n* `grill_it` -> `heat_it`\n", "# Guide\n\n| Old | New |\n|---|---|\n| `grill_it` | `heat_it` |\n"),
        silent=("# Guide\n\n| Name | Meaning |\n|---|---|\n| `grill_it` | heats |\n", "# Guide\n\nstart here --> `grill_it`\n"),
    ),
    Rule(
        id="past-lead", kinds=TOLD, hints=True, examine=_past_lead, says="what leads its list in speaks of the past",
        about="The line that introduces its list says that the items were removed, renamed or deprecated.",
        fires=("# Guide\n\nThe following calls have been removed:\n\n- `heat`\n- `grill_it`\n",),
        silent=("# Guide\n\nThe following calls heat:\n\n- `heat`\n- `grill_it`\n",),
    ),
    Rule(
        id="change-list", kinds=TOLD, hints=True, examine=_change_list, says="it stands in a list of changes",
        about="Its list item begins with a commit's hash, or tells a change in a list of which most items tell one.",
        fires=("# Guide\n\n- Fixed `grill_it`\n- Added doors\n- Moved the oven\n", "# Guide\n\n- b73dc03: Simplify `grill_it`\n"),
        silent=("# Guide\n\n- Fixed ovens use `grill_it`\n- Doors open\n- Heat rises\n",),
    ),
)  # fmt: skip
