"""The ladder: from a question to an answer whose every sentence cites bytes that were checked a moment ago."""
