"""A question as weighted search terms."""
