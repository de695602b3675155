"""`python -m helix_lsp` and the `helix-lsp` command: Ctrl-C and SIGTERM end with the right code from the
first import on.
"""

import os
import sys

if (
    __name__ == "__main__"
    and not sys.flags.safe_path
    and sys.path[0] != os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
):
    del sys.path[
        0
    ]  # `-m` looks into the current folder first, which may be a project that nobody trusts: nothing of it is imported from here on

from helix_lsp.cli.resident_client import handed

_INTERRUPTED = 130
_SIGNAL_BASE = 128


def start() -> int:
    """The exit code of the process's own command."""
    try:
        if (code := handed(sys.argv[1:])) is not None:
            return code
        import signal

        from helix_lsp.cli.serve import is_serve, wants_companion

        if is_serve(sys.argv[1:]):
            signal.signal(
                signal.SIGTERM, _leave
            )  # reading the modules takes a third of a second; the server puts its own in place
            if wants_companion(sys.argv[1:]):
                from helix_lsp.lsp.companion.spawn import spawn_ahead

                spawn_ahead()
        from helix_lsp.cli.main import main

        return main()
    except KeyboardInterrupt:  # while modules are read; later the command says it itself
        sys.stderr.write("helix-lsp: interrupted\n")
        return _INTERRUPTED


def _leave(number: int, _frame: object) -> None:
    """Nothing is open yet that would have to be closed."""
    os._exit(_SIGNAL_BASE + number)


if __name__ == "__main__":
    sys.exit(start())
