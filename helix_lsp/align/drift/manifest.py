"""The distributions that a project needs, out of the files that describe it.

The projects that Sphinx's `intersphinx_mapping` names count as distributions: their names are another
project's. Nothing is fetched.
Read from dependency lists only, never from every word of such a file: a keyword or the
name of an extra is not a distribution.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, cast

from helix_lsp.syntax.outline import Outline
from helix_lsp.text.data_file import BrokenData, read_json, read_toml
from helix_lsp.text.regex import regex

# The packages that a build file requires: Maven, Gradle, .NET, Go, Rust, Ruby, PHP, Elixir, Swift, Dart,
# Scala.
#
# Read as text or data and never run; of XML with a DTD nothing is read, and no entity is replaced. What
# comes from a folder of the same repository, or bears the group that the file gives itself, is the
# project's own and no requirement. A broken file requires what can still be read of it, or nothing.

_TAG = regex(r"<(/?)((?>[A-Za-z][\w.:-]*))([^<>]*)>([^<]*)")
_INCLUDED = regex(r"\b(?:Include|Update|id)\s*=\s*[\"']([\w.-]+)[\"']")
_COORDINATES = regex(r"[\"']((?>[\w.-]+)):((?>[\w.-]+))(:[\d$][^\"'\n]*)?(?:@\w+)?[\"']")
_BY_NAME = regex(r"\bgroup\s*[:=]\s*[\"']([\w.-]+)[\"']\s*,\s*name\s*[:=]\s*[\"']([\w.-]+)[\"']")
_GRADLE_GROUP = regex(r"^[ \t]*group\s*(?:=\s*)?[\"']([\w.-]+)[\"'][ \t]*$", re.MULTILINE)
_GO = regex(r"^[ \t]*(?:require[ \t]+)?((?:(?>[\w.~-]+)/)+(?>[\w.-]+))[ \t]+v\d", re.MULTILINE)
_GO_HERE = regex(
    r"^[ \t]*(?:replace[ \t]+)?((?>[\w./~-]+))(?:[ \t]+v[\w.+-]+)?[ \t]*=>[ \t]*\.", re.MULTILINE
)
_GO_VERSION = regex(r"/v\d+\Z")
_GEM = regex(
    r"^[ \t]*(?:\w+\.add_(?:runtime_|development_)?dependency|gem)[ \t(]+(?:[\"']|%q[<(\[{])([A-Za-z][\w.-]*)[\"'>)\]}]([^\n]*)",
    re.MULTILINE,
)
_FROM_HERE = regex(r"\bpath(?::|\s*=>)")
_MIX = regex(r"\{\s*:([a-z]\w*)\s*,([^{}]*)\}")
_MIX_SOURCE = regex(r"\A\s*\"[^\"]*\d|\b(?:git|github|hex):")
_MIX_HERE = regex(r"\b(?:path|in_umbrella):")
_SWIFT = regex(r"\.(package|product)\s*\(([^()]*)")
_SWIFT_WORD = regex(r"\b(name|url|package|path)\s*:\s*\"([^\"\n]*)\"")
_SBT = regex(r"\"((?>[\w.-]+))\"\s*%{1,3}\s*\"((?>[\w.-]+))\"\s*%")
_SBT_GROUP = regex(r"\borganization\s*:=\s*\"([\w.-]+)\"")
_PUB_LISTS = ("dependencies:", "dev_dependencies:", "dependency_overrides:")
_PUB_NAME = regex(r"( +)([a-z_]\w*):(.*)")
_DEEPEST = 100  # open elements; what is deeper is not a list of dependencies
_NOT_PACKAGES = regex(r"php(?:-64bit)?|(?:ext|lib|composer)-.*|hhvm")


def required_by(path: str, data: bytes) -> list[str]:
    """Names of packages as the build file writes them, without group, owner or scope; nothing for a file that
    is none of these.
    """
    base = path.rpartition("/")[2].lower()
    read = _READERS.get(base) or next((r for ending, r in _ENDINGS.items() if base.endswith(ending)), None)
    return [] if read is None else list(read(data.decode("utf-8", "replace")))


def _tags(text: str) -> Iterator[tuple[str, str, str, str]]:
    """(`/` for an end, name, attributes, text up to the next tag), comments left out; nothing of a text that
    brings a DTD.
    """
    if "<!DOCTYPE" in text:
        return
    kept = [part.partition("-->")[2] if at else part for at, part in enumerate(text.split("<!--"))]
    yield from ((m[1], m[2].rpartition(":")[2], m[3], m[4].strip()) for m in _TAG.finditer("".join(kept)))


def _maven(text: str) -> Iterator[str]:
    """Artifacts of `<dependency>`, but for those of the project's own group."""
    open_: list[str] = []
    own: set[str] = set()
    here: dict[str, str] = {}
    found: list[tuple[str, str]] = []
    for end, name, attributes, inside in _tags(text):
        if end:
            if name in open_:
                while open_.pop() != name:
                    pass
            if name == "dependency":
                found.append((here.get("groupId", ""), here.get("artifactId", "")))
            continue
        if attributes.endswith("/"):
            continue
        holder = open_[-1] if open_ else ""
        if len(open_) < _DEEPEST:
            open_.append(name)
        if name == "dependency":
            here = {}
        elif holder == "dependency":
            here.setdefault(name, inside)
        elif name == "groupId" and open_[:-2] in ([], ["project"]) and holder in ("project", "parent"):
            own.add(inside)
    yield from (artifact for group, artifact in found if "${" not in group + artifact and group not in own)


