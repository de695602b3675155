"""An index for a team: pushed to an object store by one machine, taken over by the others."""
