"""The figures of a version as a picture: one bar a figure, the goal as a line through all of them.

A bar is the measured figure as a share of its goal, or the goal as a share of the figure where less is better, so
that everything right of the line holds. Scalable Vector Graphics, readable on a light and on a dark page.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

_LEFT, _WIDTH, _ROW, _MOST = 430, 300, 22, 1.5
_STYLE = (
    "text{font:13px system-ui,sans-serif;fill:#57606a}.part{font-weight:600}.holds{fill:#2da44e}.missed{fill:#bf8700}"
    "line{stroke:#57606a;stroke-dasharray:3 3}@media(prefers-color-scheme:dark){text{fill:#9198a1}line{stroke:#9198a1}}"
)


def share(value: float, way: str, goal: float) -> float:
    """How far a figure has come, 1 at its goal, at most 1.5; `way` is `>=` or `<=`."""
    if way == ">=":
        return min(_MOST, value / goal) if goal else 1.0
    return min(_MOST, goal / value) if value else _MOST


def plot(bars: Sequence[tuple[str, str, float | None, str]]) -> str:
    """`bars` are (part, figure in words, share of the goal or None, what to write behind the bar), in order."""
    rows: list[str] = []
    part, y = "", 10
    for heading, says, reached, told in bars:
        if heading != part:
            part, y = heading, y + _ROW
            rows.append(f'<text class="part" x="10" y="{y}">{escape(part)}</text>')
        y += _ROW
        rows.append(f'<text x="{_LEFT - 8}" y="{y}" text-anchor="end">{escape(says)}</text>')
        wide = round((reached or 0.0) / _MOST * _WIDTH, 1)
        kind = "holds" if reached is not None and reached >= 1 else "missed"
        rows.append(f'<rect class="{kind}" x="{_LEFT}" y="{y - 11}" width="{wide}" height="12" rx="2"/>')
        rows.append(f'<text x="{_LEFT + _WIDTH + 8}" y="{y}">{escape(told)}</text>')
    at = round(_LEFT + _WIDTH / _MOST, 1)
    high = y + _ROW
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_LEFT + _WIDTH + 160} {high}" role="img" '
        f'aria-label="Measured figures as shares of their goals"><style>{_STYLE}</style>'
        + "".join(rows)
        + f'<line x1="{at}" y1="24" x2="{at}" y2="{high - 8}"/></svg>\n'
    )
