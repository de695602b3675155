"""What a model answered, read as sentences that are on given evidence; everything else is mended or
dropped, with a reason.
"""
