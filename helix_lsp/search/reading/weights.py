"""What each feature of a unit and of a window is worth, learned by a softmax over the candidates of each
question (L2, standardised).

Source: `bench/train_reading.py` on questions of people with the places that answer them; the figures that it
prints are of repositories that were left out when the weights of each were learned. The 309 questions over 21
repositories behind these weights are those that answers are measured on, so what `ask` reaches there is an
upper bound: three windows hold a right place for .54 of them, and for .50 where the repository of the
question was left out; .48 and .44 with all of its facts.
"""

from __future__ import annotations

from helix_lsp.search.reading import likeness, units, windows

_UNITS = {
    "text": 2.9891,
    "exact": -1.7192,
    "head": 2.0299,
    "name": -0.9515,
    "doc": 2.2650,
    "body": 2.9635,
    "path": -3.2679,
    "file_name": 5.3935,
    "context": 3.4847,
    "file": 0.2461,
    "file_rank": 3.8596,
    "file_score": 2.3351,
    "unit_score": 1.6770,
    "named_by_channel": 0.2286,
    "test": -2.1819,
    "example": -1.0634,
    "document": 0.1711,
    "configuration": 1.1429,
    "record": -2.7283,
    "derived": -0.8654,
    "translated": -2.2686,
    "entry": 0.6073,
    "whole": 2.9529,
    "length": 1.8328,
    "rarest": -0.1245,
    "section": 0.8432,
    "document_use": 1.9787,
    "document_what": 1.1994,
    "document_why": 0.6099,
    "document_weighing": 1.8098,
    "code_where": 0.9928,
    "code_when": 0.8158,
    "code_flow": 0.9516,
    "code_how": 1.0036,
    "code_value": -0.3077,
    "configuration_value": 2.3710,
    "configuration_what": 2.9266,
    "density": -0.0026,
    "part": 0.2628,
    "class": 0.2873,
    "definition": -0.2421,
    "two_best": -2.5070,
}
_WINDOWS = {
    "unit": 0.4119,
    "rank": 2.8103,
    "text": -0.4674,
    "line": 4.3679,
    "three_lines": -0.9890,
    "density": 1.0644,
    "first_line": 0.7931,
    "imports": -3.4981,
    "comments": -0.8392,
    "share": 2.0012,
    "whole": 1.2823,
    "literal": 4.8724,
    "cue_value": 1.1548,
    "cue_when": 1.4893,
    "cue_why": 1.5987,
    "cue_use": 0.3592,
    "cue_what": 0.9052,
    "cue_how": 0.9652,
    "cue_where": 0.4234,
    "cue_difference": 1.2500,
    "cue_yesno": 0.6489,
    "cue_flow": 0.3214,
    "document": -0.0153,
    "stub": 0.0294,
    "opening": 0.4473,
    "later": -0.1511,
    "fence": 1.6440,
    "leaves": 1.1357,
    "two_lines": 1.6312,
}
_LIKENESS = {"lexical": 0.5464, "likeness": 3.1656, "below_best": 4.1024, "rank": 1.2055}
UNITS = tuple(_UNITS[name] for name in units.NAMES)
WINDOWS = tuple(_WINDOWS[name] for name in windows.NAMES)
LIKENESS = tuple(_LIKENESS[name] for name in likeness.NAMES)
