"""Hands a command to the resident process, where there is one: the first thing that the program does.

The process gets the words, the folder, what the settings read of the environment, and the standard streams themselves,
so it prints where this process would have. It prints nothing before it is allowed to; until then whatever goes wrong
means that the command runs here, as it does without.
"""

import os
import sys

from helix_lsp.cli import resident_line as to

VERBS = frozenset(("ask", "query", "uses", "mentions", "docs", "drift", "align", "status", "range"))
_LOST = 2
_INTERRUPTED = 130


def handed(words: list[str]) -> int | None:
    """The exit code of a command that the resident process ran; None where it has not."""
    if not words or words[0] not in VERBS or not to.POSSIBLE:
        return None
    if None in (sys.stdin, sys.stdout, sys.stderr):
        return None
    try:
        variables = to.read(dict(os.environ))
        line = to.connected(to.place(variables))
        if line is None:
            return None
        request = _request(words, variables)
        if len(request) > to.MOST:
            return None
        to.send(line, request)
        if line.recv(1) != to.TAKEN:
            return None
        line.settimeout(to.SILENCE)
        stdin = 0 if "-" in words or "--jsonl" in words else os.open(os.devnull, os.O_RDONLY)
        to.send(line, to.GO, (stdin, 1, 2))  # not before: who does not read would keep a pipe open
    except (OSError, ValueError):
        return None
    return _waited(line)


def _request(words: list[str], variables: dict[str, str]) -> bytes:
    mask = os.umask(0o077)
    os.umask(mask)
    out, err = sys.stdout, sys.stderr
    forms = (out.encoding, out.errors or "", err.encoding, err.errors or "", sys.stdin.encoding)
    pairs = [f"{name}={value}" for name, value in sorted(variables.items())]
    return to.packed("run", os.getcwd(), str(mask), *forms, str(len(pairs)), *pairs, *words)


def _waited(line: to.Line) -> int | None:
    """What comes after the command was taken, to its end."""
    printing = False
    while True:
        try:
            said = line.recv(1)
            if said == to.WANTS:
                line.settimeout(None)
                line.send(to.MAY)
                printing = True
            elif said == to.ENDED:
                return line.recv(1)[0]
            elif said != to.BEAT:
                raise OSError("the line was cut")
        except KeyboardInterrupt:
            return _cancelled(line)
        except (OSError, IndexError):
            line.close()
            if not printing:
                return None
            sys.stderr.write("helix-lsp: the resident process ended before the command did; ask once more\n")
            return _LOST


def _cancelled(line: to.Line) -> int:
    """The other side says `interrupted`, as the command does without it; this one where it cannot."""
    try:
        line.settimeout(to.PATIENCE)
        line.send(to.CANCEL)
        while said := line.recv(1):
            if said == to.WANTS:
                line.send(to.MAY)
            elif said == to.ENDED:
                return line.recv(1)[0]
    except (OSError, IndexError, KeyboardInterrupt):
        pass
    sys.stderr.write("helix-lsp: interrupted\n")
    return _INTERRUPTED
