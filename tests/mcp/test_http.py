"""The HTTP door: only this machine's own clients, eight at once, none with another's answer."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import httpx
import pytest
from mcp import Client

from tests.mcp.door import Place, http, told

CLIENTS = 8
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "old", "version": "1"},
    },
}
DISCOVER = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "server/discover",
    "params": {
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": {"name": "new", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        }
    },
}
ACCEPT = {"accept": "application/json, text/event-stream"}
NEW = {"mcp-protocol-version": "2026-07-28", "mcp-method": "server/discover"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1:1"}, 403),
        ({"host": "evil.example"}, 421),
        ({"host": "127.0.0.1.evil.example"}, 421),
        ({}, 200),
    ],
)
async def test_other_sites_and_other_names_are_refused_in_every_revision(
    place: Place, headers: dict[str, str], status: int
) -> None:
    with http(place) as address:
        async with httpx.AsyncClient(timeout=30, trust_env=False) as client:
            old = await client.post(address, json=HELLO, headers=ACCEPT | headers)
            new = await client.post(address, json=DISCOVER, headers=ACCEPT | NEW | headers)
            seen = (
                await client.get(address, headers={"accept": "text/event-stream"} | headers)
                if status != 200
                else None
            )
    assert old.status_code == status, old.text
    assert new.status_code == status, new.text
    assert seen is None or seen.status_code == status


async def test_the_own_origin_is_answered_and_a_large_body_is_not(place: Place) -> None:
    with http(place) as address:
        own = address.removesuffix("/mcp")
        async with httpx.AsyncClient(timeout=30, trust_env=False) as client:
            answer = await client.post(address, json=HELLO, headers=ACCEPT | {"origin": own})
            large = await client.post(
                address, content=b"x" * 1_100_000, headers=ACCEPT | {"content-type": "application/json"}
            )
    assert answer.status_code == 200
    assert "2025-06-18" in answer.text
    assert large.status_code == 413


async def asked(address: str, number: int, mode: str) -> list[Any]:
    """Calls of one client, each with a question of its own."""
    out: list[Any] = []
    async with Client(address, mode=mode) as client:
        for turn in range(3):
            name = f"use_{(number + turn) % 12}"
            found = await client.call_tool("find", {"query": name, "budget": 300})
            used = await client.call_tool("uses", {"name": "ring", "limit": 3 + number})
            answer = await client.call_tool("ask", {"question": f"what does {name} do?"})
            assert found.structured_content is not None
            assert used.structured_content is not None
            assert answer.structured_content is not None
            assert found.structured_content["items"][0]["ref"]["path"] == f"{name}.py", told(found)
            assert used.structured_content["page"]["last"] == 3 + number
            assert answer.structured_content["question"] == f"what does {name} do?"
            out.append(
                (
                    found.structured_content["items"],
                    used.structured_content,
                    answer.structured_content["digest"],
                )
            )
    return out


async def test_eight_clients_at_once_get_the_answers_that_one_alone_gets(place: Place) -> None:
    with http(place) as address:
        modes = ["auto" if n % 2 else "legacy" for n in range(CLIENTS)]
        together = await asyncio.gather(*(asked(address, n, modes[n]) for n in range(CLIENTS)))
        alone = [await asked(address, n, "auto") for n in range(CLIENTS)]
    assert json.dumps(together, sort_keys=True) == json.dumps(alone, sort_keys=True)
