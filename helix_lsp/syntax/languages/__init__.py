"""One data module per language; imported only when a file of that language is read (`grammar.py`)."""
