"""The plan of a question: its parts and its slots."""
