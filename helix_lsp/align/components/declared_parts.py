"""Parts of a system that configuration declares and no folder need be called after: services, packages,
modules, processes, jobs, programs.

A declared name stands for the folder it is built from where the declaration says so, else for the folder of
the declaring file where that file speaks for its folder, else for the declaring file itself. Read from
indexed keys and current bytes; nothing is run, and no path leaves the workspace.
"""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from helix_lsp.align.components.folders import flat
from helix_lsp.align.live import Texts
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.syntax.extract import extract

_COMPOSE = re.compile(r"(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml\Z")
_SERVICE = re.compile(r"services\.([\w.-]+?)(\.build|\.build\.context|\.container_name)?\Z")
_NAME_KEY = {
    "package.json": ("name", "bin"),
    "pyproject.toml": ("project.name", "tool.poetry.name", "project.scripts"),
    "cargo.toml": ("package.name",),
    "chart.yaml": ("name",),
    "composer.json": ("name",),
}
_ARTIFACT = re.compile(rb"<artifactId>\s*([\w.-]+)\s*</artifactId>")
_INNER = re.compile(rb"<(parent|dependencies|dependencyManagement|build|plugins|profiles)>")
_PROCESS = re.compile(rb"^([A-Za-z][\w-]*):\s*\S", re.M)
_MODULE = re.compile(rb"^module\s+(?:\S*[^\s\w.-])?([\w.-]+)\s*$", re.M)
_PROGRAM_FOLDERS = frozenset({"bin", "cmd", "scripts", "sbin"})
_LARGEST = 400_000  # bytes of a declaring file; larger ones are data
_LEAST = 3  # letters of a declared name: shorter ones are words


def declared_parts(snapshot: Snapshot, texts: Texts) -> dict[str, frozenset[str]]:
    """Flat name -> folders and files it stands for, sorted by name."""
    known = snapshot.paths()
    folders = {path[:i] for path in known for i, c in enumerate(path) if c == "/"}
    out: dict[str, set[str]] = defaultdict(set)
    for path in known:
        for name, place in _declared(path, texts):
            home = place if place in folders else path
            for said in {name, name.rsplit("/", 1)[-1]}:
                if len(flat(said)) >= _LEAST:
                    out[flat(said)].add(home)
    return {name: frozenset(out[name]) for name in sorted(out)}


def _declared(path: str, texts: Texts) -> Iterator[tuple[str, str]]:
    """(name, folder it is built from or ``) of each part that a file declares."""
    folder, _, base = path.rpartition("/")
    low = base.lower()
    if _COMPOSE.match(low):
        yield from _services(path, folder, texts)
    elif low in _NAME_KEY:
        data = _data(path, texts)
        for key, value in _values(path, data):
            if key in _NAME_KEY[low]:
                yield value, folder
            elif any(key.startswith(k + ".") for k in _NAME_KEY[low]):
                yield key.rpartition(".")[2], folder
    elif low == "pom.xml":
        for found in _ARTIFACT.findall(_outer(_data(path, texts)))[:1]:
            yield found.decode(), folder
    elif low == "go.mod":
        yield from ((m.decode(), folder) for m in _MODULE.findall(_data(path, texts))[:1])
    elif low == "procfile":
        yield from ((m.decode(), "") for m in _PROCESS.findall(_data(path, texts)))
    elif low.endswith((".service", ".timer", ".socket")):
        yield base.rpartition(".")[0], ""
    elif "/.github/workflows/" in f"/{path}" and low.endswith((".yml", ".yaml")):
        jobs = {
            m[1] for key, _ in _values(path, _data(path, texts)) if (m := re.match(r"jobs\.([\w-]+)", key))
        }
        yield from ((job, "") for job in sorted(jobs))
    elif folder.rpartition("/")[2] in _PROGRAM_FOLDERS:
        yield base.rsplit(".", 1)[0] if "." in base.strip(".") else base, ""


def _services(path: str, folder: str, texts: Texts) -> Iterator[tuple[str, str]]:
    context: dict[str, str] = {}
    called: dict[str, set[str]] = defaultdict(set)
    for key, value in _values(path, _data(path, texts)):
        if found := re.match(r"services\.([\w-]+)", key):
            called[found[1]].add(found[1])
        if found := _SERVICE.match(key):
            if (found[2] or "").startswith(".build") and value:
                context[found[1]] = posixpath.normpath(posixpath.join(folder, value)).removeprefix("./")
            elif found[2] == ".container_name" and value:
                called[found[1]].add(value)
    for service in sorted(called):
        yield from ((name, context.get(service, "")) for name in sorted(called[service]))


def _values(path: str, data: bytes) -> Iterable[tuple[str, str]]:
    for key in extract(path, data).keys:
        value = key.value.cut(data).decode("utf-8", "replace").strip().strip("\"'")
        yield key.path, value if "\n" not in value else ""


def _data(path: str, texts: Texts) -> bytes:
    data = texts(path) or b""
    return data if len(data) <= _LARGEST else b""


def only(declared: Mapping[str, frozenset[str]], allowed: frozenset[str]) -> dict[str, frozenset[str]]:
    """The declared names that stand for something in which an allowed file lies."""
    above = {p[:i] for p in allowed for i, c in enumerate(p) if c == "/"} | allowed
    kept = {name: frozenset(h for h in homes if h in above) for name, homes in declared.items()}
    return {name: homes for name, homes in kept.items() if homes}


def _outer(pom: bytes) -> bytes:
    """A project file without the parts that name other artifacts; a part that never ends is left. One look at
    each byte and each kind of part.
    """
    kept: list[bytes] = []
    at, endless = 0, set[bytes]()
    for match in _INNER.finditer(pom):
        if match.start() < at or match[1] in endless:
            continue
        close = b"</" + match[1] + b">"
        end = pom.find(close, match.end())
        if end < 0:
            endless.add(match[1])
            continue
        kept.append(pom[at : match.start()])
        at = end + len(close)
    return b"".join([*kept, pom[at:]])
