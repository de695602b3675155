"""The audit of citations, measured: answers made from real code, each with one citation that was made wrong.

    python bench/citations.py TREE... [--answers 200] [--seed 7] [--missed]

An answer holds statements in the habits of people and tools (a caption in a comment, the head of a fence, a
permalink, `lines n to m of path`): code that is quoted, where a name is defined, who calls whom, the first
sentence of a documentation comment. One of them is wrong: other lines, another file, a line behind the end, a
file that is not there, a changed word of the quotation, another callee. Printed are the share of wrong ones that
do not pass (goal: at least 97 %) and of right ones that do not (at most 3 %), by kind.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

from helix_lsp.errors import UsageError  # noqa: E402  (found through the line above)
from helix_lsp.ide.mentions import View  # noqa: E402
from helix_lsp.ide.places import verify_text  # noqa: E402
from helix_lsp.syntax.outline import Symbol  # noqa: E402
from helix_lsp.text.positions import LineIndex  # noqa: E402
from tests.support.workspace import open_in  # noqa: E402

KINDS = ("function", "method")
FEWEST, MOST = 2, 6  # lines of a quotation
NUMBER = re.compile(r"\b\d+\b")
WORD = re.compile(r"\b[A-Za-z_]\w{3,}\b")


@dataclass(frozen=True, slots=True)
class Function:
    path: str
    symbol: Symbol
    lines: tuple[str, ...]  # of the whole file
    first: int  # lines from 1, both inclusive
    last: int


def functions(view: View, dice: random.Random) -> Iterator[Function]:
    """Functions with a body of some lines, in an order that is drawn."""
    paths = [
        p
        for p in view.snapshot.paths()
        if (f := view.snapshot.file(p)) is not None and f.surface.kind == "code"
    ]
    dice.shuffle(paths)
    for path in paths:
        outline, data = view.snapshot.outline(path), view.texts(path)
        if outline is None or data is None:
            continue
        table, lines = LineIndex(data), tuple(data.decode("utf-8", "replace").split("\n"))
        fit = [s for s in outline.symbols if s.kind in KINDS and s.body is not None]
        for symbol in dice.sample(fit, min(2, len(fit))):
            first, last = table.lines(symbol.span)
            if last - first >= FEWEST + 1 and re.fullmatch(r"[\w$.!?]+", symbol.name):
                yield Function(path=path, symbol=symbol, lines=lines, first=first, last=last)


def quoted(one: Function, dice: random.Random) -> tuple[int, int, list[str]] | None:
    """Lines of a function that hold something at both ends."""
    for _ in range(20):
        first = dice.randint(one.first, max(one.first, one.last - FEWEST))
        last = min(one.last, first + dice.randint(FEWEST, MOST) - 1)
        lines = list(one.lines[first - 1 : last])
        whole = sum(len(line.split()) for line in lines)
        if lines and lines[0].strip() and lines[-1].strip() and whole > 6 and "```" not in "".join(lines):
            return first, last, lines
    return None


def block(path: str, first: int, last: int, lines: list[str], habit: int) -> str:
    """A quotation in one of the habits of tools."""
    text = "\n".join(lines)
    return (
        f"```{first}:{last}:{path}\n{text}\n```",
        f"```python\n# {path}:{first}-{last}\n{text}\n```",
        f"```ts\n// filepath: {path} (lines {first}-{last})\n{text}\n```",
        f"In `{path}` (lines {first} to {last}):\n\n```\n{text}\n```",
        f"[{path}]({path}#L{first}-L{last}):\n\n```go\n{text}\n```",
        f"```\n{text}\n```\nSource: https://github.com/o/r/blob/0123abcd/{path}#L{first}-L{last}",
    )[habit]


def cited(path: str, first: int, last: int, habit: int) -> str:
    """A place behind a sentence, in one of the habits."""
    lines = f"{first}-{last}" if last > first else str(first)
    hashed = f"L{first}-L{last}" if last > first else f"L{first}"
    return (
        f"({path}:{lines})",
        f"(`{path}:{lines}`)",
        f"([{path}#{hashed}]({path}#{hashed}))",
        f"(https://github.com/o/r/blob/0123abcd/{path}#{hashed})",
        f"({path}, lines {first} to {last})" if last > first else f"({path}, line {first})",
    )[habit]


def away(one: Function, first: int, last: int, dice: random.Random) -> tuple[int, int] | None:
    """As many lines of the same file outside the function, some lines away."""
    size = last - first
    fit = [n for n in range(1, len(one.lines) - size) if n > one.last + 3 or n + size < one.first - 3]
    held = [n for n in fit if one.lines[n - 1].strip()]
    return (at := dice.choice(held), at + size) if held else None


def changed(lines: list[str], dice: random.Random) -> list[str] | None:
    """The lines with one number or word that is another one."""
    text = "\n".join(lines)
    if (numbers := list(NUMBER.finditer(text))) and dice.random() < 0.5:
        m, new = dice.choice(numbers), str(dice.randint(1_000, 9_000))
    elif words := list(WORD.finditer(text)):
        m = dice.choice(words)
        new = f"{m[0]}_{dice.choice(('old', 'next', 'other'))}"
    else:
        return None
    return (text[: m.start()] + new + text[m.end() :]).split("\n")


def statement(one: Function, view: View, dice: random.Random, wrong: bool) -> tuple[str, str] | None:
    """(kind, text) of a statement about a function; None where it cannot be made here."""
    sort = dice.choice(("quotation", "quotation", "place", "calls", "documentation"))
    first, last = one.first, one.first
    name, text, kind = one.symbol.name, "", sort
    lines: list[str] = []
    if sort == "quotation":
        found = quoted(one, dice)
        if found is None:
            return None
        first, last, lines = found
    elif sort == "place":
        text = f"`{name}` is a {one.symbol.kind}"
    elif sort == "calls":
        outline, data = view.snapshot.outline(one.path), view.texts(one.path) or b""
        inside = [
            r for r in (outline.references if outline is not None else ())
            if r.kind == "call" and one.symbol.body is not None and one.symbol.body.contains(r.span.start)
        ]  # fmt: skip
        if not inside:
            return None
        called = dice.choice(inside)
        first = last = LineIndex(data).lines(called.span)[0]
        text = f"`{name}` calls `{called.name}`"
    else:
        doc = one.symbol.doc
        raw = doc.cut(view.texts(one.path) or b"").decode("utf-8", "replace") if doc is not None else ""
        said = re.sub(r"^[\s/*#\"'!<>-]+|[\s*/\"'>-]+$", "", raw).partition("\n")[0]
        said = re.split(r"(?<=\.)\s", said)[0].strip()
        if (
            doc is None
            or len(said.split()) < 5
            or not said[:1].isupper()
            or re.search(r"[<>{}@|\[\]`]", said)
        ):
            return None
        first, last = LineIndex(view.texts(one.path) or b"").lines(doc)
        text = said.rstrip(".")
    path = one.path
    if wrong:
        how = dice.choice(("lines", "file", "end", "gone", "changed"))
        if how == "lines":
            moved = away(one, first, last, dice)
            if moved is None or (lines and "\n".join(lines) in "\n".join(one.lines[moved[0] - 1 : moved[1]])):
                return None
            first, last = moved
            cut = "\n".join(one.lines[first - 1 : last + 4])
            if not lines and all(w in cut for w in re.findall(r"`(\w+)`", text)):
                return None  # it is said there, too
        elif how == "file":
            code = [
                p
                for p in view.snapshot.paths()
                if p != path and LineIndex(view.texts(p) or b"").line_count > last
            ]
            other = dice.choice(code) if code else path
            cut = (view.texts(other) or b"").decode("utf-8", "replace")
            if (
                other == path
                or name in cut
                or (lines and lines[0].strip() in cut)
                or (text and text[:40] in cut)
            ):
                return None
            path = other
        elif how == "end":
            first, last = first + len(one.lines), last + len(one.lines)
        elif how == "gone":
            folder, _, file = path.rpartition("/")
            path = f"{folder}/missing_{file}".lstrip("/")
        elif lines:
            new = changed(lines, dice)
            if new is None:
                return None
            lines = new
        elif sort == "calls":
            text = f"`{name}` calls `{dice.choice(('flushRegistry', 'rebuild_index', 'closeSocket'))}`"
        else:
            return None
        kind = f"{sort}: {how}"
    body = (
        block(path, first, last, lines, dice.randrange(6))
        if lines
        else f"{text} {cited(path, first, last, dice.randrange(5))}."
    )
    return kind, body


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("trees", nargs="+")
    parser.add_argument("--answers", type=int, default=200)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--missed", action="store_true")
    options = parser.parse_args()
    dice = random.Random(options.seed)
    asked: Counter[str] = Counter()
    passed: Counter[str] = Counter()
    each = -(-options.answers // len(options.trees))
    made = 0
    for tree in options.trees:
        with (
            tempfile.TemporaryDirectory(prefix="helix-citations-") as folder,
            open_in(Path(folder), Path(tree)) as workspace,
        ):
            workspace.refresh()
            view = workspace.view()
            drawn = functions(view, dice)
            for _ in range(min(each, options.answers - made)):
                wrong_at = dice.randrange(5)
                told: list[tuple[str, str, bool]] = []
                for one in drawn:
                    found = statement(one, view, dice, wrong=len(told) == wrong_at)
                    if found is not None:
                        told.append((*found, len(told) == wrong_at))
                    if len(told) == 5:
                        break
                made += len(told) == 5
                for kind, text, wrong in told:
                    try:
                        results = [r for r in verify_text(view, f"# Answer\n\n{text}\n").results if r.cited]
                    except UsageError:  # it found no claim
                        results = []
                    good = bool(results) and all(r.verdict == "PASS" for r in results)
                    key = f"{'wrong' if wrong else 'right'} {kind}"
                    asked[key] += 1
                    passed[key] += good
                    if options.missed and good == wrong:
                        why = "; ".join(r.reason for r in results) or "not read"
                        print(f"--- {key} ({Path(tree).name}): {why}\n{text}")
    for key in sorted(asked):
        print(f"{key}: {passed[key]} of {asked[key]} pass")
    for what in ("wrong", "right"):
        n = sum(v for k, v in asked.items() if k.startswith(what))
        bad = sum(passed[k] if what == "wrong" else asked[k] - passed[k] for k in asked if k.startswith(what))
        print(
            f"{made} answers, {n} {what}: {bad} {'pass' if what == 'wrong' else 'do not pass'} ({bad / max(1, n):.3f})"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
