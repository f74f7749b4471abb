"""The same rules for people who train and study agents; nothing here knows a rule."""
