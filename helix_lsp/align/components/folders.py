"""The names that the folders of a project bear: what a writer may call them.

A folder is called by its leaf, by the last part of a dotted leaf, and by its last two or three path parts
joined, all compared flat (lower case, no separators). Only where no folder has a name in full, the leaf
without its brand words counts. Mirrors (main, test) of one package share one *place*.
The rules were found by reading the documents of two projects, MediaStore and TeaStore.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from helix_lsp.align.live import Texts
from helix_lsp.index.overlay.snapshot import Snapshot
from helix_lsp.index.surface import surface_of
from helix_lsp.syntax.extract import extract
from helix_lsp.text.regex import regex
from helix_lsp.text.words import lower_parts

WORD = regex(r"[^\W_]+")
_SOURCE_SET = regex(r"(?<![^/])src/[^/]+/(?:java|kotlin|scala|groovy|resources)(?![^/])")
_LAYOUT = frozenset(
    "src main test tests java kotlin scala groovy python lib resources source sources testfixtures it e2e ejbmodule".split()
)
_TEST = regex(r"(?:^|/)(?:tests?|spec|specs|__tests__|e2e)(?:/|$)")
_BRANDED = 3  # siblings that share a word before it is a brand: fewer is coincidence


def flat(text: str) -> str:
    """Lower case, letters and digits only."""
    return "".join(c for c in text.lower() if c.isalnum())


@lru_cache(100_000)
def place_of(path: str) -> str:
    """The folder without source-set segments, so that main and test mirrors of one package are one place."""
    if found := _SOURCE_SET.search(path):
        path = (path[: found.start()] + path[found.end() :].lstrip("/")).rstrip("/")
    out: list[str] = []
    run = False
    for part in path.split("/"):
        run = part == "src" or (run and part.lower() in _LAYOUT)
        if not run:
            out.append(part)
    return "/".join(out)


def parent(path: str) -> str:
    """The folder above, `` at the top."""
    return path.rpartition("/")[0]


def is_test(path: str) -> bool:
    """True when a place lies in a test tree."""
    return _TEST.search(place_of(path)) is not None


def leaf_words(folder: str) -> tuple[str, ...]:
    """The words of a folder's own name; of a dotted one those behind the last dot."""
    leaf = folder.rpartition("/")[2]
    leaf = leaf.rsplit(".", 1)[-1] if "." in leaf.strip(".") else leaf
    return lower_parts(leaf)


class Folders(msgspec.Struct, frozen=True, kw_only=True):
    """`files` below each folder; `named`: flat name -> folders; `words` of a folder without brands;
    `holding`: word -> folders;
    `stems`: flat file stem -> files; `stem_words` of each file; `home`: the document's folder; `known`: the
    paths as a set; `bases`: file name -> files.
    """

    paths: tuple[str, ...]
    files: Mapping[str, frozenset[str]]
    named: Mapping[str, frozenset[str]]
    words: Mapping[str, tuple[str, ...]]
    holding: Mapping[str, frozenset[str]]
    stems: Mapping[str, frozenset[str]]
    stem_words: Mapping[str, tuple[str, ...]]
    home: str
    known: frozenset[str]
    bases: Mapping[str, frozenset[str]]

    def below(self, folders: Iterable[str]) -> frozenset[str]:
        """All files below these folders; a name that is a file stands for itself."""
        return frozenset[str]().union(*(self.files.get(f, frozenset({f})) for f in folders))

    def at_path(self, written: str) -> frozenset[str]:
        """Folders, else files, that a written path names: beside the document, in full, or by its end."""
        name = posixpath.normpath(written.strip("/")) if written.strip("/.") else ""
        if not name:
            return frozenset()
        for whole in (
            [] if written.startswith("/") else [posixpath.normpath(posixpath.join(self.home, name))]
        ) + [name]:
            if whole in self.files or whole in self.known:
                return frozenset({whole})
        if name.startswith(".."):
            return frozenset()
        tail = "/" + name
        found = {d for d in self.files if d.endswith(tail)}
        return frozenset(found or {p for p in self.paths if p.endswith(tail)})

    def at_name(self, base: str) -> frozenset[str]:
        """The file of this name beside the document or at the top; with an extension also the only one
        anywhere.
        """
        for whole in (posixpath.join(self.home, base), base):
            if whole in self.known:
                return frozenset({whole})
        found = self.bases.get(base, frozenset[str]()) if "." in base.strip(".") else frozenset[str]()
        return found if len(found) == 1 else frozenset()


