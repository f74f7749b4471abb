"""What the terminal says, in German and English."""

from __future__ import annotations

from typing import Any

from spieltisch.core.language import Both

TEXTS = {
    "name_game": Both("Welches Spiel? {games}", "which game? {games}"),
    "seats_or_bots": Both(
        "--seats nennt alle Plätze, --bots nur die Bots nach dir: nenne eines von beiden",
        "--seats names all seats, --bots only the bots after you: give one of the two",
    ),
    "seats_are_kept": Both(
        "Wer wo sitzt, steht schon in {path}: --resume ohne --seats und --bots",
        "{path} says who sits where: --resume without --seats and --bots",
    ),
    "curtain": Both(
        "{name} ist dran. Alle anderen schauen weg – dann Enter …",
        "{name} is next. Everyone else looks away – then press Enter …",
    ),
    "commands": Both(
        "? zeigt die Züge · why ZUG erklärt · undo · save · board · quit (Tab ergänzt)",
        "? lists turns · why TURN explains · undo · save · board · quit (Tab completes)",
    ),
    "legal": Both("Dieser Zug ist erlaubt.", "This turn is legal."),
    "more": Both(
        "  … und {n} weitere (tippe den Anfang und Tab)",
        "  … and {n} more (type the beginning and Tab)",
    ),
    "saved": Both("Gespeichert in {path}", "Saved to {path}"),
    "kept": Both(
        "{n} Partien stehen in {path}; --resume spielt weiter",
        "{n} games are kept in {path}; go on with --resume",
    ),
    "nothing_kept": Both("Keine Partie wurde fertig", "no game was finished"),
    "stopped": Both(
        "Abgebrochen: {n} von {all} Partien wurden fertig",
        "stopped: {n} of {all} games were finished",
    ),
    "other_bots": Both(
        "spieltisch: Achtung, die Partien in {path} hat eine andere Fassung des Spiels oder der "
        "Bots gespielt",
        "spieltisch: mind that the games in {path} were played by another version of the game "
        "or of the bots",
    ),
    "resume": Both(
        "Weiterspielen: spieltisch play --resume {path}",
        "To go on: spieltisch play --resume {path}",
    ),
    "backed_up": Both(
        "{file}: {match} Tische, {event} Ereignisse", "{file}: {match} tables, {event} events"
    ),
    "restored": Both(
        "{match} Tische, {event} Ereignisse zurückgespielt",
        "{match} tables, {event} events restored",
    ),
    "unsealed": Both(
        "{path}: Beitrag zum Zufall nicht versiegelt: Platz {seats}",
        "{path}: share of the randomness not sealed: seat {seats}",
    ),
    "reviewing": Both("Rückblick", "reviewing"),
    "luck": Both("Glück", "luck"),
    "play": Both("eigenes Spiel", "own play"),
    "others": Both("Spiel der anderen", "others' play"),
    "adjusted": Both(
        "Mit durchschnittlichem Glück: {share} von 100 solchen Partien gewonnen.",
        "With average luck: {share} of 100 games like this won.",
    ),
    "better": Both("Besser: {turn}", "Better: {turn}"),
    "nothing_turned": Both(
        "Kein einzelner Zug und kein Zufall hat viel geändert.",
        "No single turn and no piece of luck changed much.",
    ),
    "unread": Both(
        "{count} Tische ließen sich nicht lesen: {tables}",
        "{count} tables could not be read: {tables}",
    ),
    "exported": Both(
        "{count} Aufzeichnungen in {folder} geschrieben", "{count} records written to {folder}"
    ),
}


def say(key: str, **given: Any) -> Both:
    """The sentence in both languages."""
    return TEXTS[key].format(**given)


def told(key: str, lang: str, **given: Any) -> str:
    """The sentence in one language."""
    return say(key, **given)[lang]
