"""The agent boundary of Ajisai: a server that speaks the Model Context Protocol."""

from ajisai.version import __version__

__all__ = ["__version__"]
