"""What a notebook's cells print is no evidence; their source is."""

from __future__ import annotations

import json

from helix_lsp.config.index import IndexConfig
from helix_lsp.index.units.units import facts_of

NOTEBOOK = {
    "cells": [
        {
            "cell_type": "markdown",
            "metadata": {},
            "source": ["# Kiln\n", "\n", "How the kiln is calibrated.\n"],
        },
        {
            "cell_type": "code",
            "execution_count": 1,
            "metadata": {},
            "outputs": [{"name": "stdout", "output_type": "stream", "text": ["zirconium crucible\n"] * 40}],
            "source": ["def calibrate(kiln):\n", "    return kiln.offset\n"],
        },
    ],
    "metadata": {"language_info": {"name": "python"}},
    "nbformat": 4,
    "nbformat_minor": 5,
}


def test_outputs_are_in_no_unit() -> None:
    data = json.dumps(NOTEBOOK, indent=1).encode()
    units = facts_of("kiln.ipynb", data, IndexConfig()).units
    terms = {t for u in units for counts in u.counts for t in counts}
    assert {"kiln", "calibr", "offset"} <= terms
    assert "zirconium" not in terms
    assert all(u.kind == "section" for u in units)
