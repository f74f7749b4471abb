"""The commands and their help; nothing heavy is imported here."""

from __future__ import annotations

import argparse
import gc
import json
import os
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from spieltisch import __version__, games
from spieltisch.core.errors import UnknownGame

Run = Callable[[argparse.Namespace], int]


def later(module: str, function: str) -> Run:
    """A command that is imported when it runs.

    Loading makes objects to stay, and looking for garbage among them took a fifth of the time.
    """

    def run(args: argparse.Namespace) -> int:
        gc.disable()
        command: Run = getattr(import_module(f"spieltisch.cli.{module}"), function)
        gc.freeze()
        gc.enable()
        return command(args)

    return run


def build(arguments: Sequence[str] = ()) -> argparse.ArgumentParser:
    example = next(iter(games.cards()))
    parser = argparse.ArgumentParser(
        prog="spieltisch",
        description="A table for board games: play, learn and study them.",
        epilog=f"Try: spieltisch play {example}   ·   spieltisch rules {example} --lang de",
    )
    parser.add_argument("--version", action="version", version=f"spieltisch {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    _add_lists(commands)
    _add_play(commands)
    _add_simulate(commands)
    _add_arena(commands)
    _add_records(commands)
    _add_review(commands)
    _add_server(commands)
    _add_machine(commands)
    _add_games_own(commands, arguments)
    return parser


def _add_lists(commands: Any) -> None:
    listing = _command(commands, "games", "list the games", later("catalogue", "list_games"))
    _language(listing)
    rules = _command(
        commands, "rules", "read the rules of a game", later("catalogue", "show_rules")
    )
    _game(rules)
    rules.add_argument("paragraph", nargs="?", help="one paragraph by its id")
    _language(rules)


def _add_play(commands: Any) -> None:
    play = _command(commands, "play", "play in the terminal", later("play", "play"))
    play.add_argument("game", nargs="?", help="which game: " + ", ".join(games.cards()))
    play.add_argument(
        "--seats",
        default=None,
        metavar="A,B,…",
        help="who sits where: 'you', any other name for a person at this screen, or a bot "
        "(random, easy, medium, greedy, hard, master, module:Class); default: you and greedy bots",
    )
    play.add_argument(
        "--bots",
        default=None,
        metavar="A,B,…",
        help="the bots in the seats after yours: the same as --seats you,A,B,…",
    )
    play.add_argument("--resume", metavar="FILE", help="continue a saved match")
    play.add_argument("--save", metavar="FILE", help="where the match is kept (default: chosen)")
    play.add_argument("--seed", type=int, help="seed of the randomness: the same match again")
    play.add_argument("--no-colour", action="store_true", help="letters only")
    _options(play)
    _language(play)


def _add_simulate(commands: Any) -> None:
    simulate = _command(
        commands, "simulate", "let bots play many games", later("simulate", "simulate")
    )
    _game(simulate)
    simulate.add_argument("--players", type=int, help="default: the fewest")
    simulate.add_argument("--games", type=_count, default=100, metavar="M", help="default 100")
    simulate.add_argument(
        "--bots",
        default="random",
        metavar="A,B,…",
        help="one for all seats, or one per seat, module:Class too",
    )
    simulate.add_argument("--seed", type=int, default=0, help="game n of a seed is always the same")
    simulate.add_argument("--record", metavar="DIR", help="write every game as a record file")
    _where(simulate)
    simulate.add_argument("--json", action="store_true", help="machine-readable output")
    _options(simulate)
    _language(simulate)


def _add_arena(commands: Any) -> None:
    arena = _command(commands, "arena", "let bots compete on equal deals", later("arena", "arena"))
    _game(arena)
    arena.add_argument(
        "--bots",
        default="random,easy,medium,greedy,hard",
        metavar="A,B,…",
        help="who competes: random, easy, medium, greedy, hard, master, search:2000, "
        "search:0.1s, module:Class; as many as seats: this one table (a bot may sit twice), else "
        "every table of them",
    )
    arena.add_argument(
        "--games", type=_count, default=100, metavar="N", help="at every table (default 100)"
    )
    arena.add_argument("--players", type=_count, help="default: two, or the fewest")
    arena.add_argument("--seed", type=int, default=0, help="deal n of a seed is always the same")
    _where(arena)
    arena.add_argument("--out", metavar="FILE.json", help="where results go; a plot beside it")
    arena.add_argument("--resume", action="store_true", help="continue the contest in FILE.json")
    _options(arena)
    _language(arena)


def _add_records(commands: Any) -> None:
    replay = _command(commands, "replay", "look at a recorded match", later("records", "replay"))
    replay.add_argument("file", metavar="FILE")
    replay.add_argument("--seat", type=int, help="as this seat saw it (default: as everyone did)")
    replay.add_argument("--event", type=int, help="only the table after this event")
    _language(replay)
    verify = _command(
        commands,
        "verify",
        "check that records follow the rules",
        later("records", "verify"),
    )
    verify.add_argument("files", metavar="FILE", nargs="+")
    verify.add_argument("--json", action="store_true", help="one line of JSON per file")
    verify.add_argument(
        "--day", metavar="SECRET", help="the opened secret of the day whose deals these are"
    )
    verify.add_argument(
        "--commitment", metavar="HEX", help="the commitment published before that day"
    )
    _language(verify)


def _add_review(commands: Any) -> None:
    review = _command(
        commands,
        "review",
        "see where a match was won and lost, by luck and by choice",
        later("review", "run"),
    )
    review.add_argument("file", metavar="FILE")
    review.add_argument("--seat", type=int, help="only this seat (default: all)")
    review.add_argument(
        "--seconds", type=float, help="time limit (default: the depth that the game sets)"
    )
    review.add_argument("--json", action="store_true", help="machine-readable output")
    _language(review)


def _add_server(commands: Any) -> None:
    serve = _command(commands, "serve", "tables for browsers", later("serve", "serve"))
    serve.add_argument("--host", help="default 127.0.0.1 (SPIELTISCH_HOST)")
    serve.add_argument("--port", type=int, help="default 8000 (SPIELTISCH_PORT)")
    serve.add_argument(
        "--lan",
        action="store_true",
        default=None,
        help="serve the home network, with its address in links and QR codes (SPIELTISCH_LAN)",
    )
    serve.add_argument(
        "--workers", type=_count, help="processes; several need PostgreSQL (SPIELTISCH_WORKERS)"
    )
    serve.add_argument(
        "--url", help="how people reach this server, if by another address (SPIELTISCH_URL)"
    )
    serve.add_argument("--open", action=argparse.BooleanOptionalAction, default=True)
    backup = _command(commands, "backup", "write all data to a file", later("host", "backup"))
    backup.add_argument("file", metavar="FILE")
    restore = _command(
        commands, "restore", "fill an empty database from a backup", later("host", "restore")
    )
    restore.add_argument("file", metavar="FILE")
    export = _command(
        commands, "export", "write all finished matches as records", later("host", "export")
    )
    export.add_argument("folder", metavar="DIR")
    for parser in (serve, backup, restore, export):
        parser.add_argument(
            "--database",
            metavar="URL",
            help="postgresql://… or sqlite:///… (DATABASE_URL, SPIELTISCH_DATABASE); "
            "default: a SQLite file in the data folder",
        )
        parser.add_argument(
            "--data",
            metavar="DIR",
            help="the data folder (SPIELTISCH_DATA); default ~/.local/share/spieltisch",
        )
        _language(parser)


def _add_machine(commands: Any) -> None:
    bench = _command(
        commands, "bench", "measure the speed of this machine", later("bench", "bench")
    )
    bench.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    bench.add_argument("--repeats", type=_count, default=5, metavar="N")
    bench.add_argument("--seconds", type=float, default=0.5, help="per measurement")
    bench.add_argument("--json", action="store_true", help="machine-readable output")
    compiling = _command(
        commands,
        "compile",
        "compile the rules now, so that nothing has to wait",
        later("compiling", "compile_games"),
        "warm",  # its older name
    )
    compiling.add_argument("games", nargs="*", metavar="GAME", help="default: all")
    compiling.add_argument(
        "--browser", action="store_true", help="also as WebAssembly (ziglang links)"
    )
    compiling.add_argument(
        "--prune", action="store_true", help="delete what older versions compiled"
    )
    site = _command(
        commands,
        "site",
        "write a folder of plain files: all games in the browser, without a server",
        later("site", "site"),
    )
    site.add_argument("folder", type=Path, metavar="DIR", help="new, empty, or an older site")


def _add_games_own(commands: Any, arguments: Sequence[str]) -> None:
    """Commands that a game brings along; loaded only when it is named."""
    for key, card in games.cards().items():
        if card.commands:
            own = commands.add_parser(key, help=f"tools of {card.name}")
            if key in arguments[:1]:
                own.set_defaults(game=key)
                import_module(f"{card.package}.commands").add_commands(own, _where)


def _command(
    commands: Any, name: str, text: str, run: Run, *aliases: str
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = commands.add_parser(
        name, aliases=aliases, help=text, description=text[0].upper() + text[1:] + "."
    )
    parser.set_defaults(run=run)
    return parser


def _where(parser: argparse.ArgumentParser) -> None:
    """For commands that play many games; those of games call `args.spread(args, function, parts)`
    for the results of all parts in their order, wherever the user wants them played."""
    parser.set_defaults(spread=_spread)
    parser.add_argument("--workers", type=_count, default=1, metavar="K", help="processes")
    parser.add_argument(
        "--ray",
        metavar="auto|ADDRESS",
        help="play on a Ray cluster: the one of this machine (or a new one on it), or that address",
    )


def _spread(args: argparse.Namespace, function: Any, parts: Sequence[Any]) -> Iterator[Any]:
    return import_module("spieltisch.cli.simulate").spread(args, function, parts)  # type: ignore[no-any-return]


def _game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=_known, help="which game: " + ", ".join(games.cards()))


def _known(key: str) -> str:
    try:
        return games.card(key).key
    except UnknownGame as error:
        raise argparse.ArgumentTypeError(error.refusal.en) from None


def _language(parser: argparse.ArgumentParser) -> None:
    spoken = "de" if os.environ.get("LANG", "").startswith("de") else "en"
    parser.add_argument("--lang", choices=("de", "en"), default=spoken, help=f"default {spoken}")


def _options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        action="append",
        type=_pair,
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, for example random_start=true; also JSON, or a .json file",
    )


def _pair(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError(f"expected NAME=VALUE, not {text!r}")
    if value.endswith(".json"):
        try:
            with open(value, encoding="utf-8") as file:
                return name, json.load(file)
        except (OSError, ValueError) as error:
            raise argparse.ArgumentTypeError(f"{value} cannot be read: {error}") from None
    try:
        return name, json.loads(value)
    except ValueError:
        return name, value


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1, not {text!r}")
    return int(text)
