"""What a server holds in memory for nothing: unused methods of protocol types, libraries that nothing has
asked for yet.
"""

from __future__ import annotations

import json
import subprocess
import sys

_TYPES = """
import json, sys
{first}
import linecache
kept = len(linecache.cache)
from lsprotocol import converters, types
known = {{"textDocument": {{"uri": "file:///a.md"}}, "position": {{"line": 1, "character": 2}}}}
made = converters.get_converter().structure(known, types.HoverParams)
back = converters.get_converter().unstructure(made, types.HoverParams)
same = types.Position(1, 2) == types.Position(line=1, character=2) and types.Position(1, 2) < types.Position(2, 0)
lean = types.HoverParams.__repr__ is object.__repr__
print(json.dumps([back == known, made.position.character, same, lean, kept]))
"""


def _said(program: str) -> object:
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def test_protocol_types_read_without_what_nobody_uses_work_the_same():
    lean = _said(_TYPES.format(first="from helix_lsp.lsp.strict import read_types; read_types()"))
    assert lean == [True, 2, True, True, 0]


def test_whoever_reads_them_first_gets_the_whole():
    whole = _said(
        _TYPES.format(
            first="import lsprotocol.types; from helix_lsp.lsp.strict import read_types; read_types()"
        )
    )
    assert whole[:4] == [True, 2, True, False]  # type: ignore[index]


def test_other_classes_are_made_as_ever():
    program = (
        "import attrs, json\nbefore = attrs.define\nfrom helix_lsp.lsp.strict import read_types; read_types()\n"
        "print(json.dumps(attrs.define is before))"
    )
    assert _said(program) is True


def test_a_session_that_has_nothing_to_compare_loads_nothing_that_compares():
    program = (
        "import json, sys; import helix_lsp.ide.hover, helix_lsp.ide.places, helix_lsp.ide.drift_look, helix_lsp.session.history.history\n"
        "print(json.dumps([name for name in sys.modules if name.startswith('rapidfuzz')]))"
    )
    assert _said(program) == []
