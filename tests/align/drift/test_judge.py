"""Which references are stale: by an owner that lost the name, by history; what nobody can know is no alarm."""

from __future__ import annotations

from dataclasses import replace

import pytest

from helix_lsp.align.drift.find import find_drift
from helix_lsp.align.drift.history import Gone, History, Introduced, Left, NoHistory, PathGone
from helix_lsp.align.drift.say import reason_of
from helix_lsp.align.drift.world import build_world
from helix_lsp.config.documents import DriftConfig
from helix_lsp.ide.drift_look import is_certain, renames
from tests.support.check import indexed, read_fixture
from tests.support.past import ToldPast, Went

CODE = """
//- /kiln/__init__.py
from kiln.oven import Oven
//- /kiln/oven.py
import requests

class Oven:
    def __init__(self, door):
        self.door = door

    def preheat(self):
        return self.door

class Gas(requests.Session):
    pass

class Electric(Oven):
    pass

dry_run = False
kinds = (DoorGrammar, FireGrammar, ClayGrammar, HingeGrammar, FloorGrammar)
//- /docs/guide.md
# Guide
"""


class Past(ToldPast):
    """Names and paths that went at time 100; what is written was written at time `since`."""

    known = True

    def __init__(
        self,
        names: dict[str, Gone] | None = None,
        paths: dict[str, PathGone] | None = None,
        since: int | None = 50,
        *,
        whole: bool = False,
        commit: str = "",
    ) -> None:
        self._commit, self._names, self._paths, self._since, self._whole = (
            commit,
            names or {},
            paths or {},
            since,
            whole,
        )

    def gone(self, name: str) -> tuple[Gone, ...]:
        return (self._names[name],) if name in self._names else ()

    def path_gone(self, path: str) -> PathGone | None:
        return self._paths.get(path)

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        return (
            None
            if self._since is None
            else Introduced(time=self._since, whole=self._whole, commit=self._commit)
        )


def went(path: str, renamed: str = "", *, defined: bool = True) -> Went:
    return Went(commit="c" * 40, time=100, path=path, defined=defined, renamed=renamed)


def verdicts(
    text: str, history: History, cfg: DriftConfig | None = None, *, name: str = "docs/guide.md"
) -> list[tuple[str, str, str]]:
    files = dict(read_fixture(CODE).files)
    files.pop("docs/guide.md")
    with indexed({**files, name: text.encode()}) as world:
        found = find_drift(
            build_world(world.snapshot, world.texts, cfg or DriftConfig()),
            history,
            cfg or DriftConfig(),
            [name],
        )
    return [(f.reference.text, f.judged.verdict, f.judged.tier) for f in found]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("`Oven.preheat`", ("live", "")),
        ("`Oven.door`", ("live", "")),
        ("`Electric.preheat`", ("live", "")),
        ("`Oven.quench`", ("stale", "A")),
        ("`Electric.quench`", ("stale", "A")),
        ("`Gas.quench`", ("cannot_know", "")),
        ("`kiln.oven.Grill`", ("stale", "A")),
        ("`requests.Grill`", ("cannot_know", "")),
        ("`os.path.grill_it`", ("cannot_know", "")),
        ("`grill_it`", ("stale", "B")),
        ("`your_oven`", ("live", "")),
        ("`--dry-run`", ("live", "")),
        ("`grill_it`\n\n```python\ndef grill_it(): pass\n```", ("cannot_know", "")),
    ],
)
def test_without_history(text: str, expected: tuple[str, str]) -> None:
    assert verdicts(f"# Guide\n\n{text}\n", NoHistory())[0][1:] == expected


def test_a_bare_name_needs_history_as_its_witness() -> None:
    past = Past({"grill_it": went("kiln/oven.py", "preheat")})
    files = verdicts("Call `grill_it`.\n", past)
    assert files == [("grill_it", "stale", "A")]


@pytest.mark.parametrize("certain", [True, False])
def test_only_a_certain_successor_is_a_new_name(certain: bool) -> None:
    past = Past({"grill_it": replace(went("kiln/oven.py", "preheat"), certain=certain)})
    files = dict(read_fixture(CODE).files) | {"docs/guide.md": b"Call `grill_it`.\n"}
    with indexed(files) as world:
        (found,) = find_drift(
            build_world(world.snapshot, world.texts, DriftConfig()), past, DriftConfig(), ["docs/guide.md"]
        )
    assert found.judged.suggestions == ("preheat",)
    assert (
        "renamed to preheat" in reason_of(found.judged),
        "perhaps replaced by preheat" in reason_of(found.judged),
    ) == (certain, not certain)
    assert is_certain(found) is certain
    assert [fix.certain for fix in renames(found, files["docs/guide.md"])] == [certain]


