"""The file of a contest: written whole or not at all, and read with suspicion."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spieltisch import __version__, games
from spieltisch.core.errors import BadOption
from spieltisch.core.plugins import PACKAGE, game_folders
from spieltisch.core.sources import sources
from spieltisch.simulation.arena import Contest, Outcome, Seating

VERSION = 1
KEY = "spieltisch-arena"
LARGEST = 1 << 53  # of a number that every reader of JSON understands


@dataclass(frozen=True)
class Kept:
    outcomes: list[Outcome]
    made_by: Any  # see `made_by`; None in files that do not say


def picture(path: Path) -> Path:
    """Where the plot of that file goes."""
    return path.with_suffix(".svg")


def check_place(path: Path) -> None:
    """Refuses a file that could not be written, before anything is played for it."""
    if path.suffix.lower() == ".svg":
        raise BadOption(
            f"{path} wäre auch der Name des Bildes: nenne eine .json-Datei, das Bild kommt daneben",
            f"{path} would be the name of the picture, too: name a .json file, "
            "the picture goes beside it",
        )
    try:
        for file in (path, picture(path)):
            if file.is_dir():
                raise BadOption(f"{file} ist ein Ordner", f"{file} is a folder")
        part = _part(path)
        known = part.exists()
        part.open("ab").close()
        if not known:
            part.unlink()
    except OSError as error:
        reason = error.strerror or str(error)
        raise BadOption(
            f"{path} lässt sich nicht schreiben: {reason}", f"{path} cannot be written: {reason}"
        ) from None


def _part(path: Path) -> Path:
    return path.with_name(path.name + ".part")


def write(path: Path, text: str) -> None:
    """Writes a whole file; never half of it."""
    _part(path).write_text(text, encoding="utf-8")
    os.replace(_part(path), path)


def save(
    path: Path, contest: Contest, outcomes: Sequence[Outcome], table: Any, made: Any = None
) -> None:
    ordered = sorted(outcomes, key=lambda outcome: (outcome.deal, outcome.seating))
    lines = ",\n".join(json.dumps(outcome.json(), ensure_ascii=False) for outcome in ordered)
    head = {KEY: VERSION, **contest.json(), "made_by": made, "table": table}
    text = json.dumps(head, ensure_ascii=False, indent=1)[:-2]
    write(path, f'{text},\n "outcomes": [\n{lines}\n]}}\n')


def load(path: Path, contest: Contest) -> Kept:
    """The games of a contest that was begun; it must be the same one."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
        version, rows = found[KEY], found["outcomes"]
        same = {key: found[key] for key in contest.json()} == contest.json()
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BadOption(
            f"{path} ist keine Datei der Arena", f"{path} is not a file of the arena"
        ) from None
    if type(version) is not int or version != VERSION:
        raise BadOption(
            f"{path} hat die Form {version!r}; gelesen wird nur {VERSION}",
            f"{path} is of version {version!r}; only {VERSION} can be read",
        )
    if not same:
        raise BadOption(
            f"{path} gehört zu einem anderen Wettkampf (Spiel, Bots, Plätze, Optionen oder Seed)",
            f"{path} belongs to another contest (game, bots, players, options or seed differ)",
        )
    return Kept(_outcomes(path, rows, contest), found.get("made_by"))


def _outcomes(path: Path, rows: Any, contest: Contest) -> list[Outcome]:
    if not isinstance(rows, list):
        raise BadOption(
            f"{path} ist beschädigt: outcomes ist keine Liste",
            f"{path} is damaged: outcomes is no list",
        )
    seatings = {seating for table in contest.tables() for seating in contest.seatings(table)}
    found: dict[tuple[Seating, int], Outcome] = {}
    for n, row in enumerate(rows, 1):
        outcome = _outcome(row, contest.players, seatings)
        if outcome is None or (outcome.seating, outcome.deal) in found:
            shown = json.dumps(row, ensure_ascii=False)[:80]
            raise BadOption(
                f"{path} ist beschädigt: outcomes, Nummer {n}, ist keine (neue) Partie dieses "
                f"Wettkampfs: {shown}",
                f"{path} is damaged: outcomes, number {n}, is no (new) game of this "
                f"contest: {shown}",
            )
        found[outcome.seating, outcome.deal] = outcome
    return list(found.values())


def _outcome(row: Any, players: int, seatings: set[Seating]) -> Outcome | None:
    """The game that a row tells of, or None if it makes no sense."""
    if not isinstance(row, list) or len(row) != 4:
        return None
    seating, deal, scores, ranks = row
    if not isinstance(seating, list) or not all(isinstance(name, str) for name in seating):
        return None
    if tuple(seating) not in seatings or not _whole([deal], 1) or deal < 0:
        return None
    if not _whole(scores, players) or not _whole(ranks, players):
        return None
    if min(ranks) != 1 or max(ranks) > players:
        return None
    return Outcome(tuple(seating), deal, tuple(scores), tuple(ranks))


def _whole(numbers: Any, many: int) -> bool:
    """Whether these are whole numbers, of the right count (true and false are none)."""
    return (
        isinstance(numbers, list)
        and len(numbers) == many
        and all(type(number) is int and abs(number) < LARGEST for number in numbers)
    )


def made_by(contest: Contest) -> dict[str, str]:
    """What decides how the bots play: the version, and a digest of sources and data."""
    digest = hashlib.sha256()
    for path in _deciding(contest):
        digest.update(path.name.encode())
        digest.update(path.read_bytes())
    return {"spieltisch": __version__, "digest": digest.hexdigest()[:12]}


def _deciding(contest: Contest) -> Iterator[Path]:
    folder = games.card(contest.game).folder
    yield from sorted((PACKAGE / "bots").glob("*.py"))
    yield from sources(folder)
    yield from sorted(path for place in game_folders() for path in (place / folder).glob("*.toml"))
    for name in sorted(set(contest.bots)):
        file = getattr(sys.modules.get(name.partition(":")[0]), "__file__", None)
        if ":" in name and file is not None:  # a bot of one's own
            yield Path(file)
