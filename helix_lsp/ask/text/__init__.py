"""Bytes of files as a person reads them: quotations, excerpts, and the prose of documents and comments."""
