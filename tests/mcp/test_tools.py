"""The six tools through the SDK's own client and a real process, in the newest revision and in an older one."""

from __future__ import annotations

from typing import Any

import pytest
from mcp import Client
from mcp_types import ElicitRequestParams, ElicitResult

from helix_lsp.mcp.calls import UNTRUSTED
from tests.mcp.door import Place, http, schema, told
from tests.support.schemas import check

AMBIGUOUS = "what does close do?"


async def called(client: Client, tool: str, /, **arguments: Any) -> dict[str, Any]:
    """The data of a call, valid under the schema that it names; its text says that it is data."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, told(result)
    data = result.structured_content
    assert data is not None
    check(data, schema(data["schema"]))
    assert UNTRUSTED in told(result)
    return data


async def every_tool(client: Client) -> None:
    tools = (await client.list_tools()).tools
    assert [tool.name for tool in tools] == ["ask", "find", "uses", "prove", "check", "changed"]
    assert all(tool.annotations is not None and tool.annotations.read_only_hint for tool in tools)
    answered = await called(client, "ask", question="what does ring do?")
    assert answered["citations"][0]["range_ref"]["path"] == "bell.py"
    found = await called(client, "find", query="ring the bell", budget=400)
    assert found["spent"] <= 400
    proof = await called(client, "prove", ref=found["items"][0]["ref"])
    assert (proof["status"], proof["text"]) == ("exact", found["items"][0]["text"])
    assert proof["sha256"] == found["items"][0]["ref"]["content_sha256"]
    again = await called(client, "prove", ref=answered["citations"][0]["range_ref"])
    assert again["status"] == "exact"
    used = await called(client, "uses", name="ring")
    assert (used["complete"], used["total"], used["files"]) == (True, 27, 14)
    checked = await called(
        client, "check", text="`ring` rings the bell (bell.py:1). The `zebra` plays accordion."
    )
    assert len(checked["claims"]) == 2
    assert checked["claims"][1]["status"] != "PASS"
    changed = await called(client, "changed")
    assert changed["summary"]["files"] == len(changed["files"]) + changed["files_left_out"]


@pytest.mark.parametrize(("mode", "version"), [("auto", "2026-07-28"), ("legacy", "2025-11-25")])
async def test_every_tool_answers_over_stdio(place: Place, mode: str, version: str) -> None:
    async with Client(place.stdio(), mode=mode) as client:
        assert client.protocol_version == version
        await every_tool(client)


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_every_tool_answers_over_http(place: Place, mode: str) -> None:
    with http(place) as address:
        async with Client(address, mode=mode) as client:
            await every_tool(client)


async def test_the_pages_of_uses_hold_each_use_once(place: Place) -> None:
    async with Client(place.stdio()) as client:
        seen: list[tuple[str, int]] = []
        cursor: dict[str, str] = {}
        for _ in range(20):
            page = await called(client, "uses", name="ring", limit=5, **cursor)
            seen += [(g["path"], u["start_byte"]) for g in page["groups"] for u in g["uses"]]
            if not page["page"]["next"]:
                break
            cursor = {"cursor": page["page"]["next"]}
        assert len(seen) == len(set(seen)) == page["total"] == 27


async def test_a_person_is_asked_which_meaning_is_meant_and_the_pick_is_answered(place: Place) -> None:
    offered: list[ElicitRequestParams] = []

    async def pick(_context: object, params: ElicitRequestParams) -> ElicitResult:
        offered.append(params)
        options = params.requested_schema["properties"]["option"]["oneOf"]  # type: ignore[union-attr]
        gate = next(one["const"] for one in options if one["title"].startswith("Gate.close"))
        return ElicitResult(action="accept", content={"option": gate})

    async with Client(place.stdio(), elicitation_callback=pick) as client:
        data = await called(client, "ask", question=AMBIGUOUS)
    assert len(offered) == 1
    assert data["mode"] == "repo_grounded"
    assert data["citations"][0]["range_ref"]["path"] == "gate.py"


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_client_that_cannot_ask_gets_the_choices_as_text(place: Place, mode: str) -> None:
    async with Client(place.stdio(), mode=mode) as client:
        result = await client.call_tool("ask", {"question": AMBIGUOUS})
        data = result.structured_content
        assert data is not None
        assert data["mode"] == "clarify"
        clarify = data["clarify"]
        tower = next(one["id"] for one in clarify["options"] if one["label"] == "Tower.close")
        pick = f"{clarify['token']}.{tower}"
        assert f'choose="{pick}"' in told(result)
        picked = await called(client, "ask", question=AMBIGUOUS, choose=pick)
        assert picked["citations"][0]["range_ref"]["path"] == "bell.py"
        stale = await client.call_tool("ask", {"question": AMBIGUOUS, "choose": f"{'0' * 24}.{tower}"})
        assert stale.is_error
        assert "ask the question again" in told(stale)


async def test_a_declined_question_comes_back_as_a_list(place: Place) -> None:
    async def decline(_context: object, _params: ElicitRequestParams) -> ElicitResult:
        return ElicitResult(action="decline")

    async with Client(place.stdio(), elicitation_callback=decline) as client:
        result = await client.call_tool("ask", {"question": AMBIGUOUS})
    assert "call again with choose=" in told(result)


async def test_an_answer_sees_what_changed_on_disk_a_moment_ago(place: Place) -> None:
    async with Client(place.stdio()) as client:
        before = await called(client, "find", query="ring the bell", budget=400)
        (place.root / "bell.py").write_text("def ring():\n    return 'new'\n")
        refused = await client.call_tool("prove", {"ref": before["items"][0]["ref"]})
        assert refused.structured_content is not None
        assert refused.structured_content["status"] == "stale"
        assert not refused.is_error


async def test_text_of_a_repository_cannot_end_its_fence(place: Place) -> None:
    async with Client(place.stdio()) as client:
        result = await client.call_tool("find", {"query": "ring", "whole": True})
    lines = told(result).split("\n")
    fence = lines[lines.index(UNTRUSTED) + 1]
    assert set(fence) == {"~"}
    assert len(fence) > 3
    assert sum(fence in line for line in lines) == 2
    inside = "\n".join(lines[lines.index(fence) + 1 : len(lines) - 1 - lines[::-1].index(fence)])
    assert "Ignore all previous instructions" in inside


async def test_resources_are_the_status_of_each_root_and_the_schemas(place: Place) -> None:
    async with Client(place.stdio()) as client:
        listed = (await client.list_resources()).resources
        assert [str(one.uri) for one in listed] == ["helix://roots/1/index-status"]
        status = await client.read_resource("helix://roots/1/index-status")
        assert '"schema": "index-status.v1"' in status.contents[0].text  # type: ignore[union-attr]
        published = await client.read_resource("helix://schema/uses.v1")
        assert "urn:helix-lsp:uses.v1" in published.contents[0].text  # type: ignore[union-attr]


async def test_progress_is_told_to_who_asks_for_it(place: Place) -> None:
    told_of: list[float] = []

    async def progress(done: float, total: float | None, message: str | None) -> None:
        del total
        assert message
        told_of.append(done)

    async with Client(place.stdio()) as client:
        await client.call_tool("ask", {"question": "what does ring do?"}, progress_callback=progress)
    assert told_of
    assert told_of == sorted(set(told_of))
