"""What a model answered, read as sentences that are on given evidence; everything else is mended or left out."""
