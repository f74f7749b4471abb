"""Learning from what was played: chances to win, luck and play, and where a match turned."""
