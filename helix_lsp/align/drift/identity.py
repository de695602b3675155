"""Who a project is and whom a text names: the distributions and repositories that the manifests call their own, the project that an address is of.

Names are compared in lower case with `_` for `-` and `.`. Nothing is fetched: an address is read, never followed.
"""

from __future__ import annotations

import re

_NAMED = {
    "pyproject.toml": re.compile(r"^name\s*=\s*[\"']([\w.-]+)", re.MULTILINE),
    "cargo.toml": re.compile(r"^name\s*=\s*[\"']([\w.-]+)", re.MULTILINE),
    "setup.py": re.compile(r"\bname\s*=\s*[\"']([\w.-]+)"),
    "setup.cfg": re.compile(r"^name\s*=\s*([\w.-]+)", re.MULTILINE),
    "package.json": re.compile(r"^\s{0,4}\"name\"\s*:\s*\"(?:@[\w.-]+/)?([\w.-]+)\"", re.MULTILINE),
    "composer.json": re.compile(r"^\s{0,4}\"name\"\s*:\s*\"(?:[\w.-]+/)?([\w.-]+)\"", re.MULTILINE),
    "go.mod": re.compile(r"^module\s+(?:\S+/)?(?!v\d+\s*$)([\w.-]+?)(?:/v\d+)?\s*$", re.MULTILINE),
    ".gemspec": re.compile(r"\.name\s*=\s*[\"']([\w.-]+)"),
}
_ADDRESS = re.compile(r"https?://[^\s\"'`<>()\[\]{}|\\^]+")
_PLACES = (
    re.compile(r"(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)/[\w.-]+/([\w.-]+)"),
    re.compile(r"raw\.githubusercontent\.com/[\w.-]+/([\w.-]+)"),
    re.compile(r"(?:www\.)?(?:pypi\.org/project|pypi\.python\.org/pypi|rubygems\.org/gems|npmjs\.com/package|crates\.io/crates|hex\.pm/packages)/"
               r"(?:@[\w.-]+/)?([\w.-]+)"),
    re.compile(r"(?:www\.)?packagist\.org/packages/[\w.-]+/([\w.-]+)"),
    re.compile(r"(?:www\.)?nuget\.org/packages/([\w.-]+)"),
    re.compile(r"docs\.rs/([\w.-]+)"),
    re.compile(r"pkg\.go\.dev/(?:[\w.-]+/)*?([\w.-]+?)(?:/v\d+)?(?=[/@#?]|\Z)(?!/[\w.-])"),
    re.compile(r"([\w-]+)\.(?:readthedocs\.(?:io|org)|rtfd\.io)"),
)  # fmt: skip


def normal(name: str) -> str:
    """A distribution's name as names are compared; the `.git` of an address is no part of it."""
    return re.sub(r"[-.]+", "_", name.lower().removesuffix(".git").rstrip(".,;:"))


def own_names(path: str, data: bytes) -> set[str]:
    """Names that one manifest gives the project and the repositories it links to as the project's own; empty for any other file."""
    base = path.rpartition("/")[2].lower()
    pattern = _NAMED.get(".gemspec" if base.endswith(".gemspec") else base)
    if pattern is None:
        return set()
    text = data.decode("utf-8", "replace")
    linked = {project_of(m[0]) for m in _ADDRESS.finditer(text)} if base != "go.mod" else set[str]()
    return ({normal(name) for name in pattern.findall(text)} | linked) - {""}


def project_of(address: str) -> str:
    """The repository or package that an address is of, `` for a page that belongs to no known place of projects."""
    rest = address.partition("://")[2]
    found = next((m for p in _PLACES if (m := p.match(rest)) is not None), None)
    return normal(found[1]) if found is not None else ""
