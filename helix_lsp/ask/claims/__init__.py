"""Claims of an answer or a document, and their audit."""
