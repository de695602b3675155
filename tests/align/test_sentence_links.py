"""Plain words, pronouns and written forms: when a sentence speaks of a component, and when a word is only a
word.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from helix_lsp.align.components.component_map import ComponentMap, component_map
from helix_lsp.align.components.requirement import Elements, elements_of
from helix_lsp.align.components.sentence_links import ComponentLink, Likeness, sentence_links
from helix_lsp.align.mention import sentences_of
from helix_lsp.config.documents import AlignConfig
from tests.support.check import indexed, read_fixture

CFG = AlignConfig()
SMALL = AlignConfig(like_least=1.0)  # few definitions say little
PARTS = ["shop/cart/Cart.java", "shop/search/Index.java", "shop/billing/Bill.java", "shop/mail/Sender.java"]
NURSERY = """
    //- /nursery/greenhouse/Climate.java
    class Climate {
        /** Raise the temperature and the humidity of the air. */
        void warmAir(int degrees) {}
        /** Open the vents when the humidity is too high. */
        void openVents() {}
    }

    //- /nursery/seedbank/Vault.java
    class Vault {
        /** Label a packet of seeds and freeze it. */
        void storePacket(String label) {}
        /** Thaw a frozen packet of seeds. */
        void thawPacket() {}
    }

    //- /nursery/stall/Stall.java
    class Stall { void sell() {} }
