"""The ranker that a repository trains on itself: what is mined, how it is fitted, and where it is kept."""
