"""Claims against evidence: does a cited text carry the sentence that cites it, and what follows when it does
not.

Everything here is pure and reads only what it is handed. Nothing asks a model.
`docs/explanation/verification.md` says why it is so.
"""
