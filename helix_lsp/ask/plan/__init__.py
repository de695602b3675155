"""The plan of a question: its parts, the directives, and the block that carries them. A plan states no facts
(I9).
"""
