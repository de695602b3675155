"""Names in documents: where they are written, and which definitions they mean."""
