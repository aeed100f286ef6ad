"""The agent boundary of Ajisai: a server that speaks the Model Context Protocol.

Importing this imports nothing, so that the data files can be checked before the engine, which is built on
them, is loaded.
"""
