"""Many games: `sim` plays them and says what they come to, `duel` measures two players on walls played twice."""

from __future__ import annotations

import json
from typing import Any

import click

import mj2p
from mj2p import Estimate, RuleSet, Simulation

from .options import json_option, plainly, read_player, read_rules, rules_option, stack
from .progress import bar
from .show import echo, table


class Unwritable(click.ClickException):
    """A full disk, a directory that is none: the exit status of any output that fails."""

    exit_code = 3


def read_players(ctx: click.Context, param: click.Parameter, value: str) -> tuple[str, ...]:
    return tuple(read_player(name) for name in value.split(","))


shared = stack(
    json_option,
    rules_option,
    click.option("--seed", type=click.IntRange(0, 2**64 - 1), default=0, show_default=True),
    click.option("--threads", type=click.IntRange(1, 256), default=1, show_default=True),
)


def run(kept: str | None, n: int, rules: RuleSet, players: tuple[str, ...], seed: int, **options: Any) -> Simulation:
    """`simulate` with a bar; errors in a user's words."""
    try:
        with plainly(), bar("games") as progress:
            return mj2p.simulate(n, rules, seed, players=players, progress=progress, **options)
    except ImportError as error:
        raise click.ClickException(str(error)) from None
    except OSError as error:
        raise Unwritable(f"cannot write {kept}: {error.strerror or error}") from None
    except KeyboardInterrupt:
        said = f"; what is finished is kept in {kept}, and the same command goes on from there" if kept else ""
        echo(f"stopped{said}", err=True)
        raise SystemExit(130) from None


@click.command()
@click.argument("games", type=click.IntRange(min=0), default=10_000)
@click.option("--players", callback=read_players, default="speed,random", show_default=True, metavar="A,B",
              help="Names, or your own as module:object.")
@shared
@click.option("--duplicate", is_flag=True, help="Play each wall twice, the second time with the seats swapped.")
@click.option("--parquet", type=click.Path(file_okay=False), metavar="DIR", help="Write the games there; goes on.")
@click.option("--against", type=read_rules, metavar="RULES", help="Play the same walls by these rules, and compare.")
@click.option("--plot", type=click.Path(dir_okay=False), metavar="FILE", help="Draw how the totals are spread.")
def sim(
    games: int, players: tuple[str, ...], rules: RuleSet, as_json: bool, seed: int, threads: int, duplicate: bool,
    parquet: str | None, against: RuleSet | None, plot: str | None,
) -> None:  # fmt: skip
    """Play GAMES whole games (10,000 where nothing is said) between two players, and say what they come to.

    With --parquet they go into a directory, a file for each part of them; a run that was stopped goes on there.
    """
    if plot is not None:
        plotting()
    if against is not None and parquet is not None:
        raise click.UsageError("--parquet takes the games of one rule set; leave --against away")
    options: dict[str, Any] = {"threads": threads, "duplicate": duplicate}
    summaries = [
        run(parquet, games, each, players, seed, path=parquet, **options).summary()
        for each in (rules, against)
        if each is not None
    ]
    if as_json:
        said = [one.to_dict() for one in summaries]
        echo(json.dumps(said if against else said[0], ensure_ascii=False))
    elif against is not None:
        head, *rows = mj2p.summary.compare(summaries)
        table(head, rows)
    else:
        echo(str(summaries[0]))
    if plot is not None:
        try:
            plotting().totals(summaries, plot)
        except (OSError, ValueError) as error:
            raise click.ClickException(f"cannot draw {plot}: {error}") from None


def plotting() -> Any:
    """The module that draws."""
    try:
        return mj2p.plotting
    except ImportError as error:
        raise click.UsageError(f"--plot: {error}") from None


@click.command()
@click.argument("a", type=read_player)
@click.argument("b", type=read_player)
@shared
@click.option("--pairs", type=click.IntRange(min=1), default=1000, show_default=True, help="Walls, each played twice.")
@click.option("--cap", type=click.IntRange(min=0), metavar="N", help="A win counts N points at most.")
def duel(
    a: str, b: str, rules: RuleSet, as_json: bool, seed: int, threads: int, pairs: int, cap: int | None
) -> None:  # fmt: skip
    """How much player A is better than player B: points and wins a game, with 95 % intervals.

    A and B are names of players, or your own as module:object.

    Each wall is played twice, the second time with the seats swapped, so that luck with the tiles cancels out.
    """
    played = run(None, 2 * pairs, rules, (a, b), seed, threads=threads, duplicate=True)
    summary = played.summary(cap=cap)
    if as_json:
        echo(json.dumps(duel_dict(summary, cap), ensure_ascii=False))
        return
    one, other = summary.players
    number, percent = mj2p.summary.number, mj2p.summary.percent
    points = "points a game" if cap is None else f"points a game, {cap} at most"
    echo(f"{summary.rules}: {a} v {b}, {pairs:,} walls played twice, seed {seed}")
    rows = [
        (f"{points}, {a} less {b}", f"{number(one.points, 3)}", verdict(one.points, a, b)),
        (f"win rate, {a} less {b}", f"{percent(one.margin)}", verdict(one.margin, a, b)),
        (f"beans a game, {a} less {b}", f"{number(one.beans, 1)}", verdict(one.beans, a, b)),
        (f"wins of {a}", percent(one.win), ""),
        (f"wins of {b}", percent(other.win), ""),
        ("draws", percent(summary.draw), ""),
    ]
    table(("", "and its 95 % interval", ""), rows)


def verdict(margin: Estimate, a: str, b: str) -> str:
    """Who is better, where the interval tells."""
    return f"{a} is better" if margin.low > 0 else f"{b} is better" if margin.high < 0 else "no difference seen"


def duel_dict(summary: mj2p.summary.Summary, cap: int | None) -> dict[str, Any]:
    one, other = summary.players
    return {
        "rules": summary.rules,
        "players": [one.name, other.name],
        "seed": summary.seed,
        "pairs": summary.games // 2,
        "cap": cap,
        "points": one.points.to_dict(),
        "margin": one.margin.to_dict(),
        "beans": one.beans.to_dict(),
        "wins": [one.win.to_dict(), other.win.to_dict()],
        "draw": summary.draw.to_dict(),
    }
