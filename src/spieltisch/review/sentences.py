"""What a review says where no fact of the game explains it, in both languages."""

from __future__ import annotations

from spieltisch.core.language import Both
from spieltisch.review.sampling import Estimate

LEAST_POINTS = 0.5  # fewer are not worth a word
LARGE, HUGE = 0.10, 0.20  # changes of the chance to win, as words tell them
NOTHING = Estimate(0.0, 0.0)


def consequence(gap: Estimate, points: Estimate, alone: bool) -> Both:
    """What playing on showed of the better turn."""
    if points.is_sure() and points.mean >= LEAST_POINTS:
        many = max(1, round(points.mean))
        return Both(
            f"Spielst du so weiter, stehst du im Mittel um {_points(many, 'de')} besser.",
            f"Playing on from there, you are {_points(many, 'en')} better off on average.",
        )
    if alone:  # nobody wins, but a result is better or worse
        return Both(
            "So wird dein Ergebnis im Mittel besser.", "That leads to a better result on average."
        )
    percent = max(1, round(100 * gap.mean))
    games = Both("Partie" if percent == 1 else "Partien", "game" if percent == 1 else "games")
    return Both(
        f"So gewinnst du von 100 solchen Partien {percent} {games.de} mehr.",
        f"That wins you {percent} more {games.en} out of 100 like this.",
    )


def _points(many: int, lang: str) -> str:
    one, several = ("Punkt", "Punkte") if lang == "de" else ("point", "points")
    return f"{many} {one if many == 1 else several}"


def luck(change: float, alone: bool) -> Both:
    percent = max(1, round(100 * abs(change)))
    if alone:
        return Both(
            f"{'Glück' if change > 0 else 'Pech'} mit den Würfeln oder Karten.",
            f"{'Good' if change > 0 else 'Bad'} luck with the dice or cards.",
        )
    if change > 0:
        return Both(
            f"Glück: im Mittel hätte es hier {percent} von 100 Partien weniger gebracht.",
            f"Luck: the average draw here wins {percent} fewer of 100 games.",
        )
    return Both(
        f"Pech: im Mittel hätte es hier {percent} von 100 Partien mehr gebracht.",
        f"Bad luck: the average draw here wins {percent} more of 100 games.",
    )


def plain(kind: str, change: float) -> Both:
    """A turning point for a child: no numbers."""
    size = 2 if abs(change) >= HUGE else 1 if abs(change) >= LARGE else 0
    return _PLAIN[kind if kind != "luck" else "luck" if change > 0 else "bad luck"][size]


_PLAIN = {
    "choice": (
        Both("Hier ging es ein bisschen besser.", "There was something a little better here."),
        Both("Hier gab es einen viel besseren Zug.", "There was a much better move here."),
        Both("Das war der Moment, der am meisten gekostet hat.", "This cost you a great deal."),
    ),
    "luck": (
        Both("Ein bisschen Glück.", "A little luck."),
        Both("Da hattest du viel Glück.", "You were very lucky here."),
        Both("Riesiges Glück.", "Enormous luck."),
    ),
    "bad luck": (
        Both("Ein bisschen Pech.", "A little bad luck."),
        Both("Da hattest du viel Pech.", "You were very unlucky here."),
        Both("Riesiges Pech. Dafür konntest du nichts.", "Enormous bad luck. Not your fault."),
    ),
    "good": (
        Both("Gut gesehen.", "Well spotted."),
        Both("Sehr gut gesehen.", "Very well spotted."),
        Both("Ein großartiger Zug.", "A great move."),
    ),
}


def adjusted(share: float, alone: bool) -> Both:
    """The result without luck, for the end of a match."""
    if alone:
        return Both(
            "So gut hast du gespielt, wenn man das Glück herausrechnet.",
            "This is how well you played, with luck taken out.",
        )
    percent = round(100 * min(1.0, max(0.0, share)))
    return Both(
        f"Mit durchschnittlichem Glück hättest du zu {percent} % gewonnen.",
        f"With average luck you would have won {percent} % of the time.",
    )


def adjusted_plainly(luck_: float, play: float, won: bool, alone: bool) -> Both:
    """The same for a child."""
    if alone:  # nobody won, and there is nobody else
        if abs(luck_) <= LARGE:
            return Both(
                "Glück und Pech haben sich diesmal etwa ausgeglichen.",
                "Good and bad luck were about even this time.",
            )
        if luck_ > 0:
            return Both("Diesmal hattest du Glück.", "You were lucky this time.")
        return Both("Diesmal hattest du Pech.", "You were unlucky this time.")
    if won:
        if luck_ > LARGE and luck_ > play:
            return Both("Du hast gewonnen, auch mit Glück.", "You won, and luck helped you.")
        return Both("Du hast gewonnen, weil du gut gespielt hast.", "You won by playing well.")
    if luck_ < -LARGE:
        return Both("Diesmal hattest du Pech.", "You were unlucky this time.")
    return Both("Die anderen waren diesmal besser.", "The others were better this time.")
