"""Four tabletop games to play, learn and study: exact rules, honest bots, fast simulation."""
