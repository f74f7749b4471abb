"""The rules for players as data: the one parser of `RULES.*.md`.

They are written in a little Markdown: headings, paragraphs that may begin with the id of a rule
(`**NR-1** …`), lists, tables, and bold, italic or code within a line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

RULE = re.compile(r"\*\*([A-Z]+-\d+)\*\*\s*")
HEADING = re.compile(r"(#+)\s+(.*)", re.DOTALL)
SPAN = re.compile(r"(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)")
ITEM = re.compile(r"\s*[-*] ")
RULED = re.compile(r"[|\s:-]+")  # the line below the head of a table

Span = dict[str, str]
Block = dict[str, Any]


@dataclass(frozen=True)
class Paragraph:
    kind: str  # "heading", "rule" or "text"
    level: int  # of a heading, else 0
    id: str | None  # of a rule
    text: str  # Markdown, without marks of heading and rule

    def json(self) -> dict[str, Any]:
        found = {"kind": self.kind, "level": self.level, "id": self.id, "text": self.text}
        return {**found, "blocks": blocks(self.text)}


def parse(text: str) -> list[Paragraph]:
    """
    >>> parse("# Nim\\n\\n**NI-1** Take some.")[1]
    Paragraph(kind='rule', level=0, id='NI-1', text='Take some.')
    """
    return [_paragraph(part) for part in re.split(r"\n\s*\n", text.strip())]


def _paragraph(part: str) -> Paragraph:
    if heading := HEADING.match(part):
        return Paragraph("heading", len(heading[1]), None, heading[2])
    if rule := RULE.match(part):
        return Paragraph("rule", 0, rule[1], part[rule.end() :])
    return Paragraph("text", 0, None, part)


def rule_ids(text: str) -> list[str]:
    """The ids of the rules, in their order.

    >>> rule_ids("**NI-1** Take some.\\n\\n**NI-2** See **NI-1**.")
    ['NI-1', 'NI-2']
    """
    return [found.id for found in parse(text) if found.id]


def rule(text: str, wanted: str) -> str | None:
    """One rule with what belongs to it, as Markdown, up to the next rule or heading."""
    parts: list[str] = []
    for found in parse(text):
        if parts and found.kind != "text":
            break
        if found.id == wanted:
            parts.append(f"**{found.id}** {found.text}")
        elif parts:
            parts.append(found.text)
    return "\n\n".join(parts) or None


def blocks(text: str) -> list[Block]:
    """Paragraphs, lists and tables, whose lines are spans; nothing is left to be parsed.

    >>> blocks("Take *one*:\\n- or\\n  two")
    [{'kind': 'p', 'spans': [{'kind': 'text', 'text': 'Take '}, {'kind': 'em', 'text': 'one'}, \
{'kind': 'text', 'text': ':'}]}, {'kind': 'list', 'items': [[{'kind': 'text', 'text': 'or two'}]]}]
    """
    found: list[Block] = []
    for part in re.split(r"\n\s*\n", text.strip()):
        found += _blocks(part.split("\n"))
    return found


def _blocks(lines: Sequence[str]) -> list[Block]:
    if all(line.startswith("|") for line in lines):
        rows = [line for line in lines if not RULED.fullmatch(line)]
        return [{"kind": "table", "rows": [_cells(row) for row in rows]}]
    at = next((n for n, line in enumerate(lines) if ITEM.match(line)), len(lines))
    found: list[Block] = []
    if at:
        found.append({"kind": "p", "spans": spans(" ".join(lines[:at]))})
    items: list[str] = []
    for line in lines[at:]:
        if ITEM.match(line):
            items.append(ITEM.sub("", line, count=1))
        else:
            items[-1] += f" {line.strip()}"
    return [*found, {"kind": "list", "items": [spans(item) for item in items]}] if items else found


def _cells(row: str) -> list[list[Span]]:
    return [
        spans(cell.strip()) for cell in row.strip().removeprefix("|").removesuffix("|").split("|")
    ]


def spans(text: str) -> list[Span]:
    """
    >>> spans("**b** `c`")[0::2]
    [{'kind': 'strong', 'text': 'b'}, {'kind': 'code', 'text': 'c'}]
    """
    return [_span(part) for part in SPAN.split(text) if part]


def _span(part: str) -> Span:
    for mark, kind in (("**", "strong"), ("*", "em"), ("`", "code")):
        if part.startswith(mark) and part.endswith(mark) and len(part) > 2 * len(mark):
            return {"kind": kind, "text": part.removeprefix(mark).removesuffix(mark)}
    return {"kind": "text", "text": part}
