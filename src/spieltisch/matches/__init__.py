"""A match: seats, turns, sealed choices, undo, log and record. Pure logic, no I/O."""
