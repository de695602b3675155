"""Ground floor: bytes, lines, words, paths and digests. Knows nothing of files, languages or indexes."""
