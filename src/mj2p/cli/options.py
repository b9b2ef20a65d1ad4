"""What commands share: the rule set, the situation flags, the notation, and errors in a user's words."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click

import mj2p
from mj2p import RuleSet

#: flag -> keyword of `mj2p.score`, help. Two flags name the two meanings of the kong bit.
SITUATIONS = {
    "self-draw": ("self_draw", "Won by one's own draw."),
    "last-of-kind": ("last_of_kind", "The other three copies lie face up."),
    "last-tile": ("last_tile", "The last tile of the wall, or the discard after it."),
    "kong": ("kong", "On a kong's replacement (with --self-draw), or robbing a kong."),
    "ready": ("ready", "Won after declaring ready."),
    "flower-win": ("flower_win", "Won by all eight flowers."),
    "heavenly-hand": ("heavenly_hand", "天胡: the dealer, on the dealt tiles."),
    "earthly-hand": ("earthly_hand", "地胡: the other player, on the first draw."),
    "humanly-hand": ("humanly_hand", "人胡: the other player, on the dealer's first discard."),
    "heavenly-ready": ("heavenly_ready", "天听: ready from the start."),
    "dealer": ("dealer", "The winner is the dealer."),
    "kong-discard": ("kong_discard", "On the discard after the opponent's kong replacement."),
    "pushed-out": ("pushed_out", "推出: the pair waited on was pushed out."),
    "treasure": ("treasure", "The tile drawn is a treasure, which may stand for any."),
    "big-wind": ("big_wind", "大风: the tile drawn is the fourth of a concealed pung."),
}

Command = Callable[..., Any]


def stack(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several arguments and options as one decorator, in the order of the help."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def read_rules(value: str | RuleSet) -> RuleSet:
    """A rule set: the name of a built-in one, or a TOML file (NAME.toml, or anything with a slash in it)."""
    try:
        if isinstance(value, str) and (value.endswith(".toml") or "/" in value or "\\" in value):
            return mj2p.rules.load(value)
        return mj2p.rules.get(value)
    except mj2p.RuleSetError as error:
        raise click.BadParameter("\n".join(error.problems)) from None


def read_player(value: str) -> str:
    """The name of a player; of module:object the module may lie in this folder, as for `python -m`."""
    name = value.strip()
    if ":" in name and (here := os.getcwd()) not in sys.path:
        sys.path.insert(0, here)
    return name


rules_option = click.option(
    "--rules",
    type=read_rules,
    default="duel64",
    show_default=True,
    metavar="RULES",
    help="A rule set's name, or a TOML file.",
)
lang_option = click.option(
    "--lang", type=click.Choice(["zh", "en", "both"]), default="both", show_default=True, help="Names of fans."
)
json_option = click.option("--json", "as_json", is_flag=True, help="JSON instead of a table.")
honors_option = click.option(
    "--honors",
    type=click.Choice([*mj2p.notations.CONVENTIONS]),
    default="tenhou",
    show_default=True,
    help="What 5z 6z 7z mean: 白發中 or 中發白.",
)

seen_option = click.option(
    "--seen", default="", metavar="TILES", help="Tiles seen elsewhere (discards, the opponent's melds)."
)
#: A hand, by the rules of a game; and with it the tiles that it will not get.
hand_options = stack(click.argument("hand"), rules_option, json_option)
hand_and_seen_options = stack(hand_options, honors_option, seen_option)

#: Every situation as a flag; they are added to what the text of the hand says.
situation_options = stack(
    *(click.option(f"--{flag}", keyword, is_flag=True, help=text) for flag, (keyword, text) in SITUATIONS.items()),
    click.option("--rob", is_flag=True, help="Robbing a kong: --kong without self-draw."),
    click.option("--flowers", metavar="LETTERS|N", help="Flowers: letters a-h, or how many."),
    *(
        click.option(f"--{wind}", f"{wind}_wind", type=click.Choice([*mj2p.tiles.WINDS]), help=f"The {wind} wind.")
        for wind in ("seat", "round")
    ),
)


def situation(flags: dict[str, Any]) -> dict[str, Any]:
    """The flags that were given, as keywords of `mj2p.score`; what was not given stays as the hand's text has it."""
    if flags.pop("rob"):
        if flags["self_draw"]:
            raise click.UsageError("--rob and --self-draw: a robbed kong is won on the opponent's tile")
        flags["kong"] = True
    if flags["flowers"] and flags["flowers"].isdecimal():
        flags["flowers"] = int(flags["flowers"])
    return {keyword: value for keyword, value in flags.items() if value is not None and value is not False}


@contextmanager
def plainly() -> Iterator[None]:
    """Errors of the library in one line, exit status 1."""
    try:
        yield
    except ValueError as error:
        raise click.ClickException(mj2p.texttable.printable(str(error))) from None
