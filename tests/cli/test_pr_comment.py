"""`helix-lsp pr explain --comment` and `--sarif`: the same report for a pull request, from which nothing of a
repository breaks out (I11).
"""

from __future__ import annotations

import json
import re

from helix_lsp.cli.sheet import MOST_OF_A_COMMENT, CommentSheet
from tests.cli import test_pr
from tests.cli.run import Shell
from tests.cli.test_pr import rename_rope
from tests.support.sarif import assert_sarif

tower = test_pr.tower  # the fixture


def test_a_comment_says_what_the_text_says(tower: Shell) -> None:
    rename_rope(tower)
    done = tower.run("pr", "explain", "--comment")
    assert (done.code, done.err) == (0, "")
    for line in (
        "### Files",
        "- `bells/tower.py:6` modified +3 -3",
        "  - `bells/tower.py:12` function check_cable renamed (was check_rope)",
        "### Made stale by this change",
        "### Still used, though it went",
        "- check_rope (renamed): 1 use left",
        "- `tests/test_tower.py:5` ring_bell",
    ):
        assert line in done.text.splitlines(), f"{line}\n--\n{done.text}"
    assert "\n\n\n" not in done.text
    said = tower.run("pr", "explain").text
    assert re.findall(r"[\w./]+:\d+", done.text) == re.findall(r"[\w./]+:\d+", said)
    assert tower.run("pr", "explain", "--comment", "--json").code == 2


def test_nothing_of_a_repository_breaks_out_of_a_comment(tower: Shell) -> None:
    hostile = "# @everyone closes #12\n\nText.\n\n## <img src=x> [a](http://evil.example) ```\n\nText.\n"
    (tower.here / "docs/`x` <b> @all.md").write_text(hostile, encoding="utf-8")
    text = tower.run("pr", "explain", "--comment").text
    bare = re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", text)
    assert "`x` <b> @all.md:1" in text
    assert "`(@everyone`" in text
    assert "`#12`" in text
    assert not re.search(r"<img|<b>|(?<!\\)\]\(|http://|@|#12", bare)


def test_a_comment_ends_before_it_is_too_long_and_says_so() -> None:
    sheet = CommentSheet("More: `there`.")
    for number in range(5_000):
        sheet.row("bells/tower.py", number + 1, "a use of it")
    lines = sheet.text.splitlines()
    assert lines[-2:] == ["", "More: `there`."]
    assert lines[0] == "- `bells/tower.py:1` a use of it"
    assert MOST_OF_A_COMMENT - 100 < len(sheet.text) <= MOST_OF_A_COMMENT


def test_sarif_has_what_went_stale_and_flags(tower: Shell) -> None:
    rename_rope(tower)
    (tower.here / "bells/login.py").write_text("def sign_in(name):\n    return name\n", encoding="utf-8")
    log = json.loads(tower.run("pr", "explain", "--sarif").text)
    assert_sarif(log)
    told = [
        (
            one["ruleId"],
            one["level"],
            one["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            one["locations"][0]["physicalLocation"]["region"]["startLine"],
        )
        for one in log["runs"][0]["results"]
    ]
    assert ("flag-authentication", "note", "bells/login.py", 1) in told
    assert ("name-gone", "warning", "docs/rope.md", 5) in told
