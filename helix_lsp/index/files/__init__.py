"""Files that are copies, that are generated, or that could not be read."""
