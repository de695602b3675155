"""Readers of configuration files: keys with their dotted paths."""
