"""What a change of a repository touches: files, definitions, documents, uses, tests."""
