"""A bundle on the disk: written aside and renamed, checked against its manifest, and read from."""
