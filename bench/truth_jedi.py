"""The references of names as jedi finds them, for `bench/truth.py`; run by a Python that has jedi.

In: one line of JSON, {"root", "paths": Python files, "asked": [[path, line, column], ...]}, lines from 1. Out, for
each question, one line of JSON: [[path, line, whether a definition is named there], ...], or null where jedi failed
or took longer than a minute.
"""
# pyright: basic

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from typing import Any

import jedi
from jedi.inference import references

references._PARSED_FILE_LIMIT = references._OPENED_FILE_LIMIT = 100_000  # a truth leaves no file out
_SECONDS = 60


def _late(*_: Any) -> None:
    raise TimeoutError


def _names_definition(found: Any) -> bool:
    node = found._name.tree_name
    above = node.parent if node is not None else None
    return above is not None and above.type in ("funcdef", "classdef") and above.name is node


def main() -> None:
    """See the top of the file."""
    told = json.loads(sys.stdin.readline())
    root = Path(told["root"])
    above = [str(root / folder) for folder in ("src", "lib") if (root / folder).is_dir()]
    project = jedi.Project(root, added_sys_path=above, load_unsafe_extensions=False)
    signal.signal(signal.SIGALRM, _late)
    for path, line, column in told["asked"]:
        signal.alarm(_SECONDS)
        try:
            script = jedi.Script(path=root / path, project=project)
            met = script.get_references(line, column, scope="project", include_builtins=False)
            rows = [
                [str(one.module_path.relative_to(root)), one.line, _names_definition(one)]
                for one in met
                if one.module_path is not None and one.module_path.is_relative_to(root)
            ]
        except Exception as error:  # of jedi: this symbol has no truth
            print(f"{path}:{line}: {error!r}", file=sys.stderr)
            rows = None
        signal.alarm(0)
        print(json.dumps(rows), flush=True)


if __name__ == "__main__":
    main()
