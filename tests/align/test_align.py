"""What a sentence, section or requirement ties to in an invented project, and why. Carries I4 for alignments."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helix_lsp.align.components.component_map import component_map
from helix_lsp.align.components.folders import declared_parts, folders_of
from helix_lsp.align.components.sentence_links import sentence_links
from helix_lsp.align.components.symbol_links import Candidate, owned_classes, symbol_links
from helix_lsp.align.mention import sentences_of
from helix_lsp.config.documents import AlignConfig
from helix_lsp.errors import UsageError
from helix_lsp.ide.lens import AlignRequest, Scope, align
from tests.support.check import World, indexed, read_fixture

CFG = AlignConfig()
BAKERY = """
    //- /bakery/oven/Oven.java
    class Oven {
        /** Heat the stone plate to the wanted temperature. */
        void heatPlate(int degrees) {}
    }

    //- /bakery/oven/Thermometer.java
    class Thermometer { int read() { return 1; } }

    //- /bakery/orderDesk/OrderDesk.java
    class OrderDesk {
        /** Write a customer's order into the book. */
        void acceptOrder(String customer) {}
    }

    //- /bakery/storage/FlourStore.java
    class FlourStore { void takeFlour(int kilos) {} }

    //- /bakery/delivery/VanRouter.java
    class VanRouter { void planRoute() {} }

    //- /till/server.py
    def ring_up(total): ...

    //- /docker-compose.yml
    services:
      cash-counter:
        build: ./till
      nightwatch:
        image: example/nightwatch

    //- /Procfile
    doughmixer: python mix.py

    //- /docs/parts.md
    # Parts

    The OrderDesk takes orders. It writes each one down.
    All bread is baked in the `oven` component.

    ```
    The storage component is only code here.
    ```

    Customers like logic puzzles about a delivery.
