"""The one call to a model: what is sent, what is struck out of it, and what is kept of the reply."""
