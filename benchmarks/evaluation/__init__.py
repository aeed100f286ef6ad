"""How well agents use the server: a bilingual corpus, its scorers, and what drives a model over it."""
