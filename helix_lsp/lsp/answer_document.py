"""An envelope as a Markdown document for an editor that does not have a view of ours: answer, citations as links,
options, freshness.

What a repository holds is escaped or fenced (`ide/links.py`): the document can fetch nothing and run nothing
when it is previewed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from helix_lsp.ide import links
from helix_lsp.ide.ask import in_words, say_climb
from helix_lsp.text.regex import regex
from helix_lsp.text.visible import counted, visible

Uri = Callable[[str], str]
_CITED = regex(r" \(([^()\n]+):(\d+)\)")
_FENCE = regex(r"`{3,}")
_CODE = regex(r"(?<!`)(`{1,9})(?!`)(.{1,2000}?)(?<!`)\1(?!`)")


def answer_document(envelope: Mapping[str, Any], uri: Uri) -> str:
    """The whole document; `uri(path)` names a file of the workspace."""
    blocks = [f"# {links.text(str(envelope.get('question', '')))}"]
    if envelope.get("mode") == "provisional":
        blocks.append(_unread(envelope["index"]))
    for section in envelope.get("sections", ()):
        if section["title"]:
            blocks.append(f"## {links.text(section['title'])}")
        blocks.append(_body(section["body"], _cited_paths(envelope), uri))
    clarify = envelope.get("clarify")
    if clarify:
        blocks.append(_options(clarify))
    citations = [c["range_ref"] for c in envelope.get("citations", ())]
    if citations:
        rows = [f"{n}. {_link(ref['path'], ref['start_line'], uri)}" for n, ref in enumerate(citations, 1)]
        blocks.append("## Evidence\n\n" + "\n".join(rows))
    blocks.append(_foot(envelope))
    return "\n\n".join(block for block in blocks if block) + "\n"


def trace_document(envelope: Mapping[str, Any]) -> str:
    """How the last answer came about: one section a rung, with its events and facts, and where the ladder was
    climbed more than once, a section a climb around them.
    """
    blocks = [f"# How this was answered: {links.text(str(envelope.get('question', '')))}"]
    trace = envelope.get("trace", ())
    several, climb = any(step.get("climb", 1) > 1 for step in trace), 0
    for step in trace:
        if several and step["climb"] != climb:
            climb = step["climb"]
            blocks.append(f"## {say_climb(climb, step['purpose'])}")
        rows = [f"- {links.text(in_words(event))}" for event in step["events"]]
        rows += [
            f"- {links.text(in_words(fact['label']))}: {links.text(fact['text'])}" for fact in step["facts"]
        ]
        told = f"{step['number']} {links.text(step['rung'])}: {links.text(step['status'])}"
        head = f"{'###' if several else '##'} {told}, {step['elapsed_us'] / 1000:.1f} ms"
        blocks.append("\n\n".join([head, "\n".join(rows)] if rows else [head]))
    return "\n\n".join(blocks) + "\n"


def mentions_document(found: Mapping[str, Any]) -> str:
    """The result of `helix/mentions`: one line a mention, with its document, section and words."""
    uris = {one["path"]: str(one["uri"]) for one in found["mentions"]}
    rows: list[str] = []
    for one in found["mentions"]:
        section = f" {links.text(one['section'])}:" if one["section"] else ""
        rows.append(
            f"- {_link(one['path'], one['line'], uris.__getitem__)}{section} {links.code(one['text'])}"
        )
    head = f"# {counted(found['documents'], 'document')} mention{'s' if found['documents'] == 1 else ''}"
    return (
        f"{head} {links.code(str(found['symbol']))}\n\n"
        + "\n".join(rows)
        + ("\n- and more" if found["more"] else "")
        + "\n"
    )


def _cited_paths(envelope: Mapping[str, Any]) -> frozenset[str]:
    return frozenset(c["range_ref"]["path"] for c in envelope.get("citations", ()))


def _body(body: str, cited: frozenset[str], uri: Uri) -> str:
    """Lines outside of fences are escaped, with their citations as links; inside they stay, made visible."""
    out: list[str] = []
    fence = ""
    for line in body.split("\n"):
        opened = _FENCE.match(line)
        if fence:
            out.append(visible(line))
            fence = "" if line == fence else fence
        elif opened is not None:
            fence = opened.group()
            out.append(fence + _info(line[len(fence) :].lower()))
        else:
            out.append(_line(line, cited, uri))
    return "\n".join(out + ([fence] if fence else []))


def _info(info: str) -> str:
    """The language and the number of the line that matters (`python {3}`), and nothing else."""
    language, _, marked = info.partition(" {")
    number = marked.removesuffix("}")
    return re.sub(r"[^a-z0-9_+-]", "", language) + (
        f" {{{number}}}" if number.isascii() and number.isdigit() else ""
    )


def _line(line: str, cited: frozenset[str], uri: Uri) -> str:
    bullet, text = ("- ", line[2:]) if line.startswith("- ") else ("", line)
    out, at = "", 0
    for match in _CITED.finditer(text):
        if match.group(1) in cited:
            out += inline(text[at : match.start()]) + f" ({_link(match.group(1), int(match.group(2)), uri)})"
            at = match.end()
    return bullet + out + inline(text[at:])


def inline(text: str) -> str:
    """A line of prose, escaped but for its code spans."""
    out, at = "", 0
    for match in _CODE.finditer(text):
        out += links.spaced(text[at : match.start()], behind=at > 0, before=True) + links.code(match.group(2))
        at = match.end()
    return out + links.spaced(text[at:], behind=at > 0, before=False)


def _link(path: str, line: int, uri: Uri) -> str:
    return links.rewrite_links(links.link(path, line), lambda p, n: f"{uri(p)}#L{n}")


def _options(clarify: Mapping[str, Any]) -> str:
    rows = [
        f"{n}. **{links.text(o['label'])}** {links.text(o['detail'] or o['question'])}"
        for n, o in enumerate(clarify["options"], 1)
    ]
    return f"## {inline(clarify['asks'])}\n\n" + "\n".join(rows)


def _unread(index: Mapping[str, Any]) -> str:
    """In the place of a verdict: an editor without a view of ours asks again only when its user does."""
    read, files = max(0, index["files"] - index["behind"]), index["files"]
    far = f"{read:,} of {files:,} files" if files else "no file yet"
    return f"**{'Read so far' if index['state'] == 'behind' else 'Still reading'}: {far}.** Provisional: ask again when the rest is read."


def _foot(envelope: Mapping[str, Any]) -> str:
    index = cast("Mapping[str, Any]", envelope.get("index") or {})
    if not index:
        return ""
    words = "fresh" if index.get("fresh") else str(index.get("reason", ""))
    by_words = "; by words" if envelope.get("retrieval_plan", {}).get("ordered") == "words" else ""
    return f"---\n\n*{links.text(str(envelope.get('mode', '')))}; index generation {index.get('generation', 0)}, {links.text(words)}{by_words}*"


# The answer documents of this session, for clients that show text without a file
# (`workspace/textDocumentContent`). Belongs to the loop.

SCHEME = "helix-answer"
_MOST = 20


class Answers:
    """The latest few, by URI."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}
        self._number = 0

    def add(self, text: str, name: str = "answer") -> str:
        """The URI of a new document."""
        self._number += 1
        uri = f"{SCHEME}:/{name}-{self._number}.md"
        self._texts[uri] = text
        while len(self._texts) > _MOST:
            del self._texts[next(iter(self._texts))]
        return uri

    def get(self, uri: str) -> str | None:
        """None when it was never given or is too old."""
        return self._texts.get(uri)