"""


@pytest.fixture(scope="module")
def world() -> Iterator[World]:
    with indexed(read_fixture(BAKERY).files) as made:
        yield made


def said(paths: list[str], *lines: str) -> list[list[str]]:
    """The folders and files that each line speaks of."""
    found = component_map(sentences_of("d.txt", "\n".join(lines).encode()), paths, {}, CFG)
    return [sorted({f for link in row for f in link.files}) for row in sentence_links(found, CFG)]


SHOP = ["shop/cart/Cart.java", "shop/search/Index.java", "shop/billing/Bill.java", "shop/mail/Sender.java"]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["Bills are made by the Billing component.", "It adds them up."], [SHOP[2:3], SHOP[2:3]]),
        (["The shop/cart folder holds the basket."], [SHOP[:1]]),
        (["Users search for a cart and mail us."], [[]]),
        (["Mails go through the Mail service.", "We mail a letter to each user."], [SHOP[3:4], []]),
        (["A `search` finds things.", "The search is quick."], [SHOP[1:2], SHOP[1:2]]),
        (
            ["The cart asks the billing and the mail.", "The search feeds the cart."],
            [[SHOP[2], SHOP[0], SHOP[3]], SHOP[:2]],
        ),
        (
            ["The Cart module and billing are old.", "In the Billing module, prices are kept."],
            [[SHOP[2], SHOP[0]], SHOP[2:3]],
        ),
    ],
)
def test_a_sentence_speaks_of(lines: list[str], expected: list[list[str]]) -> None:
    assert said(SHOP, *lines) == expected


def test_the_folder_that_holds_the_others_is_the_system_and_no_part() -> None:
    assert said(SHOP, "The Shop has a Cart module, a Mail module and a Billing module.") == [
        [SHOP[2], SHOP[0], SHOP[3]]
    ]


def test_a_folder_repeated_inside_components_is_no_component() -> None:
    paths = [f"app/{name}/cache/Cache.java" for name in ("one", "two", "three")]
    assert said(paths, "The Cache component is fast.") == [[]]


@pytest.mark.parametrize("table", [True, False])
def test_an_abbreviation_is_read_from_the_code(table: bool) -> None:
    paths = ["core/DbManager.java", "core/DbError.java", "core/Login.java"]
    sentences = sentences_of("d.txt", b"The Database component keeps all rows.")
    classes, owned = owned_classes(
        sentences, folders_of(paths, {}, frozenset()), AlignConfig(abbreviations=table)
    )
    assert (classes, owned) == ({"Database": frozenset(paths[:2])}, frozenset(paths[:2]))


def test_two_acronyms_that_would_do_say_nothing() -> None:
    paths = ["core/DbManager.java", "core/DtError.java"]
    assert (
        owned_classes(
            sentences_of("d.txt", b"The Database component."),
            folders_of(paths, {}, frozenset()),
            AlignConfig(abbreviations=False),
        )[0]
        == {}
    )


def test_services_and_processes_are_parts_too(world: World) -> None:
    declared = declared_parts(world.snapshot, world.texts)
    assert declared == {
        "cashcounter": {"till"},
        "nightwatch": {"docker-compose.yml"},
        "doughmixer": {"Procfile"},
    }


def test_a_service_stands_for_the_folder_it_is_built_from(world: World) -> None:
    found = align(
        world.view(),
        AlignRequest(scope=Scope(path="d.txt", data=b"The Cash Counter service adds up what was bought.")),
    )
    assert [(f.path, f.why) for f in found.files] == [("till/server.py", "named as a part: Cash Counter")]


def test_a_document_is_read_by_its_structure_and_evidence_is_exact(world: World) -> None:
    data = world.files["docs/parts.md"] or b""
    found = align(world.view(), AlignRequest(scope=Scope(path="docs/parts.md", data=data)))
    assert {f.path: f.evidence.cut(data).decode() for f in found.files} == {
        "bakery/orderDesk/OrderDesk.java": "OrderDesk",
        "bakery/oven/Oven.java": "oven",
        "bakery/oven/Thermometer.java": "oven",
    }
    assert not found.of_text
    for span in found.spans:
        assert span.span.cut(world.files[span.path] or b"").startswith(b"class ")


def test_one_line_of_a_document(world: World) -> None:
    data = world.files["docs/parts.md"] or b""
    scope = Scope(path="docs/parts.md", data=data)
    assert [f.path for f in align(world.view(), AlignRequest(scope=scope, line=3)).files] == [
        "bakery/orderDesk/OrderDesk.java"
    ]
    assert align(world.view(), AlignRequest(scope=scope, line=7)).files == ()  # inside a fence
    with pytest.raises(UsageError, match="lines, not 99"):
        align(world.view(), AlignRequest(scope=scope, line=99))


def test_a_requirement_without_names_is_found_by_what_it_says(world: World) -> None:
    found = align(
        world.view(), AlignRequest(scope=Scope(), text="Heating: the stone plate must reach its temperature.")
    )
    assert found.files[0].path == "bakery/oven/Oven.java"
    assert found.files[0].why.startswith("says ")
    assert all("VanRouter" not in f.path for f in found.files)


def test_a_path_in_a_text_needs_no_retrieval(world: World) -> None:
    found = align(
        world.view(),
        AlignRequest(scope=Scope(), text="see bakery/delivery for how the stone plate is heated"),
    )
    assert [f.path for f in found.files] == ["bakery/delivery/VanRouter.java"]


def test_nothing_to_align_is_wrong_use(world: World) -> None:
    with pytest.raises(UsageError, match="nothing to align"):
        align(world.view(), AlignRequest(scope=Scope(), text="  "))


def test_links_go_to_visible_files_of_the_candidates_only(world: World) -> None:
    scope = Scope(
        path="docs/parts.md",
        data=world.files["docs/parts.md"] or b"",
        files=("bakery/oven/Oven.java", "gone/Away.java"),
    )
    assert {f.path for f in align(world.view(), AlignRequest(scope=scope)).files} <= {"bakery/oven/Oven.java"}


SYMBOLS = (
    Candidate(name="Shelf.addBook", path="Shelf.java"), Candidate(name="Shelf.removeBook", path="Shelf.java"),
    Candidate(name="ShelfDAO", path="ShelfDAO.java"),
    Candidate(name="ReadingRoom", path="ReadingRoom.java"), Candidate(name="Door.open", path="Door.java"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "closed", "expected"),
    [
        ("Call addBook first.", False, ["Shelf.addBook"]),
        ("Each Shelf is stored.", False, ["ShelfDAO"]),
        ("Guests sit in the reading room.", False, ["ReadingRoom"]),
        ("A shelf holds much. One adds a new book at its end.", False, ["Shelf.addBook"]),
        ("One adds a new book at its end.", False, []),
        ("A shelf where one adds things. The book is read.", False, []),
        ("Doors are open.", False, []),
        ("Doors are open.", True, ["Door.open"]),
        ("Use `open`.", False, ["Door.open"]),
    ],
)
def test_a_section_speaks_of_symbols(text: str, closed: bool, expected: list[str]) -> None:
    assert [link.candidate.name for link in symbol_links(text, SYMBOLS, CFG, closed=closed)] == expected


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        (
            "a.md",
            "# Top\n\nOne *two*\nthree. Four\n\n```\ncode\n```\n- five\n- [six](x/y.py)\n",
            ["Top", "One *two*\nthree.", "Four", "five", "[six](x/y.py)"],
        ),
        (
            "a.rst",
            "Top\n===\n\nThe :mod:`pump` works. See it.\n",
            ["Top", "The :mod:`pump` works.", "See it."],
        ),
        ("a.adoc", "= Top\n\nThe pump works. See it.\n", ["Top", "The pump works.", "See it."]),
        ("a.txt", "One. Two.\n\nThree\n", ["One. Two.", "Three"]),
    ],
)
def test_sentences_of(name: str, text: str, expected: list[str]) -> None:
    assert [s.raw for s in sentences_of(name, text.encode())] == expected


@given(
    st.text(alphabet="aB. \n#*`é😀-=_/[](:)<>", max_size=120),
    st.sampled_from(["a.md", "a.rst", "a.adoc", "a.mdx", "a.txt"]),
)
@settings(max_examples=200, deadline=None)
def test_every_sentence_is_exact_bytes_of_its_document(text: str, name: str) -> None:
    data = text.encode()
    for sentence in sentences_of(name, data):
        assert sentence.span.cut(data).decode() == sentence.raw
        assert len(sentence.text) == len(sentence.raw)


def test_code_in_html_is_no_sentence():
    page = b"<p>The limit \xc3\xa9 is 5.</p>\n<pre><code>\nlimit = 7\n</code></pre>\n<p>Done.</p>\n<pre>limit = 8</pre>\n"
    told = [s.span.cut(page) for s in sentences_of("page.html", page)]
    assert told == [b"<p>The limit \xc3\xa9 is 5.</p>", b"<p>Done.</p>"]
