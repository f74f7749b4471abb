"""What the terminal says, in German and English."""

from __future__ import annotations

from typing import Any

TEXTS = {
    "name_game": ("Welches Spiel? {games}", "which game? {games}"),
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
    "exported": (
        "{count} Aufzeichnungen in {folder} geschrieben",
        "{count} records written to {folder}",
    ),
}


def say(key: str, **given: Any) -> tuple[str, str]:
    """The German and the English sentence."""
    de, en = TEXTS[key]
    return de.format(**given), en.format(**given)
