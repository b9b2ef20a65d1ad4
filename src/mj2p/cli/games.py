"""Whole hands of play: `replay` prints a recorded game, `play` deals one in the terminal."""

from __future__ import annotations

from typing import Any

import click

import mj2p
from mj2p import Action, Game, Observation, RuleSet, players
from mj2p.tiles import FLOWER_NAMES, FLOWERS, NAMES, kinds_of

from .options import complain, rules_option

HELP = """Type the number of an action. Also: h this help, s the table again, q leave the table."""


def glyph(tile: str) -> str:
    """A tile as people at the table call it."""
    if tile in FLOWERS:
        return FLOWER_NAMES[FLOWERS.index(tile)]
    return tile if "?" in tile else NAMES[kinds_of(tile)[0]]


def show(seen: Observation) -> None:
    """The table as the player sees it."""
    other = seen.seat ^ 1
    hidden = " ".join(map(glyph, seen.opponent)) if seen.opponent else "□ " * seen.hand_sizes[other]
    click.echo()
    turned = f"   指示牌 {' '.join(map(glyph, seen.indicators))}" if seen.indicators else ""
    click.echo(f"牌墙 wall {seen.wall}{turned}")
    click.echo(f"对家 opponent  {hidden.strip()}  {' '.join(seen.melds[other])}  {_flowers(seen, other)}".rstrip())
    for seat, whose in ((other, "对家"), (seen.seat, "自己")):
        thrown = " ".join(f"({glyph(t)})" if taken else glyph(t) for s, t, taken in seen.discards if s == seat)
        click.echo(f"{whose} 出牌 discards  {thrown}".rstrip())
    held = list(seen.hand)
    if seen.drawn:
        held.remove(seen.drawn)
    drawn = f"  + {glyph(seen.drawn)}" if seen.drawn else ""
    own = f"{' '.join(seen.melds[seen.seat])}  {_flowers(seen, seen.seat)}"
    click.echo(f"手牌 hand  {' '.join(map(glyph, held))}{drawn}  {own}".rstrip())
    if seen.tile:
        click.echo(f"对家打出 the opponent's tile  {glyph(seen.tile)}")


def _flowers(seen: Observation, seat: int) -> str:
    return " ".join(map(glyph, seen.flowers[seat]))


def end(game: Game) -> None:
    """How the hand ended, and the account."""
    result = game.result
    assert result is not None
    click.echo()
    if result.winner is None:
        click.echo("流局: nobody won")
    else:
        click.echo(f"seat {result.winner} wins ({result.by}): {result.total} x {result.multiplier}")
    if result.score:
        click.echo(f"{result.hand}")
        for one in result.score.fans:
            click.echo(f"  {one.fan.zh} {one.fan.en}  {one.value}{f' x {one.count}' if one.count > 1 else ''}")
    for line in result.items:
        payee = "house" if line.payee < 0 else f"seat {line.payee}"
        click.echo(f"  {line.reason}: seat {line.payer} pays {payee} {line.paid} of {line.due}")
    click.echo(f"beans: {result.deltas[0]:+d} {result.deltas[1]:+d}, house {result.house:+d}")


def ask(game: Game) -> Action | None:
    """What the person at the terminal does; None to leave."""
    show(game.observation(game.seat or 0))
    choices = game.actions
    for number, action in enumerate(choices, 1):
        click.echo(f"  {number:2} {action.zh} {action.en}")
    while True:
        said = click.prompt("action (h help)", type=str, default="", show_default=False).strip().lower()
        if said == "q":
            return None
        if said == "s":
            show(game.observation(game.seat or 0))
        elif said.isdecimal() and 1 <= int(said[:4]) <= len(choices):
            return choices[int(said[:4]) - 1]
        else:
            click.echo(HELP)


@click.command()
@rules_option
@click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=None, help="The deck; at random where not given.")
@click.option("--against", type=click.Choice(players.names()), default="speed", help="The opponent; speed.")
@click.option("--record", type=click.Path(dir_okay=False, writable=True), help="Write the record of the game there.")
def play(rules: RuleSet, seed: int | None, against: str, record: str | None) -> None:
    """Play a hand against one of the graded players: you are seat 0."""
    if seed is None:
        import secrets

        seed = secrets.randbelow(2**32)
    try:
        game = Game(rules, seed=seed)
    except ValueError as error:
        raise complain(error) from None
    opponent = players.BuiltIn(against, seed)
    click.echo(f"{rules.name}, seed {seed}; the dealer is seat {game.dealer}. {HELP}")
    while not game.over:
        if game.seat == 0:
            action = ask(game)
            if action is None:
                game.leave(0)
                continue
        else:
            action = opponent.choose(game)
            if action.name != "pass":
                click.echo(f"对家 opponent: {action.zh if 'kong' not in action.name else action.name}")
        game.step(action)
    end(game)
    if record:
        with open(record, "w", encoding="utf-8") as file:
            file.write(str(game.log))


@click.command()
@click.argument("file", type=click.File(encoding="utf-8"))
@rules_option
@click.option("--seat", type=click.IntRange(0, 1), default=None, help="Only what that player saw.")
def replay(file: Any, rules: RuleSet, seat: int | None) -> None:
    """Print the recorded game in FILE (- for standard input), one event a line, and how it ended.

    Exit status 1 where the record is damaged; the line is named. --rules: a file, for a game by rules of one's own.
    """
    from mj2p.rules import names

    try:
        game = mj2p.replay(file.read(), None if rules.name in names() else rules)
    except (mj2p.InvalidLog, UnicodeDecodeError) as error:
        raise complain(error) from None
    log = game.log if seat is None else game.log.view(seat)
    for event in log.events:
        click.echo(line_of(event))
    if game.over:
        end(game)


def line_of(event: dict[str, Any]) -> str:
    """An event for people."""
    kind, tile = event["type"], event.get("pai")
    words = {
        "tsumo": "draws", "dahai": "throws", "chi": "chow", "pon": "pung", "daiminkan": "kong of",
        "ankan": "concealed kong", "kakan": "adds", "none": "passes", "hora": "wins", "flower": "flower",
        "replace": "replaces with", "double": "doubles", "open": "plays open", "ready": "is ready from the deal",
        "dealt": "lays down", "leave": "leaves", "dora": "indicator",
    }
    if kind == "start_game":
        return f"{event['rules']}: balances {event['balances'][0]} and {event['balances'][1]}, base {event['base']}"
    if kind == "start_kyoku":
        hands = [f"seat {seat}: {' '.join(map(glyph, hand))}" for seat, hand in enumerate(event["hands"])]
        return "\n".join([f"dealer seat {event['dealer']}, dice {event['dice'][0]} {event['dice'][1]}", *hands])
    if kind not in words:
        return str(kind)
    who = f"seat {event['actor']} " if "actor" in event else ""
    what = " ".join(map(glyph, tile if isinstance(tile, list) else [tile])) if tile else event.get("meld", "")
    ready = " 听牌" if kind == "dahai" and event.get("ready") else ""
    return f"{who}{words[kind]} {what}{ready}".rstrip()
