"""Whole hands of play: `replay` prints a recorded game, `play` deals one in the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from typing import IO, Any

import click

import mj2p
from mj2p import Action, Game, Observation, RuleSet

from .options import plainly, read_player, rules_option
from .show import echo

HELP = """\
Type the number of an action, or
  5m, E    throw that tile       r 5m   throw it and be ready
  w        win                   p      pass
  s        the table again       q      leave the table     (W P S are tiles)
  h        this help             Ctrl-C stop where the game stands"""
YOU = "自己 you"
#: The others in the order of play, by their number.
AROUND = {1: ("对家",), 2: ("下家", "上家"), 3: ("下家", "对家", "上家")}
CHOWS = ("chow_low", "chow_middle", "chow_high")


def who(seats: int) -> dict[int, str]:
    """What to call the seats of a game in which one plays oneself."""
    others = AROUND[seats - 1]
    return {0: YOU} | {at: f"{name} {'opponent' if seats == 2 else f'seat {at}'}" for at, name in enumerate(others, 1)}


def glyph(tile: str) -> str:
    """A tile as people at the table call it."""
    if tile in mj2p.tiles.FLOWERS:
        return mj2p.tiles.FLOWER_NAMES[mj2p.tiles.FLOWERS.index(tile)]
    return tile if "?" in tile else mj2p.tiles.NAMES[mj2p.notations.kind_of(tile)]


def chow(tile: str, place: int) -> str:
    """The chow in which the claimed tile is lowest (1), in the middle (2) or highest (3): 三四五万."""
    low = mj2p.notations.kind_of(tile) - place + 1
    return mj2p.notations.write_tiles(range(low, low + 3), "chinese")


def does(who: str, verb: str) -> str:
    """Who does what: "seat 0 wins", "自己 you win"."""
    if who == YOU:
        first, _, rest = verb.partition(" ")
        verb = f"{ {'is': 'are', 'passes': 'pass'}.get(first, first.removesuffix('s')) } {rest}".rstrip()
    return f"{who} {verb}"


def show(seen: Observation) -> None:
    """The table as the player sees it."""
    others = [(seen.seat + after) % len(seen.hand_sizes) for after in range(1, len(seen.hand_sizes))]
    names = dict(zip(others, AROUND[len(others)], strict=True))
    if not any(seen.hand_sizes):
        echo("\n明牌: the tiles are dealt after this choice")
        return
    echo()
    turned = f"   指示牌 {' '.join(map(glyph, seen.indicators))}" if seen.indicators else ""
    echo(f"牌墙 wall {seen.wall}{turned}" + "".join(
        _declared(seen, seat, whose) for seat, whose in (*names.items(), (seen.seat, "自己"))
    ))
    if seen.treasures:
        echo(f"宝 treasures  {' '.join(map(glyph, seen.treasures))}")
    for other, whose in names.items():
        hidden = " ".join(map(glyph, seen.opponent)) if seen.opponent else "□ " * seen.hand_sizes[other]
        echo(f"{whose} opponent  {hidden.strip()}  {_laid(seen, other)}".rstrip())
    for seat, whose in (*names.items(), (seen.seat, "自己")):
        thrown = " ".join(f"({glyph(t)})" if taken else glyph(t) for s, t, taken in seen.discards if s == seat)
        echo(f"{whose} 出牌 discards  {thrown}".rstrip())
    held = list(seen.hand)
    if seen.drawn:
        held.remove(seen.drawn)
    drawn = f"  + {glyph(seen.drawn)}" if seen.drawn else ""
    echo(f"手牌 hand  {' '.join(map(glyph, held))}{drawn}  {_laid(seen, seen.seat)}".rstrip())
    if seen.tile:
        thrower = "对家" if len(names) == 1 else ""
        echo(f"{thrower}打出 the opponent's tile  {glyph(seen.tile)}")


def _laid(seen: Observation, seat: int) -> str:
    """Melds and flowers of a seat."""
    melds = [text if "?" in text else mj2p.Meld.parse(text).format("chinese") for text in seen.melds[seat]]
    return "  ".join(filter(None, (" ".join(melds), " ".join(map(glyph, seen.flowers[seat])))))


def _declared(seen: Observation, seat: int, whose: str) -> str:
    """What a seat has declared: everybody at the table knows it."""
    doubled = seen.doubled[seat] or seen.declined[seat]
    words = {"明牌 open": seen.open[seat], "加倍 doubled": doubled, "听牌 ready": seen.ready[seat]}
    said = ", ".join(word for word, declared in words.items() if declared)
    return f"   {whose} {said}" if said else ""


def end(game: Game, names: Mapping[int, str] | None = None) -> None:
    """How the hand ended, and the account; `names`: what to call the seats."""
    result = game.result
    assert result is not None
    echo()
    if result.winner is None:
        echo("流局: nobody won")
    else:
        who = does(called(result.winner, names), "wins")
        unit = " steps," if result.score and result.score.steps is not None else ""
        echo(f"{who} by {result.by}: {result.total}{unit} x {result.multiplier}")
    if result.score:
        echo(str(result.score))
    for line in result.items:
        payee = "house" if line.payee < 0 else called(line.payee, names)
        paid = f"{line.paid}" if line.paid == line.due else f"{line.paid} of {line.due}"
        echo(f"  {line.reason}: {does(called(line.payer, names), 'pays')} {payee} {paid}")
    echo(f"beans: {' '.join(f'{delta:+d}' for delta in result.deltas)}, house {result.house:+d}")


def called(seat: int, names: Mapping[int, str] | None) -> str:
    """What a seat is called."""
    return names[seat] if names else f"seat {seat}"


def offer(game: Game) -> None:
    """The table, and what the person at the terminal may do."""
    seen = game.observation(game.seat or 0)
    show(seen)
    for number, action in enumerate(game.actions, 1):
        said = f"{action.zh} {action.en}"
        if action.name in CHOWS and seen.tile:
            said = f"吃 chow {chow(seen.tile, CHOWS.index(action.name) + 1)}"
        echo(f"  {number:2} {said}")


def ask(game: Game) -> Action | None:
    """What the person at the terminal does; None to leave."""
    offer(game)
    choices = game.actions
    while True:
        said = click.prompt("action (h help)", type=str, default="", show_default=False).strip()
        if said.lower() == "q":
            return None
        if (chosen := meant(said, choices)) is not None:
            return chosen
        if said.lower() == "s":  # not S with a South to throw
            offer(game)
        else:
            echo(HELP if said.lower() in ("", "h") else why_not(game, said))


def why_not(game: Game, said: str) -> str:
    """Why what a person has typed cannot be done."""
    known = None if said.isdecimal() else meant(said, mj2p.actions(game.rules))
    return (known and game.verify(known)) or f"{said[:20]!r} is no action now; h for help"


def meant(said: str, choices: tuple[Action, ...]) -> Action | None:
    """The action that a person has typed: its number in the list, a tile, or a word; W is the tile, w the win."""
    if said.isdecimal() and len(said) < 4 and 1 <= int(said) <= len(choices):
        return choices[int(said) - 1]
    word, _, tile = said.partition(" ")
    name = {"p": "pass", "w": "win", "r": "ready"}.get(word.lower(), word)
    named = [one for one in choices if one.name == name and one.tile in (None, lettered(tile.strip()))]
    tile = "" if said in ("w", "p", "s") else lettered(said)
    thrown = [one for one in choices if one.name == "discard" and one.tile == tile]
    found = thrown or named
    return found[0] if len(found) == 1 else None


def lettered(tile: str) -> str:
    """A tile as the table of actions has it: 5M is 5m, e is E."""
    return tile.lower() if tile[:1].isdecimal() else tile.upper()


def tell(game: Game, told: int) -> int:
    """Say what has happened since; how many events have been told."""
    log = game.log
    for event in log.since(told).view(0).events:
        if event["type"] not in ("start_game", "start_kyoku", "end_kyoku", "end_game", "deal", "none"):
            echo(line_of(event, who(len(game.balances))))
    return len(log)


@click.command()
@rules_option
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=None, help="The deck; at random where not given.")
@click.option(
    "--against", type=read_player, default="speed", show_default=True, metavar="PLAYER",
    help=f"Who else plays: {', '.join(mj2p.players.names())}, or your own as module:object.",
)
@click.option("--record", type=click.Path(dir_okay=False, allow_dash=True), metavar="FILE",
              help="Write the record there; a file that is there stays, but with --force.")
@click.option("--force", is_flag=True, help="Write over the file of --record.")
def play(rules: RuleSet, seed: int | None, against: str, record: str | None, force: bool) -> None:
    """Play a hand against a player of the package, or of your own: you are seat 0."""
    if seed is None:
        import secrets

        seed = secrets.randbelow(2**32)
    with plainly():
        game, opponent = Game(rules, seed=seed), mj2p.players.get(against, seed)
    echo(f"{rules.name}, seed {seed}; the dealer is {who(len(game.balances))[game.dealer]}.\n{HELP}")
    told = 0
    out = None if record is None else recorded(record, force)
    try:
        while not game.over:
            told = tell(game, told)
            action = ask(game) if game.seat == 0 else opponent.choose(game)
            if action is None:
                game.leave(0)
            else:
                game.step(action)
        tell(game, told)
        end(game, who(len(game.balances)))
    finally:  # stopped too: the record holds what was played
        if out is not None:
            out.write(str(game.log))
            out.flush()
            if out is not sys.stdout:
                out.close()


def recorded(path: str, force: bool) -> IO[str]:
    """The file for a record, open before the first tile: whoever cannot have one learns it now."""
    if path == "-":
        return sys.stdout
    try:
        # a device is no older record
        over = force or (os.path.exists(path) and not os.path.isfile(path))
        return open(path, "w" if over else "x", encoding="utf-8", newline="\n")
    except FileExistsError:
        raise click.UsageError(f"{path} is there already: --force writes over it") from None
    except (OSError, ValueError) as error:
        raise click.UsageError(f"cannot write {path}: {getattr(error, 'strerror', None) or error}") from None


@click.command()
@click.argument("file", type=click.File(encoding="utf-8-sig"))
@rules_option
@click.option("--seat", type=click.IntRange(0, 3), default=None, help="Only what that player saw.")
def replay(file: Any, rules: RuleSet, seat: int | None) -> None:
    """Print the recorded game in FILE (- for standard input), one event a line, and how it ended.

    Exit status 1 where the record is damaged; the line is named. --rules: a file, for a game by rules of one's own.
    """
    own = None if rules.name in mj2p.rules.names() else rules
    with plainly():
        text = file.read()
        if '"start_match"' in text.partition("\n")[0]:
            match = mj2p.Match.replay(text, own)
            games, log = [*match.games, *([match.game] if match.game else [])], match.log
        else:
            game = mj2p.replay(text, own)
            games, log = [game], game.log
        events = (log if seat is None else log.view(seat)).events
    hands = iter(games)
    for event in events:
        if event["type"] == "end_game":
            end(next(hands))
        elif event["type"] != "end_kyoku":  # the account says it
            echo(line_of(event))


def line_of(event: dict[str, Any], names: Mapping[int, str] | None = None) -> str:
    """An event for people; `names`: what to call the seats."""
    kind, tile = event["type"], event.get("pai")
    words = {
        "tsumo": "draws", "dahai": "throws", "chi": "claims", "pon": "claims", "daiminkan": "claims",
        "ankan": "makes a concealed kong of", "kakan": "adds", "none": "passes", "hora": "wins", "flower": "lays down",
        "replace": "replaces flowers with", "double": "doubles", "open": "plays open",
        "ready": "is ready from the deal", "dealt": "lays down", "leave": "leaves", "show": "shows",
        "claim": "calls for", "push": "pushes out a pair of",
    }
    if kind == "start_game":
        return f"{event['rules']}: balances {' and '.join(map(str, event['balances']))}, base {event['base']}"
    if kind == "start_kyoku":
        hands = [f"seat {seat}: {' '.join(map(glyph, hand))}" for seat, hand in enumerate(event["hands"])]
        return "\n".join([f"dealer seat {event['dealer']}, dice {event['dice'][0]} {event['dice'][1]}", *hands])
    if kind == "start_match":
        return f"match of {event['rules']}: balances {' and '.join(map(str, event['balances']))}"
    if kind == "end_match":
        return f"match over: balances {' and '.join(map(str, event['balances']))}, house {event['house']}"
    if kind == "dora":
        return f"indicator {glyph(event['pai'])}"
    if kind not in words:
        return {"ryukyoku": "流局 draw", "deal": "the tiles are dealt"}.get(kind, str(kind))
    if kind == "show":
        tile = event["hand"]
    what = " ".join(map(glyph, tile if isinstance(tile, list) else [tile])) if tile else event.get("meld", "")
    if kind == "chi":
        what += f" for the chow {chow(event['pai'], event['place'])}"
    elif kind in ("pon", "daiminkan"):
        what += " for a pung" if kind == "pon" else " for a kong"
    elif kind == "kakan":
        what += " to the pung"
    elif kind == "dahai" and event.get("ready"):
        what += " (天听 ready)" if event["ready"] == 2 else " (听牌 ready)"
    return f"{does(called(event['actor'], names), words[kind])} {what}".rstrip()
