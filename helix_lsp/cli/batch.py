"""`--jsonl`: one JSON request a line in, one JSON answer a line out, in the same order, the indexes kept open
between lines. Also `--stale-policy`: whether an answer may be on an index that is not known to be up to date.

Invariants: every line gets exactly one answer with `id` and `ms`; a bad line, a bad root or an unexpected
fault is an answer with `error`, and the batch goes on; memory does not grow with the number or the length of
lines.
"""

from __future__ import annotations

import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from helix_lsp.align.drift.verdict import Reason
from helix_lsp.cli.failure import describe
from helix_lsp.cli.opened import Opened
from helix_lsp.cli.screen import Screen
from helix_lsp.errors import StaleError, UsageError
from helix_lsp.ide.query import View
from helix_lsp.index.freshness import Freshness
from helix_lsp.session.workspace import Workspace
from helix_lsp.text.data_file import BrokenData, read_json
from helix_lsp.text.visible import counted, replaced_in, visible_line
from helix_lsp.wire.range_ref import reason_to_wire, refusal_to_wire, staleness

# `--stale-policy`: whether an answer may be on an index that is not known to be that of the disk.
#
# `fail` refuses (exit code 1, the reason on stderr and as a `refusal.v1`), `warn` answers and says so on
# stderr, `ignore` answers; every answer carries how fresh it is whatever the policy. What cannot be
# determined counts as stale. A program that reads JSON may not notice a word on stderr, so `fail` is the
# default of `--json` and `--jsonl`.

FAIL, WARN, IGNORE = "fail", "warn", "ignore"

# Where something stands and how fresh that is, for a person: `path:line` as a link, generation and
# freshness in words.


def freshness_words(freshness: Freshness) -> str:
    """`index up to date`, or what it does not know yet."""
    behind = freshness.reason or f"{counted(freshness.behind, 'file')} behind"
    state = "up to date" if freshness.fresh else f"not up to date ({behind})"
    unsaved = f", {freshness.unsaved} unsaved" if freshness.unsaved else ""
    return f"index {state}{unsaved}"


def partly(freshness: Freshness) -> str:
    """What to say before what a large part of the project does not have a voice in, `` where that is not so."""
    if not freshness.provisional:
        return ""
    far = f"{freshness.read:,} of {counted(freshness.files, 'file')} read"
    return (
        f"provisional: {far}, and {freshness.reason or 'the rest is not'}. Ask again when the index is whole"
    )


def link(
    path: str, start: int, end: int, root: str, screen: Screen, *, column: int = 0, within: str = ""
) -> str:
    """`path:line`, `path:line-line` or, with a column, `path:line:column`; on a terminal it opens the file. `within`
    is the name of a repository, which comes first.
    """
    named = f"{within}/{path}" if within else path
    lines = f"{start}" if end <= start else f"{start}-{end}"
    shown = f"{visible_line(named)}:{lines}" + f":{column}" * bool(column)
    if not screen.colour:
        return shown
    target = Path(os.path.abspath(os.path.join(root, path))).as_uri()
    return f"\x1b]8;;{target}#{start}\x1b\\\x1b[36m{shown}\x1b[0m\x1b]8;;\x1b\\"


