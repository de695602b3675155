"""Readers of documents: Markdown, reStructuredText, AsciiDoc, HTML, notebooks and plain text."""
