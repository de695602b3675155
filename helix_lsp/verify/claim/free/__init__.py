"""Sentences in an engineer's own words: a subject that is a name of code, and details of it that its source either
has or has otherwise.

Nothing here judges the verb of a sentence as a whole. Each rule takes one kind of detail (a setting, a number, a list,
an error, a name, an order of steps) and says of it what the code of the subject says.
"""
