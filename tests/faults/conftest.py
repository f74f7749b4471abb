"""The servers of these tests."""

from tests.server.conftest import ada, bo, databases, server

__all__ = ["ada", "bo", "databases", "server"]
