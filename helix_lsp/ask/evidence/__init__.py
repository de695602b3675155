"""What was found for a question, and whether it is about the question."""
