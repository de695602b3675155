"""What a client is told of the tools: short, read only, and true to the published schemas."""

from __future__ import annotations

import json

from helix_lsp.mcp.calls import ACTS
from helix_lsp.mcp.definitions import INSTRUCTIONS, NAMES, TOOLS
from tests.mcp.door import SCHEMAS
from tests.support.schemas import check_schema

MOST_TOKENS = 1_200
CHARACTERS = 4  # of a token


def test_the_definitions_cost_at_most_1200_tokens() -> None:
    written = json.dumps(TOOLS, ensure_ascii=False, separators=(",", ":"))
    assert (len(written) + len(INSTRUCTIONS)) / CHARACTERS <= MOST_TOKENS


def test_every_tool_is_built_and_annotated_as_one_that_only_reads() -> None:
    assert tuple(ACTS) == NAMES == ("ask", "find", "uses", "prove", "check", "changed")
    for tool in TOOLS:
        assert tool["annotations"] == {"readOnlyHint": True, "openWorldHint": False}


def test_every_result_names_a_published_schema() -> None:
    published = {path.name.removesuffix(".schema.json") for path in SCHEMAS.glob("*.schema.json")}
    for tool in TOOLS:
        assert tool["outputSchema"]["properties"]["schema"]["const"] in published
        check_schema(tool["inputSchema"])
        check_schema(tool["outputSchema"])
        assert "root" in tool["inputSchema"]["properties"]
        assert set(tool["inputSchema"]["required"]) <= set(tool["inputSchema"]["properties"])
