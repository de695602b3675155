"""Uses of a definition, and what must be read before none is reported."""
