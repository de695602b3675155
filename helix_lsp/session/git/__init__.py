"""Git as the session asks it: bounded calls, no settings of the repository, errors as data."""
