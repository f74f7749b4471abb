"""`spieltisch play`: a table in the terminal, for one person or several at the same screen."""

from __future__ import annotations

import argparse
import sys
from datetime import datetime
from pathlib import Path

from rich.console import Console
from rich.prompt import IntPrompt

from spieltisch import api, games
from spieltisch.bots import base
from spieltisch.bots.external import BotFailed
from spieltisch.cli.catalogue import seats
from spieltisch.cli.compiling import ensure
from spieltisch.cli.console import screen
from spieltisch.cli.prompt import Prompt
from spieltisch.cli.seat_names import seat_names
from spieltisch.cli.texts import say
from spieltisch.core.errors import BadOption, SpieltischError
from spieltisch.core.randomness import generator

YOU = "you"
LISTED = 40  # turns shown by "?"


def play(args: argparse.Namespace) -> int:
    console = screen(no_color=args.no_colour or None)
    match, kinds = _resumed(args) if args.resume else _begun(args, console)
    path = Path(args.save or args.resume or _fresh_name(match.game.key))
    return Session(match, kinds, path, console, args.lang).run()


def _resumed(args: argparse.Namespace) -> tuple[api.Match, list[str]]:
    if args.seats or args.bots:
        raise BadOption(*say("seats_are_kept", path=args.resume))
    match = api.load(args.resume, seed=args.seed)
    kinds = match.header.get("seats")
    if not isinstance(kinds, list) or len(kinds) != match.players:
        kinds = [YOU] + [base.DEFAULT] * (match.players - 1)
    return match, kinds


def _begun(args: argparse.Namespace, console: Console) -> tuple[api.Match, list[str]]:
    kinds = _seated(args)
    card = games.card(args.game or _ask_game(console, args.lang))
    ensure(card.key)
    kinds = kinds or _default_seats(card.players)
    options = dict(args.option)
    match = api.game(card.key).match(len(kinds), seed=args.seed, names=kinds, **options)
    match.header["seats"] = kinds
    return match, kinds


def _seated(args: argparse.Namespace) -> list[str]:
    """Who sits where by `--seats` or `--bots`; nobody if neither was given."""
    if args.seats and args.bots:
        raise BadOption(*say("seats_or_bots"))
    bots = _listed(args.bots)
    for name in bots:
        base.find(name)
    return [YOU, *bots] if bots else _listed(args.seats)


def _listed(text: str | None) -> list[str]:
    names = [name.strip() for name in text.split(",")] if text else []
    return [base.DEFAULT if name == "bot" else name for name in names]


def _default_seats(players: range) -> list[str]:
    return [YOU] + [base.DEFAULT] * (min(max(2, players[0]), players[-1]) - 1)


def _ask_game(console: Console, lang: str) -> str:
    if not sys.stdin.isatty():
        raise BadOption(*say("name_game", games=", ".join(games.cards())))
    keys = list(games.cards())
    for n, card in enumerate(games.cards().values(), 1):
        console.print(f"{n}  {card.name} ({seats(card)})  {card.pitch[lang]}", highlight=False)
    chosen = IntPrompt.ask("?", console=console, choices=[str(n + 1) for n in range(len(keys))])
    return keys[chosen - 1]


def _fresh_name(key: str) -> str:
    return f"{key}-{datetime.now():%Y%m%d-%H%M%S}.jsonl"


