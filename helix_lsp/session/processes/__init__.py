"""Child processes that parse files, and the reader that infers the types of Python."""