def test_what_only_stands_in_its_place_is_no_new_name() -> None:
    """A word of the code that nothing defines: of a comment, say."""
    for new, offered in (("burnt", False), ("preheat", True)):
        past = Past({"grill_it": replace(went("kiln/oven.py", new), certain=False)})
        files = dict(read_fixture(CODE).files) | {
            "docs/guide.md": b"Call `grill_it`.\n",
            "kiln/note.py": b"# burnt clay\nx = 1\n",
        }
        with indexed(files) as world:
            (found,) = find_drift(
                build_world(world.snapshot, world.texts, DriftConfig()),
                past,
                DriftConfig(),
                ["docs/guide.md"],
            )
        assert (found.judged.tier, new in found.judged.suggestions, new in reason_of(found.judged)) == (
            "A",
            offered,
            offered,
        )


def test_a_use_alone_is_no_witness() -> None:
    assert verdicts("Call `grill_it`.\n", Past({"grill_it": went("kiln/oven.py", defined=False)})) == [
        ("grill_it", "stale", "B")
    ]


def test_what_was_written_after_it_went_speaks_of_the_past() -> None:
    past = Past({"grill_it": went("kiln/oven.py")}, since=100)
    assert verdicts("Call `grill_it`.\n", past) == [("grill_it", "cannot_know", "")]


def test_a_path_that_history_saw_go() -> None:
    past = Past(paths={"kiln/grill.py": PathGone(commit="c" * 40, time=100, moved="kiln/oven.py")})
    assert verdicts(
        "See `kiln/grill.py`, [it](../kiln/grill.py), `kiln/oven.py`, `build/out.py`.\n", past
    ) == [
        ("kiln/grill.py", "stale", "A"),
        ("../kiln/grill.py", "stale", "A"),
        ("kiln/oven.py", "live", ""),
        ("build/out.py", "cannot_know", ""),
    ]


@pytest.mark.parametrize(
    ("text", "tier"),
    [
        ("It reads an optional `Ovenfile`.", "B"),  # any of that name
        ("There is an optional `Ovenfile`.", "A"),
        ("Read the `Ovenfile`.", "A"),
    ],
)
def test_a_file_of_any_name_is_not_the_one_that_went(text: str, tier: str) -> None:
    past = Past(paths={"Ovenfile": PathGone(commit="abc", time=100)})
    assert [row[2] for row in verdicts(f"{text}\n", past, name="guide.md")] == [tier]


def test_what_is_ignored_is_not_judged() -> None:
    text = "`Oven.quench` <!-- helix-drift: ignore -->\n"
    assert verdicts(text, NoHistory()) == []
    assert verdicts("`Oven.quench`\n", NoHistory(), DriftConfig(ignore_words=("Oven.quench",))) == []
    assert verdicts("`Oven.quench`\n", NoHistory(), DriftConfig(ignore_paths=("docs/*",))) == []
    assert verdicts("`Oven.quench`\n", NoHistory(), name="CHANGELOG.md") == []


def test_docstrings_are_documents_too() -> None:
    text = '"""Heats. See :meth:`Oven.quench` and ``Oven.preheat``."""\n'
    assert verdicts(text, NoHistory(), name="kiln/door.py") == [
        ("Oven.quench", "stale", "A"),
        ("Oven.preheat", "live", ""),
    ]


def test_a_sentence_of_the_past_that_is_older_than_the_going_is_a_hint() -> None:
    past = Past({"grill_it": went("kiln/oven.py")}, since=50)
    assert verdicts("The door was removed, call `grill_it`.\n", past) == [("grill_it", "stale", "B")]
    late = Past({"grill_it": went("kiln/oven.py")}, since=150)
    assert verdicts("The door was removed, call `grill_it`.\n", late) == [("grill_it", "cannot_know", "")]


