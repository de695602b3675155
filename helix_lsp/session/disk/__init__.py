"""What is on disk: the files of a root, what is left out and why, and what has changed since it was indexed."""
