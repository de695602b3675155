"""`--jsonl`: one JSON request a line in, one JSON answer a line out, in the same order, the indexes kept open
between lines.

Invariants: every line gets exactly one answer with `id` and `ms`; a bad line, a bad root or an unexpected
fault is an answer with `error`, and the batch goes on; memory does not grow with the number or the length of
lines.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import BinaryIO, cast

from helix_lsp.cli.failure import describe
from helix_lsp.cli.opened import Opened
from helix_lsp.cli.screen import Screen
from helix_lsp.cli.stale import Refused
from helix_lsp.errors import StaleError, UsageError
from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.text.visible import replaced_in
from helix_lsp.wire.range_ref import reason_to_wire

Request = Mapping[str, object]
Answer = Callable[[Request, Opened], Mapping[str, object]]
Clock = Callable[[], float]


def run_batch(
    answer: Answer,
    screen: Screen,
    *,
    root: str | None,
    source: BinaryIO | None = None,
    clock: Clock = time.perf_counter,
    writable: bool = True,
) -> int:
    """Answers each line of `source` (stdin by default) with `answer`; `root` is where a request names
    none; not `writable`, indexes are read as they are. The exit code is 1 when a line was refused with a reason, else 0.

    Raises UsageError when there is no stdin to read.
    """
    if source is None and sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise UsageError(
            "--jsonl reads its lines from stdin, and stdin is closed; send it a file: helix-lsp ask --jsonl < questions.jsonl"
        )
    with Opened(screen, writable=writable) as opened:
        longest = opened.settings(None).config.cli.batch_line_bytes
        refused = False
        for number, line in _lines(source or sys.stdin.buffer, longest):
            start = clock()
            reply, no = _reply(line, number, answer, opened, root)
            refused = refused or no
            screen.json(reply | {"ms": round((clock() - start) * 1_000, 3)})
            screen.flush()
    return StaleError.exit_code if refused else 0


def field(request: Request, name: str, kind: type, default: object) -> object:
    """A member of a request, checked; null and absent give the default. Raises UsageError."""
    value = request.get(name)
    if value is None:
        return default
    if not isinstance(value, kind) or isinstance(value, bool) != (kind is bool):
        raise UsageError(
            f"`{name}` must be {_NAMES[kind]}, not {_NAMES.get(type(value), type(value).__name__)}"
        )
    return value


def text_field(request: Request, name: str, default: str = "") -> str:
    """A text member of a request."""
    return cast("str", field(request, name, str, default))


_NAMES: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    list: "a list",
    dict: "an object",
    bool: "true or false",
    float: "a number",
    type(None): "null",
}


def _lines(source: BinaryIO, longest: int) -> Iterator[tuple[int, bytes | None]]:
    """(number from 1, line) of every line that is not blank; None for one that is too long."""
    number = 0
    while line := source.readline(longest + 1):
        number += 1
        if len(line) > longest and not line.endswith(b"\n"):
            while (rest := source.readline(longest)) and not rest.endswith(b"\n"):
                pass
            yield number, None
        elif line.strip():
            yield number, line


def _reply(
    line: bytes | None, number: int, answer: Answer, opened: Opened, root: str | None
) -> tuple[dict[str, object], bool]:
    """(answer, whether it was refused with a reason)."""
    name: object = None
    try:
        request = _request(line, number)
        name = request.get("id")
        if "root" not in request and root is not None:
            request["root"] = root
        return {"id": name, **answer(request, opened)}, False
    except BrokenPipeError:
        raise
    except Exception as error:  # noqa: BLE001  whatever one line does, the next one is answered
        failure = describe(error)
        said: dict[str, object] = {"code": failure.code, "message": failure.message}
        if isinstance(error, Refused):
            said |= {"code": error.code, "reason": reason_to_wire(error.reason)}
        return {"id": name, "error": said}, isinstance(error, Refused)


_FILES = frozenset(("near",))


def _request(line: bytes | None, number: int) -> dict[str, object]:
    if line is None:
        raise UsageError(f"line {number} is longer than one request may be")
    try:
        value: object = read_json(line)
    except BrokenData as error:
        raise UsageError(f"line {number}: {error.why}") from error
    if not isinstance(value, dict):
        raise UsageError(f"line {number} is not a JSON object")
    return replaced_in(value, but=_FILES)
