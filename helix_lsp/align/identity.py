"""Who a project is and whom a text names: the distributions and repositories that the manifests call their own,
the project that an address is of. Also where a file is in a repository, as far as names go: its dotted module,
its authority, its nearness.

Names are compared in lower case with `_` for `-` and `.`. Nothing is fetched: an address is read, never
followed.
"""

from __future__ import annotations

import posixpath
import re
import sys
from collections.abc import Callable
from functools import lru_cache

from helix_lsp.index.names.declared import path_words
from helix_lsp.index.overlay.memo import remembered
from helix_lsp.index.overlay.snapshot import FileEntry, Snapshot
from helix_lsp.index.surface import is_entry
from helix_lsp.text.paths import split_path, stem_of
from helix_lsp.text.regex import regex

_NAMED = {
    "pyproject.toml": regex(r"^name\s*=\s*[\"']([\w.-]+)", re.MULTILINE),
    "cargo.toml": regex(r"^name\s*=\s*[\"']([\w.-]+)", re.MULTILINE),
    "setup.py": regex(r"\bname\s*=\s*[\"']([\w.-]+)"),
    "setup.cfg": regex(r"^name\s*=\s*([\w.-]+)", re.MULTILINE),
    "package.json": regex(r"^\s{0,4}\"name\"\s*:\s*\"(?:@[\w.-]+/)?([\w.-]+)\"", re.MULTILINE),
    "composer.json": regex(r"^\s{0,4}\"name\"\s*:\s*\"(?:[\w.-]+/)?([\w.-]+)\"", re.MULTILINE),
    "go.mod": regex(r"^module\s+(?:\S+/)?(?!v\d+\s*$)([\w.-]+?)(?:/v\d+)?\s*$", re.MULTILINE),
    ".gemspec": regex(r"\.name\s*=\s*[\"']([\w.-]+)"),
}
_CALLED = {  # what the manifests of other builds call the project: read for what a sentence says, and not yet for drift, where it was not measured
    "pom.xml": regex(r"<artifactId>\s{0,40}([\w.-]{1,200})\s{0,40}</artifactId>"),
    "mix.exs": regex(r"\bapp:\s{0,10}:(\w{1,200})"),
    "settings.gradle": regex(r"\brootProject\.name\s{0,10}=\s{0,10}[\"']([\w.-]{1,200})"),
    "settings.gradle.kts": regex(r"\brootProject\.name\s{0,10}=\s{0,10}[\"']([\w.-]{1,200})"),
    "package.swift": regex(r"\bPackage\(\s{0,40}name:\s{0,10}\"([\w.-]{1,200})"),
    "cmakelists.txt": regex(
        r"^[ \t]{0,10}project\s{0,10}\(\s{0,40}([\w.-]{1,200})", re.MULTILINE | re.IGNORECASE
    ),
    "pubspec.yaml": regex(r"^name:[ \t]{0,10}([\w.-]{1,200})", re.MULTILINE),
    ".cabal": regex(r"^name:[ \t]{0,40}([\w.-]{1,200})", re.MULTILINE | re.IGNORECASE),
    ".csproj": regex(r"<(?:PackageId|AssemblyName|RootNamespace)>([\w.-]{1,200})<"),
}
_SITES = frozenset({"gradle.properties", "mkdocs.yml", "mkdocs.yaml", "docusaurus.config.js"})
_ENDINGS = (".gemspec", ".cabal", ".csproj")
_PARENT = regex(r"<parent>.{0,2000}?</parent>", re.DOTALL)
_ADDRESS = regex(r"https?://[^\s\"'`<>()\[\]{}|\\^]+")
_PLACES = (
    regex(r"(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)/[\w.-]+/([\w.-]+)"),
    regex(r"raw\.githubusercontent\.com/[\w.-]+/([\w.-]+)"),
    regex(r"(?:www\.)?(?:pypi\.org/project|pypi\.python\.org/pypi|rubygems\.org/gems|npmjs\.com/package|crates\.io/crates|hex\.pm/packages)/"
               r"(?:@[\w.-]+/)?([\w.-]+)"),
    regex(r"(?:www\.)?packagist\.org/packages/[\w.-]+/([\w.-]+)"),
    regex(r"(?:www\.)?nuget\.org/packages/([\w.-]+)"),
    regex(r"docs\.rs/([\w.-]+)"),
    regex(r"pkg\.go\.dev/(?:[\w.-]+/)*?([\w.-]+?)(?:/v\d+)?(?=[/@#?]|\Z)(?!/[\w.-])"),
    regex(r"([\w-]+)\.(?:readthedocs\.(?:io|org)|rtfd\.io)"),
)  # fmt: skip

