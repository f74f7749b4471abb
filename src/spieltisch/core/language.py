"""A sentence in both languages, and the one place where a language is chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

LANGUAGES = ("de", "en")


@dataclass(frozen=True)
class Both:
    """The same in German and in English.

    >>> Both("{n} Züge", "{n} turns").format(n=3)["de"]
    '3 Züge'
    """

    de: str
    en: str

    def text(self, lang: str = "en") -> str:
        """German if it is asked for, else English."""
        return self.de if lang == "de" else self.en

    def __getitem__(self, lang: str) -> str:
        return self.text(lang)

    def __iter__(self) -> Iterator[str]:
        """German, then English: `de, en = both`."""
        return iter((self.de, self.en))

    def format(self, *given: Any, **named: Any) -> Both:
        """Both sentences filled in; what is given may itself be in both languages.

        >>> Both("Nimm {}", "Take {}").format(Both("Rot", "red"))
        Both(de='Nimm Rot', en='Take red')
        """

        def filled(lang: str) -> str:
            each = [_in(value, lang) for value in given]
            return self[lang].format(*each, **{name: _in(v, lang) for name, v in named.items()})

        return both(filled)

    def json(self) -> dict[str, str]:
        return {"de": self.de, "en": self.en}


def _in(value: Any, lang: str) -> Any:
    return value[lang] if isinstance(value, Both) else value


def both(say: Callable[[str], str]) -> Both:
    """What `say` says in each language.

    >>> both(lambda lang: lang.upper())
    Both(de='DE', en='EN')
    """
    return Both(say("de"), say("en"))


AND = Both("und", "and")
OR = Both("oder", "or")


def listed(parts: Sequence[str], lang: str, joined: Both = AND) -> str:
    """
    >>> listed(["a", "b", "c"], "de"), listed(["a", "b"], "en", OR), listed(["a"], "en")
    ('a, b und c', 'a or b', 'a')
    """
    *others, last = parts or [""]
    return f"{', '.join(others)} {joined[lang]} {last}" if others else last
