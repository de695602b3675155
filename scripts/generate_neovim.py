"""Writes what is generated in editors/neovim: lua/helix/settings.lua and lua/helix/meta (scopes and types of
the server's options), doc/helix.txt with its doc/tags.

    python scripts/generate_neovim.py [--check]

The help is made from README.md, the table of subcommands in lua/helix/command.lua, the annotated fields of
lua/helix/config.lua, the <Plug> maps of plugin/helix.lua, the keys of lua/helix/answer.lua, and the functions
of lua/helix/init.lua. With --check nothing is written and the exit code is 1 when a file is not what would be
written.
"""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from helix_lsp.cli.help import option_words  # noqa: E402  the package may not be installed
from helix_lsp.config.whole import Declared, declared, renamed  # noqa: E402

PLUGIN = ROOT / "editors" / "neovim"
WIDTH = 78
KINDS = {bool: "boolean", int: "integer", float: "number", str: "string", tuple: "string[]"}
WIDEST = 120  # of a generated line of Lua
SETTINGS_HEAD = """\
--- Written by scripts/generate_neovim.py from the options that helix_lsp declares; a test compares. Types of the options: lua/helix/meta.

local M = {}
"""
READING = """\
---@type table<string, 'workspace'|'user'>
M.scopes = {}

for scope, names in pairs(NAMES) do
  for name in names:gmatch('%S+') do
    M.scopes[name] = scope
  end
end

return M
"""


def read(place: str) -> str:
    return (PLUGIN / place).read_text(encoding="utf-8")


def settings(options: Mapping[str, Declared]) -> str:
    """By which way the server is told of each option: `workspace` what a repository may set too, `user` what
    only its user may loosen.
    """
    out = [SETTINGS_HEAD, "local NAMES = {"]
    told = {
        name: "workspace" if option.metadata["repository"] in ("set", "add") else "user"
        for name, option in options.items()
    }
    for scope in sorted(set(told.values())):
        names = " ".join(name for name, way in told.items() if way == scope)
        out += [
            f"  {scope} = [[",
            textwrap.fill(names, WIDEST, initial_indent="    ", subsequent_indent="    "),
            "  ]],",
        ]
    old = [
        "--- Options by the names that they had before.",
        "---@type table<string, string>",
        "M.renamed = {",
    ]
    old += [f"  ['{before}'] = '{now}'," for before, now in renamed().items()]
    return "\n".join([*out, "}", "", *old, "}", "", READING])


def meta(options: Mapping[str, Declared]) -> dict[str, str]:
    """LuaCATS classes: file name to text, one file a section and one for the whole."""
    sections = list(dict.fromkeys(name.partition(".")[0] for name in options))
    head = "--- Written by scripts/generate_neovim.py; a test compares.\n---@meta\n\n---@class helix.Settings"
    out = {
        "settings": "\n".join(
            [head, *(f"---@field {section}? helix.Settings.{section}" for section in sections), ""]
        )
    }
    for section in sections:
        fields = [field(name, option) for name, option in options.items() if name.startswith(section + ".")]
        out[section] = "\n".join([f"{head}.{section}", *fields, ""])
    return out


def field(name: str, option: Declared) -> str:
    about = option.metadata
    kind = "|".join(f"'{choice}'" for choice in about["choices"]) or KINDS[type(option.default)]
    unit, meaning, _ = option_words()[option.place]
    line = f"---@field {name.partition('.')[2]}? {kind}"
    text = meaning + (f" ({unit})" if unit else "")
    if len(line) + 1 + len(text) <= WIDEST:
        return f"{line} {text}"
    return textwrap.fill(text, WIDEST, initial_indent="--- ", subsequent_indent="--- ") + "\n" + line


def subcommands() -> list[tuple[str, str, str]]:
    """(name, arguments, help) of each entry of the table, in its order."""
    entry = re.compile(
        r"^  (\w+) = \{\n    args = '([^']*)',\n    help = (.*?),\n    run = ", re.MULTILINE | re.DOTALL
    )
    return [
        (name, args, "".join(re.findall(r"'((?:[^'\\]|\\.)*)'", text)))
        for name, args, text in entry.findall(read("lua/helix/command.lua"))
    ]


def fields() -> list[tuple[str, str, str]]:
    """(name, type, meaning) of each setting of the plugin."""
    text = read("lua/helix/config.lua")
    block = text.split("---@class helix.Config\n", 1)[1].split("\n\n", 1)[0]
    return re.findall(r"^---@field (\w+)\? (\S+) (.*)$", block, re.MULTILINE)


def functions() -> list[tuple[str, str]]:
    """(signature, meaning) of the public functions."""
    found = re.findall(
        r"((?:^---.*\n)+)function M\.(\w+)(\([^)]*\))", read("lua/helix/init.lua"), re.MULTILINE
    )
    return [
        (name + args, " ".join(re.findall(r"^--- (?!@)(.*)$", doc, re.MULTILINE)))
        for doc, name, args in found
    ]


def plugs() -> list[str]:
    text = read("plugin/helix.lua")
    table = text.split("in pairs({", 1)[1].split("})", 1)[0]
    return [f"<Plug>(Helix{name})" for name in re.findall(r"(\w+) = '", table)]


def keys() -> list[str]:
    table = read("lua/helix/answer.lua").split("local HELP = {", 1)[1].split("\n}", 1)[0]
    return re.findall(r"'([^']*)'", table)


