"""WebSocket: one connection, what clients can say, and what waits to be sent."""
