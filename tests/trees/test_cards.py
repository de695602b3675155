"""Concept cards, and what matches one: two content words of one name or an exact name; one shared word never
matches.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helix_lsp.config import TreesConfig
from helix_lsp.text.digest import sha256_hex
from helix_lsp.trees.card import ConceptCard, content_of, match_concepts, read_card
from helix_lsp.trees.knowledge import KnowledgeCache, read_knowledge
from tests.trees.world import CARD, files, knowledge, pottery

CFG = TreesConfig()


def card(text: str = CARD) -> ConceptCard:
    found, problems = read_card("docs/glaze.md", text.encode(), CFG)
    assert found is not None
    assert problems == ()
    return found


@pytest.mark.parametrize("start", ["", "\ufeff"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_card_is_read_with_the_place_of_its_definition(start: str, line_end: str):
    text = start + CARD.replace("\n", line_end)
    found, data = card(text), text.encode()
    assert (found.id, found.label, found.aliases) == (
        "glaze-schedule",
        "Glaze schedule",
        ("glaze schedule", "glaze, plan", "GS_1"),
    )
    assert found.definition == "The glaze schedule says when each pot is glazed."
    assert found.span.cut(data).decode() == found.definition
    assert (found.start_line, found.sha256) == (8, sha256_hex(found.span.cut(data)))
    assert (found.topics, found.must_include, found.notes) == (
        ("firing",),
        ("src/kiln.py",),
        ("Kept by the workshop.",),
    )
    assert found.questions == ("Which pots come first?",)
    assert (found.provenance_class, found.claim_tier, found.certifying) == ("inferred", "diagnostic", False)


def test_without_a_definition_line_the_first_paragraph_defines():
    assert card("---\nid: a\naliases: b c\n---\n# Head\n\nIt is this.\n\nMore.\n").definition == "It is this."


NO_CARDS = [
    "",
    "# Title\n",
    "---\ntitle: x\n---\ntext\n",
    "---\nid: x\n---\nNo definition line here.\n",
    "---\naliases: a\n---\ntext\n",
    "---\nid: x\n",
]


@pytest.mark.parametrize("text", NO_CARDS)
def test_other_documents_are_no_cards(text: str):
    assert read_card("a.md", text.encode(), CFG) == (None, ())


def test_what_is_wrong_in_a_card_is_told():
    found, problems = read_card(
        "a.md", b"---\nid: x\naliases: y\nclaim_tier: sure\nmustIncludeFiles: ../z\n---\nText.\n", CFG
    )
    assert found is not None
    assert found.must_include == ()
    assert [problem.split(";")[0] for problem in problems] == [
        "a.md:1: mustIncludeFiles: '../z' is not a path of this workspace (the path holds an empty, `.` or `..` component)",
        "a.md:1: claim_tier 'sure' is none of diagnostic, reduced-order, certified",
    ]
    nothing, problems = read_card("a.md", b"---\nid: x\naliases: y\n---\n", CFG)
    assert nothing is None
    assert "defines nothing" in problems[0]


@given(st.binary(max_size=300))
def test_no_document_whatever_makes_the_reader_fail(tail: bytes):
    for data in (tail, b"---\nid: a\naliases: b\n---\n" + tail, b"---\nid: a\n" + tail):
        found, _ = read_card("a.md", data, CFG)
        assert found is None or found.span.cut(data).decode("utf-8", "replace") == found.definition


def matched(question: str, *texts: str) -> list[tuple[str, float]]:
    cards = tuple(card(f"---\nid: c{n}\naliases: [{text}]\n---\nIt is.\n") for n, text in enumerate(texts))
    return [(match.card.id, match.score) for match in match_concepts(question, cards, CFG)]


EXPECTED = [
    ("What is a cavity?", ["cavity"], [("c0", 1.0)]),  # an exact name, and nothing else is asked
    ("How is the cavity of the oven cleaned?", ["cavity"], []),  # one shared word
    ("Define TS_ratio in this repo.", ["TS_ratio"], [("c0", 1.0)]),
    (
        "Which modules read GS_1 at start?",
        ["GS_1"],
        [("c0", 0.9)],
    ),  # an identifier is exact wherever it stands
    ("Where is the glaze schedule kept?", ["glaze schedule"], [("c0", 0.9)]),
    (
        "Where is the schedule of the glaze kept?",
        ["glaze schedule"],
        [("c0", 0.8)],
    ),  # both words, in another order
    ("How is the schedule kept?", ["glaze schedule"], []),
    ("glaze and schedule of pots", ["glaze schedule for large round vases"], []),  # two words of five
    ("glaze schedule", ["glaze schedule", "schedule of glaze"], [("c0", 1.0), ("c1", 0.8)]),
    ("the of and", ["cavity"], []),
]


@pytest.mark.parametrize(("question", "aliases", "expected"), EXPECTED)
def test_two_words_or_an_exact_name(question: str, aliases: list[str], expected: list[tuple[str, float]]):
    assert matched(question, *aliases) == expected


words = st.sampled_from("kiln glaze pot wheel clay oven spoon table river stone".split())


@given(
    st.lists(words, min_size=2, max_size=6, unique=True), st.lists(words, min_size=1, max_size=4, unique=True)
)
def test_one_shared_word_never_routes_a_longer_question(question: list[str], alias: list[str]):
    found = matched(" ".join(question), " ".join(alias))
    if len(set(content_of(" ".join(question))) & set(content_of(" ".join(alias)))) < 2:
        assert found == []


def test_cards_are_found_wherever_they_stand_and_ids_stand_once():
    with pottery(
        **{"a/b/other.md": "---\nid: slip\n---\nDefinition: Thin clay.\n", "z.md": CARD, "x.txt": CARD}
    ) as world:
        found = knowledge(world)
        assert [one.path for one in found.cards] == ["a/b/other.md", "docs/glaze.md"]
        assert found.problems == (
            "z.md:1: the concept card glaze-schedule stands in docs/glaze.md too; the first one counts, rename this one",
        )


def test_where_there_is_nothing_no_file_is_read():
    with pottery({"src/a.py": b"def alpha(): pass\n", "README.md": b"# A\n\nWords.\n"}) as world:
        asked: list[str] = []

        def texts(path: str) -> bytes | None:
            asked.append(path)
            return world.texts(path)

        found = read_knowledge(world.snapshot, texts, CFG)
        assert (found.digest, found.cards, found.forest.trees, found.problems) == ("", (), (), ())
        assert asked == []


def test_what_was_read_is_not_read_again():
    with pottery() as world:
        asked: list[str] = []

        def texts(path: str) -> bytes | None:
            asked.append(path)
            return world.texts(path)

        cache = KnowledgeCache()
        first = read_knowledge(world.snapshot, texts, CFG, cache)
        asked.clear()
        assert read_knowledge(world.snapshot, texts, CFG, cache) is first
        assert asked == []
        cache.last = None
        assert read_knowledge(world.snapshot, texts, CFG, cache) == first
        assert asked == ["configs/graph-resolvers.json"]


def test_switched_off_there_is_nothing():
    with pottery(files()) as world:
        assert read_knowledge(world.snapshot, world.texts, TreesConfig(enabled=False)).digest == ""
