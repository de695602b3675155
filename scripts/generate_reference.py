"""Writes docs/reference/configuration.md, helix.schema.json and drift-rules.md from the options and the drift
rules as they are declared, and the lines that docs/reference/cli.md lacks from the commands and their flags.

Tuning (helix_lsp/tuning) is not on these pages: nobody sets it. What somebody wrote about a flag in cli.md is kept; a new
command or flag gets a line from its help text, and the line of a flag that was removed is taken out.

    python scripts/generate_reference.py [--check]

With --check nothing is written and the exit code is 1 when a page is not what would be written.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from helix_lsp.align.drift.rules import RULES  # noqa: E402  the package may not be installed
from helix_lsp.align.drift.say import ABOUT  # noqa: E402
from helix_lsp.align.drift.say import EVIDENCE as SAYS  # noqa: E402
from helix_lsp.cli.arguments import build_parser  # noqa: E402
from helix_lsp.cli.help import option_words  # noqa: E402
from helix_lsp.config import SECTIONS  # noqa: E402
from helix_lsp.config.option import MAY  # noqa: E402  the package may not be installed
from helix_lsp.config.whole import Declared, declared, renamed  # noqa: E402
from helix_lsp.session.settings.settings import variable  # noqa: E402
from helix_lsp.tuning.drift_worths import CHECKS, EVIDENCE, UNLABELLED  # noqa: E402
from helix_lsp.tuning.drift_worths import RULES as WORTHS  # noqa: E402

TARGET = ROOT / "docs" / "reference"
INTRODUCTION = """\
# Configuration

Nothing needs to be set. Every option has a default that was chosen for a reason, and the reason stands in the last column.

What decides inside and can only be measured (weights, thresholds, windows, caches) is tuning, not an option: it stands in `helix_lsp/tuning/`
with its meaning and its source, and nobody can set it. A settings file that names such a number gets a problem with its line
([ADR 0011](../adr/0011-options-and-tuning.md)).

Where a value comes from, the later one wins:

