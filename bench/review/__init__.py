"""How good reviews are: planted blunders, luck, losses, a second judge. See docs/review.md."""
