"""Outcome prediction: a walk over facts instead of values (LANG.OUTCOMES)."""