def test_a_text_that_came_with_its_whole_document_may_be_older_than_it() -> None:
    # half of the labels that came so are right, so that it is a hint and not an alarm
    past = Past({"grill_it": went("kiln/oven.py")}, since=200, whole=True)
    assert verdicts("Call `grill_it`.\n", past) == [("grill_it", "stale", "B")]
    assert verdicts("`grill_it` was removed.\n", past) == [("grill_it", "cannot_know", "")]
    # what takes a thing away may bring the page that says so; a moment is no witness, for two commits may
    # have the same
    together = Past({"grill_it": went("kiln/oven.py")}, since=100, whole=True, commit="c" * 40)
    assert verdicts("Call `grill_it`.\n", together) == [("grill_it", "cannot_know", "")]
    apart = Past({"grill_it": went("kiln/oven.py")}, since=100, whole=True, commit="d" * 40)
    assert verdicts("Call `grill_it`.\n", apart) == [("grill_it", "stale", "B")]


def test_what_another_package_may_give_is_a_hint() -> None:
    gone = Gone(commit="c" * 40, time=100, path="kiln/oven.py", defined=True, owner="Gas")
    assert verdicts("Call `Gas.grill_it`.\n", Past({"grill_it": gone})) == [("Gas.grill_it", "stale", "B")]


def test_an_option_needs_its_declaration_as_witness() -> None:
    assert verdicts("Use `--grill-it`.\n", Past({"--grill-it": went("kiln/oven.py")})) == [
        ("--grill-it", "stale", "A")
    ]
    used = Past({"--grill-it": went("kiln/oven.py", defined=False)})
    assert verdicts("Use `--grill-it`.\n", used) == [("--grill-it", "stale", "B")]


def test_anchors_of_links() -> None:
    text = "# Guide\n\n## The oven's door\n\n<a id=old>[a](#the-ovens-door) [b](#old) [c](#the-door) [d](guide.md#guide) [e](../kiln/oven.py#L3)\n"
    assert verdicts(text, NoHistory()) == [
        ("#the-ovens-door", "live", ""),
        ("#old", "live", ""),
        ("#the-door", "stale", "A"),
        ("guide.md#guide", "live", ""),
        ("../kiln/oven.py#L3", "live", ""),
    ]
    built = verdicts(text + "\n{{ more }}\n", NoHistory())
    assert built[2] == ("#the-door", "cannot_know", "")


def test_attributes_of_a_heading_are_no_part_of_its_anchor() -> None:
    text = "# Guide\n\n## Door {: heavy}\n\n## Lid {.wide #upper}\n\n[a](#door) [b](#door-heavy) [c](#lid) [d](#upper) [e](#window)\n"
    assert [v for _, v, _ in verdicts(text, NoHistory())] == ["live", "live", "live", "live", "stale"]


def test_a_label_of_another_page_is_a_target_too() -> None:
    files = dict(read_fixture(CODE).files) | {
        "docs/more.md": b"(the-door)=\n\n# More\n",
        "docs/guide.md": b"# Guide\n\n[a](#the-door) [b](#the-window)\n",
    }
    with indexed(files) as world:
        found = find_drift(
            build_world(world.snapshot, world.texts, DriftConfig()),
            NoHistory(),
            DriftConfig(),
            ["docs/guide.md"],
        )
    assert [(f.reference.text, f.judged.verdict) for f in found] == [
        ("#the-door", "live"),
        ("#the-window", "stale"),
    ]


def test_commands_that_the_project_declares() -> None:
    files = dict(read_fixture(CODE).files) | {
        "Makefile": b"docs:\n\techo\n",
        "docs/guide.md": b"Run `make docs`, `make html` and `npm run x`.\n",
    }
    past = Past({"html": Gone(commit="c" * 40, time=100, path="Makefile", defined=True)})
    with indexed(files) as world:
        for history, tier in ((NoHistory(), "B"), (past, "A")):
            found = find_drift(
                build_world(world.snapshot, world.texts, DriftConfig()),
                history,
                DriftConfig(),
                ["docs/guide.md"],
            )
            assert [(f.judged.verdict, f.judged.tier) for f in found] == [
                ("live", ""),
                ("stale", tier),
                ("cannot_know", ""),
            ]


def test_parameters_of_docstrings_are_judged_by_the_signature_below() -> None:
    text = 'def bake(heat):\n    """Bakes.\n\n    :param heat: degrees\n    :param het: typo\n    """\n'
    assert verdicts(text, NoHistory(), name="kiln/door.py") == [("heat", "live", ""), ("het", "stale", "A")]
    ignored = text.replace(":param het: typo", ":param het: typo  helix-drift: ignore")
    assert verdicts(ignored, NoHistory(), name="kiln/door.py") == [("heat", "live", "")]


