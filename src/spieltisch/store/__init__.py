"""What must survive: people, tables and an append-only log of events, in SQLite or PostgreSQL."""
