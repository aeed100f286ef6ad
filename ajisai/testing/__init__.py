"""For people who test their own Words: hypothesis strategies in ``ajisai.testing.strategies``."""
