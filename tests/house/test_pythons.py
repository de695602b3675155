"""What is said of supported versions of Python is what `scripts/pythons.py` has run."""

from __future__ import annotations

import json
import re
import sys
import tomllib

from tests.house.source import ROOT

sys.path.insert(0, str(ROOT / "scripts"))

from package_vscode import PYTHONS
from pythons import VERSIONS

RUN = json.loads((ROOT / "tests" / "house" / "pythons.json").read_text(encoding="utf-8"))


def minor(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def test_the_classifiers_are_the_pythons_that_were_run():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    said = [one.rpartition(" ")[2] for one in project["classifiers"] if re.search(r":: 3\.\d+$", one)]
    assert said == sorted(RUN, key=minor)
    assert project["requires-python"] == f">={said[0]}"


def test_each_run_imported_every_module_and_answered():
    assert all(
        one["version"].startswith(f"{version}.") and one["modules"] > 0 for version, one in RUN.items()
    )
    assert len({one["modules"] for one in RUN.values()}) == 1


def test_what_is_packed_tested_and_promised_is_the_same():
    assert list(VERSIONS) == list(PYTHONS) == sorted(RUN, key=minor)
    page = (ROOT / "docs" / "reference" / "versions.md").read_text(encoding="utf-8")
    assert f"| Python | {', '.join(VERSIONS)} |" in page
    workflow = (ROOT / ".github" / "workflows" / "test.yml").read_text(encoding="utf-8")
    assert f"python: {json.dumps(list(VERSIONS))}" in workflow