_HOME = regex(
    r"^\W*(?:\"?"
    r"(?:repository|home-?page|source(?:[ _-]?code|_url)?|code"
    r"|(?:pom_(?:scm_)?|repo_|vcs|edit)?url|scm|bugs|issues|tracker|documentation|docs)\b|module\s"
    r"|<(?:url|connection)>|\{|\w+\.homepage|\w+\.metadata)",
    re.IGNORECASE,
)
_REPOSITORY = regex(
    r"(?:github\.com|gitlab\.com|codeberg\.org|bitbucket\.org)[/:](?P<pair>[\w.-]+/[\w.-]+)"
    r"|\"repository\"\s*:\s*\"(?:github:)?(?P<short>[\w.-]+/[\w.-]+)\""
)
_LINKED = regex(
    rb"(?:github|gitlab)\.com/(?P<pair>[\w.-]+/[\w.-]+)/(?:(?:-/)?(?:blob|tree|raw|edit)/(?:main|master|HEAD|trunk|develop)/(?P<file>[^\s)\"'#?>\]]+)"
    rb"|actions/workflows/(?P<flow>[\w.-]+\.ya?ml))"
)
_LINKS = 2
_LONGEST_LINE = 4_000


def normal(name: str) -> str:
    """A distribution's name as names are compared; the `.git` of an address is not a part of it."""
    return re.sub(r"[-.]+", "_", name.lower().removesuffix(".git").rstrip(".,;:"))


def own_names(path: str, data: bytes) -> set[str]:
    """Names that one manifest gives the project and the repositories it links to as the project's own; empty
    for any other file.
    """
    base = _manifest(path)
    pattern = _NAMED.get(base)
    if pattern is None:
        return set()
    text = data.decode("utf-8", "replace")
    linked = {project_of(m[0]) for m in _ADDRESS.finditer(text)} if base != "go.mod" else set[str]()
    return ({normal(name) for name in pattern.findall(text)} | linked) - {""}


def own_repositories(path: str, data: bytes) -> set[str]:
    """`owner/name` in lower case of the repositories that a manifest, or the settings of a build or a site, calls the project's own; what it needs is
    none of them. Empty for any other file.
    """
    base = _manifest(path)
    known = base in _NAMED or base in _CALLED or base in _SITES or base.endswith((".gradle", ".gradle.kts"))
    if not known:
        return set()
    lines = (line for line in data.decode("utf-8", "replace").splitlines() if _HOME.search(line))
    found = (m for line in lines for m in _REPOSITORY.finditer(line[:_LONGEST_LINE]))
    return {(m["pair"] or m["short"]).lower().removesuffix(".git") for m in found}


def linked_repositories(data: bytes, has: Callable[[str], bool]) -> set[str]:
    """`owner/name` in lower case of the repositories whose files a document links to on their main branch, where most of
    these files, and at least two, are of the tree (`has`): who writes so means this repository.
    """
    there: dict[str, set[str]] = {}
    away: dict[str, set[str]] = {}
    for found in _LINKED.finditer(data):
        pair, file, flow = (one.decode("utf-8", "replace") if one else "" for one in found.groups())
        path = file.rstrip("/.,;:") or f".github/workflows/{flow}"
        (there if has(path) else away).setdefault(pair.lower(), set()).add(path)
    return {
        pair for pair, paths in there.items() if len(paths) >= _LINKS and len(paths) > len(away.get(pair, ()))
    }