def _dotnet(text: str) -> Iterator[str]:
    for end, name, attributes, _ in _tags(text):
        if not end and name in (
            "PackageReference",
            "PackageVersion",
            "GlobalPackageReference",
            "package",
            "dependency",
        ):
            included = _INCLUDED.search(attributes)
            if included is not None:
                yield included[1]


def _gradle(text: str) -> Iterator[str]:
    own = set(_GRADLE_GROUP.findall(text))
    for found in _COORDINATES.finditer(text):
        if found[1] not in own and (found[3] or "." in found[1]):
            yield found[2]
    yield from (name for group, name in _BY_NAME.findall(text) if group not in own)


def _go(text: str) -> Iterator[str]:
    here = set(_GO_HERE.findall(text))
    for module in _GO.findall(text):
        if module not in here:
            yield _GO_VERSION.sub("", module).rpartition("/")[2]


def _cargo(text: str) -> Iterator[str]:
    """Keys of all tables of dependencies; of a renamed crate the name that it has elsewhere."""
    try:
        waiting: list[object] = [read_toml(text)]
    except BrokenData:
        return
    while waiting:
        one = waiting.pop()
        for key, value in cast("dict[str, object]", one).items() if isinstance(one, dict) else ():
            if not isinstance(value, dict):
                continue
            table = cast("dict[str, Any]", value)
            if key not in ("dependencies", "dev-dependencies", "build-dependencies"):
                waiting.append(table)
                continue
            for name, wanted in table.items():
                known: dict[str, Any] = cast("dict[str, Any]", wanted) if isinstance(wanted, dict) else {}
                if "path" not in known:
                    yield str(known.get("package", name))


def _ruby(text: str) -> Iterator[str]:
    yield from (name for name, rest in _GEM.findall(text) if not _FROM_HERE.search(rest))


def _composer(text: str) -> Iterator[str]:
    try:
        found: object = read_json(text)
    except BrokenData:
        return
    for key in ("require", "require-dev"):
        wanted = cast("dict[str, object]", found).get(key) if isinstance(found, dict) else None
        for name in cast("dict[str, object]", wanted) if isinstance(wanted, dict) else ():
            if not _NOT_PACKAGES.fullmatch(name):
                yield name.rpartition("/")[2]


def _mix(text: str) -> Iterator[str]:
    for name, rest in _MIX.findall(text):
        if _MIX_SOURCE.search(rest) and not _MIX_HERE.search(rest):
            yield name


def _swift(text: str) -> Iterator[str]:
    """Packages with an address, and the products that are taken from them."""
    found: list[tuple[str, dict[str, str]]] = [
        (act, dict(_SWIFT_WORD.findall(inside))) for act, inside in _SWIFT.findall(text)
    ]
    packages = {
        s["url"].rstrip("/").rpartition("/")[2].removesuffix(".git")
        for act, s in found
        if act == "package" and "url" in s
    }
    yield from sorted(packages)
    yield from (
        s["name"] for act, s in found if act == "product" and "name" in s and s.get("package") in packages
    )


def _pub(text: str) -> Iterator[str]:
    """Names one step in from a list of dependencies; one whose own lines say `path:` lies in the repository."""
    listing, step, last = False, 0, ""
    for line in [*text.splitlines(), "end:"]:
        found = _PUB_NAME.fullmatch(line.rstrip())
        if line[:1].strip() and not line.startswith("#"):
            if last:
                yield last
            listing, step, last = line.rstrip() in _PUB_LISTS, 0, ""
        elif listing and found is not None:
            step = step or len(found[1])
            if len(found[1]) == step:
                if last:
                    yield last
                last = found[2]
            elif found[2] == "path":
                last = ""


