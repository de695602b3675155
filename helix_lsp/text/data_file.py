"""Bytes of a TOML or JSON file as plain data: the one reader of each format, and its one error.

What a file holds is hostile. Whatever a parser raises (its own error, a number with too many digits, brackets
nested too deeply) becomes `BrokenData` with a line, and a TOML key with so many parts that the parser would
need hours is refused before it is parsed. `tests/house/test_data_files.py` sees to it that nothing else in
the package calls these parsers.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib.resources import files
from typing import Any, cast

from helix_lsp.text.regex import regex

MOST_PARTS = 24  # of a dotted TOML key; `tomllib` takes time with the square of their number
_LONGEST_REASON = 120
_AT_LINE = regex(r"at line (\d+)")
_ASIDE = regex(
    r"'''.*?(?:'''|\Z)|\"\"\"(?:[^\\]|\\.)*?(?:\"\"\"|\Z)|'(?>[^'\n]*)'?|\"(?>(?:[^\"\\\n]|\\[^\n])*)\"?|#[^\n]*",
    re.DOTALL,
)
_TOO_MANY_PARTS = regex(rf"(?:(?<![\w-])(?>[\w-]+)(?>[ \t]*)\.(?>[ \t]*)){{{MOST_PARTS}}}")
_DECODER = json.JSONDecoder()


class BrokenData(ValueError):
    """A file that does not hold what its format asks for: `line` (from 1) and `why`, in words without a path."""

    def __init__(self, line: int, why: str) -> None:
        super().__init__(f"line {line}: {why}")
        self.line = line
        self.why = why

    def at(self, path: str, then: str) -> str:
        """`path:line: why; then`, where `then` says what happens now or what to do."""
        return f"{path}:{self.line}: {self.why}; {then}"


def read_text(data: bytes) -> str:
    """UTF-8 text without its byte-order mark. Raises BrokenData."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BrokenData(data.count(b"\n", 0, error.start) + 1, "not UTF-8") from None


def read_toml(text: str) -> dict[str, object]:
    """The tables of a TOML file. Raises BrokenData, and nothing else."""
    import tomllib

    bare = _ASIDE.sub(_without, text)
    if found := _TOO_MANY_PARTS.search(bare):
        line = bare.count("\n", 0, found.start()) + 1
        raise BrokenData(line, f"a key of more than {MOST_PARTS} parts")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        at = _AT_LINE.search(str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        raise BrokenData(line, f"broken TOML ({str(error)[:_LONGEST_REASON]})") from None
    except RecursionError:
        raise BrokenData(1, "nested too deeply") from None
    except ValueError:
        raise BrokenData(_long_number(bare), "a number with too many digits") from None


def read_json(data: bytes | str, *, pairs: Callable[[list[tuple[str, Any]]], object] | None = None) -> Any:
    """The value of a JSON text; of bytes the encoding is found as JSON says. `pairs` makes objects and may
    raise ValueError with its own words. `NaN` and `Infinity` are not JSON. Raises BrokenData, and nothing else.
    """
    try:
        text = data if isinstance(data, str) else data.decode(json.detect_encoding(data))
    except UnicodeDecodeError as error:
        raw = data if isinstance(data, bytes) else b""
        raise BrokenData(raw.count(b"\n", 0, error.start) + 1, "not UTF-8") from None
    try:
        return json.loads(text.removeprefix("\ufeff"), parse_constant=_refused, object_pairs_hook=pairs)
    except json.JSONDecodeError as error:
        raise BrokenData(error.lineno, f"broken JSON ({error.msg}, column {error.colno})") from None
    except RecursionError:
        raise BrokenData(1, "nested too deeply") from None
    except _Refused as error:
        raise BrokenData(1, f"{error} is not JSON") from None
    except ValueError as error:
        digits = "digits" in str(error)
        raise BrokenData(
            _long_number(text) if digits else 1,
            "a number with too many digits" if digits else str(error)[:_LONGEST_REASON],
        ) from None


def next_json(text: str, at: int) -> tuple[Any, int]:
    """The JSON value that begins at this place of a longer text, and where it ends. Raises BrokenData, and
    nothing else.
    """
    try:
        return _DECODER.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise BrokenData(error.lineno, f"broken JSON ({error.msg})") from None
    except (ValueError, RecursionError):
        raise BrokenData(text.count("\n", 0, at) + 1, "broken JSON") from None


class _Refused(ValueError):
    pass


def _refused(word: str) -> float:
    raise _Refused(word)


def _long_number(text: str) -> int:
    found = re.search(r"\d{1000}", text)
    return text.count("\n", 0, found.start()) + 1 if found else 1


def _without(aside: re.Match[str]) -> str:
    """What a string or comment leaves: its line ends, so that lines can be counted, and for a string a word, for
    it may be a part of a key.
    """
    lines = "\n" * aside[0].count("\n")
    return lines if aside[0][0] == "#" else f"s{lines}"


def value_at(data: object, *keys: str) -> object:
    """The value below these keys of tables in tables; None where one of them is not there."""
    for key in keys:
        data = cast("dict[str, object]", data).get(key) if isinstance(data, dict) else None
    return data


def parts_of_text(package: str, name: str) -> tuple[tuple[str, ...], ...]:
    """The parts of a word list of the program's own, each as its lines: an empty line is between two."""
    text = (files(package) / name).read_text(encoding="utf-8")
    return tuple(tuple(part.splitlines()) for part in text.strip().split("\n\n"))
