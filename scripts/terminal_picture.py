"""What a terminal showed, as an SVG that loads nothing: `picture(title, lines)`."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from html import escape

ADVANCE, LINE, MARGIN, HEAD = 8.4, 18, 16, 34
COLOURS = {"command": "#8fd694", "error": "#ff8b8b", "note": "#9aa4b2", "output": "#e3e7ee"}
WIDTH = 100
"""Columns; a longer line goes on in the next one."""


def picture(title: str, lines: Sequence[tuple[str, str]]) -> str:
    """An SVG of `(kind, text)` lines; `kind` is a key of COLOURS. Nothing of the text is markup."""
    rows = [row for kind, text in lines for row in folded(kind, text)]
    width, height = WIDTH * ADVANCE + 2 * MARGIN, HEAD + len(rows) * LINE + MARGIN
    body = [
        f'<text x="{MARGIN}" y="{HEAD + LINE * (at + 0.75):.1f}" fill="{COLOURS[kind]}" xml:space="preserve">{escape(text)}</text>'
        for at, (kind, text) in enumerate(rows)
        if text
    ]
    dots = "".join(f'<circle cx="{MARGIN + 18 * n}" cy="17" r="5" fill="#566070"/>' for n in range(3))
    return "\n".join(
        (
            (
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" viewBox="0 0 {width:.0f} {height}" '
                'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14">'
            ),
            f"<title>{escape(title)}</title>",
            '<rect width="100%" height="100%" rx="8" fill="#171b22"/>',
            f'{dots}<text x="{width / 2:.0f}" y="22" text-anchor="middle" fill="#9aa4b2">{escape(title)}</text>',
            *body,
            "</svg>\n",
        )
    )


def folded(kind: str, text: str) -> list[tuple[str, str]]:
    """The rows of a line: at most WIDTH characters each, a command cut between its words; what does not show is left out."""
    plain = "".join(c for c in text.expandtabs(4) if c.isprintable())
    if kind == "command":
        rows = textwrap.wrap(plain, WIDTH, subsequent_indent="    ", break_on_hyphens=False)
    else:
        rows = [plain[at : at + WIDTH] for at in range(0, len(plain), WIDTH)]
    return [(kind, row) for row in rows or [""]]
