"""Versioned JSON of our data, one file a contract with its JSON Schema beside it; the only place where plain
dicts live.
"""
