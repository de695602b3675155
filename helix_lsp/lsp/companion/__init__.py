"""The process beside the server that indexes and answers questions, so that a hover waits for neither."""
