"""HTTP: routes, checks before them, and what they answer."""
