"""The agent boundary of Ajisai: a server that speaks the Model Context Protocol.

Importing this imports nothing, so that the data files can be checked before the engine, which is built on
them, is loaded.
"""

NEEDS_EXTRA = "the server needs more than the plain package: pip install 'ajisai[mcp]'"
"""What is told where the server's extra is not installed."""