1. the default below
2. the user file: `~/.config/helix-lsp/config.toml` (or under `XDG_CONFIG_HOME`, or the system's own folder for settings)
3. `helix.toml` at the root of the workspace, as far as the column *a repository may* allows
4. the environment variable of the option
5. the editor's settings (section `helixAsk`)

A repository can only narrow what its user has. The column *a repository may* says how, for `helix.toml` and for settings that an editor may
have read from the workspace:

| it says | what a repository's value does |
|---|---|
| no | it is refused: the option reaches outside the workspace, or could open a gate or cost the machine and has no stricter side |
| only lower, only raise | it counts where it is not looser than the value of the user; on counts as more than off |
| only tighten | it counts where it stands before the value of the user in the order of the range, strictest first |
| only add | its entries join those of the user; none is taken away |
| set | the value is used as it is: the option only affects ranking and presentation |

A value that is refused is reported with file, line and reason by every command, `status`, `doctor` and the server, and so is an unknown key or
a value that does not fit; what stood before it stands. To let a repository have more, set the option in the user file or the environment.
A repository that leaves its own references unchecked (`drift.ignore_paths`, `drift.ignore_words`, `drift.select`, `drift.ignore`, a baseline,
`helix-drift: ignore`) hides them from its own check only; `drift` says how many rules of the settings leave documents, words or checks alone.

```toml
# helix.toml
[index]
exclude = ["third_party/**"]

[search]
per_file = 2
```

A repository's own topics are data, not options: `[topics.<name>]` tables, with a worked example in
[casimirbot.helix.toml](../examples/casimirbot.helix.toml). A topic is recognised by its phrases and says where the repository keeps what it
knows of it; built-in topics (architecture, api, configuration, build_and_release, testing, errors_and_debugging, security, data, user_interface,
performance, docs_and_policy) need no table, and a table of the same name stands in for one.

| key | meaning |
|---|---|
| `matchers` | phrases: words in order, compared by stem; `word*` is any word that begins so; `a & b` needs both anywhere |
| `docs_first` | ask the documents before the code |
| `docs` | globs of the documents that are asked first; all documents when absent |
| `tiers` | lists of globs, looked through one after the other before the whole repository |
| `must_include` | globs of which the evidence should hold one; enforced only when the question demands the repository |
| `boosts` | globs that ranking may favour |

Three variables are no options: `HELIX_ASK_CACHE_DIR` (folder that holds the indexes), `HELIX_ASK_TRACEBACK=1` (show where an
unexpected error came from) and `NO_COLOR` (plain text on a terminal).

`helix.schema.json` in this folder is a JSON Schema of `helix.toml` for editors that check TOML.

This page is written by `make docs`; a test fails when it is not current.
"""


def page(options: Mapping[str, Declared]) -> str:
    """The whole Markdown page."""
    out = [INTRODUCTION]
    for section in dict.fromkeys(name.partition(".")[0] for name in options):
        out += [
            f"\n## `[{section}]`: {SECTIONS[section]}\n",
            "| option | default | unit | range | a repository may | meaning | why this default |",
            "|---|---|---|---|---|---|---|",
        ]
        out += [row(name, option) for name, option in options.items() if name.startswith(section + ".")]
    out += [
        "\n## Environment variables\n",
        "Each option has one: `HELIX_ASK_`, the section, the name, all in capitals. Lists are separated by commas.\n",
    ]
    out += [f"- `{variable(name)}`: `{name}`" for name in options]
    out += [
        "\n## Old names\n",
        "They still count, and what uses one is told the new name.\n",
        "| old | new |",
        "|---|---|",
    ]
    out += [f"| `{old}` | `{new}` |" for old, new in renamed().items()]
    return "\n".join(out) + "\n"


RULES_HEAD = """\
# Checks and rules of the drift check

A *check* says what is wrong with a reference. *Evidence* says how sure that is. A *rule* says what speaks against it. Each has a worth in log-odds,
fitted on labelled references of public repositories; the sum is the finding's confidence: 0.85 and more is an alarm (confidence 0.7), below -1.39
(confidence 0.2) nothing is told. No rule decides alone unless its worth is large enough.

```toml
# helix.toml
[drift]
select = ["name-gone", "heading-missing"]   # only these checks
ignore = ["default-differs", "past-section"]   # without this check, and without this excuse
```

A comment on the line, or on the line above, leaves it out of one check: `helix-drift: ignore[name-gone]`. `helix-lsp docs check --explain` shows
what was weighed for every finding and what was silenced. To add a rule: [add a drift rule](../how-to/add-a-drift-rule.md).

A worth with `?` was set by hand, because none of the labelled references met its check, evidence or rule; `ignore` switches it off.

"""


def rules_page() -> str:
    """Every check, evidence and rule with its worth, and the examples of the rules."""
    out = [RULES_HEAD, "## Checks\n\n| check | worth | what it looks for |\n|---|---:|---|\n"]
    out += [
        f"| `{check}` | {CHECKS[check]:+.2f}{unsure(check)} | {about} |\n" for check, about in ABOUT.items()
    ]
    out += ["\n## Evidence\n\n| evidence | worth | how it is told |\n|---|---:|---|\n"]
    out += [f"| `{one}` | {EVIDENCE[one]:+.2f}{unsure(one)} | {text} |\n" for one, text in SAYS.items()]
    out += ["\n## Rules\n"]
    for rule in RULES:
        out.append(
            f"\n### `{rule.id}` ({WORTHS[rule.id]:+.2f}{unsure(rule.id)})\n\n{rule.about} Asked about: {', '.join(sorted(rule.kinds))}.\n"
        )
        for title, texts in (("It applies to", rule.fires), ("It does not apply to", rule.silent)):
            out += [f"\n{title}:\n\n~~~markdown\n{text}~~~\n" for text in texts[:1]]
    return "".join(out)


def unsure(one: str) -> str:
    return "?" if one in UNLABELLED else ""


def row(name: str, option: Declared) -> str:
    unit, meaning, why = option_words()[option.place]
    cells = [
        f"`{name}`",
        f"`{shown(option.default)}`",
        unit,
        bounds(option),
        MAY[option.metadata["repository"]],
        meaning,
        why,
    ]
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def shown(value: object) -> str:
    return json.dumps(list(value) if isinstance(value, tuple) else value, ensure_ascii=False)


def bounds(option: Declared) -> str:
    meta = option.metadata
    if meta["choices"]:
        return ", ".join(f"`{choice}`" for choice in meta["choices"])
    low, high = meta["low"], meta["high"]
    return "" if low is None and high is None else f"{number(low)} to {number(high)}"


def number(value: float | None) -> str:
    return "any" if value is None else f"{int(value):,}" if value == int(value) else f"{value:g}"


def schema(options: Mapping[str, Declared]) -> dict[str, object]:
    """JSON Schema of helix.toml: the options that a repository may set."""
    sections: dict[str, dict[str, object]] = {}
    for name, option in options.items():
        if option.metadata["scope"] == "workspace":
            section, _, key = name.partition(".")
            sections.setdefault(section, {})[key] = property_of(option)
    texts = {"type": "array", "items": {"type": "string"}}
    topic = {
        "type": "object",
        "additionalProperties": False,
        "properties": {
            **dict.fromkeys(("matchers", "docs", "must_include", "boosts"), texts),
            "tiers": {"type": "array", "items": texts},
            "docs_first": {"type": "boolean"},
        },
    }
    topics = {"type": "object", "description": "The repository's own topics.", "additionalProperties": topic}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "helix.toml",
        "description": "Settings of Helix Ask that a repository may carry.",
        "type": "object",
        "additionalProperties": False,
        "properties": {
            section: {"type": "object", "additionalProperties": False, "properties": members}
            for section, members in sections.items()
        }
        | {"topics": topics},
    }


def property_of(option: Declared) -> dict[str, object]:
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string", tuple: "array"}
    meta = option.metadata
    rule = "" if meta["repository"] == "set" else f" A repository may {MAY[meta['repository']]} it."
    out: dict[str, object] = {
        "type": kinds[type(option.default)],
        "description": option_words()[option.place][1] + rule,
    }
    out["default"] = list(option.default) if isinstance(option.default, tuple) else option.default
    if isinstance(option.default, tuple):
        out["items"] = {"type": "string"} | ({"enum": list(meta["entries"])} if meta["entries"] else {})
    if meta["choices"]:
        out["enum"] = list(meta["choices"])
    bounds_given = {"minimum": meta["low"], "maximum": meta["high"]}
    return out | {word: bound for word, bound in bounds_given.items() if bound is not None}


def commands(
    parser: argparse.ArgumentParser, said: str = "helix-lsp", about: str = ""
) -> Iterator[tuple[str, str, argparse.ArgumentParser]]:
    """(command, its line of help, its parser) of the whole tree."""
    yield said, about, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            told = {one.dest: one.help or "" for one in action._choices_actions}
            for word, below in action.choices.items():
                yield from commands(below, f"{said} {word}", told[word])


def cli_page(text: str) -> str:
    """The page of the command line with a section for every command and a line for every flag."""
    for command, about, parser in commands(build_parser()):
        if command == "helix-lsp range":
            continue  # its only act has the section
        head = f"## `{command}`\n"
        if head not in text:
            text = f"{text.rstrip()}\n\n{head}\n    {command}\n\n{about[:1].upper()}{about[1:]}.\n"
        before, _, rest = text.partition(head)
        body, mark, after = re.split(r"(^## |\Z)", rest, maxsplit=1, flags=re.MULTILINE)
        text = before + head + section(body, parser) + mark + after
    return text


def section(body: str, parser: argparse.ArgumentParser) -> str:
    """What is below the heading of a command, with a line for each of its flags and for no other."""
    actions = [one for one in parser._actions if one.option_strings and one.dest != "help"]
    known = {flag for one in actions for flag in one.option_strings} | {"-h", "--help"}
    for item in [*ITEM.finditer(body)]:
        if item["flag"] not in known:
            body = re.sub(
                rf" \[{item['flag']}(?![\w-])(?:(?! \| )[^]])*\](?:\.\.\.)?", "", body.replace(item[0], "", 1)
            )
    behind = None
    for action in actions:
        own = re.compile("|".join(rf"`{flag}(?![\w-])" for flag in action.option_strings))
        items = [*ITEM.finditer(body)]
        there = next((one for one in items if own.match(one[0].lstrip("-| "))), None)
        if there is None and own.search(body) is None:
            last = next((one for one in items if one["flag"] == behind), items[-1] if items else None)
            at = last.end() if last is not None else len(body.rstrip("\n")) + 1
            gap = "" if last is not None else "\n"
            body = body[:at] + gap + item_of(action, table=last is not None and last[0][0] == "|") + body[at:]
            body = re.sub(
                r"^(    helix-lsp .*)$", rf"\1 [{spoken(action)}]", body, count=1, flags=re.MULTILINE
            )
        behind = action.option_strings[0] if there is None else there["flag"]
    return body


ITEM = re.compile(r"^(?:- |\| )`(?P<flag>--?[a-zA-Z][\w-]*).*\n(?:  .*\n)*", re.MULTILINE)


def spoken(action: argparse.Action) -> str:
    """The flag with its value, as the help has it: `--limit N`."""
    words = action.metavar or "|".join(map(str, action.choices or ())) or action.dest.upper()
    return action.option_strings[0] + (f" {words}" if action.nargs != 0 else "")


def item_of(action: argparse.Action, *, table: bool) -> str:
    """The line of a flag, from its help text."""
    names = ", ".join(f"`{flag}`" for flag in (spoken(action), *action.option_strings[1:]))
    told = f"| {names} | {action.help} |\n" if table else f"- {names}: {action.help}.\n"
    return re.sub(r"(?<=\w)\|(?=\w)", r"\\|", told) if table else told


def main() -> int:
    options = declared()
    if bare := [rule.id for rule in RULES if rule.id not in WORTHS]:
        print(
            f"helix_lsp/tuning/drift_worths.py: RULES does not have a worth for {', '.join(bare)}",
            file=sys.stderr,
        )
        return 1
    cli = TARGET / "cli.md"
    pages = {
        cli: cli_page(cli.read_text(encoding="utf-8")),
        TARGET / "configuration.md": page(options),
        TARGET / "drift-rules.md": rules_page(),
        TARGET / "helix.schema.json": json.dumps(schema(options), indent=2, ensure_ascii=False) + "\n",
    }
    stale = [
        path for path, text in pages.items() if not path.is_file() or path.read_text(encoding="utf-8") != text
    ]
    if "--check" in sys.argv[1:]:
        for path in stale:
            print(f"{path.relative_to(ROOT)} is not current: run make docs", file=sys.stderr)
        return 1 if stale else 0
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(pages[path], encoding="utf-8", newline="\n")
        print(f"wrote {path.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
