"""One module per family of Words, found by listing; each holds ``OPERATIONS``."""