"""


def read(paths: list[str], text: str, name: str = "d.txt", home: str = "") -> ComponentMap:
    return component_map(sentences_of(name, text.encode()), paths, {}, CFG, home)


def rows(found: ComponentMap) -> list[list[str]]:
    return [sorted({f for link in row for f in link.files}) for row in sentence_links(found, CFG)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("The Cart sends it to the mail.", [PARTS[0], PARTS[3]]),
        ("The Cart is written to for mail-side errors.", PARTS[:1]),
        ("The Cart reads SHOP_MAIL_HOST.", PARTS[:1]),
        ("The Cart has a mail_limit.", PARTS[:1]),
    ],
)
def test_a_part_of_a_longer_word_is_no_component(line: str, expected: list[str]) -> None:
    assert rows(read(PARTS, f"The Mail component sends.\n{line}"))[1] == expected


def test_a_word_that_the_document_also_uses_as_a_word_counts_where_it_is_spelled_as_a_name_only() -> None:
    text = "The Mail component sends.\nA sent mail is kept, and so is mail size.\nThe mail is loaded.\nThe Mail is fast."
    assert rows(read(PARTS, text)) == [PARTS[3:], [], [], PARTS[3:]]
    assert rows(read(PARTS, "The Mail component sends.\nThe mail is loaded."))[1] == PARTS[3:]


def test_a_plain_word_far_from_where_components_are_named_is_a_word() -> None:
    far = ["Nothing is said here."] * (CFG.passage + 1)
    assert (
        rows(
            read(
                PARTS,
                "\n".join(["The Mail component sends.", "The mail is fast.", *far, "The mail is fast."]),
            )
        )[-1]
        == []
    )


def test_an_acronym_is_written_in_capitals_anywhere() -> None:
    paths = ["app/ui/Main.java", "app/core/Core.java"]
    assert rows(read(paths, "The UI shows it.\nEach has a UI name.\nIt is sent to the UI.")) == [
        paths[:1],
        [],
        paths[:1],
    ]


def test_a_plain_name_with_its_role_is_the_component_that_has_a_name() -> None:
    text = "The MailProvider sends.\nAfter that the mail provider waits.\nEach cart provider is new."
    assert rows(read(PARTS, text)) == [PARTS[3:], PARTS[3:], []]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Furthermore, it keeps copies.", PARTS[3:]),
        ("When a user uploads a file, it is stored.", []),
        ("While it waits, nothing happens.", []),
        ("1   It keeps copies.", PARTS[3:]),
    ],
)
def test_a_pronoun_behind_a_clause_may_be_anything(line: str, expected: list[str]) -> None:
    assert rows(read(PARTS, f"The Mail component sends.\n{line}"))[1] == expected


@pytest.fixture(scope="module")
def elements() -> Iterator[Elements]:
    with indexed(read_fixture(NURSERY).files) as world:
        yield elements_of(world.snapshot, world.snapshot.paths())


def asked(elements: Elements, text: str) -> list[Mapping[str, ComponentLink]]:
    found = read(list(elements.paths), text)
    links = sentence_links(found, CFG, lambda: Likeness(elements, found.parts(), SMALL))
    return [{f: link for link in row for f in link.files} for row in links]


NAMED = "The Greenhouse component and the Seedbank component stand beside the Stall component."


def test_a_pronoun_without_its_component_goes_by_what_files_say(elements: Elements) -> None:
    found = asked(
        elements, f"{NAMED}\nNothing is sold on Mondays.\nIt labels a packet of seeds and freezes it."
    )
    assert list(found[2]) == ["nursery/seedbank/Vault.java"]
    assert found[2]["nursery/seedbank/Vault.java"].why == "It = Seedbank, whose files say what is said of it"


def test_a_pronoun_whose_words_do_not_decide_says_nothing(elements: Elements) -> None:
    assert asked(elements, f"{NAMED}\nNothing is sold on Mondays.\nIt is very old and made of wood.")[2] == {}


def test_likeness_needs_more_than_one_word(elements: Elements) -> None:
    like = Likeness(elements, [frozenset({p}) for p in elements.paths], SMALL)
    assert like.of("It raises the temperature and the humidity.") == frozenset(
        {"nursery/greenhouse/Climate.java"}
    )
    assert like.of("It has vents.") is None
    assert like.of("") is None


def test_reasons_show_names_as_they_are_written() -> None:
    found = read(PARTS, "The Mail Provider sends.\nIt keeps copies.")
    assert [link.why for link in sentence_links(found, CFG)[1]] == [
        "It = Mail Provider of the sentence before"
    ]


TABLE = "| part | what |\n|------|------|\n| 1 | The Mail component sends. |\n| 2 | It keeps copies. |\n"


def test_rows_of_a_table_are_sentences_and_its_titles_a_heading() -> None:
    found = read(PARTS, "# Parts\n\n" + TABLE, "d.md")
    assert [s.heading for s in found.sentences] == [True, True, False, False]
    assert rows(found) == [[], [], PARTS[3:], PARTS[3:]]


def test_a_list_table_is_read_without_its_numbers() -> None:
    found = read(
        PARTS,
        "Parts\n=====\n\n.. list-table::\n\n   * - 1\n     - The Mail component sends.\n   * - 2\n     - It keeps copies.\n",
        "d.rst",
    )
    assert rows(found) == [[], PARTS[3:], PARTS[3:]]


TREE = [
    "docker/one/scripts/init",
    "docker/two/scripts/init",
    "docker/two/run.js",
    "Procfile",
    "config/web.rb",
    "vote/app.py",
]


@pytest.mark.parametrize(
    ("home", "text", "expected"),
    [
        ("docker/two", "The scripts/init script starts it.", ["docker/two/scripts/init"]),
        ("", "The scripts/init script starts it.", ["docker/one/scripts/init", "docker/two/scripts/init"]),
        ("docker/two", "See [the load](./run.js) for more.", ["docker/two/run.js"]),
        ("docs", "See [the load](../vote) for more.", ["vote/app.py"]),
        ("docs", "A web app in [Python](/vote).", ["vote/app.py"]),
        ("docs", "Edit the `Procfile` and `web.rb`.", ["Procfile", "config/web.rb"]),
        ("docs", "Edit the Procfile.", []),
        ("docs", "See [there](https://example.org/vote).", []),
        ("docs", "See [up](../../../vote) and `../../config`.", []),
    ],
)
def test_paths_and_links_lead_from_the_document(home: str, text: str, expected: list[str]) -> None:
    assert rows(read(TREE, text, "d.md", home))[0] == expected
