"""Telling people who are not looking: what is due, a queue in the database, and ways to them."""
