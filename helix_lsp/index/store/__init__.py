"""The files of an index: facts in SQLite, text in Tantivy; opened, read, written, checked and repaired."""