def given_file(place: str, largest: int, called: str, more: str = "", what: str = "it") -> bytes:
    """The bytes of a file that a command names, of stdin for `-`. `called` is how a refusal names the file, `what` its
    content, `more` what it says of one that is too large. Raises UsageError.
    """
    try:
        if place == "-":
            if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]
                raise UsageError(f"{called} reads {what} from stdin, and stdin is closed; name a file")
            data = sys.stdin.buffer.read(largest + 1)
        else:
            with open(place, "rb") as file:
                data = file.read(largest + 1)
    except (OSError, ValueError) as error:
        raise UsageError(f"{called} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if len(data) > largest:
        raise UsageError(f"{called} is larger than {largest:,} bytes{more}")
    return data


def below_root(root: str, path: str) -> str:
    """A path as the person writes it, relative to the root where it lies below it."""
    written = path.replace(os.sep, "/")
    whole = os.path.abspath(path) if os.path.isabs(path) else os.path.join(root, path)
    below = os.path.relpath(os.path.normpath(whole), root).replace(os.sep, "/")
    return written if below.startswith("../") else below


def near_paths(root: str, paths: Iterable[str], screen: Screen) -> tuple[str, ...]:
    """Those of `--near` that are there, below the root or as seen from the current folder; of each other one it is
    said that it does not count.
    """
    kept: list[str] = []
    for path in paths:
        below = (below_root(root, path), below_root(root, os.path.abspath(path)))
        there = [b for b in below if not os.path.isabs(b) and os.path.exists(os.path.join(root, b))]
        kept += there[:1]
        if not there:
            screen.note(f"--near {path} does not count: {root} has no such file")
    return tuple(kept)


_MACHINE = ("json", "jsonl", "sarif")


class Refused(StaleError):
    """An answer that is not given, with the reason as data. `wrong`: the call is wrong in itself (exit code 2)."""

    def __init__(
        self, message: str, reason: Reason, freshness: Freshness | None = None, *, wrong: bool = False
    ) -> None:
        super().__init__(message)
        self.reason, self.freshness = reason, freshness
        self.code = "usage" if wrong else "stale"
        self.exit_code = UsageError.exit_code if wrong else StaleError.exit_code


def policy_of(arguments: Namespace) -> str:
    """What the caller says, else `fail` for machine output and `warn` for people."""
    if arguments.stale_policy:
        return arguments.stale_policy
    return FAIL if any(getattr(arguments, form, False) for form in _MACHINE) else WARN


def heed(freshness: Freshness, arguments: Namespace, screen: Screen) -> None:
    """Carry out the policy of a call. Raises Refused, after the refusal was printed where JSON is wanted."""
    policy = policy_of(arguments)
    reason = staleness(freshness)
    if reason is None or policy == IGNORE:
        return
    if policy == WARN:
        screen.note(partly(freshness) or f"not fresh: {_why(freshness)}")
        return
    refusal = Refused(refused(freshness), reason, freshness)
    if arguments.json:
        print_refusal(refusal, screen)
    raise refusal


@contextmanager
def heeded(arguments: Namespace, screen: Screen) -> Generator[tuple[Workspace, View]]:
    """The workspace of `--root` and what is known of it now, once the policy of the call was carried out."""
    with Opened(screen) as opened:
        workspace = opened.at(arguments.root)
        view = workspace.view()
        heed(view.freshness, arguments, screen)
        yield workspace, view


def heed_in_batch(freshness: Freshness, policy: str) -> None:
    """The same for one line of a batch, whose answer carries the freshness. Raises Refused."""
    reason = staleness(freshness)
    if policy == FAIL and reason is not None:
        raise Refused(refused(freshness), reason, freshness)


def print_refusal(refusal: Refused, screen: Screen) -> None:
    """The refusal as JSON, where an answer would stand."""
    screen.json(refusal_to_wire(refusal.code, refusal.reason, str(refusal), refusal.freshness), indent=2)


def refused(freshness: Freshness) -> str:
    """One line: why, and what to do."""
    return (
        f"the index is not that of the disk: {_why(freshness)}. Ask again when it is, or answer from it with "
        "--stale-policy warn"
    )


def _why(freshness: Freshness) -> str:
    return (
        freshness.reason
        or f"{freshness.behind:,} of {counted(freshness.files, 'file')} not indexed as now on disk"
    )


Request = Mapping[str, object]
Answer = Callable[[Request, Opened], Mapping[str, object]]


def run_batch(answer: Answer, screen: Screen, *, root: str | None, writable: bool = True) -> int:
    """Answers each line of stdin with `answer`; `root` is where a request names
    none; not `writable`, indexes are read as they are. The exit code is 1 when a line was refused with a reason, else 0.

    Raises UsageError when there is no stdin to read.
    """
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison]
        raise UsageError(
            "--jsonl reads its lines from stdin, and stdin is closed; send it a file: helix-lsp ask --jsonl < questions.jsonl"
        )
    with Opened(screen, writable=writable) as opened:
        longest = opened.settings(None).config.cli.batch_line_bytes
        refused = False
        for number, line in _lines(sys.stdin.buffer, longest):
            start = time.perf_counter()
            reply, no = _reply(line, number, answer, opened, root)
            refused = refused or no
            screen.json(reply | {"ms": round((time.perf_counter() - start) * 1_000, 3)})
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
