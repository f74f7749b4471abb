"""Where people come from: many guests of one address are not as many people.

Being a guest costs nothing, so whatever is shared by person alone is had many times by whoever is
many guests. Nothing of this is written down: it is known of those who have asked for something
since the start, and everybody else stands for themselves.
"""

from __future__ import annotations

from collections import OrderedDict

REMEMBERED = 50_000  # people


class Origins:
    def __init__(self) -> None:
        self._known: OrderedDict[str, str] = OrderedDict()

    def note(self, person: str, origin: str) -> None:
        """The latest counts: telephones wander from network to network."""
        self._known[person] = origin
        self._known.move_to_end(person)
        if len(self._known) > REMEMBERED:
            self._known.popitem(last=False)

    def of(self, who: str) -> str:
        return self._known.get(who, who)
