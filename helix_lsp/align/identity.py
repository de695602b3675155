"""Who a project is and whom a text names: the distributions and repositories that the manifests call their
own, the project that an address is of.

Names are compared in lower case with `_` for `-` and `.`. Nothing is fetched: an address is read, never
followed.
"""

from __future__ import annotations

import re
from collections.abc import Callable

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
