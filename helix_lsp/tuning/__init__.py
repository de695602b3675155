"""Numbers that decide and that nobody sets: weights, thresholds, window sizes, bounds.

One record a subject; `sources.toml` says of each number what it means and where it comes from. A class of options in
`config/` inherits the class of its subject here, so a reader sees one record (`cfg.search.k1`), and tests and benches
replace any field of it. No settings file, variable or client reaches these fields (`session/settings/settings.py`);
who wants another value measures it, changes it here and says so in `sources.toml`.
ADR 0011 says why.
"""