def fill(text: str, indent: str = "") -> str:
    return textwrap.fill(
        text,
        WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def title(number: int, text: str, tag: str) -> str:
    head = f"{number}. {text}"
    return "=" * WIDTH + "\n" + head + f"*{tag}*".rjust(WIDTH - len(head)) + "\n"


def prose(markdown: str) -> str:
    """Paragraphs, lists and code of Markdown as help text; links keep their text only."""
    out: list[str] = []
    for part in re.split(r"(^```.*?^```$)", markdown.strip(), flags=re.MULTILINE | re.DOTALL):
        if part.startswith("```"):
            language, _, body = part.strip("`").partition("\n")
            out.append(
                ">"
                + language.strip().replace("console", "")
                + "\n"
                + textwrap.indent(body.rstrip(), "    ")
                + "\n<"
            )
            continue
        for block in re.split(r"\n\n+", part.strip()):
            text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", block)
            out += [
                fill(line) if not line.startswith("- ") else fill(line[2:], "  ") for line in joined(text)
            ]
            out.append("")
    return re.sub(r"\n{3,}", "\n\n", "\n".join(out)).rstrip() + "\n"


def joined(block: str) -> list[str]:
    """The paragraph, or each item of a list, as one line; a table's rows stay apart."""
    lines: list[str] = []
    for line in block.splitlines():
        if line.startswith(("- ", "|")) or not lines:
            lines.append(line.strip())
        else:
            lines[-1] += " " + line.strip()
    return [line for line in lines if line]


def help_text() -> str:
    """The whole of doc/helix.txt."""
    readme = read("README.md")
    sections = dict(re.findall(r"^## (.*?)\n(.*?)(?=^## |\Z)", readme, re.MULTILINE | re.DOTALL))
    opening = re.sub(r"^# .*\n", "", readme.split("\n## ", 1)[0])
    out = [
        "*helix.txt*  Questions about a repository, answered with evidence\n",
        prose(re.sub(r"^!\[.*$", "", opening, flags=re.MULTILINE)),
    ]
    out += [title(1, "Set-up", "helix-setup"), prose(sections["Set-up"])]
    out += [title(2, "Commands", "helix-commands"), fill("`:Helix` alone asks for a question.") + "\n"]
    for name, args, text in subcommands():
        said = f":Helix {name} {args}".rstrip()
        out.append(f"*:Helix-{name}*".rjust(WIDTH) + f"\n{said}\n" + fill(text, "    ") + "\n")
    out += [
        title(3, "The answer", "helix-answer"),
        prose(re.sub(r"^\|.*\n", "", sections["The answer"], flags=re.MULTILINE)),
        ">",
    ]
    out += [*(f"    {line}" for line in keys()), "<\n"]
    out += [title(4, "Maps", "helix-maps"), prose(sections["Maps"])]
    out += [f"    {plug}".ljust(32) + f"*{plug}*" for plug in plugs()]
    out += ["", title(5, "Settings", "helix-settings"), prose(sections["Settings"])]
    for name, kind, meaning in fields():
        out.append(
            f"{name} ({kind})".ljust(40)
            + f"*helix-setting-{name}*".rjust(WIDTH - 40)
            + "\n"
            + fill(meaning, "    ")
            + "\n"
        )
    out += [title(6, "Functions", "helix-functions")]
    for signature, meaning in functions():
        name = signature.partition("(")[0]
        out.append(
            f"require('helix').{signature}".ljust(50)
            + f"*helix.{name}()*".rjust(WIDTH - 50)
            + "\n"
            + fill(meaning, "    ")
            + "\n"
        )
    out += [title(7, "When nothing happens", "helix-trouble"), prose(sections["When nothing happens"])]
    return "\n".join(out).rstrip() + "\n\n vim:tw=78:ts=8:noet:ft=help:norl:\n"


def tags(text: str) -> str:
    """What `:helptags` would write of the help, so that `:help helix` works without a plugin manager."""
    names = sorted(set(re.findall(r"(?:^|\s)\*([^\s*|]+)\*(?=\s|$)", text, re.MULTILINE)))
    return "".join(f"{name}\thelix.txt\t/*{name}*\n" for name in names)


def main() -> int:
    options, told = declared(), help_text()
    files = {
        PLUGIN / "lua/helix/settings.lua": settings(options),
        PLUGIN / "doc/helix.txt": told,
        PLUGIN / "doc/tags": tags(told),
    }
    files |= {PLUGIN / f"lua/helix/meta/{name}.lua": text for name, text in meta(options).items()}
    stale = [
        path for path, text in files.items() if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]
    left = [
        path for path in (PLUGIN / "lua/helix/meta").glob("*.lua") if path not in files
    ]  # of a section that is gone
    for path in left:
        if "--check" in sys.argv[1:]:
            print(
                f"{path.relative_to(ROOT)} is of no section: run python scripts/generate_neovim.py",
                file=sys.stderr,
            )
        else:
            path.unlink()
            print(f"removed {path.relative_to(ROOT)}")
    for path in stale:
        if "--check" in sys.argv[1:]:
            print(
                f"{path.relative_to(ROOT)} is not current: run python scripts/generate_neovim.py",
                file=sys.stderr,
            )
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[path], encoding="utf-8", newline="\n")
            print(f"wrote {path.relative_to(ROOT)}")
    return 1 if (stale or left) and "--check" in sys.argv[1:] else 0


if __name__ == "__main__":
    raise SystemExit(main())