def called_names(path: str, data: bytes) -> set[str]:
    """Names that one manifest calls the project itself, without the repositories it links to; empty for any
    other file.

    Of a Maven project it is the first artifact that is not its parent's.
    """
    base = _manifest(path)
    pattern = _NAMED.get(base) or _CALLED.get(base)
    if pattern is None:
        return set()
    text = data.decode("utf-8", "replace")
    if base == "pom.xml":
        first = pattern.search(_PARENT.sub("", text, count=1))
        return {normal(first[1])} if first is not None else set()
    return {normal(name) for name in pattern.findall(text)} - {""}


def is_manifest(path: str) -> bool:
    """Whether `called_names` can find a name in it."""
    base = _manifest(path)
    return base in _NAMED or base in _CALLED


def _manifest(path: str) -> str:
    """The key of a manifest in the tables: its name in lower case, its ending where any name may be before
    it.
    """
    base = path.rpartition("/")[2].lower()
    return next((ending for ending in _ENDINGS if base.endswith(ending)), base)


def project_of(address: str) -> str:
    """The repository or package that an address is of, `` for a page that belongs to no known place of
    projects.
    """
    rest = address.partition("://")[2]
    found = next((m for p in _PLACES if (m := p.match(rest)) is not None), None)
    return normal(found[1]) if found is not None else ""


# Where a file is in a repository, as far as names go: its dotted module, its authority, its nearness to a
# document.
#
# Paths only; no file is read. Languages share one rule: folders and the file's stem are the module, an
# entry file stands for its folder.

NEAR = 0.1
_SOURCE_FOLDERS = frozenset(
    "src lib source sources packages crates python docs doc tests test examples".split()
)


@lru_cache(maxsize=1 << 16)
def module_parts(path: str) -> tuple[str, ...]:
    """The dotted module of a file as components: `src/flask/json/__init__.py` -> (src, flask, json)."""
    folder, base = split_path(path)
    parts = tuple(p for p in folder.split("/") if p)
    return parts if is_entry(base) and parts else (*parts, stem_of(path))


def penalty(entry: FileEntry | None, document: str) -> tuple[float, str]:
    """(what a definition in this file loses, the reason or ``): tests, examples, vendored and generated files
    are behind source.

    A document inside the same top folder loses nothing for tests and examples: a README in `examples/` speaks
    of its example.
    """
    if entry is None:
        return 0.0, ""
    at_home = is_home(entry.path, document)
    near = nearness(entry.path, document) >= NEAR
    surface = entry.surface
    if surface.vendored:
        return 0.4, "vendored"
    if surface.generated or entry.generated:
        return 0.3, "generated"
    if surface.test:
        return (0.0, "") if at_home else (0.17 if near else 0.32, "in tests")
    if surface.example:
        return (0.0, "") if at_home else (0.15 if near else 0.3, "in examples")
    if surface.kind == "docs" and entry.language not in ("markdown", "restructuredtext"):
        return 0.25, "in the documents' own code"
    return (0.03, "stub") if entry.path.endswith(".pyi") else (0.0, "")


def is_home(path: str, document: str) -> bool:
    """True when both lie under the same top folder."""
    return "/" in document and path.partition("/")[0] == document.partition("/")[0]


def nearness(path: str, document: str) -> float:
    """0 to 0.12: folders of the file that the document's folders or its own name say too, wherever they stand

    (`docs/tutorial/x.rst` is near `examples/tutorial/`, `docs/celery.rst` near `examples/celery/`).
    """
    return min(0.12, _shared(split_path(path)[0], document) + (0.02 if is_home(path, document) else 0.0))


@lru_cache(maxsize=1 << 14)
def _shared(folder: str, document: str) -> float:
    """What the shared folders are worth: asked of every namesake of a name, and of a folder's files it is the
    same.
    """
    mine = {p for p in folder.split("/") if p}
    theirs = {p for p in split_path(document)[0].split("/") if p}
    return NEAR * len(mine & {*theirs, stem_of(document).lower()} - _SOURCE_FOLDERS)