class Session:
    """One sitting at the table, from the first turn (or where it was left) to the end."""

    def __init__(
        self, match: api.Match, kinds: list[str], path: Path, console: Console, lang: str
    ) -> None:
        self.match, self.path, self.console, self.lang = match, path, console, lang
        self.bots = {seat: base.find(kind) for seat, kind in enumerate(kinds) if base.is_bot(kind)}
        self.people = [seat for seat in range(match.players) if seat not in self.bots]
        self.names = seat_names(match, lang)
        self.random = generator(len(match.lines) + 1)
        self.told = len(match.lines)
        self.looking: int | None = self.people[0] if len(self.people) == 1 else None
        self.prompt = Prompt()

    def run(self) -> int:
        try:
            while not self.match.over:
                base.play_seats(self.match, self.bots, self.random)
                if not self.match.over:
                    self._person_plays(next(s for s in self.match.acting if s in self.people))
        except (EOFError, KeyboardInterrupt):
            return self._leave()
        except BotFailed:
            self._leave()
            raise  # the sentence follows; a mended bot can go on from here
        self._tell()
        self._show(self.looking)
        self._result()
        return 0

    def _person_plays(self, seat: int) -> None:
        if len(self.people) > 1 and seat != self.looking:
            self._curtain(seat)
        self.looking = seat
        self._tell()
        self._show(seat)
        while seat in self.match.acting:
            if self._obey(seat, self._ask(seat)):
                return

    def _curtain(self, seat: int) -> None:
        """Between two hands at one screen: nothing of the last one stays visible."""
        self.console.clear()
        self.prompt.wait(say("curtain", name=self.names[seat])[self.lang])
        self.console.clear()

    def _tell(self) -> None:
        """What happened since the last look, as sentences."""
        for line in self.match.log(self.looking, self.told + 1):
            who = self.names[line["seat"]] if line["seat"] is not None else ""
            context = self.match.log_context(line["seat"], self.names)
            say_line = self.match.game.words.say
            sentence = say_line(line["text"], line["kind"], who, self.lang, context)
            self.console.print(f"· {sentence}", highlight=False, style="dim")
        self.told = len(self.match.lines)

    def _show(self, seat: int | None) -> None:
        view = self.match.view(seat)
        self.console.print(self.match.game.draw(view, self.names, self.lang))

    def _ask(self, seat: int) -> str:
        hint = self.match.game.words.ask(self.match.view(seat), self.lang)
        self.console.print(hint, style="bold", highlight=False)
        self.console.print(say("commands")[self.lang], style="dim", highlight=False)
        return self.prompt.ask(f"{self.names[seat]}> ", self._completions(seat))

    def _completions(self, seat: int) -> list[str]:
        turns = []
        for turn in self.match.turns(seat):
            turns.append(turn)
            if len(turns) == 3000:
                break
        return turns

    def _obey(self, seat: int, text: str) -> bool:
        """Does what was typed; True when the turn was played or taken back."""
        word, _, rest = text.strip().partition(" ")
        if word in ("quit", "q", "exit"):
            raise EOFError
        if word == "?":
            self._list_turns(seat)
        elif word == "why":
            self._why(seat, rest)
        elif word == "undo":
            return self._undo(seat)
        elif word == "save":
            self._save(rest)
        elif word == "board":
            self._show(seat)
        elif word:
            return self._play(seat, text.strip())
        return False

    def _play(self, seat: int, text: str) -> bool:
        try:
            self.match.play(seat, text)
        except SpieltischError as error:
            self._refuse(error)
            return False
        return True

    def _refuse(self, error: SpieltischError) -> None:
        sentence = f"{error.refusal.text(self.lang)} [{error.rule}]"
        self.console.print(sentence, style="red", highlight=False)

    def _why(self, seat: int, text: str) -> None:
        refusal = self.match.check(seat, text)
        if refusal is None:
            self.console.print(say("legal")[self.lang])
            return
        self.console.print(f"{refusal.text(self.lang)} [{refusal.rule}]")
        try:
            from spieltisch.cli.catalogue import paragraph

            card = self.match.game.card
            self.console.print(
                paragraph(card, card.rules_text(self.lang), refusal.rule), style="dim"
            )
        except BadOption:
            pass  # REC-2 and the like stand in no rule book

    def _list_turns(self, seat: int) -> None:
        turns = self._completions(seat)
        for turn in turns[:LISTED]:
            self.console.print(f"  {turn}", highlight=False)
        if len(turns) > LISTED:
            self.console.print(say("more", n=len(turns) - LISTED)[self.lang])

    def _undo(self, seat: int) -> bool:
        """Takes back this person's last turn; bots that have answered make that impossible."""
        try:
            self.match.undo(seat)
        except SpieltischError as error:
            self._refuse(error)
            return False
        self.told = min(self.told, len(self.match.lines))
        return True

    def _save(self, name: str) -> None:
        path = Path(name.strip() or self.path)
        try:
            self.match.save(path)
        except OSError as error:
            self.console.print(f"{path}: {error.strerror}", style="red")
            return
        self.console.print(say("saved", path=path)[self.lang], highlight=False, soft_wrap=True)

    def _leave(self) -> int:
        self.console.print()
        self._save("")
        self.console.print(
            say("resume", path=self.path)[self.lang], highlight=False, soft_wrap=True
        )
        return 0

    def _result(self) -> None:
        order = sorted(range(self.match.players), key=lambda seat: self.match.ranks[seat])
        for seat in order:
            rank, score = self.match.ranks[seat], self.match.scores[seat]
            self.console.print(f"{rank}. {self.names[seat]}: {score}", highlight=False)
        self._save("")
