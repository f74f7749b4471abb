"""For developers: laying out a new game, writing generated pages."""
