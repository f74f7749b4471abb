"""Live tables for browsers and programs: HTTP and WebSocket, over the store."""
