"""Components of a system: the files that documents and requirements are about."""
