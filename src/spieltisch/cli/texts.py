"""What the terminal says, in German and English."""

from __future__ import annotations

from typing import Any

TEXTS = {
    "name_game": ("Welches Spiel? {games}", "which game? {games}"),
    "seats_or_bots": (
        "--seats nennt alle Plätze, --bots nur die Bots nach dir: nenne eines von beiden",
        "--seats names all seats, --bots only the bots after you: give one of the two",
    ),
    "seats_are_kept": (
        "Wer wo sitzt, steht schon in {path}: --resume ohne --seats und --bots",
        "{path} says who sits where: --resume without --seats and --bots",
    ),
    "curtain": (
        "{name} ist dran. Alle anderen schauen weg – dann Enter …",
        "{name} is next. Everyone else looks away – then press Enter …",
    ),
    "commands": (
        "? zeigt die Züge · why ZUG erklärt · undo · save · board · quit (Tab ergänzt)",
        "? lists turns · why TURN explains · undo · save · board · quit (Tab completes)",
    ),
    "legal": ("Dieser Zug ist erlaubt.", "This turn is legal."),
    "more": (
        "  … und {n} weitere (tippe den Anfang und Tab)",
        "  … and {n} more (type the beginning and Tab)",
    ),
    "saved": ("Gespeichert in {path}", "Saved to {path}"),
    "kept": (
        "{n} Partien stehen in {path}; --resume spielt weiter",
        "{n} games are kept in {path}; go on with --resume",
    ),
    "nothing_kept": ("Keine Partie wurde fertig", "no game was finished"),
    "stopped": (
        "Abgebrochen: {n} von {all} Partien wurden fertig",
        "stopped: {n} of {all} games were finished",
    ),
    "other_bots": (
        "spieltisch: Achtung, die Partien in {path} hat eine andere Fassung des Spiels oder der "
        "Bots gespielt",
        "spieltisch: mind that the games in {path} were played by another version of the game "
        "or of the bots",
    ),
    "resume": (
        "Weiterspielen: spieltisch play --resume {path}",
        "To go on: spieltisch play --resume {path}",
    ),
    "backed_up": (
        "{file}: {match} Tische, {event} Ereignisse",
        "{file}: {match} tables, {event} events",
    ),
    "restored": (
        "{match} Tische, {event} Ereignisse zurückgespielt",
        "{match} tables, {event} events restored",
    ),
    "unsealed": (
        "{path}: Beitrag zum Zufall nicht versiegelt: Platz {seats}",
        "{path}: share of the randomness not sealed: seat {seats}",
    ),
    "exported": (
        "{count} Aufzeichnungen in {folder} geschrieben",
        "{count} records written to {folder}",
    ),
}


def say(key: str, **given: Any) -> tuple[str, str]:
    """The German and the English sentence."""
    de, en = TEXTS[key]
    return de.format(**given), en.format(**given)


def told(key: str, lang: str, **given: Any) -> str:
    """The sentence in one language."""
    return say(key, **given)[0 if lang == "de" else 1]
