"""Deals: the same luck for several people. Of the day, of a challenge, of a small tournament."""
