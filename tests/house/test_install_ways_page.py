"""The page of the ways to install is what the last runs saw, and its pictures load nothing and name no machine."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.house.source import ROOT

sys.path.insert(0, str(ROOT / "scripts"))

import install_ways
import install_ways_page
from terminal_picture import WIDTH, picture

KEPT = json.loads(install_ways_page.KEPT.read_text(encoding="utf-8"))


def test_the_page_is_what_was_seen():
    assert install_ways_page.PAGE.read_text(encoding="utf-8") == install_ways_page.page(KEPT)


def test_at_least_six_ways_were_run_and_each_has_a_title():
    assert list(install_ways.WAYS) == list(install_ways_page.TITLES)
    assert set(KEPT) <= set(install_ways.WAYS)
    assert len(KEPT) >= 6


@pytest.mark.parametrize("name", sorted(KEPT))
def test_a_picture_shows_the_answer_and_no_machine(name: str):
    text = (ROOT / "docs" / "images" / f"install-{name}.svg").read_text(encoding="utf-8")
    shown = "\n".join(one.text or "" for one in ET.fromstring(text).iter("{http://www.w3.org/2000/svg}text"))
    assert f"{install_ways.PLACE}:1" in shown
    assert install_ways.QUESTION.split()[-2] in shown
    assert not any(place in shown for place in ("/tmp/", "/home/", "/root/", "/opt/", "://"))
    assert "href" not in text


def test_a_picture_is_well_formed_whatever_is_printed():
    wide = "x" * (WIDTH + 1)
    rows = [
        ("command", f"$ run '<a&b>' {'word ' * 40}"),
        ("output", wide),
        ("output", "\x1b[31m]]>\x00"),
        ("note", ""),
    ]
    root = ET.fromstring(picture("a <title> & more", rows))
    shown = [one.text or "" for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert max(map(len, shown)) <= WIDTH
    assert "".join(shown).count("x") == WIDTH + 1
    assert shown[1].startswith("$ run '<a&b>' word")


def test_a_command_is_shown_as_it_is_typed(tmp_path: Path):
    home = install_ways.Home(folder=tmp_path, wheel=tmp_path / "helix.whl")
    home.project.mkdir()
    home.run(sys.executable, "-c", "print('two words')")
    assert home.seen == [
        ("command", "$ python3 -c 'print('\"'\"'two words'\"'\"')'"),
        ("output", "two words"),
    ]
