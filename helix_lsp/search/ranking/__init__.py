"""From candidates to an order: scores, votes and fusion."""
