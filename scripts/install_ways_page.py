"""The page of the ways to install, with the seconds and a picture of each, from what `install_ways.py --write` saw."""

from __future__ import annotations

import json
import platform
from pathlib import Path
from typing import Any

from terminal_picture import picture

ROOT = Path(__file__).resolve().parent.parent
KEPT, PAGE = ROOT / "scripts" / "ways.json", ROOT / "docs" / "reference" / "install-ways.md"
PICTURES = ROOT / "docs" / "images"
TITLES = {
    "pip": "pip, into an environment of its own",
    "pipx": "pipx",
    "uv": "uv tool install",
    "uvx": "uvx, without installing",
    "vscode": "the server of the VS Code package",
    "neovim": "Neovim, with the plugin of a checkout",
    "agent": "an agent, by `helix-lsp init`",
}
HEAD = """# Ways to install, each tried

`make install-ways WAYS=--write` writes this page. For each way it makes an empty home with a project of one function in it, runs the
commands of the picture, and asks *what does ring_bell do?*. A way holds when the answer cites the line of the function. Until the
package is published, the commands name a wheel of this checkout where they would name the package.

Seconds include the download of the libraries; they come from a machine that does other work.

| way | installed after | first answer after |
|---|---:|---:|
"""


def keep(rows: dict[str, dict[str, Any]]) -> None:
    """Writes the picture of each way that was run, keeps its seconds beside those of earlier runs, writes the page."""
    kept: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    for name, row in rows.items():
        seen = row.pop("seen")
        (PICTURES / f"install-{name}.svg").write_text(
            picture(TITLES[name].replace("`", ""), seen), encoding="utf-8"
        )
        kept[name] = row | {
            "machine": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
        }
    KEPT.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(page(kept), encoding="utf-8")


def page(kept: dict[str, Any]) -> str:
    """The page of what is kept, in the order of TITLES."""
    known = [(name, kept[name]) for name in TITLES if name in kept]
    lines = [f"| {TITLES[name]} | {row['installed']:g} s | {row['answered']:g} s |\n" for name, row in known]
    machines = sorted({row["machine"] for _, row in known})
    pictures = [
        f"\n## {TITLES[name][0].upper()}{TITLES[name][1:]}\n\n![Commands and what they printed](../images/install-{name}.svg)\n"
        for name, _ in known
    ]
    return HEAD + "".join(lines) + f"\nRun on {'; '.join(machines)}.\n" + "".join(pictures)
