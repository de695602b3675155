"""Links in comments, in the form of each language and in the scope of their item: who lost a member is told,
what may come from elsewhere is not.
"""

from __future__ import annotations

import pytest

from helix_lsp.align.drift.history import Gone, Introduced, Left, NoHistory
from helix_lsp.align.drift.reference import doc_links
from helix_lsp.syntax.extract import extract
from tests.support.drifted import drifted

RUST = "/// Holds. {}\npub struct Jar {{ n: u8 }}\n\nimpl Jar {{\n    /// Fills. {}\n    pub fn fill(&self) {{}}\n    pub fn pour(&self) {{}}\n}}\n"
GO = """// Package jar holds.
package jar

// Jar holds. {}
type Jar struct{{ n int }}

// Fill fills. {}
func (j *Jar) Fill() {{}}

func (j *Jar) Pour() {{}}
"""
TS = "/** Holds. {} */\nexport class Jar {{\n  /** Fills. {} */\n  fill(): void {{}}\n  pour(): void {{}}\n}}\n"
JAVA = "/** Holds. {} */\npublic class Jar {{\n  /** Fills. {} */\n  public void fill() {{}}\n  public void pour() {{}}\n}}\n"
KOTLIN = "/** Holds. {} */\nclass Jar {{\n  /** Fills. {} */\n  fun fill() {{}}\n  fun pour() {{}}\n}}\n"
SHARP = "/// <summary>{}</summary>\npublic class Jar {{\n  /// <summary>{}</summary>\n  public void Fill() {{}}\n  public void Pour() {{}}\n}}\n"
PHP = "<?php\n/** Holds. {} */\nclass Jar {{\n  /** Fills. {} */\n  public function fill() {{}}\n  public function pour() {{}}\n}}\n"


def said(
    path: str, tree: str, outer: str, inner: str, past: NoHistory | None = None
) -> list[tuple[str, str]]:
    rows = drifted("\n//- /kept.txt\nx\n", tree.format(outer, inner), past or NoHistory(), path)
    return [row for row in rows if row[1]]


@pytest.mark.parametrize(
    ("path", "tree", "outer", "inner", "told"),
    [
        (
            "src/jar.rs",
            RUST,
            "[`Jar::pour`] [`Self::pour`] [`Jar`]",
            "[`Self::fill`] [Jar::pour] [it](Jar::pour)",
            [],
        ),
        ("src/jar.rs", RUST, "[`Jar::shake`]", "[`Self::stir`]", ["Jar::shake", "Self::stir"]),
        (
            "src/jar.rs",
            RUST,
            "[it](Self::shake)",
            "[Jar::stir()] [1] [x] [`a b`] [Jar::clone]",
            ["Self::shake"],
        ),
        ("jar.go", GO, "[Jar.Pour] [Jar] [*Jar]", "[Jar.Fill] [1] [a.B](x) [RFC]", []),
        (
            "jar.go",
            GO,
            "[Jar.Shake]",
            "See [*Jar.Stir], [fmt.Println] and [Printer].",
            ["Jar.Shake", "Jar.Stir"],
        ),
        ("src/jar.ts", TS, "{@link Jar.pour} {@link Jar#fill | it}", "{@linkcode Jar.pour}", []),
        (
            "src/jar.ts",
            TS,
            "{@link Jar.shake} {@link https://x.org}",
            "{@link Jar#stir | it} {@link Pot.x}",
            ["Jar.shake", "Jar#stir"],
        ),
        ("src/Jar.java", JAVA, "{@link #pour} {@link Jar#fill()}", "{@link #fill() it} @see #pour", []),
        (
            "src/Jar.java",
            JAVA,
            "{@link #shake(int)}",
            "{@linkplain Jar#stir it} {@link java.util.List#add} @see Jar#mix(int)",
            ["#shake", "Jar#stir", "Jar#mix"],
        ),
        ("src/Jar.kt", KOTLIN, "[Jar.pour] [fill]", "[Jar.fill]", []),
        ("src/Jar.kt", KOTLIN, "[Jar.shake]", "[it](http://x) [x]", ["Jar.shake"]),
        ("src/Jar.cs", SHARP, '<see cref="Jar.Pour"/>', '<see cref="M:Jar.Fill(System.Int32)"/>', []),
        ("src/Jar.cs", SHARP, '<see cref="Jar.Shake"/>', '<see cref="System.String"/>', ["Jar.Shake"]),
        ("src/Jar.php", PHP, "{@see Jar::pour()}", "@see Jar::fill()", []),
        ("src/Jar.php", PHP, "{@see Jar::shake()}", "@see https://x.org/a", ["Jar::shake"]),
    ],
)
def test_members_that_an_owner_does_not_have(
    path: str, tree: str, outer: str, inner: str, told: list[str]
) -> None:
    assert said(path, tree, outer, inner) == [(text, "A") for text in told]


