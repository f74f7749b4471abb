"""Telling people who are not looking: what is due, a queue, and channels to them."""
