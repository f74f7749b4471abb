"""The connections on which this process waits for the client, and who has to go when they are many.

Files are scarce: a thousand connections that never finish their request would keep visitors out. So
the ones that have been waited for longest are closed first, of one address and of all together.
"""

from __future__ import annotations

from typing import Protocol


class Waited(Protocol):
    def give_up(self) -> None: ...


class Waiting:
    def __init__(self, of_one: int, together: int) -> None:
        self.of_one, self.together = of_one, together
        self._all: dict[Waited, str] = {}  # the longest waited for come first
        self._of: dict[str, dict[Waited, None]] = {}

    def __len__(self) -> int:
        return len(self._all)

    def add(self, connection: Waited, network: str) -> None:
        """Also for one that is waited for anew."""
        self.discard(connection)
        mine = self._of.setdefault(network, {})
        if len(mine) >= self.of_one:
            self._close(next(iter(mine)))
        elif len(self._all) >= self.together:
            self._close(next(iter(self._all)))
        self._all[connection] = network
        self._of.setdefault(network, {})[connection] = None

    def discard(self, connection: Waited) -> None:
        network = self._all.pop(connection, None)
        if network is not None:
            mine = self._of[network]
            del mine[connection]
            if not mine:
                del self._of[network]

    def _close(self, connection: Waited) -> None:
        self.discard(connection)
        connection.give_up()