def test_a_command_that_was_written_when_its_target_was_gone_or_that_a_build_system_makes() -> None:
    files = dict(read_fixture(CODE).files) | {
        "Makefile": b"docs:\n\techo\n",
        "docs/guide.md": b"Run `make dist` and `make html`.\n",
    }
    names = {
        name: Gone(commit="c" * 40, time=100, path="Makefile", defined=True)
        for name in ("dist", "html", "rings")
    }
    for more, since, expected in (
        ({}, 50, [("stale", "A"), ("stale", "A")]),
        ({}, 150, [("cannot_know", ""), ("cannot_know", "")]),
        ({}, None, [("stale", "B"), ("stale", "B")]),
        ({"Makefile.am": b"EXTRA_DIST = a\n"}, 50, [("cannot_know", ""), ("cannot_know", "")]),
        ({"third/Makefile.am": b"EXTRA_DIST = a\n"}, 50, [("stale", "A"), ("stale", "A")]),
        (
            {"CMakeLists.txt": b"project(a)\n", "docs/guide.md": b"Run `make dist`, `make rings`.\n"},
            50,
            [("cannot_know", ""), ("stale", "A")],
        ),
    ):
        with indexed(files | more) as world:
            past = Past(names, since=since)
            found = find_drift(
                build_world(world.snapshot, world.texts, DriftConfig()),
                past,
                DriftConfig(),
                ["docs/guide.md"],
            )
            assert [(f.judged.verdict, f.judged.tier) for f in found] == expected, (more, since)


def test_where_myst_builds_the_pages_an_anchor_may_be_an_object() -> None:
    page = {"docs/guide.md": b"# Guide\n\n[a](#Oven.door) [b](#Oven) [c](#Window)\n"}
    for conf, expected in (
        (b"extensions = ['myst_parser']\n", ["cannot_know", "cannot_know", "stale"]),
        (b"extensions = []\n", ["stale"] * 3),
    ):
        with indexed(dict(read_fixture(CODE).files) | page | {"docs/conf.py": conf}) as world:
            found = find_drift(
                build_world(world.snapshot, world.texts, DriftConfig()),
                NoHistory(),
                DriftConfig(),
                ["docs/guide.md"],
            )
            assert [f.judged.verdict for f in found] == expected


def test_markers_behind_a_parameter_are_none() -> None:
    items = "    heat, optional\n        degrees\n    hours, required\n        long\n"
    text = f'def bake(heat, hours=None):\n    """Bakes.\n\n    Parameters\n    ----------\n{items}    """\n'
    assert [(t, v) for t, v, _ in verdicts(text, NoHistory(), name="kiln/door.py")] == [
        ("heat", "live"),
        ("hours", "live"),
    ]


def test_what_a_web_page_is_made_of_is_no_reference() -> None:
    gone = Past(
        paths={
            p: PathGone(commit="c" * 40, time=100, moved="")
            for p in ("docs/door.js", "docs/door.css", "docs/door.md")
        }
    )
    text = '<link href="door.css"><script src="door.js?x"></script><a href="door.md">a</a>\n'
    assert [t for t, _, _ in verdicts(text, gone, name="docs/page.html")] == ["door.md"]
    assert [t for t, _, _ in verdicts("[a](door.js) [b](door.md)\n", gone)] == ["door.js", "door.md"]


@pytest.mark.parametrize(("wrong", "right", "tier"), [(6, 5, "B"), (6, 6, "A"), (5, 0, "A"), (7, 0, "B")])
def test_a_file_whose_comments_mostly_disagree_may_be_misread(wrong: int, right: int, tier: str) -> None:
    form = 'def bake{n}(heat):\n    """Bakes.\n\n    :param {name}: degrees\n    """\n'
    text = "".join(form.format(n=n, name="het" if n < wrong else "heat") for n in range(wrong + right))
    found = verdicts(text, NoHistory(), name="kiln/door.py")
    assert {t for _, verdict, t in found if verdict == "stale"} == {tier}
    assert sum(verdict == "stale" for _, verdict, _ in found) == wrong


@pytest.mark.parametrize(
    "name", ["docs/deprecations.md", "rfcs/0012-heat.md", "docs/adr/one.md", "sep/sep-001.md", "blog/2020.md"]
)
def test_records_of_the_past_are_not_judged(name: str) -> None:
    assert verdicts("`Oven.quench`\n", NoHistory(), name=name) == []
