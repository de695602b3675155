"""The distributions that a project needs, out of the files that describe it.

The projects that Sphinx's `intersphinx_mapping` names count as distributions: their names are another
project's. Nothing is fetched.
Read from dependency lists only, never from every word of such a file: a keyword or the
name of an extra is not a distribution.
"""

from __future__ import annotations

import re

from helix_lsp.align.drift.build_file import required_by
from helix_lsp.syntax.outline import Outline

_REQUIREMENT = re.compile(r"\s*[\"']?(?:@?[\w.-]+/)*([A-Za-z][\w.-]*)")
_LISTS = re.compile(
    r"(?:^|\.)(?:(?:dev-|build-|peer|optional|dev|bundled)?[dD]ependencies|requires|optional-dependencies|dependency-groups|extras)(?:\.|\[|\Z)"
)
_HEAD = re.compile(r"[\w-]*[dD]ependencies|dependency-groups|requires|extras|dependencies")
_QUOTED = re.compile(r"[\"']([A-Za-z][\w.-]*)\s*(?:\[[^\]\"']*\]\s*)?(?:[<>=!~;@,][^\"']*)?[\"']")
_IN_SETUP = re.compile(
    r"(?:install_requires|extras_require|tests_require|setup_requires)\s*=\s*"
    r"([\[{(](?:(?!(?:install_requires|extras_require|tests_require|setup_requires)\s*=).)*?[\]})])\s*(?:,|\n|\Z)",
    re.DOTALL,
)
_IN_CFG = re.compile(
    r"^(?:install_requires|tests_require|requires|[\w-]+)\s*=\s*\n((?:[ \t]+\S.*\n?)+)", re.MULTILINE
)
_INTERSPHINX = re.compile(r"^intersphinx_mapping\s*(?::[^=\n]+)?=(.*(?:\n(?![^\s#)}\]]).*)*)", re.MULTILINE)
_KEY = re.compile(r"(?:[\"']|(?<![\w.-]))([A-Za-z][\w.-]*)[\"']?\s*[:=]\s*\(\s*[\"']")
_IN_YAML = re.compile(r"^[^\S\n]*-\s+(?:[\w.-]+::)?([A-Za-z][\w.-]*)", re.MULTILINE)


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
