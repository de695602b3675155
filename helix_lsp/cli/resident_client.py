"""Hands a command to the resident process, where there is one: the first thing that the program does. Also the
line to that process: where its socket is, and who may be at the other end.

The process gets the words, the folder, what the settings read of the environment, and the standard streams themselves,
so it prints where this process would have. It prints nothing before it is allowed to; until then whatever goes wrong
means that the command runs here, as it does without.
"""

import _socket
import os
import stat
import sys
from binascii import crc32

from helix_lsp import __version__

# The line to the resident process: where its socket lies, who may be at the other end, and how a request is
# written.
#
# Read by every command before anything heavy, so it imports `os`, `sys` and the bare socket of the system
# alone. A request is a length of four bytes and texts with a NUL behind each; no argument and no variable
# can hold one.

Line = _socket.socket
PATIENCE = 2.0  # seconds; what a process that hangs on the socket costs at most before it has taken a command
SILENCE = 5.0  # seconds without a sign of life from one that has taken it
MOST = 60_000  # bytes of a request; a longer one is not handed over
NAMES = (
    "HOME USERPROFILE PATH XDG_CACHE_HOME XDG_CONFIG_HOME SOURCE_DATE_EPOCH TMPDIR TEMP TMP "
    "AGI_ROUTER_ADAPTER AGI_ANSWERER_ADAPTER NO_COLOR COLUMNS LINES TERM COLORTERM LANGUAGE LC_ALL LC_MESSAGES LANG"
).split()
"""The variables that a command reads, besides those of the settings."""
PREFIX = "HELIX_ASK_"
TAKEN, GO, BEAT, WANTS, MAY, ENDED, CANCEL, DECLINED = b"t", b"g", b"b", b"w", b"m", b"e", b"c", b"d"
POSSIBLE = hasattr(_socket, "AF_UNIX") and hasattr(_socket, "SCM_RIGHTS") and hasattr(os, "fork")


def identity() -> str:
    """Which program this is: its version and files, and the Python that runs it."""
    return "\n".join((__version__, os.path.dirname(os.path.dirname(__file__)), sys.version, sys.prefix))


def read(environment: dict[str, str]) -> dict[str, str]:
    """What of an environment a command reads."""
    return {name: value for name, value in environment.items() if name in NAMES or name.startswith(PREFIX)}


def place(variables: dict[str, str]) -> str:
    """Where the socket lies for these variables; `` where they name no absolute folder."""
    home = variables.get("HOME") or os.path.expanduser("~")
    cache = variables.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(cache):
        cache = os.path.join(home, *(("Library", "Caches") if sys.platform == "darwin" else (".cache",)))
    folder = variables.get("HELIX_ASK_CACHE_DIR") or os.path.join(cache, "helix-lsp")
    if folder.startswith("~/"):
        folder = os.path.join(home, folder[2:])
    name = f"{crc32(identity().encode('utf-8', 'surrogateescape')):08x}"
    return os.path.join(folder, "resident", name) if os.path.isabs(folder) else ""


def refusal(folder: str) -> str:
    """Why a folder cannot hold the socket, `` where it can. Raises OSError where there is none."""
    found = os.lstat(folder)
    if not stat.S_ISDIR(found.st_mode):
        return "is not a folder"
    if found.st_uid != os.geteuid():
        return "belongs to another user"
    return "can be entered by other users" if found.st_mode & 0o077 else ""


def connected(path: str) -> Line | None:
    """A line to the process of this user that listens there, None where there is none or it may not be trusted.
    Raises OSError.
    """
    if not path or refusal(os.path.dirname(path)):
        return None
    found = os.lstat(path)
    if not stat.S_ISSOCK(found.st_mode) or found.st_uid != os.geteuid():
        return None
    line = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    line.settimeout(PATIENCE)
    line.connect(path)
    return line if is_ours(line) else None


def is_ours(line: Line) -> bool:
    """False where the system says that another user is at the other end."""
    if not hasattr(_socket, "SO_PEERCRED"):
        return True
    said = line.getsockopt(_socket.SOL_SOCKET, _socket.SO_PEERCRED, 12)
    return int.from_bytes(said[4:8], sys.byteorder) == os.geteuid()


def packed(kind: str, *texts: str) -> bytes:
    """A request of this program; its first texts are who asks and for what."""
    body = b"".join(os.fsencode(text) + b"\0" for text in (identity(), kind, *texts))
    return len(body).to_bytes(4, "big") + body


def send(line: Line, data: bytes, descriptors: tuple[int, ...] = ()) -> None:
    """All of it, the descriptors with its first part. Raises OSError."""
    numbers = b"".join(number.to_bytes(4, sys.byteorder) for number in descriptors)
    rights = [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, numbers)] if descriptors else []
    sent = line.sendmsg([data], rights)
    while sent < len(data):
        sent += line.send(data[sent:])


VERBS = frozenset(("ask", "query", "uses", "mentions", "docs", "drift", "align", "status", "range"))
_LOST = 2
_INTERRUPTED = 130


def handed(words: list[str]) -> int | None:
    """The exit code of a command that the resident process ran; None where it has not."""
    if not words or words[0] not in VERBS or not POSSIBLE:
        return None
    if None in (sys.stdin, sys.stdout, sys.stderr):
        return None
    try:
        variables = read(dict(os.environ))
        line = connected(place(variables))
        if line is None:
            return None
        request = _request(words, variables)
        if len(request) > MOST:
            return None
        send(line, request)
        if line.recv(1) != TAKEN:
            return None
        line.settimeout(SILENCE)
        stdin = 0 if "-" in words or "--jsonl" in words else os.open(os.devnull, os.O_RDONLY)
        send(line, GO, (stdin, 1, 2))  # not before: who does not read would keep a pipe open
    except (OSError, ValueError):
        return None
    return _waited(line)


def _request(words: list[str], variables: dict[str, str]) -> bytes:
    mask = os.umask(0o077)
    os.umask(mask)
    out, err = sys.stdout, sys.stderr
    forms = (out.encoding, out.errors or "", err.encoding, err.errors or "", sys.stdin.encoding)
    pairs = [f"{name}={value}" for name, value in sorted(variables.items())]
    return packed("run", os.getcwd(), str(mask), *forms, str(len(pairs)), *pairs, *words)


def _waited(line: Line) -> int | None:
    """What comes after the command was taken, to its end."""
    printing = False
    while True:
        try:
            said = line.recv(1)
            if said == WANTS:
                line.settimeout(None)
                line.send(MAY)
                printing = True
            elif said == ENDED:
                return line.recv(1)[0]
            elif said != BEAT:
                raise OSError("the line was cut")
        except KeyboardInterrupt:
            return _cancelled(line)
        except (OSError, IndexError):
            line.close()
            if not printing:
                return None
            sys.stderr.write("helix-lsp: the resident process ended before the command did; ask once more\n")
            return _LOST


def _cancelled(line: Line) -> int:
    """The other side says `interrupted`, as the command does without it; this one where it cannot."""
    try:
        line.settimeout(PATIENCE)
        line.send(CANCEL)
        while said := line.recv(1):
            if said == WANTS:
                line.send(MAY)
            elif said == ENDED:
                return line.recv(1)[0]
    except (OSError, IndexError, KeyboardInterrupt):
        pass
    sys.stderr.write("helix-lsp: interrupted\n")
    return _INTERRUPTED
