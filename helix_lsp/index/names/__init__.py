"""What a file declares, and the keys under which names and paths are found."""
