"""What a unit of each meter takes, operation by operation, and what each price constant would have to be."""
