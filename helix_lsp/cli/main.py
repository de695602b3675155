"""From the words of a command line to an exit code.

Invariants: 0 done, 1 a check said no or nothing was found, 2 wrong use or bad input, 130 interrupted; a failure is one line on
stderr, never a traceback.
"""

from __future__ import annotations

import atexit
import gc
import sys
from argparse import Namespace
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

from helix_lsp.cli.arguments import parse
from helix_lsp.cli.failure import describe
from helix_lsp.cli.resident_client import POSSIBLE, VERBS
from helix_lsp.cli.screen import Screen
from helix_lsp.errors import HelixError, UsageError
from helix_lsp.session.settings.settings import load

Verb = Callable[[Namespace, Screen], int]
INTERRUPTED = 130
_ROOMS = {  # verbs that share a module, and those that are not a module's name: the module and its function
    "cache": "status.run_cache",
    "completion": "help.run_completion",
    "doctor": "help.run_doctor",
    "eval": "evaluate.run",
    "evidence": "verify.run_evidence",
    "index": "status.run_index",
    "mcp": "init.run_mcp",
    "range": "bundle.run_range_get",
    "uses": "mentions.run_uses",
}
# Hundreds of modules are read at the start and none of what they make is garbage: looking for it 90 times
# took 20 of 280 ms.
_COLLECTION = (50_000, 20, 20)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command (the process's own arguments by default) and returns its exit code."""
    gc.set_threshold(*_COLLECTION)
    atexit.register(
        gc.freeze
    )  # the process ends: its memory is given back whole, not searched for circles first (60 ms)
    words = sys.argv[1:] if argv is None else list(argv)
    code = run(words)
    if words and words[0] in VERBS and POSSIBLE and load(None).config.cli.resident_start:
        from helix_lsp.cli.resident import begin_quietly

        begin_quietly()  # for the commands that follow
    return code


def run(words: list[str]) -> int:
    """The same with the standard streams as they are now, in a process that may run another one afterwards."""
    screen = Screen.of_process()
    try:
        return _run(words, screen)
    except BrokenPipeError:
        screen.abandon()
        return 0
    except KeyboardInterrupt:
        screen.note("interrupted")
        return INTERRUPTED


def _run(argv: list[str], screen: Screen) -> int:
    try:
        arguments = parse(argv)
        code = _verb(_room(arguments))(arguments, screen)
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


def _room(arguments: Namespace) -> str:
    """The module behind a call and its function: those of its verb, but for questions to a fleet and `docs`."""
    if arguments.verb == "docs":
        return "drift.run" if arguments.act == "check" else "mentions.run_coverage"
    asks = arguments.verb in ("ask", "query") and (arguments.fleet is not None or arguments.within)
    return "fleet.run_fleet_ask" if asks else _ROOMS.get(arguments.verb, f"{arguments.verb}.run")


def _verb(room: str) -> Verb:
    """The function behind a verb; only what it needs is imported."""
    module, _, name = room.partition(".")
    return cast("Verb", getattr(import_module(f"helix_lsp.cli.{module}"), name))
