"""Files that are copies of other files, or that a program made."""
