"""An audit of a document as a page for an editor: what the code contradicts first, each claim with links to its
line and to the code.

What a repository holds is escaped or fenced (`ide/markup.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from helix_lsp.ide import markup
from helix_lsp.lsp.answer_document import inline
from helix_lsp.text.counted import counted

Uri = Callable[[str], str]
_HEADS = (("CONTRADICTED", "Contradicted by code"), ("REVIEW", "Nobody can tell"), ("PASS", "Borne out"))
_WIDTH = 160


def claims_document(audit: Mapping[str, Any], path: str, uri: Uri, line: int | None = None) -> str:
    """The whole page for a `claim-audit.v2` of the document `path`, or of its paragraph at a line (from 1);
    `uri(path)` names a file of the workspace.
    """
    claims, counts = audit["claims"], audit["counts"]
    what = markup.code(path) if line is None else f"The paragraph at {markup.code(f'{path}:{line}')}"
    blocks = [f"# {what} against the code"]
    blocks.append(
        f"{counts['CONTRADICTED']} contradicted by code, {counts['PASS']} borne out, {counts['REVIEW']} that nobody can tell. "
        f"{counted(audit['unread_sentences'], 'sentence')} {'makes' if audit['unread_sentences'] == 1 else 'make'} no claim that can be read."
    )
    if not audit["index"]["fresh"]:
        blocks.append(f"**The index is behind the disk:** {markup.text(str(audit['index']['reason']))}")
    for status, head in _HEADS:
        rows = [row for one in claims if one["status"] == status for row in _rows(one, uri)]
        if rows:
            blocks.append(f"## {head}\n\n" + "\n".join(rows))
    return "\n\n".join(blocks) + "\n"


def _rows(claim: Mapping[str, Any], uri: Uri) -> Iterator[str]:
    at = claim["at"]
    yield f"- {_link(at['path'], at['line'], uri)} {inline(claim['text'])}"
    if claim["reason"]:
        yield f"  - {markup.text(claim['reason'])}"
    for passage in (*claim["contradicting"], *claim["supporting"]):
        ref = passage["range_ref"]
        first = passage["text"].strip().partition("\n")[0].strip()[:_WIDTH]
        yield f"  - {_link(ref['path'], ref['start_line'], uri)} {markup.code(first)}"


def _link(path: str, line: int, uri: Uri) -> str:
    return markup.rewrite_links(markup.link(path, line), lambda p, n: f"{uri(p)}#L{n}")
