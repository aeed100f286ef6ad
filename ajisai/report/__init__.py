"""What a run is to those who asked for it: outcome, message, envelope, diagnosis."""
