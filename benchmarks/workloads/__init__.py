"""One module per subject, found by listing.

Each holds ``COMPARISONS``, of families and of functions that build a comparison, or ``GAUGES``, or both.
"""
