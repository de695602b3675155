"""The baseline file: findings that are known and not told again, as (document, reference) pairs, so that it
survives lines that move.

A repository brings the file, so no content of it stops a check: what can be read counts, and what cannot is
told with its line. A broken entry hides nothing, which is the strict side.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from helix_lsp.align.drift.world import BASELINE
from helix_lsp.text.data_file import BrokenData, next_json

NAME = ".helix-drift-baseline.json"
Pairs = frozenset[tuple[str, str]]
_LIST = re.compile(r'"findings"\s{0,99}:\s{0,99}\[')
_LIST_BYTES = re.compile(_LIST.pattern.encode())
_BETWEEN = re.compile(r"[\s,]*")
_NEXT = re.compile(r"\n[ \t]*\{")
_MOST_PROBLEMS = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Baseline:
    """`pairs` are the entries that can be read; `problems` are (line from 1, what is wrong there), in order,
    none of a good file.
    """

    pairs: Pairs = frozenset()
    problems: tuple[tuple[int, str], ...] = ()


def read_baseline(data: bytes) -> Baseline:
    """Never raises; linear but for `_MOST_PROBLEMS` broken entries, behind which nothing is read."""
    text = data.decode("utf-8", "replace")
    opened = _LIST.search(text)
    if opened is None:
        return Baseline(problems=((1, "there is no list of findings"),))
    pairs: set[tuple[str, str]] = set()
    problems: list[tuple[int, str]] = []
    at = opened.end()
    while len(problems) < _MOST_PROBLEMS:
        at = _after(text, at)
        if at == len(text) or text[at] == "]":
            break
        try:
            row, end = next_json(text, at)
        except BrokenData as error:
            wrong = error.why
            behind = _NEXT.search(text, at + 1)
            end = behind.start() if behind else len(text)
        else:
            wrong = _taken(row, pairs)
        if wrong:
            problems.append((_line(text, at), wrong))
        at = end
    if at == len(text):
        problems.append((_line(text, at), "the list of findings does not end"))
    return Baseline(pairs=frozenset(pairs), problems=tuple(problems))


def added_to(data: bytes, pairs: Iterable[tuple[str, str]]) -> tuple[int, int, str] | None:
    """(start, end, text): what to put in place of these bytes so that the pairs are known too; None where the
    file holds no list of findings.

    A good file is written anew, in order. In one with a broken entry the new ones come first in its list and
    every byte of it stays, for what cannot be read is not ours to throw away.
    """
    known = read_baseline(data)
    if not data or not known.problems:
        return 0, len(data), baseline_text({*known.pairs, *pairs})
    opened = _LIST_BYTES.search(data)
    if opened is None:
        return None
    rows = [_row(pair) for pair in sorted(set(pairs) - known.pairs)]
    last = data[opened.end() :].lstrip(b" \t\r\n")[:1] in (b"]", b"")
    return (
        opened.end(),
        opened.end(),
        "".join(f"\n  {json.dumps(row, ensure_ascii=False)}," for row in rows)[: -1 if last else None],
    )


def baseline_text(pairs: Iterable[tuple[str, str]]) -> str:
    """The file for these pairs, sorted, one line to a value."""
    body = {"schema": BASELINE.decode(), "findings": [_row(pair) for pair in sorted(set(pairs))]}
    return json.dumps(body, indent=1, ensure_ascii=False) + "\n"


def _row(pair: tuple[str, str]) -> dict[str, str]:
    return {"path": pair[0], "reference": pair[1]}


def _taken(row: Any, pairs: set[tuple[str, str]]) -> str:
    match row:
        case {"path": str(path), "reference": str(reference)}:
            pairs.add((path, reference))
            return ""
        case _:
            return "an entry is an object with `path` and `reference`"


def _after(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found else at


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
