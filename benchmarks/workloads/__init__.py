"""One module per subject, found by listing; each holds ``COMPARISONS``, functions that build a Comparison."""
