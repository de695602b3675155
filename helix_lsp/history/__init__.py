"""What a change did to names: its two sides taken apart, and the one judgement of which name took the place
of which. Pure over bytes.
"""