def is_away(path: str, document: str, snapshot: Snapshot) -> bool:
    """True for a test or example that the document has nothing to do with: its names are everyone's (`hello`,
    `index`, `app`).
    """
    entry = snapshot.file(path)
    if entry is None or not (entry.surface.test or entry.surface.example):
        return False
    return not is_home(path, document) and nearness(path, document) < NEAR


def files_named(stem: str, snapshot: Snapshot) -> tuple[str, ...]:
    """Paths whose stem (for an entry file: whose folder) is exactly `stem`, sorted."""

    def work() -> tuple[str, ...]:
        longest = max(path_words(stem), key=len, default="")
        rows = snapshot.stem_words(longest) if longest else ()
        found = {path for word, path in rows if word == longest}
        return tuple(sorted(p for p in found if module_parts(p)[-1:] == (stem,) or stem_of(p) == stem))

    return remembered(snapshot, ("files_named", stem), work)


def modules_ending(parts: tuple[str, ...], snapshot: Snapshot) -> tuple[str, ...]:
    """Code files whose module ends in `parts`, sorted; (flask, helpers) -> src/flask/helpers.py."""
    if not parts:
        return ()

    def work() -> tuple[str, ...]:
        named = (p for p in files_named(parts[-1], snapshot) if module_parts(p)[-len(parts) :] == parts)
        return tuple(p for p in named if is_code(p, snapshot))

    return remembered(snapshot, ("modules_ending", parts), work)


def is_top_package(path: str, snapshot: Snapshot) -> bool:
    """True for the entry file of a package that lies in no other package."""
    folder, base = split_path(path)
    if not is_entry(base) or not folder:
        return False
    above = split_path(folder)[0]
    return snapshot.file(posixpath.join(above, base)) is None


def files_at(path: str, document: str, snapshot: Snapshot) -> tuple[tuple[str, float, str], ...]:
    """(path, score, why) of the files that a written path names: beside the document, from the root, or as
    the end of a longer path.

    A folder stands for its entry file. Sorted by path.
    """
    found: dict[str, tuple[float, str]] = {}
    beside = posixpath.normpath(posixpath.join(split_path(document)[0], path))
    for base, score, why in ((path, 1.0, "path from the root"), (beside, 0.98, "path beside the document")):
        for one in (base, *(f"{base}/{stem}" for stem in ("__init__.py", "index.ts", "index.js", "mod.rs"))):
            if snapshot.file(one) is not None:
                found.setdefault(one, (score, why))
    base = path.rpartition("/")[2]
    named = path.split("/")[-2] if is_entry(base) and "/" in path else stem_of(base)
    for one in files_named(named, snapshot):
        if one.endswith("/" + path) and (
            not is_away(one, document, snapshot) or _from_package(one, path, snapshot)
        ):
            found.setdefault(one, (0.9, "end of the path"))
    return tuple((p, s, w) for p, (s, w) in sorted(found.items()))


def _from_package(found: str, path: str, snapshot: Snapshot) -> bool:
    """True when the written end of the path begins with a top package, which makes it more than a common file
    name.
    """
    first, slash, _ = path.partition("/")
    folder = f"{found[: len(found) - len(path)]}{first}"
    entry = f"{folder}/__init__.py"
    return bool(slash) and snapshot.file(entry) is not None and is_top_package(entry, snapshot)


def is_code(path: str, snapshot: Snapshot) -> bool:
    """Whether a file holds code of a language that is read."""
    entry = snapshot.file(path)
    return entry is not None and entry.surface.kind == "code"


_PYTHON = regex(r"(?:^|/)(?:__init__\.py|pyproject\.toml|setup\.(?:py|cfg))\Z")


def standard_modules(snapshot: Snapshot) -> frozenset[str]:
    """The modules of Python's own library, but in a repository of other languages that is not a project of Python and does not have a
    package of it: `queue.Push` in a document of Go is its own `queue`.
    """

    def found() -> frozenset[str]:
        paths = snapshot.paths()
        python = any(map(_PYTHON.search, paths)) or not any(
            is_code(p, snapshot) for p in paths if not p.endswith((".py", ".pyi"))
        )
        return sys.stdlib_module_names if python else frozenset()

    return remembered(snapshot, ("align.standard_modules",), found)
