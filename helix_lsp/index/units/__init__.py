"""The pieces of a file that are found, ranked and cited."""