def _scala(text: str) -> Iterator[str]:
    own = set(_SBT_GROUP.findall(text))
    yield from (name for group, name in _SBT.findall(text) if group not in own)


_READERS: dict[str, Callable[[str], Iterator[str]]] = {
    "pom.xml": _maven, "packages.config": _dotnet, "directory.packages.props": _dotnet, "directory.build.props": _dotnet,
    "directory.build.targets": _dotnet, "go.mod": _go, "cargo.toml": _cargo, "gemfile": _ruby, "gems.rb": _ruby, "composer.json": _composer,
    "mix.exs": _mix, "package.swift": _swift, "pubspec.yaml": _pub, "pubspec.yml": _pub, "dependencies.scala": _scala,
}  # fmt: skip
_ENDINGS: dict[str, Callable[[str], Iterator[str]]] = {
    ".gradle": _gradle, ".gradle.kts": _gradle, ".versions.toml": _gradle, ".csproj": _dotnet, ".fsproj": _dotnet, ".vbproj": _dotnet,
    ".nuspec": _dotnet, ".gemspec": _ruby, ".sbt": _scala,
}  # fmt: skip


_REQUIREMENT = regex(r"\s*[\"']?(?:@?[\w.-]+/)*([A-Za-z][\w.-]*)")
_LISTS = regex(
    r"(?:^|\.)(?:(?:dev-|build-|peer|optional|dev|bundled)?[dD]ependencies|requires|optional-dependencies|dependency-groups|extras)(?:\.|\[|\Z)"
)
_HEAD = regex(r"[\w-]*[dD]ependencies|dependency-groups|requires|extras|dependencies")
_QUOTED = regex(r"[\"']([A-Za-z][\w.-]*)\s*(?:\[[^\]\"']*\]\s*)?(?:[<>=!~;@,][^\"']*)?[\"']")
_IN_SETUP = regex(
    r"(?:install_requires|extras_require|tests_require|setup_requires)\s*=\s*"
    r"([\[{(](?:(?!(?:install_requires|extras_require|tests_require|setup_requires)\s*=).)*?[\]})])\s*(?:,|\n|\Z)",
    re.DOTALL,
)
_IN_CFG = regex(
    r"^(?:install_requires|tests_require|requires|[\w-]+)\s*=\s*\n((?:[ \t]+\S.*\n?)+)", re.MULTILINE
)
_INTERSPHINX = regex(r"^intersphinx_mapping\s*(?::[^=\n]+)?=(.*(?:\n(?![^\s#)}\]]).*)*)", re.MULTILINE)
_KEY = regex(r"(?:[\"']|(?<![\w.-]))([A-Za-z][\w.-]*)[\"']?\s*[:=]\s*\(\s*[\"']")
_IN_YAML = regex(r"^[^\S\n]*-\s+(?:[\w.-]+::)?([A-Za-z][\w.-]*)", re.MULTILINE)


def dependencies(path: str, data: bytes, outline: Outline | None) -> set[str]:
    """Names of distributions in lower case with `_`, from one file; empty for a file that lists none."""
    base = path.rpartition("/")[2].lower()
    text = data.decode("utf-8", "replace")
    found: list[str] = []
    if re.fullmatch(r"[\w.-]*requirements[\w.-]*\.(?:txt|in)", base) or (
        base.endswith((".txt", ".in")) and "requirements/" in f"/{path}"
    ):
        found = [
            m[1]
            for line in text.splitlines()
            if not line.lstrip().startswith(("#", "-")) and (m := _REQUIREMENT.match(line))
        ]
    elif base == "setup.py":
        found = [m for part in _IN_SETUP.findall(text) for m in _QUOTED.findall(part)]
    elif base == "setup.cfg":
        found = [
            m[1]
            for part in _IN_CFG.findall(text)
            for line in part.splitlines()
            if (m := _REQUIREMENT.match(line))
        ]
    elif re.fullmatch(r"environment[\w.-]*\.ya?ml", base):
        found = _IN_YAML.findall(text)
    elif base == "conf.py":
        found = [m for part in _INTERSPHINX.findall(text) for m in _KEY.findall(part)]
    elif base in ("pyproject.toml", "package.json") and outline is not None:
        for key in outline.keys:
            if _LISTS.search(key.path):
                value = key.value.cut(data).decode("utf-8", "replace")
                last = re.split(r"[.\[]", key.path)[-1].strip("]\"'")
                if value.lstrip().startswith("["):
                    found.extend(_QUOTED.findall(value))
                elif not _HEAD.fullmatch(last):
                    found.append(last.rpartition("/")[2])
    else:
        found = required_by(path, data)
    return {name.lower().replace("-", "_").replace(".", "_") for name in found if len(name) > 2}
