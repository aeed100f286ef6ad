"""Measured comparisons: the engine beside the plain Python that does the same work, in the same run."""
