"""What a model answered, read as sentences that stand on given evidence; everything else is mended or
dropped, with a reason.
"""
