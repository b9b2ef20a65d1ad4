"""The group `mj2p`: which command stands in which file; a file is imported when its command is asked for."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import version

import click

#: command -> (module, object); in the order of the help.
COMMANDS = {
    "score": ("hands", "score"),
    "waits": ("hands", "waits"),
    "discards": ("study", "discards"),
    "convert": ("hands", "convert"),
    "batch": ("batch", "batch"),
    "fans": ("fans", "fans"),
    "explain": ("fans", "explain"),
    "rules": ("rules", "rules"),
    "census": ("study", "census"),
    "play": ("games", "play"),
    "replay": ("games", "replay"),
    "sim": ("sim", "sim"),
    "duel": ("sim", "duel"),
}


class LazyGroup(click.Group):
    """Commands by name, each from its own module: `mj2p score` does not load what `mj2p batch` needs."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f".{module}", __package__), name)
        return command


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(version("mj2p"), prog_name="mj2p")
def cli() -> None:
    """Score two-player mahjong.

    A hand is written melds first, then the concealed tiles, the winning tile last; quote it for the shell:

    \b
        mj2p score '1112345678999m9m'
        mj2p score '[EEE,2](CCCC)12345678m9m|EE1000||' --rules mcr --json
        mj2p waits 1112345678999m
        mj2p batch hands.txt --output scores.csv
    """
