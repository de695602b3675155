"""Only `text/data_file.py` calls a parser of TOML or JSON: parsers raise more than their own error, and each
place that forgets one of them lets a line of a repository stop a command.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.house.source import name, nodes, package_files

PARSERS = {"loads", "load", "raw_decode", "JSONDecoder", "tomllib"}
NOT_A_FILE = {  # module: what it reads instead of a file
    "helix_lsp/text/data_file.py": "it is the reader",
    "helix_lsp/lsp/stream/message.py": "a message of the protocol, which has its own errors",
    "helix_lsp/index/store/text_index.py": "the words in which the text index explains a score",
    "helix_lsp/syntax/keys/keys_json.py": "one quoted key, so that its escapes are resolved",
    "helix_lsp/syntax/documents/notebook.py": "one quoted line of a cell, so that its escapes are resolved",
}


def parsers(path: Path) -> list[str]:
    """The parsers that a module names: `json.loads`, `tomllib`."""
    found: list[str] = []
    for node in nodes(path):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "json":
            found.append(node.attr)
        elif isinstance(node, ast.Attribute):
            found += [node.attr] if node.attr == "raw_decode" else []
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module in ("json", "tomllib"):
            found += [node.module if node.module == "tomllib" else alias.name for alias in node.names]
    return sorted(PARSERS.intersection(found))


def test_files_are_read_as_data_in_one_place():
    found = {name(path): parsers(path) for path in package_files() if parsers(path)}
    assert sorted(found) == sorted(NOT_A_FILE)


@pytest.mark.parametrize(
    "line",
    ["import tomllib", "import json\njson.loads('')", "from json import loads", "d.raw_decode('')", "from tomllib import loads"],
)  # fmt: skip
def test_a_planted_parser_is_noticed(line: str, tmp_path: Path):
    planted = tmp_path / "planted.py"
    planted.write_text(line + "\n", encoding="utf-8")
    assert parsers(planted)
