"""Where our ways parted: two matches of one deal, turn by turn."""

from __future__ import annotations

from typing import Any

from spieltisch.matches.match import Match


def own_turns(match: Match, seat: int) -> list[tuple[int, str]]:
    """The lines (number, text) in which a seat played."""
    return [
        (n, line.text)
        for n, line in enumerate(match.lines, 1)
        if line.kind == "turn" and line.seat == seat
    ]


def compare(one: Match, other: Match, seat: int) -> dict[str, Any]:
    """Turn by turn what both did and how they stood then; `parted`: the first turn that differs."""
    mine, theirs = own_turns(one, seat), own_turns(other, seat)
    histories = [one.final["history"], other.final["history"]]
    turns = []
    for n in range(max(len(mine), len(theirs))):
        both = [
            _turn(played[n][0], (one, other)[k], histories[k], seat) if n < len(played) else None
            for k, played in enumerate((mine, theirs))
        ]
        turns.append({"mine": both[0], "theirs": both[1]})
    texts = [[text for _, text in played] for played in (mine, theirs)]
    same = [a == b for a, b in zip(*texts, strict=False)]
    parted = same.index(False) if False in same else None
    if parted is None and len(mine) != len(theirs):
        parted = min(len(mine), len(theirs))
    return {"parted": parted, "turns": turns}


def _turn(number: int, match: Match, history: list[list[int]], seat: int) -> dict[str, Any]:
    line = match.lines[number - 1]
    said = {lang: match.sentence(line, line.text, lang) for lang in ("de", "en")}
    return {"line": number, **said, "score": history[number][seat]}
