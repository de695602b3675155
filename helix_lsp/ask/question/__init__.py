"""What is asked: the words of a question, its target, its topic and its meanings."""
