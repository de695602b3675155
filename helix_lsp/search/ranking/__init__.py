"""From candidates to an order: scores, votes, fusion and diversity."""
