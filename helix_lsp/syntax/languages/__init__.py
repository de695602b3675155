"""One data module per language or family; imported only when a file of that language is read (`parse.py`)."""
