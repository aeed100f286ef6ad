"""The ways to an engine: warm Python workers, or an executable started once per call."""
