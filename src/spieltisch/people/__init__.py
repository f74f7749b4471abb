"""People without accounts: their face and devices, what they played, and how they are forgotten."""
