"""One module per subcommand, each holding ``command``."""
