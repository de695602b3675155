"""From the words of a command line to an exit code.

Invariants: 0 done, 1 a check said no, 2 wrong use or bad input, 130 interrupted; a failure is one line on stderr, never a
traceback.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable, Sequence

from helix_lsp.cli.arguments import parse
from helix_lsp.cli.failure import describe
from helix_lsp.cli.screen import Screen
from helix_lsp.errors import HelixError, UsageError

Verb = Callable[[Namespace, Screen], int]
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command (the process's own arguments by default) and returns its exit code."""
    screen = Screen.of_process()
    try:
        return _run(sys.argv[1:] if argv is None else list(argv), screen)
    except BrokenPipeError:
        screen.abandon()
        return 0
    except KeyboardInterrupt:
        screen.note("interrupted")
        return INTERRUPTED


def _run(argv: list[str], screen: Screen) -> int:
    try:
        arguments = parse(argv)
        code = _verb(arguments.verb)(arguments, screen)
        screen.flush()
        return code
    except SystemExit as stop:  # argparse has printed help or the version
        return stop.code if isinstance(stop.code, int) else 0
    except BrokenPipeError:
        raise
    except HelixError as error:
        screen.note(describe(error).message)
        return error.exit_code
    except Exception as error:  # noqa: BLE001  the last line of defence: one line instead of a traceback
        screen.note(describe(error).message)
        return UsageError.exit_code


def _verb(name: str) -> Verb:
    """The function behind a verb; only what it needs is imported."""
    if name == "ask":
        from helix_lsp.cli.ask import run
    elif name == "query":
        from helix_lsp.cli.query import run
    elif name == "index":
        from helix_lsp.cli.index import run
    elif name == "status":
        from helix_lsp.cli.status import run
    elif name == "range":
        from helix_lsp.cli.range_get import run
    elif name == "eval":
        from helix_lsp.cli.evaluate import run
    else:
        from helix_lsp.cli.serve import run
    return run
