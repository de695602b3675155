"""The seven dry-run prompts (docs/reference/ladder.md, S2-79) through the first rungs, on a small likeness of
casimirbot.

Each is asked with that repository's topics (docs/examples) and without any settings: cards and trees alone
must route it well.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from helix_lsp.config.questions import TopicProfile
from helix_lsp.session.settings.settings_file import parse_settings, read_topics
from tests.ask.routing import first
from tests.house.source import ROOT
from tests.support.check import World, indexed, read_fixture

LIKENESS = """
//- /docs/knowledge/solar-restoration.md
---
id: solar-restoration
label: solar restoration
aliases: [sun restoration]
topicTags: [star]
---
Definition: Keeping the sun on its main sequence.
//- /docs/knowledge/ts-ratio.md
---
id: ts_ratio
label: TS_ratio
aliases: [TS_ratio, "time scale ratio"]
topicTags: [warp]
---
Definition: The light-crossing time over the modulation time.
//- /docs/knowledge/casimir-tiles.md
---
id: casimir-tiles
label: Casimir tiles
aliases: [casimir tile]
---
Definition: Plates whose gap sets the pressure.
//- /docs/knowledge/cavity-mechanism.md
---
id: cavity-mechanism
label: cavity mechanism
aliases: [cavity]
---
Definition: Two mirrors and what stands between them.
//- /docs/casimir-tile-mechanism.md
# Tiles
## Pressure
The tile pressure is 1.2 GPa at a gap of 1 nm.
//- /docs/helix-ask-flow.md
# Helix Ask reasoning pipeline
From a question to an answer.
//- /server/routes/agi.plan.ts
export function planAsk(question: string): string { return question; }
//- /modules/warp/natario-warp.ts
export class NatarioWarpBubble { radius = 1; }
//- /docs/ethos/ideology.json
{"version": 1, "rootId": "root", "nodes": [{"id": "root", "title": "Ideology", "children": ["stewardship"]},
 {"id": "stewardship", "title": "Stewardship of Tools", "excerpt": "Care for what was given."}]}
//- /configs/graph-resolvers.json
{"version": 1, "trees": [{"id": "ideology", "label": "Mission Ethos Tree", "path": "docs/ethos/ideology.json", "topicTags": ["ideology"]}]}
"""
PROMPTS = (
    # prompt, domain, level without topics, hard slots, topic of the example
    ("What does solar restoration mean in this repo?", "repo", "high", ("solar-restoration",), "star"),
    ("Define TS_ratio in this repo.", "repo", "high", ("ts-ratio",), ""),
    ("Is the Casimir tile pressure in GPa?", "falsifiable", "medium", ("casimir-tiles",), "casimir"),
    ("How does Natario warp bubble relate to Casimir tiles?", "repo", "medium", ("casimir-tiles",), "warp"),
    ("What does the ideology tree say about stewardship?", "repo", "medium", (), "ideology"),
    ("Explain the Helix Ask reasoning pipeline.", "repo", "medium", (), "helix_ask"),
    ("What is a cavity?", "repo", "medium", ("cavity-mechanism",), ""),
)


@pytest.fixture(scope="module")
def likeness() -> Iterator[World]:
    with indexed(read_fixture(LIKENESS).files) as world:
        yield world


@pytest.fixture(scope="module")
def topics() -> tuple[TopicProfile, ...]:
    entries, _ = parse_settings(
        (ROOT / "docs" / "examples" / "casimirbot.helix.toml").read_bytes(), "helix.toml"
    )
    return read_topics(entries, [])


@pytest.mark.parametrize(("prompt", "domain", "level", "hard", "topic"), PROMPTS, ids=[p[0] for p in PROMPTS])
def test_each_prompt_routes_as_a_reader_would_expect(
    likeness: World,
    topics: tuple[TopicProfile, ...],
    prompt: str,
    domain: str,
    level: str,
    hard: tuple[str, ...],
    topic: str,
):
    bare = first(likeness, prompt)
    assert (bare.intent.domain, bare.intent.expectation.level) == (domain, level)
    assert tuple(s.id for s in bare.plan.hard) == hard
    assert bare.scope.queries[0] == prompt.replace(" in this repo", "")
    told = first(likeness, prompt, *topics)
    assert told.intent.domain == domain
    assert not topic or topic in told.intent.topics
    assert tuple(s.id for s in told.plan.hard) == hard


def test_documents_come_first_for_the_topics_of_the_seed(likeness: World, topics: tuple[TopicProfile, ...]):
    """Ideology, ledger and star questions ask docs/ethos and docs/knowledge first (docs/reference/ladder.md,
    S1-20).
    """
    for prompt in (
        "What does solar restoration mean in this repo?",
        "What does the ideology tree say about stewardship?",
    ):
        found = first(likeness, prompt, *topics).scope
        assert found.docs_first
        assert found.docs_allow[:2] == ("docs/ethos/**", "docs/knowledge/**")
        assert found.allows_docs("docs/knowledge/solar-restoration.md")
        assert not found.allows_docs("modules/warp/natario-warp.ts")


def test_both_sides_of_a_relation_are_asked_for(likeness: World):
    assert first(likeness, PROMPTS[3][0]).scope.parts == ("Natario warp bubble", "Casimir tiles")
