"""The programs that a project installs, as `script x`, and the subcommands that its code declares, as `sub
y`.

Programs: pyproject and setup.cfg scripts, setup.py entry points, `bin` of package.json, `[[bin]]` of Cargo,
Go's `cmd/x`. Subcommands: argparse, click and typer, cobra, clap, commander and yargs, Go's kingpin and
urfave.
"""

from __future__ import annotations

import re

from helix_lsp.syntax.outline import Outline
from helix_lsp.text.identifiers import separated

_ENTRY = re.compile(r"^[^\S\n]*[\"']?([A-Za-z][\w.-]*)\s*=\s*[\w.]+:[\w.]+", re.MULTILINE)
_QUOTED_ENTRY = re.compile(r"[\"']([A-Za-z][\w.-]*)\s*=\s*[\w.]+:[\w.]+")
_SECTION = re.compile(
    r"console_scripts[\"']?\s*[=:]\s*(?:\[(?P<list>(?:(?!console_scripts)[^\]])*)\]|\n(?P<lines>(?:[ \t]+\S.*\n?)+))"
)
_GO_COMMAND = re.compile(r"(?:^|/)cmd/([a-z][\w-]*)/[^/]+\.go\Z")
_PARSER = re.compile(r"\.add_parser\(\s*[\"']([a-z][\w-]*)[\"']")
_CLICK = re.compile(
    r"@[\w.]+\.(?:command|group)\(\s{0,200}(?:name\s*=\s*)?(?:[\"']([a-z][\w-]*)[\"'])?[^\n]{0,300}\n"
    r"(?:@[^\n]*\n|[ \t][^\n]*\n|\)\n){0,40}(?:async\s+)?def\s+(\w+)"
)
_CLICK_PLAIN = re.compile(r"@(?:click\.)?command\(\s*[\"']([a-z][\w-]*)[\"']")
_ADDED = re.compile(r"\.add_(?:command|typer)\([^\n]{0,300}?(?:name\s*=\s*|,\s*)[\"']([a-z][\w-]*)[\"']")
_COBRA = re.compile(r"\bUse:\s*[\"`]([a-z][\w-]*)")
_GO_LIBRARIES = re.compile(r"\.Command\(\s*\"([a-z][\w-]*)\"|&?cli\.Command\{\s*Name:\s*\"([a-z][\w-]*)\"")
_CLAP_ENUM = re.compile(
    r"#\[derive\([^()]{0,300}\bSubcommand\b[^()]{0,300}\)\]\s*(?:#\[[^\n]{0,300}\n\s*){0,20}"
    r"(?:pub(?:\([^)]{0,100}\))?\s+)?enum\s+\w+\s*\{(?P<body>(?:(?!#\[derive\().)*?)^\}",
    re.DOTALL | re.MULTILINE,
)
_VARIANT = re.compile(r"^[ \t]{2,8}([A-Z]\w*)\s*(?:[,({]|$)", re.MULTILINE)
_CLAP_NAME = re.compile(
    r"(?:Command|App|SubCommand)::(?:new|with_name)\(\s*\"([a-z][\w-]*)\"|#\[(?:command|clap)\([^()]*name\s*=\s*\"([a-z][\w-]*)\""
)
_NODE = re.compile(r"\.command\(\s*(?:\[\s*)?[\"'`]([a-z][\w:-]*)")
_COMMAND_KEY = re.compile(
    r"^[^\S\n]*(?:exports\.|module\.exports\.)?command\s*[=:]\s*[\"'`]([a-z][\w:-]*)", re.MULTILINE
)


def scripts(path: str, data: bytes, outline: Outline | None) -> set[str]:
    """What one file declares; empty for a file that declares none."""
    base = path.rpartition("/")[2].lower()
    found: set[str] = set()
    go = _GO_COMMAND.search(path)
    if go is not None:
        found.add(f"script {go[1]}")
    if base in ("pyproject.toml", "cargo.toml", "package.json") and outline is not None:
        found.update(f"script {name}" for name in _keyed(base, data, outline))
    elif base in ("setup.cfg", "setup.py"):
        text = data.decode("utf-8", "replace")
        for part in _SECTION.finditer(text):
            names = (
                _QUOTED_ENTRY.findall(part["list"])
                if part["list"] is not None
                else _ENTRY.findall(part["lines"])
            )
            found.update(f"script {name}" for name in names)
    found.update(f"sub {name}" for name in _subcommands(base, data))
    return found


def _keyed(base: str, data: bytes, outline: Outline) -> set[str]:
    found: set[str] = set()
    values = {k.path: k.value.cut(data).decode("utf-8", "replace").strip().strip("\"'") for k in outline.keys}
    for path, value in values.items():
        if base == "pyproject.toml" and (
            m := re.fullmatch(r"(?:project|tool\.poetry)\.scripts\.\"?([\w-]+)\"?", path)
        ):
            found.add(m[1])
        elif base == "cargo.toml" and re.fullmatch(r"bin\[\d+\]\.name", path):
            found.add(value)
        elif base == "package.json" and path == "bin" and not value.startswith("{"):
            found.add(values.get("name", "").rpartition("/")[2])
        elif base == "package.json" and (m := re.fullmatch(r"bin\.\"?([\w-]+)\"?", path)):
            found.add(m[1])
    return found - {""}


def _subcommands(base: str, data: bytes) -> set[str]:
    if base.endswith(".py") and (b"add_parser" in data or b"command" in data or b"group" in data):
        text = data.decode("utf-8", "replace")
        click = {
            name or made.removesuffix("_command").removesuffix("_cmd").replace("_", "-")
            for name, made in _CLICK.findall(text)
        }
        return {*_PARSER.findall(text), *click, *_CLICK_PLAIN.findall(text), *_ADDED.findall(text)}
    if base.endswith(".go") and (b"Use:" in data or b"Command" in data):
        text = data.decode("utf-8", "replace")
        return {*_COBRA.findall(text), *(a or b for a, b in _GO_LIBRARIES.findall(text))}
    if base.endswith(".rs") and (
        b"Subcommand" in data or b"Command::" in data or b"App::" in data or b"#[c" in data
    ):
        text = data.decode("utf-8", "replace")
        variants = {_kebab(v) for body in _CLAP_ENUM.finditer(text) for v in _VARIANT.findall(body["body"])}
        return variants | {a or b for a, b in _CLAP_NAME.findall(text)}
    if base.endswith((".js", ".ts", ".mjs", ".cjs")) and b"command" in data:
        text = data.decode("utf-8", "replace")
        return {*_NODE.findall(text), *_COMMAND_KEY.findall(text)}
    return set()


def _kebab(name: str) -> str:
    return separated(name, "-")
