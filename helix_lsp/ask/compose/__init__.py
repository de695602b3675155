"""How an extractive answer reads: one composer a kind of question. They choose and order quotations; they add
no facts of their own.
"""
