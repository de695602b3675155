"""Quoted code of an answer against the bytes: it is where the answer says, elsewhere, or nowhere.

Blanks and the ends of lines do not count, so that code which is only wrapped or indented in another way is the
same; what a quotation leaves out may be any number of lines. Otherwise it is true by its bytes: no word is weighed.
"""

from __future__ import annotations

import difflib
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Literal

import msgspec

from helix_lsp.ask.claims.audit import Audited, Verdict
from helix_lsp.ask.claims.passage import Passage, passage_of
from helix_lsp.ask.text.quote import LiveFile, LiveFiles
from helix_lsp.config.documents import VerifyConfig
from helix_lsp.text.positions import Span
from helix_lsp.text.regex import regex
from helix_lsp.text.words import terms
from helix_lsp.verify.quoted_blocks import QuotedBlock, plain_line

FoundId = Literal["stands", "no_file", "no_line", "other_lines", "other_version", "other_file", "nowhere"]
_SHOWN = 120  # characters of a line in a reason
_ELSEWHERE = 20  # units of other files that are looked into
_WORDS = 12  # of the longest line, by which other files are found
_LOOSE = regex(r"(?<!\w) | (?!\w)")
_WORD = regex(r"[^\W\d]\w*")
_MOST_COMPARED = 400  # lines
_TWIN = 0.6  # share of equal characters, by `difflib`, from which a line is another version of a quoted one


