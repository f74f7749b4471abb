"""Why a turn was better, or luck was good or bad: one sentence in both languages."""

from __future__ import annotations

from collections.abc import Mapping

from spieltisch.review.choices import Verdict

Sentence = Mapping[str, str]  # by language

LEAST_POINTS = 0.5  # fewer are not worth a word


def why_choice(verdict: Verdict, alone: bool) -> Sentence:
    """The plain consequence of the better turn, as playing on showed it."""
    points = verdict.points
    percent = round(100 * verdict.loss.mean)
    if points.is_sure() and points.mean >= LEAST_POINTS:
        many = max(1, round(points.mean))
        return {
            "de": f"So stehst du ein paar Züge später im Mittel um {_points(many, 'de')} besser.",
            "en": f"A few turns later that leaves you {_points(many, 'en')} better off on average.",
        }
    if alone:  # nobody wins, but a result is better or worse
        return {
            "de": "So wird dein Ergebnis im Mittel besser.",
            "en": "That leads to a better result on average.",
        }
    return {
        "de": f"So gewinnst du {percent} von 100 solchen Partien mehr.",
        "en": f"That wins you {percent} more of 100 games like this.",
    }


def _points(many: int, lang: str) -> str:
    one, several = ("Punkt", "Punkte") if lang == "de" else ("point", "points")
    return f"{many} {one if many == 1 else several}"


def why_luck(change: float, alone: bool) -> Sentence:
    percent = round(100 * abs(change))
    if alone:
        return {
            "de": f"{'Glück' if change > 0 else 'Pech'} mit den Würfeln oder Karten.",
            "en": f"{'Good' if change > 0 else 'Bad'} luck with the dice or cards.",
        }
    if change > 0:
        return {
            "de": f"Glück: im Mittel hätte es hier {percent} von 100 Partien weniger gebracht.",
            "en": f"Luck: the average draw here wins {percent} fewer of 100 games.",
        }
    return {
        "de": f"Pech: im Mittel hätte es hier {percent} von 100 Partien mehr gebracht.",
        "en": f"Bad luck: the average draw here wins {percent} more of 100 games.",
    }
