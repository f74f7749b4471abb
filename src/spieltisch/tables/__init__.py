"""The life of tables: who sits where, what happens in which order, and what each may see."""