# An audit of a document as a page for an editor: what the code contradicts first, each claim with links to
# its line and to the code.
#
# What a repository holds is escaped or fenced (`ide/links.py`).

_HEADS = (("CONTRADICTED", "Contradicted by code"), ("REVIEW", "Nobody can tell"), ("PASS", "Borne out"))
_WIDTH = 160


def claims_document(audit: Mapping[str, Any], path: str, uri: Uri, line: int | None = None) -> str:
    """The whole page for a `claim-audit.v2` of the document `path`, or of its paragraph at a line (from 1);
    `uri(path)` names a file of the workspace.
    """
    claims, counts = audit["claims"], audit["counts"]
    what = links.code(path) if line is None else f"The paragraph at {links.code(f'{path}:{line}')}"
    blocks = [f"# {what} against the code"]
    blocks.append(
        f"{counts['CONTRADICTED']} contradicted by code, {counts['PASS']} borne out, {counts['REVIEW']} that nobody can tell. "
        f"{counted(audit['unread_sentences'], 'sentence')} {'makes' if audit['unread_sentences'] == 1 else 'make'} no claim that can be read."
    )
    if not audit["index"]["fresh"]:
        blocks.append(f"**The index is behind the disk:** {links.text(str(audit['index']['reason']))}")
    for status, head in _HEADS:
        rows = [row for one in claims if one["status"] == status for row in _rows(one, uri)]
        if rows:
            blocks.append(f"## {head}\n\n" + "\n".join(rows))
    return "\n\n".join(blocks) + "\n"


def _rows(claim: Mapping[str, Any], uri: Uri) -> Iterator[str]:
    at = claim["at"]
    yield f"- {_link(at['path'], at['line'], uri)} {inline(claim['text'])}"
    if claim["reason"]:
        yield f"  - {links.text(claim['reason'])}"
    for passage in (*claim["contradicting"], *claim["supporting"]):
        ref = passage["range_ref"]
        first = passage["text"].strip().partition("\n")[0].strip()[:_WIDTH]
        yield f"  - {_link(ref['path'], ref['start_line'], uri)} {links.code(first)}"
