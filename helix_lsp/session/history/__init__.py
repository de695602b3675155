"""What the history of a repository took away, and when: read step by step, kept beside the index."""
