"""Helix Ask: questions about a repository, answered with evidence. Version only; nothing else lives here."""

__version__ = "0.1.0"
