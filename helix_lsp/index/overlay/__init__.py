"""One generation of the index with the open buffers on top of it."""
