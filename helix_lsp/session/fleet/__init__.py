"""Many repositories at once: the file that names them, a first look at all of their indexes, and the build."""
