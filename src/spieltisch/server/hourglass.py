"""How long each seat has been thinking, as the events tell it; so a restart changes nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from spieltisch.store.store import Event


class Hourglass:
    """Whoever takes a turn back, or a seat back from a bot, goes on with the time that was left:
    else one could think for ever by playing and taking back, or by leaving and coming back."""

    def __init__(self) -> None:
        self.since: dict[int, int] = {}  # seat to act -> since when; moved on by time not used
        self._took: dict[int, list[int]] = defaultdict(list)  # seat -> ms, turn by turn
        self._before_bot: dict[int, int] = {}  # seat to act, kept warm -> ms that its person used

    def turn(self, event: Event, acting: Sequence[int]) -> None:
        """Takes in an event, after which these seats may act."""
        at, seat = event.at, event.body.get("seat", -1)
        match event.body["what"]:
            case "turn":
                self._took[seat].append(at - self.since.pop(seat, at))
                self._before_bot.pop(seat, None)
            case "undo":
                self.since[seat] = at - self._took[seat].pop()
            case "bot" if seat in self.since:
                self._before_bot[seat] = at - self.since[seat]
            case "back":
                self.since[seat] = at - self._before_bot.pop(seat, 0)
        self.since = {seat: self.since.get(seat, at) for seat in acting}
        self._before_bot = {s: used for s, used in self._before_bot.items() if s in self.since}
