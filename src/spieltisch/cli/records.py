"""`spieltisch replay` and `spieltisch verify`."""

from __future__ import annotations

import argparse
import json
import sys

from spieltisch import api
from spieltisch.cli import file_problems
from spieltisch.cli.console import screen
from spieltisch.cli.seat_names import seat_names
from spieltisch.cli.texts import told
from spieltisch.core.errors import BadOption, RecordError, Refusal
from spieltisch.deals import day_secrets
from spieltisch.matches import seals


def replay(args: argparse.Namespace) -> int:
    match = api.load(args.file)
    names = seat_names(match, args.lang)
    if args.seat is not None and args.seat not in range(match.players):
        raise BadOption(
            f"Plätze gehen von 0 bis {match.players - 1}",
            f"seats go from 0 to {match.players - 1}",
        )
    if args.event is not None and not 0 <= args.event <= len(match.lines):
        raise BadOption(
            f"Ereignisse gehen von 0 bis {len(match.lines)}",
            f"events go from 0 to {len(match.lines)}",
        )
    console = screen()
    if args.event is not None:
        after = match.at(args.event)
        console.print(match.game.draw(after.view(args.seat), names, args.lang))
        return 0
    for n, line in enumerate(match.lines, 1):
        who = names[line.seat] if line.seat is not None else ""
        context = match.log_context(line.seat, names)
        sentence = match.game.words.say(line.text, line.kind, who, args.lang, context)
        console.print(f"{n:4}  {sentence}", highlight=False)
    console.print(match.game.draw(match.view(args.seat), names, args.lang))
    return 0


def verify(args: argparse.Namespace) -> int:
    """Exit code 1 if any record is refused; every refusal names event, rule and reason."""
    good, unsealed = 0, []
    secret = _day_secret(args)
    for path in args.files:
        try:
            match = api.verify(path)
            if secret is not None:
                _check_day(match.header.get("seed"), match.game.key, secret)
        except (RecordError, OSError) as error:
            _report_bad(path, error, args)
            continue
        good += 1
        found = seals.sealed(match.header)
        if args.json:
            known = {} if found is None else {"sealed": found[0], "unsealed": found[1]}
            print(json.dumps({"file": path, "ok": True, "scores": match.scores, **known}))
        elif found is not None and found[1]:
            unsealed.append(told("unsealed", args.lang, path=path, seats=_listed(found[1])))
    bad = len(args.files) - good
    if not args.json:
        print("\n".join([f"{good} ok" + (f", {bad} refused" if bad else ""), *unsealed]))
    return 1 if bad else 0


def _day_secret(args: argparse.Namespace) -> bytes | None:
    """The secret that is to be checked, if it is the one that was committed to."""
    if args.day is None:
        return None
    try:
        secret = bytes.fromhex(args.day)
    except ValueError:
        raise BadOption(
            "--day erwartet das Geheimnis des Tages: 64 Hex-Ziffern.",
            "--day takes the secret of a day: 64 hex digits",
        ) from None
    if args.commitment is not None and day_secrets.commitment(secret) != args.commitment.lower():
        raise BadOption(
            "Dieses Geheimnis ist nicht das, das vorher festgelegt wurde.",
            "this secret is not the one that was committed to",
        )
    return secret


def _check_day(seed: str | None, game: str, secret: bytes) -> None:
    if seed != day_secrets.seed_of(secret, game):
        refusal = Refusal(
            "REC-7",
            "Diese Partie hat nicht das Glück dieses Tages.",
            "this match does not have the luck of that day",
        )
        raise RecordError(0, refusal)


def _listed(seats: list[int]) -> str:
    return ", ".join(str(seat) for seat in seats)


def _report_bad(path: str, error: RecordError | OSError, args: argparse.Namespace) -> None:
    if isinstance(error, RecordError):
        event, rule, reason = error.event, error.rule, error.refusal.text(args.lang)
    else:
        event, rule, reason = 0, "REC-1", file_problems.problem(error)[args.lang]
    if args.json:
        said = {"file": path, "ok": False, "event": event, "rule": rule, "reason": reason}
        print(json.dumps(said, ensure_ascii=False))
    else:
        print(f"{path}: event {event}: {reason} [{rule}]", file=sys.stderr)