def folders_of(
    paths: Iterable[str], extra: Mapping[str, frozenset[str]], acronyms: frozenset[str], home: str = ""
) -> Folders:
    """The lexicon of a project; `extra` are declared names (flat) with their folders or files, `acronyms`
    those of the document in `home`.
    """
    kept = tuple(sorted(set(paths)))
    files: dict[str, set[str]] = defaultdict(set)
    for path in kept:
        pieces = path.split("/")
        for i in range(1, len(pieces)):
            files["/".join(pieces[:i])].add(path)
    children: dict[str, list[str]] = defaultdict(list)
    for folder in sorted(files):
        children[parent(folder)].append(folder)
    named: dict[str, set[str]] = defaultdict(set)
    short: dict[str, set[str]] = defaultdict(set)
    words: dict[str, tuple[str, ...]] = {}
    for siblings in children.values():
        _name(siblings, acronyms, named, short, words)
    for more in (short, {k: set(v) for k, v in extra.items()}):
        for name, found in more.items():
            if name not in named:
                named[name] = set(found)
    stems: dict[str, set[str]] = defaultdict(set)
    stem_words: dict[str, tuple[str, ...]] = {}
    bases: dict[str, set[str]] = defaultdict(set)
    for path in kept:
        bases[path.rpartition("/")[2]].add(path)
        stem = path.rpartition("/")[2].rsplit(".", 1)[0]
        stem_words[path] = lower_parts(stem)
        stems[flat(stem)].add(path)
        if stem.endswith("Impl"):
            stems[flat(stem[:-4])].add(path)
    holding: dict[str, set[str]] = defaultdict(set)
    for folder in words:
        for word in leaf_words(folder):
            holding[word].add(folder)
    return Folders(
        paths=kept,
        files=_frozen(files),
        named=_frozen(named),
        words=words,
        holding=_frozen(holding),
        stems=_frozen(stems),
        stem_words=stem_words,
        home=home,
        known=frozenset(kept),
        bases=_frozen(bases),
    )


def outermost(folders: Iterable[str]) -> list[str]:
    """Those that lie in none of the others."""
    out: list[str] = []
    for folder in sorted(folders, key=lambda f: (len(f), f)):
        if not any(folder == o or folder.startswith(o + "/") for o in out):
            out.append(folder)
    return out


def _name(
    siblings: list[str],
    acronyms: frozenset[str],
    named: dict[str, set[str]],
    short: dict[str, set[str]],
    words: dict[str, tuple[str, ...]],
) -> None:
    shared = Counter(w for d in siblings for w in set(leaf_words(d)))
    for folder in siblings:
        surface = surface_of(folder + "/x", "")
        if place_of(folder) == place_of(parent(folder)) or surface.vendored or surface.example:
            continue
        own = leaf_words(folder)
        brands = (
            {w for w in own if shared[w] >= _BRANDED and (shared[w] * 2 >= len(siblings) or w in acronyms)}
            if len(own) > 1
            else set[str]()
        )
        core = tuple(w for w in own if w not in brands) or own
        words[folder] = core
        leaf = folder.rpartition("/")[2]
        pieces = re.split(r"[/.]", place_of(folder))
        for name in {
            leaf,
            leaf.rsplit(".", 1)[-1],
            *("".join(pieces[-k:]) for k in (2, 3) if len(pieces) >= k),
        }:
            named[flat(name)].add(folder)
        short["".join(core)].add(folder)


def _frozen(sets: Mapping[str, set[str]]) -> dict[str, frozenset[str]]:
    return {key: frozenset(sets[key]) for key in sorted(sets)}


# Parts of a system that configuration declares and no folder need be called after: services, packages,
# modules, processes, jobs, programs.
#
# A declared name stands for the folder it is built from where the declaration says so, else for the folder
# of the declaring file where that file speaks for its folder, else for the declaring file itself. Read from
# indexed keys and current bytes; nothing is run, and no path leaves the workspace.

_COMPOSE = regex(r"(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml\Z")
_SERVICE = regex(r"services\.([\w.-]+?)(\.build|\.build\.context|\.container_name)?\Z")
_NAME_KEY = {
    "package.json": ("name", "bin"),
    "pyproject.toml": ("project.name", "tool.poetry.name", "project.scripts"),
    "cargo.toml": ("package.name",),
    "chart.yaml": ("name",),
    "composer.json": ("name",),
}
_ARTIFACT = regex(rb"<artifactId>\s*([\w.-]+)\s*</artifactId>")
_INNER = regex(rb"<(parent|dependencies|dependencyManagement|build|plugins|profiles)>")
_PROCESS = regex(rb"^([A-Za-z][\w-]*):\s*\S", re.M)
_MODULE = regex(rb"^module\s+(?:\S*[^\s\w.-])?([\w.-]+)\s*$", re.M)
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
