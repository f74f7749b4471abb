"""How long each seat has been thinking, as the events tell it; so a restart changes nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from spieltisch.tables.storage import Event

DAY = 24 * 60 * 60 * 1000
# At most so many ms, a quarter of the turn's time, are left to someone whose clock has run out.
OVERTIME = {"live": 30_000, "slow": DAY // 4}

Clock = Mapping[str, Any] | None  # as a table is opened with it


def limit_of(clock: Clock) -> int | None:
    """Milliseconds per turn."""
    if clock is None:
        return None
    return int(clock["seconds"]) * 1000 if clock["kind"] == "live" else int(clock["days"]) * DAY


def overtime_of(clock: Clock) -> int:
    """Milliseconds for which the others see that a clock has run out, before a bot sits in."""
    limit = limit_of(clock)
    return 0 if clock is None or limit is None else min(limit // 4, OVERTIME[clock["kind"]])


class Hourglass:
    """Whoever takes a turn back, or a seat back from a bot, goes on with the time that was left:
    else one could think for ever by playing and taking back, or by leaving and coming back. Only
    once in a turn does it grow to a quarter of the limit: who comes back can take the seat back."""

    def __init__(self) -> None:
        self.since: dict[int, int] = {}  # seat to act -> since when, by its own clock
        self._took: dict[int, list[int]] = defaultdict(list)  # seat -> ms, turn by turn
        self._before_bot: dict[int, int] = {}  # seat kept warm -> ms that its person used
        self._given: dict[int, int] = {}  # seat -> the turn in which its time has grown

    def turn(
        self, event: Event, acting: Sequence[int], limit: int, shown: Callable[[int, int], int]
    ) -> None:
        """Takes in an event, after which these seats may act, each for so many ms.

        `shown`: what a seat's own clock shows at a moment; it stands still during breaks.
        """
        seat = event.body.get("seat", -1)
        at = shown(seat, event.at)
        match event.body["what"]:
            case "start":
                self._before_bot = {}  # bots that sat here before the match keep nothing warm
            case "turn":
                self._took[seat].append(at - self.since.pop(seat, at))
            case "undo":
                self.since[seat] = at - self._took[seat].pop()
            case "bot":
                self._before_bot[seat] = at - self.since.get(seat, at)
            case "back" if seat in self._before_bot:
                self.since[seat] = at - self._used(seat, limit)
        for seat in self._before_bot.keys() - self.since.keys():
            self._before_bot[seat] = 0  # the bot has acted; the next turn has all its time
        self.since = {seat: self.since.get(seat, shown(seat, event.at)) for seat in acting}

    def _used(self, seat: int, limit: int) -> int:
        """What of a turn's time is used up when its person takes the seat back."""
        used, turn = self._before_bot.pop(seat), len(self._took[seat])
        if used <= limit - limit // 4 or self._given.get(seat) == turn:
            return used
        self._given[seat] = turn
        return limit - limit // 4
