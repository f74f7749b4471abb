"""`spieltisch review FILE`: why a match went as it did, by luck and by choice."""

from __future__ import annotations

import argparse
import json
import math

from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from spieltisch import api
from spieltisch.cli.compiling import ensure
from spieltisch.cli.console import screen
from spieltisch.cli.seat_names import seat_names
from spieltisch.cli.texts import told
from spieltisch.core.errors import BadOption
from spieltisch.review.accounts import Account
from spieltisch.review.review import Review, TurningPoint
from spieltisch.review.reviewer import review

HALF = 12  # characters of a bar on each side of its middle


def run(args: argparse.Namespace) -> int:
    match = api.load(args.file)
    _check(args, match.players)
    ensure(match.game.key)
    console = screen(stderr=True)
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(told("reviewing", args.lang), total=1.0)
        found = review(
            match,
            seat=args.seat,
            seconds=args.seconds,
            progress=lambda share: bar.update(task, completed=share),
        )
    if args.json:
        print(json.dumps(found.json(), ensure_ascii=False))
        return 0
    show(found, seat_names(match, args.lang), args.lang)
    return 0


def _check(args: argparse.Namespace, players: int) -> None:
    if args.seat is not None and args.seat not in range(players):
        raise BadOption(
            f"Plätze gehen von 0 bis {players - 1}, nicht {args.seat}",
            f"seats go from 0 to {players - 1}, not {args.seat}",
        )
    if args.seconds is not None and not 0 < args.seconds < math.inf:
        raise BadOption(
            f"Ein Rückblick braucht mehr als 0 Sekunden, nicht {args.seconds}",
            f"a review takes more than 0 seconds, not {args.seconds}",
        )


def show(found: Review, names: list[str], lang: str) -> None:
    console = screen()
    for each in found.accounts:
        console.print(_account(each, names[each.seat], lang, found.players == 1))
        if found.players > 1:
            share = round(100 * min(1.0, max(0.0, each.adjusted)))
            console.print("  " + told("adjusted", lang, share=share))
        mine = [point for point in found.turning_points if point.seat == each.seat]
        for point in mine:
            console.print(_point(found, point, names[each.seat], lang))
        if not mine:
            console.print("  " + told("nothing_turned", lang))
        console.print()


def _account(each: Account, name: str, lang: str, alone: bool) -> Text:
    text = Text(f"{name}\n", style="bold")
    amounts = {"luck": each.luck, "play": each.play, "others": each.others}
    if alone:  # there are no others
        del amounts["others"]
    for key, amount in amounts.items():
        text.append(f"  {told(key, lang):<18}", style="none")
        text.append(bar(amount), style="none")
        text.append(f" {round(100 * amount):+5d} %\n", style="none")
    text.rstrip()
    return text


def bar(amount: float) -> str:
    """
    >>> bar(0.5)
    '············│██████······'
    >>> bar(-0.25)
    '·········▒▒▒│············'
    """
    many = min(HALF, round(abs(amount) * HALF))
    left = "▒" * many if amount < 0 else ""
    right = "█" * many if amount > 0 else ""
    return f"{left:·>{HALF}}│{right:·<{HALF}}"


def _point(found: Review, point: TurningPoint, name: str, lang: str) -> Text:
    """The event in words, what would have been better, and why."""
    line, words = found.moments.lines[point.n - 1], found.moments.game.words
    whose = name if line.seat is not None else ""
    text = Text(f"  {point.n:4}  {100 * point.change:+4.0f} %  ")
    text.append(words.say(line.text, line.kind, whose, lang) + "\n")
    if point.best is not None:
        better = words.say(point.best, "turn", name, lang)
        text.append(" " * 16 + told("better", lang, turn=better) + "\n")
    text.append(" " * 16 + point.why[lang])
    return text
