"""What a clause says, beyond its words: under which condition, in which order, who to whom, how a failure is
handled, of how many.

`told` reads it from a sentence, `steps` from lines of code, `settle` compares them at the place that carries
the sentence. English words and the marks of the usual languages only; nothing here knows a repository.
"""