@pytest.mark.parametrize(
    ("path", "tree"),
    [
        ("src/jar.ts", TS.replace("class Jar", "class Jar extends Pot")),
        ("src/Jar.java", JAVA.replace("public class", "@Data\npublic class")),
        ("src/jar.rs", RUST + "impl Deref for Jar {{ type Target = Pot; }}\n"),
        ("jar.go", GO.replace("struct{{ n int }}", "struct {{\n\tPot\n}}")),
    ],
)
def test_what_a_type_may_have_from_elsewhere_is_not_told(path: str, tree: str) -> None:
    link = {
        "ts": "{@link Jar.shake}",
        "java": "{@link Jar#shake}",
        "rs": "[`Jar::shake`]",
        "go": "[Jar.Shake]",
    }
    assert said(path, tree, link[path.rpartition(".")[2]], "") == []


class Past(NoHistory):
    """`Jar` lost `Shake` at time 100, after everything was written."""

    known = True

    def gone(self, name: str) -> tuple[Gone, ...]:
        return (
            (Gone(commit="c" * 40, time=100, path="jar.go", defined=True),)
            if name in ("Shake", "Lid")
            else ()
        )

    def introduced(self, document: str, text: str, gone: Left) -> Introduced | None:
        return Introduced(time=50)


def test_history_tells_what_went() -> None:
    assert said("jar.go", GO, "[Jar.Shake] [Lid] [Lid.Turn]", "", Past()) == [
        ("Jar.Shake", "A"),
        ("Lid", "A"),
        ("Lid.Turn", "A"),
    ]
    elsewhere = GO + "func (p *Pot) Shake() {{}}\n"
    assert said("jar.go", elsewhere, "[Jar.Shake]", "") == [("Jar.Shake", "B")]  # some other has it


def test_only_doc_comments_are_read_and_each_link_once() -> None:
    data = b"// [`Jar::a`]\n/// [`Jar::b`] `Jar::c`\npub struct Jar {}\n"
    assert [link.text for link in doc_links(data, extract("a.rs", data))] == ["Jar::b"]
    rows = drifted("\n//- /kept.txt\nx\n", data.decode(), NoHistory(), "src/a.rs")
    assert [text for text, _ in rows] == ["Jar::a", "Jar::b", "Jar::c"]


@pytest.mark.parametrize(
    ("head", "link", "told"),
    [
        ("import org.weavers.Jar;\n", "{@link Jar#shake}", False),
        ("import org.potters.kiln.Jar;\n", "{@link Jar#shake}", True),
        ("", "{@link Loom.Jar#shake}", False),
        ("", "{@link org.potters.kiln.Jar#shake}", True),
    ],
)
def test_a_namesake_of_another_project_is_not_meant(head: str, link: str, told: bool) -> None:
    tree = {"src/main/java/org/potters/kiln/Jar.java": JAVA.format("", "")}
    text = f"package org.potters.shop;\n{head}/** See {link}. */\npublic class Shop {{ }}\n"
    rows = drifted(
        "\n//- /kept.txt\nx\n", text, NoHistory(), "src/main/java/org/potters/shop/Shop.java", tree
    )
    assert bool([tier for _, tier in rows if tier]) is told