class FoundQuotation(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a quotation. `line` is the quoted line that decides: one that is not there, else the
    first. `passage` is where it stands, or for `other_version` the cited line that says otherwise.
    """

    id: FoundId
    line: str
    passage: Passage | None = None


class _Text(msgspec.Struct, frozen=True):
    """A file with blanks only between two words, `starts` where in it each of the lines that are left begins, and their numbers."""

    text: str
    starts: tuple[int, ...]
    numbers: tuple[int, ...]
    lines: tuple[str, ...]

    def line_at(self, at: int) -> int:
        """The number from 1 of the line that holds a character."""
        return self.numbers[bisect_right(self.starts, at) - 1]


Texts = dict[str, _Text]
"""Files of one audit as they are compared, by path."""


def audit_quotations(
    blocks: Sequence[QuotedBlock], live: LiveFiles, cfg: VerifyConfig, check: Callable[[], None]
) -> tuple[Audited, ...]:
    """A verdict for each block, in their order. Raises only what `check` raises."""
    out: list[Audited] = []
    texts: Texts = {}
    for block in blocks:
        check()
        out.append(_audited(block, find_quotation(block, live, texts), cfg))
    return tuple(out)


def _audited(block: QuotedBlock, found: FoundQuotation, cfg: VerifyConfig) -> Audited:
    """PASS: it is in the cited lines, or in the cited file where no line is named. CONTRADICTED: a cited line is
    another version of a line of it. REVIEW: it is elsewhere, or nowhere.
    """
    passed, against = found.id == "stands", found.id == "other_version"
    verdict: Verdict = "PASS" if passed else "CONTRADICTED" if against else "REVIEW"
    score = cfg.share_supported if passed else cfg.share_contradicted if against else cfg.share_review
    if found.id in ("no_file", "no_line"):
        verdict, score = "SOURCE_NOT_INDEXED", cfg.share_unknown
    passages = (found.passage,) if found.passage is not None else ()
    return Audited(
        claim=f"`{found.line[:_SHOWN]}` is quoted from {_place(block)}",
        verdict=verdict,
        score=score,
        covered=1.0 if passed else 0.0,
        reason=_say(found, block),
        missing=(),
        cited=True,
        supporting=passages if passed else (),
        contradicting=passages if against else (),
        looked_at=None if passed or against else found.passage,
    )


def find_quotation(block: QuotedBlock, live: LiveFiles, texts: Texts) -> FoundQuotation:
    """Where it stands: in the cited lines, in the cited file, in another file."""
    at, first = block.at, block.runs[0][0]
    file = live.named(at.path)
    if file is None:
        return FoundQuotation(id="no_file", line=first)
    if at.first > file.lines.line_count:
        return FoundQuotation(id="no_line", line=first)
    text = _text_of(file, texts)
    nearest = next(_places(block, text), None)
    inside = next((place for place in _places(block, text) if _is_cited(*place, block)), None)
    if inside is not None:
        return FoundQuotation(id="stands", line=first, passage=_passage(file, *inside, live))
    if nearest is not None:
        return FoundQuotation(id="other_lines", line=first, passage=_passage(file, *nearest, live))
    missing = next(
        (
            line
            for run in block.runs
            for line in run
            if next(_starts(_joined((line,))[0], text.text, 0), -1) < 0
        ),
        first,
    )
    if (twin := _twin(missing, block, text)) > 0:
        return FoundQuotation(id="other_version", line=missing, passage=_passage(file, twin, twin, live))
    other = _elsewhere(block, file.path, live, texts)
    return FoundQuotation(id="other_file" if other is not None else "nowhere", line=missing, passage=other)


def _say(found: FoundQuotation, block: QuotedBlock) -> str:
    path, passage = block.at.path, found.passage
    if passage is None:
        return {
            "no_file": f"{path} is not in the index",
            "no_line": f"{path} does not have a line {block.at.first}",
            "nowhere": f"`{found.line[:_SHOWN]}` does not stand in {path}",
        }.get(found.id, "")
    where = f"{passage.path}:{passage.start_line}"
    if found.id == "other_version":
        return f"{where} says `{plain_line(passage.text)[:_SHOWN]}`"
    if found.id == "other_lines":
        return f"it does not stand in these lines; it stands at {where}"
    return f"it does not stand in {path}; it stands at {where}" if found.id == "other_file" else ""


def _place(block: QuotedBlock) -> str:
    at = block.at
    lines = f":{at.first}" + (f"-{at.last}" if at.last > at.first else "") if at.first else ""
    return at.path + lines


def _text_of(file: LiveFile, texts: Texts) -> _Text:
    if file.path in texts:
        return texts[file.path]
    told = [plain_line(line) for line in file.data.decode("utf-8", "western").split("\n")]
    kept = [(number, line) for number, line in enumerate(told, 1) if line]
    text, starts = _joined([line for _, line in kept])
    texts[file.path] = _Text(
        text=text,
        starts=tuple(starts),
        numbers=tuple(number for number, _ in kept),
        lines=tuple(line for _, line in kept),
    )
    return texts[file.path]


def _joined(lines: Sequence[str]) -> tuple[str, list[int]]:
    """(lines as one text that has blanks only between two words, where in it each line begins)."""
    out: list[str] = []
    starts: list[int] = []
    length, word = 0, False
    for line in lines:
        dense = _LOOSE.sub("", line)
        if word and _is_word(dense[:1]):
            out.append(" ")
            length += 1
        starts.append(length)
        out.append(dense)
        length += len(dense)
        word = _is_word(dense[-1:])
    return "".join(out), starts


def _places(block: QuotedBlock, text: _Text) -> Iterator[tuple[int, int]]:
    """(first line, last line) of every place at which the first group begins and the others follow in order. Where one
    does not follow, it does not follow what begins later either.
    """
    runs = [_joined(run)[0] for run in block.runs]
    for start in _starts(runs[0], text.text, 0):
        end = start + len(runs[0])
        for run in runs[1:]:
            follows = next(_starts(run, text.text, end), -1)
            if follows < 0:
                return
            end = follows + len(run)
        yield text.line_at(start), text.line_at(end - 1)


def _starts(run: str, text: str, least: int) -> Iterator[int]:
    """Where a text is in another and cuts no word at either end; the line may go on."""
    at = text.find(run, least)
    while at >= 0:
        end = at + len(run)
        cut = _is_word(text[at - 1 : at]) and _is_word(run[:1])
        if not cut and not (_is_word(text[end : end + 1]) and _is_word(run[-1:])):
            yield at
        at = text.find(run, at + 1)


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _is_cited(first: int, last: int, block: QuotedBlock) -> bool:
    """Whether lines are the cited ones: within a range, and from a single line on; any where no line is cited."""
    at = block.at
    if not at.first:
        return True
    return first == at.first if at.last == at.first else at.first <= first and last <= at.last


def _twin(missing: str, block: QuotedBlock, text: _Text) -> int:
    """The number of the cited line (or, where only the file is named, of its line) that is most like a quoted one;
    0 for none.
    """
    at = block.at
    last = max(at.last, at.first + sum(len(run) for run in block.runs))
    named: list[str] = _WORD.findall(missing)
    word = max(named, key=len, default="")
    best, found = _TWIN, 0
    matcher = difflib.SequenceMatcher(None, autojunk=False)
    matcher.set_seq2(missing)
    numbered = zip(text.numbers, text.lines, strict=True)
    likely = (
        (n, line) for n, line in numbered if (at.first <= n <= last if at.first else word and word in line)
    )
    for number, line in islice(likely, _MOST_COMPARED):
        matcher.set_seq1(line)
        if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best and matcher.ratio() > best:
            best, found = matcher.ratio(), number
    return found


def _elsewhere(block: QuotedBlock, path: str, live: LiveFiles, texts: Texts) -> Passage | None:
    """Where the whole quotation is in another file that the index proposes for its longest line."""
    longest = max((line for run in block.runs for line in run), key=len)
    words = dict.fromkeys(terms(longest)[:_WORDS], 1.0)
    if not words:
        return None
    hits = live.live.snapshot.match(words, _ELSEWHERE)
    for other in dict.fromkeys(hit.path for hit in hits if hit.path != path):
        file = live.file(other)
        place = next(_places(block, _text_of(file, texts)), None) if file is not None else None
        if file is not None and place is not None:
            return _passage(file, *place, live)
    return None


def _passage(file: LiveFile, first: int, last: int, live: LiveFiles) -> Passage:
    start = file.lines.line_span(first - 1).start
    return passage_of(file, Span(start, file.lines.line_span(last - 1).end), live)
